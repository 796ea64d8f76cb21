package traceglass.ingest.pyroscope;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.names.StatNames;

/// Imports the JSON that Pyroscope exports: a flame graph, whose bars become callstacks with their values.
public final class PyroscopeImporter implements Importer {

    @Override
    public String id() {
        return "pyroscope";
    }

    @Override
    public String displayName() {
        return "Pyroscope flame graph";
    }

    @Override
    public int priority() {
        return 109;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return !json.isArray() && (json.has("flamebearer") || json.has("flamegraph.names"));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        PyroscopeGraph graph = new PyroscopeGraph();
        boolean isComplete = true;
        try (JsonParser json = JsonStream.open(input)) {
            graph.read(json);
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.PYROSCOPE_TRUNCATED, input.position(), null);
            isComplete = false;
        }
        if (graph.isComparison()) {
            throw new TraceProblem(
                    input.name() + " compares two profiles, which is not supported; export each of them separately");
        }
        if (isComplete && graph.isEmpty()) {
            throw new TraceProblem(input.name() + " is a Pyroscope response without a flame graph");
        }
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "[pyroscope]");
        int row = profiles.profile("pyroscope_file", graph.title(), graph.measure(), graph.unit());
        graph.forEachStack(frames, (callsite, value) -> profiles.add(row, callsite, value));
    }
}
