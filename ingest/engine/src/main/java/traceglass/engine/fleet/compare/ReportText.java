package traceglass.engine.fleet.compare;

import java.util.Locale;
import traceglass.store.text.SingleLineText;

/// Texts that several report formats share.
final class ReportText {

    private ReportText() {}

    static String clean(String text) {
        return SingleLineText.of(text);
    }

    static String title(MetricChange change) {
        return clean(change.metric().title());
    }

    /// Returns the difference of the medians as a share, such as `+12.3%`, or as a value.
    static String difference(MetricChange change) {
        double relative = change.relative();
        return Double.isNaN(relative)
                ? signed(change.difference()) + clean(change.metric().format(Math.abs(change.difference())))
                : String.format(Locale.ROOT, "%+.1f%%", relative * 100);
    }

    private static String signed(double value) {
        return value > 0 ? "+" : value < 0 ? "-" : "";
    }

    static String interval(MetricChange change) {
        return clean(change.metric().format(change.low())) + " to "
                + clean(change.metric().format(change.high()));
    }

    static String formatP(double p) {
        return p < 0.0001 ? "< 0.0001" : String.format(Locale.ROOT, "%.4f", p);
    }

    static String verdict(MetricChange.Verdict verdict) {
        return switch (verdict) {
            case REGRESSION -> "regression";
            case IMPROVEMENT -> "improvement";
            case CHANGE -> "change";
            case SAME -> "no difference";
            case TOO_FEW -> "too few traces";
        };
    }

    /// Returns the numbers of metrics by verdict in one sentence.
    static String summary(SetComparison comparison) {
        long regressions = comparison.regressions().size();
        return String.format(
                Locale.ROOT,
                "%s against %s: %d metrics, %s, %d improvements, %d other changes",
                clean(comparison.compared()),
                clean(comparison.baseline()),
                comparison.changes().size(),
                regressions == 1 ? "1 regression" : regressions + " regressions",
                count(comparison, MetricChange.Verdict.IMPROVEMENT),
                count(comparison, MetricChange.Verdict.CHANGE));
    }

    static long count(SetComparison comparison, MetricChange.Verdict verdict) {
        return comparison.changes().stream().filter(c -> c.verdict() == verdict).count();
    }
}
