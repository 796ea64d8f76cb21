package traceglass.engine.fleet.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A report for a terminal.
final class TextReport {

    private static final int SHOWN_OUTLIERS = 3;

    private TextReport() {}

    static String write(SetComparison comparison) {
        StringBuilder text = new StringBuilder(ReportText.summary(comparison)).append("\n");
        MetricChange.Verdict last = null;
        for (MetricChange change : comparison.changes()) {
            if (change.verdict() != last) {
                last = change.verdict();
                text.append("\n").append(heading(last)).append("\n");
            }
            writeChange(change, text);
        }
        writeUnmatched(comparison.onlyBefore(), comparison.baseline(), text);
        writeUnmatched(comparison.onlyAfter(), comparison.compared(), text);
        return text.toString();
    }

    private static String heading(MetricChange.Verdict verdict) {
        return switch (verdict) {
            case REGRESSION -> "Regressions";
            case IMPROVEMENT -> "Improvements";
            case CHANGE -> "Changes";
            case SAME -> "No significant difference";
            case TOO_FEW -> "Too few traces to tell";
        };
    }

    private static void writeChange(MetricChange change, StringBuilder text) {
        FleetMetric metric = change.metric();
        text.append(String.format(
                Locale.ROOT,
                "  %-48s %10s  %s -> %s  (n %d, %d; 95%% of %s; p %s; effect %+.2f)%n",
                ReportText.title(change),
                ReportText.difference(change),
                ReportText.clean(metric.format(change.before().median())),
                ReportText.clean(metric.format(change.after().median())),
                change.before().size(),
                change.after().size(),
                ReportText.interval(change),
                ReportText.formatP(change.adjustedP()),
                change.effect()));
        boolean isFound = change.verdict().compareTo(MetricChange.Verdict.CHANGE) <= 0;
        if (isFound) {
            text.append(String.format(
                    Locale.ROOT,
                    "    p90 %s -> %s, p99 %s -> %s%n",
                    ReportText.clean(metric.format(change.before().quantile(0.9))),
                    ReportText.clean(metric.format(change.after().quantile(0.9))),
                    ReportText.clean(metric.format(change.before().quantile(0.99))),
                    ReportText.clean(metric.format(change.after().quantile(0.99)))));
            List<String> outliers = new ArrayList<>(change.before().outliers());
            outliers.addAll(change.after().outliers());
            if (!outliers.isEmpty()) {
                text.append("    outliers: ")
                        .append(String.join(
                                ", ",
                                outliers.stream()
                                        .limit(SHOWN_OUTLIERS)
                                        .map(ReportText::clean)
                                        .toList()))
                        .append(
                                outliers.size() > SHOWN_OUTLIERS
                                        ? " and " + (outliers.size() - SHOWN_OUTLIERS) + " more"
                                        : "")
                        .append("\n");
            }
        }
    }

    private static void writeUnmatched(List<FleetMetric> metrics, String set, StringBuilder text) {
        if (!metrics.isEmpty()) {
            text.append("\nOnly in ").append(ReportText.clean(set)).append("\n");
            metrics.forEach(
                    m -> text.append("  ").append(ReportText.clean(m.title())).append("\n"));
        }
    }
}
