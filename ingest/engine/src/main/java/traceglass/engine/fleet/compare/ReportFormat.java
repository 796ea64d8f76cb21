package traceglass.engine.fleet.compare;

import java.util.List;
import java.util.function.Function;

/// Form of a report about a comparison.
public enum ReportFormat {
    /// Lines for users at a terminal.
    TEXT(TextReport::write, all -> String.join("\n", all)),
    /// Tables for a comment on a change.
    MARKDOWN(MarkdownReport::write, all -> String.join("\n", all)),
    /// Everything, for programs.
    JSON(
            JsonReport::write,
            all -> "{\"comparisons\": [" + String.join(", ", all).strip() + "]}\n"),
    /// A test case a metric, which fails if the metric regressed, for continuous integration.
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

    /// Returns the report about comparisons with the same baseline. Names are those of the traces, with control
    /// characters left out or escaped.
    public String write(List<SetComparison> comparisons) {
        return frame.apply(comparisons.stream().map(writer).toList());
    }
}
