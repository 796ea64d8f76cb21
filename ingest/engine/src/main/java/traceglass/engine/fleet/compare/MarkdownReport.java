package traceglass.engine.fleet.compare;

import java.util.List;
import java.util.Locale;

/// A report for a comment on a code change.
final class MarkdownReport {

    private MarkdownReport() {}

    static String write(SetComparison comparison) {
        StringBuilder text = new StringBuilder("### ")
                .append(cell(ReportText.summary(comparison)))
                .append("\n");
        List<MetricChange> found = comparison.changes().stream()
                .filter(c -> c.verdict().compareTo(MetricChange.Verdict.CHANGE) <= 0)
                .toList();
        List<MetricChange> others =
                comparison.changes().stream().filter(c -> !found.contains(c)).toList();
        if (!found.isEmpty()) {
            text.append("\n");
            writeTable(found, text);
        }
        if (!others.isEmpty()) {
            text.append("\n<details><summary>")
                    .append(others.size())
                    .append(" metrics without a significant difference</summary>\n\n");
            writeTable(others, text);
            text.append("\n</details>\n");
        }
        return text.toString();
    }

    private static void writeTable(List<MetricChange> changes, StringBuilder text) {
        text.append(
                "| Metric | Result | Median before | Median after | Difference | 95% interval | p | Effect | n |\n");
        text.append("|---|---|---:|---:|---:|---|---:|---:|---|\n");
        for (MetricChange change : changes) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %s | %s | %s | %+.2f | %d, %d |%n",
                    cell(ReportText.title(change)),
                    ReportText.verdict(change.verdict()),
                    cell(change.metric().format(change.before().median())),
                    cell(change.metric().format(change.after().median())),
                    cell(ReportText.difference(change)),
                    cell(ReportText.interval(change)),
                    cell(ReportText.formatP(change.adjustedP())),
                    change.effect(),
                    change.before().size(),
                    change.after().size()));
        }
    }

    /// Escapes characters in names that have a meaning in Markdown or HTML.
    private static String cell(String text) {
        return ReportText.clean(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("|", "\\|")
                .replace("`", "\\`")
                .replace("*", "\\*")
                .replace("_", "\\_");
    }
}
