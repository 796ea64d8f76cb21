package traceglass.ingest.v8files;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Imports profiles of V8's sampling heap profiler (`.heapprofile`), type `SamplingHeapProfile` of the DevTools
/// protocol: the live bytes that each function allocated.
public final class HeapProfileImporter implements Importer {

    @Override
    public String id() {
        return "heapprofile";
    }

    @Override
    public String displayName() {
        return "V8 heap profile";
    }

    @Override
    public int priority() {
        return 107;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return !json.isArray()
                && !json.has("nodes")
                && (json.has("head.selfSize") || json.has("head.callFrame") && !json.has("timestamps"));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        V8Nodes nodes = new V8Nodes(context);
        try (JsonParser json = JsonStream.open(input)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    boolean isHead = json.currentName().equals("head");
                    if (json.nextToken() == JsonToken.START_OBJECT && isHead) {
                        nodes.read(json);
                    } else {
                        json.skipChildren();
                    }
                }
            }
        } catch (JacksonException e) {
            V8Files.countTruncated(context, e);
        }
        nodes.resolve();
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        int row = profiles.profile("heapprofile_file", "heapprofile space", "space", "bytes");
        for (int node = 0; node < nodes.count(); node++) {
            int callsite = nodes.callsite(node);
            if (nodes.value(node) > 0) {
                profiles.add(row, callsite == V8Nodes.NONE ? root(context) : callsite, nodes.value(node));
            }
        }
    }

    /// Returns the callsite of memory that no function allocated.
    private static int root(ImportContext context) {
        NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "");
        return frames.callsite(-1, frames.frame(null, V8Nodes.ROOT));
    }
}
