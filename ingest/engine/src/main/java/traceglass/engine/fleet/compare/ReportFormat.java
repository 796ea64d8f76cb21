package traceglass.engine.fleet.compare;

import java.util.function.Function;

/// Form of a report about a comparison.
public enum ReportFormat {
    /// Lines for people at a terminal.
    TEXT(TextReport::write),
    /// Tables for a comment on a change.
    MARKDOWN(MarkdownReport::write),
    /// Everything, for programs.
    JSON(JsonReport::write),
    /// A test case a metric, which fails if the metric regressed, for continuous integration.
    JUNIT(JunitReport::write);

    private final Function<Comparison, String> writer;

    ReportFormat(Function<Comparison, String> writer) {
        this.writer = writer;
    }

    /// Returns the report. Names are those of the traces, with control characters left out.
    public String write(Comparison comparison) {
        return writer.apply(comparison);
    }
}
