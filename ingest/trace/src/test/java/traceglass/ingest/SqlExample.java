package traceglass.ingest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An SQL example in a Markdown document.
///
/// A comment above the block names the trace on which it is run, if that is not the sample trace: `<!-- trace:
/// modules/start -->` is a case below `src/test/resources/cases`. A block below `<!-- not run: REASON -->` is skipped,
/// for example because it queries several traces.
///
/// @param document name of the file
/// @param line number of the line with the fence that opens the block
/// @param heading the heading above the block
/// @param trace name of a case; empty for the sample trace
record SqlExample(String document, int line, String heading, String trace, String sql) {

    private static final Pattern TRACE = Pattern.compile("<!-- *trace: *([\\w./-]+) *-->");

    private static final Pattern NOT_RUN = Pattern.compile("<!-- *not run: *\\w.*-->");

    /// Reads the examples of a document, in order.
    static List<SqlExample> of(Path document) throws IOException {
        return of(document.getFileName().toString(), Files.readString(document));
    }

    static List<SqlExample> of(String document, String text) {
        List<SqlExample> examples = new ArrayList<>();
        List<String> lines = text.lines().toList();
        String heading = "";
        String trace = "";
        boolean isRun = true;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            Matcher named = TRACE.matcher(line);
            if (line.startsWith("```")) {
                int end = i + 1;
                while (end < lines.size() && !lines.get(end).strip().startsWith("```")) {
                    end++;
                }
                if (line.equals("```sql") && isRun) {
                    examples.add(new SqlExample(
                            document, i + 1, heading, trace, String.join("\n", lines.subList(i + 1, end))));
                }
                i = end;
                trace = "";
                isRun = true;
            } else if (line.startsWith("#")) {
                heading = line.replaceFirst("^#+ *", "");
            } else if (named.matches()) {
                trace = named.group(1);
            } else if (!line.isEmpty()) {
                trace = "";
                isRun = !NOT_RUN.matcher(line).matches();
            }
        }
        return examples;
    }

    /// Returns the location of the example, for messages.
    String location() {
        return document + ":" + line + (heading.isEmpty() ? "" : " (" + heading + ")");
    }
}
