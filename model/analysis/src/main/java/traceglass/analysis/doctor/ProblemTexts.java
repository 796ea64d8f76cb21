package traceglass.analysis.doctor;

import java.util.regex.Pattern;
import traceglass.store.stats.StatDefinition;
import traceglass.store.stats.StatDefinitions;
import traceglass.store.text.DisplayText;

/// User-visible strings for statistics that indicate problems, from their definitions.
public final class ProblemTexts {

    /// Singular and plural: `{event/events}`.
    private static final Pattern CHOICE = Pattern.compile("\\{([^{/}]*)/([^{/}]*)}");

    private ProblemTexts() {}

    /// Returns the description of a problem, with the value of the statistic.
    public static String title(String stat, long value) {
        StatDefinition definition = StatDefinitions.of(stat);
        if (definition != null && !definition.title().isEmpty()) {
            return withNumber(definition.title(), value);
        }
        return stat.replace('_', ' ') + ": " + DisplayText.grouped(value);
    }

    /// Returns the consequence for the trace.
    static String consequence(String stat, String source, long value) {
        StatDefinition definition = StatDefinitions.of(stat);
        if (definition != null && !definition.title().isEmpty()) {
            return withNumber(definition.consequence(), value);
        }
        return source.equals("trace") ? DoctorTexts.REPORTED : DoctorTexts.DETECTED;
    }

    private static String withNumber(String text, long value) {
        String numbered = text.replace("{n}", DisplayText.grouped(value));
        return CHOICE.matcher(numbered).replaceAll(value == 1 ? "$1" : "$2");
    }

    /// Returns whether there is advice about this statistic.
    static boolean hasAdvice(String stat) {
        return !lineAdvice(stat).isEmpty();
    }

    /// Returns advice on how to avoid the problem.
    static String advice(String stat, String severity, String source) {
        String specific = lineAdvice(stat);
        if (!specific.isEmpty()) {
            return specific;
        }
        if (!source.equals("trace")) {
            return DoctorTexts.ADVICE_IMPORT;
        }
        return severity.equals("data_loss") ? DoctorTexts.ADVICE_LOSS : DoctorTexts.ADVICE_RECORDING;
    }

    private static String lineAdvice(String stat) {
        StatDefinition definition = StatDefinitions.of(stat);
        return definition == null ? "" : definition.advice();
    }
}
