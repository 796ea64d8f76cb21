package traceglass.ingest.flamegraph;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.store.names.StatNames;

/// Imports the JSON that d3-flame-graph and pages built on it draw (0x, flamescope, `perf script report flamegraph`): a
/// tree of functions.
///
/// ```
/// {"name": "root", "value": 9, "children": [{"name": "main", "value": 9, "children": []}]}
/// ```
public final class FlameGraphJsonImporter implements Importer {

    /// Start of a file whose members are sorted: innermost functions come first.
    private static final Pattern CALLEES_FIRST =
            Pattern.compile("(?:\\{\\s*\"(?:c|children)\"\\s*:\\s*\\[\\s*){1,9999}+"
                    + "(?:\\]\\s*,|\\{)\\s*(?:\"l(?:ibtype)?\"\\s*:\\s*\"[^\"]{0,99}\"\\s*,\\s*)?\"n(?:ame)?\"\\s*:");

    @Override
    public String id() {
        return "flame_graph_json";
    }

    @Override
    public String displayName() {
        return "Flame graph (JSON)";
    }

    @Override
    public int priority() {
        return 109;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        if (head.length == 0 || head[0] != '{') {
            return false;
        }
        if (CALLEES_FIRST.matcher(new String(head, StandardCharsets.ISO_8859_1)).lookingAt()) {
            return true;
        }
        JsonHead json = JsonHead.of(head);
        return !json.isArray()
                && !json.has("traceEvents")
                && (json.has("name", "value", "children") || json.has("n", "v", "c"));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        FunctionTree tree = new FunctionTree();
        try (JsonParser json = JsonStream.open(input)) {
            read(json, tree);
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.FLAME_GRAPH_TRUNCATED, input.position(), null);
        }
        if (!tree.write(context)) {
            throw new TraceProblem(input.name() + " is a tree without values, not a flame graph");
        }
    }

    /// Reads the file as far as its JSON is valid. Each object in an array of callees is a function.
    private static void read(JsonParser json, FunctionTree tree) throws IOException {
        int[] open = new int[16];
        int depth = 0;
        for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
            switch (token) {
                case START_OBJECT -> {
                    open = depth == open.length ? Arrays.copyOf(open, 2 * depth) : open;
                    open[depth] = tree.add(depth == 0 ? FunctionTree.NO_PARENT : open[depth - 1]);
                    depth++;
                }
                case END_OBJECT -> depth--;
                case FIELD_NAME -> readMember(json, tree, open[depth - 1]);
                default -> {}
            }
        }
    }

    private static void readMember(JsonParser json, FunctionTree tree, int node) throws IOException {
        String key = json.currentName();
        JsonToken value = json.nextToken();
        switch (key) {
            case "name", "n" -> {
                if (value == JsonToken.VALUE_STRING) {
                    tree.setName(node, json.getText());
                }
            }
            case "value", "v" -> {
                if (value != null && value.isNumeric()) {
                    tree.setValue(node, json.getDoubleValue());
                }
            }
            case "children", "c" -> {
                if (value == JsonToken.START_OBJECT) {
                    json.skipChildren();
                }
                return;
            }
            default -> {}
        }
        json.skipChildren();
    }
}
