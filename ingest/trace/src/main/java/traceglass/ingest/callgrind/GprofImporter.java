package traceglass.ingest.callgrind;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;

/// Imports reports of gprof: the call graph, or the flat profile if there is no call graph.
///
/// ```
/// index % time    self  children    called     name
/// [2]     55.6    0.01    0.17       5         read_all [2]
///                 0.00    0.14      20/20          eval [3]
/// -----------------------------------------------
/// ```
///
/// The lines before the function's own line list its callers, the lines after it its callees.
public final class GprofImporter implements Importer {

    private static final Pattern GRAPH =
            Pattern.compile("index\\s+%(?: ?time)?\\s+self\\s+(?:children|descendents)\\s+called.*\\bname\\b.*");
    private static final Pattern FLAT =
            Pattern.compile("\\s*(?:%|time)\\s+(?:cumulative|seconds)\\s+(?:self|seconds)\\b.*");
    private static final Pattern FUNCTION = Pattern.compile("\\[(\\d{1,9})\\]\\s+[\\d.]{1,12}\\s+([\\d.]{1,12})"
            + "\\s+([\\d.]{1,12})\\s+(?:\\d{1,18}(?:\\+\\d{1,18})?\\s+)?(\\S.*?)\\s+\\[\\d{1,9}\\]\\s*");
    private static final Pattern CALL = Pattern.compile(
            "\\s+([\\d.]{1,12})\\s+([\\d.]{1,12})\\s+\\d{1,18}(?:\\+\\d{1,18})?(?:/\\d{1,18})?\\s+(\\S.*?)\\s+\\[\\d{1,9}\\]\\s*");
    private static final Pattern FLAT_LINE = Pattern.compile("\\s*[\\d.]{1,12}\\s+[\\d.]{1,12}\\s+([\\d.]{1,12})\\s+"
            + "(?:\\d{1,18}\\s+[\\d.]{1,12}\\s+[\\d.]{1,12}\\s+)?(\\S.*)");
    private static final Pattern CYCLE = Pattern.compile("\\s*<cycle \\d+>");
    private static final String WHOLE_CYCLE = "<cycle ";
    private static final String TITLE = "call graph profile:";
    private static final String FLAT_TITLE = "Flat profile:";
    private static final int NO_FUNCTION = -1;

    @Override
    public String id() {
        return "gprof";
    }

    @Override
    public String displayName() {
        return "gprof report";
    }

    @Override
    public int priority() {
        return 184;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        String text = TextHead.exceptJson(head).stripLeading();
        return text.startsWith(FLAT_TITLE)
                || text.startsWith(TITLE)
                || GRAPH.matcher(text).lookingAt();
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        Reader reader = new Reader(new CallGraph(context, 1));
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                reader.parseLine(line);
            }
        }
        reader.finish();
        reader.graph.write("gprof_file", "gprof", "[gprof]", List.of(new CallGraph.Event("time", "nanoseconds", 1e9)));
    }

    /// State of one report.
    private static final class Reader {
        private final CallGraph graph;
        /// Self seconds by function.
        private final Map<String, Double> flat = new LinkedHashMap<>();
        private boolean isInFlatProfile;
        private boolean isInCallGraph;
        private boolean hasGraph;
        private int current = NO_FUNCTION;

        Reader(CallGraph graph) {
            this.graph = graph;
        }

        void parseLine(String line) {
            if (GRAPH.matcher(line).matches()) {
                isInCallGraph = true;
                isInFlatProfile = false;
            } else if (FLAT.matcher(line).matches()) {
                isInFlatProfile = !isInCallGraph;
            } else if (line.startsWith("\f") || line.isBlank() && isInFlatProfile && !flat.isEmpty()) {
                isInFlatProfile = false;
                isInCallGraph &= !line.startsWith("\f") || !hasGraph;
            } else if (isInCallGraph) {
                readGraphLine(line);
            } else if (isInFlatProfile) {
                Matcher m = FLAT_LINE.matcher(line);
                if (m.matches()) {
                    flat.merge(m.group(2).strip(), parseSeconds(m.group(1)), Double::sum);
                }
            }
        }

        private void readGraphLine(String line) {
            if (line.startsWith("---")) {
                current = NO_FUNCTION;
                return;
            }
            Matcher m = FUNCTION.matcher(line);
            if (m.matches()) {
                hasGraph = true;
                current = m.group(4).startsWith(WHOLE_CYCLE) ? NO_FUNCTION : function(m.group(4));
                graph.addSelf(current, 0, parseSeconds(m.group(2)));
                return;
            }
            m = CALL.matcher(line);
            if (current != NO_FUNCTION && m.matches()) {
                graph.addCall(current, function(m.group(3)), 0, parseSeconds(m.group(1)) + parseSeconds(m.group(2)));
            }
        }

        private int function(String name) {
            return graph.function(null, null, CYCLE.matcher(name).replaceAll("").strip(), 0);
        }

        private static double parseSeconds(String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                return 0;
            }
        }

        void finish() {
            if (!hasGraph) {
                flat.forEach((name, seconds) -> graph.addSelf(function(name), 0, seconds));
            }
        }
    }
}
