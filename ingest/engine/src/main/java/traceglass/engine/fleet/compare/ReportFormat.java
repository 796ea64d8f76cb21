package traceglass.engine.fleet.compare;

import java.util.List;
import java.util.function.Function;

/// Format of a report about a comparison.
public enum ReportFormat {
    /// Text for a terminal.
    TEXT(TextReport::write, all -> String.join("\n", all)),
    /// Tables for a comment on a code change.
    MARKDOWN(MarkdownReport::write, all -> String.join("\n", all)),
    /// All data, for programs.
    JSON(
            JsonReport::write,
            all -> "{\"comparisons\": [" + String.join(", ", all).strip() + "]}\n"),
    /// A test case for each metric, which fails if the metric regressed, for continuous integration.
    JUNIT(
            JunitReport::write,
            all -> "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + String.join("", all)
                    + "</testsuites>\n");

    private final Function<SetComparison, String> writer;
    private final Function<List<String>, String> frame;

    ReportFormat(Function<SetComparison, String> writer, Function<List<String>, String> frame) {
        this.writer = writer;
        this.frame = frame;
    }

    /// Returns the report about comparisons with the same baseline. Removes or escapes control characters in names.
    public String write(List<SetComparison> comparisons) {
        return frame.apply(comparisons.stream().map(writer).toList());
    }
}
