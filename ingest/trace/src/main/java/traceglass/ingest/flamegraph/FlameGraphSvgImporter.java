package traceglass.ingest.flamegraph;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextHead;
import traceglass.store.names.StatNames;

/// Imports flame graphs that FlameGraph's `flamegraph.pl` and programs like it (inferno, py-spy, cargo-flamegraph) draw
/// as SVG, and those that Traceglass saves. The value of a bar is in its tooltip or an attribute. Bars that were too
/// narrow to be drawn are missing; their values belong to their callers.
public final class FlameGraphSvgImporter implements Importer {

    @Override
    public String id() {
        return "flame_graph_svg";
    }

    @Override
    public String displayName() {
        return "Flame graph (SVG)";
    }

    @Override
    public int priority() {
        return 181;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        String text = TextHead.exceptJson(head).stripLeading();
        return (text.startsWith("<?xml") || text.startsWith("<svg"))
                && text.contains("<svg")
                && (text.contains("func_g")
                        || text.contains("Flame graph stack visualization")
                        || text.contains(" onmouseover=\"s('")
                        || text.contains(" data-measure=\"") && text.contains(" data-unit=\""));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        FlameGraphPicture picture = new FlameGraphPicture();
        // A Reader replaces invalid bytes, which otherwise end the import.
        try (Reader text = new InputStreamReader(input.asStream(), StandardCharsets.UTF_8)) {
            picture.read(text);
        } catch (XMLStreamException e) {
            if (e.getNestedException() instanceof IOException io) {
                throw io;
            }
            context.logs().recordAt(StatNames.FLAME_GRAPH_TRUNCATED, input.position(), null);
        }
        if (!picture.write(context)) {
            throw new TraceProblem(input.name() + " contains no flame graph");
        }
    }
}
