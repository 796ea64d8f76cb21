package traceglass.analysis.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import traceglass.store.text.DisplayText;

/// User-visible strings for statistics that indicate problems, from the resource `problems.txt`.
public final class ProblemTexts {

    private static final List<Line> LINES = read();

    private record Line(String name, String title, String consequence, String advice) {

        boolean fits(String stat) {
            int star = name.indexOf('*');
            return star < 0
                    ? name.equals(stat)
                    : stat.startsWith(name.substring(0, star)) && stat.endsWith(name.substring(star + 1));
        }
    }

    /// Singular and plural: `{event/events}`.
    private static final Pattern CHOICE = Pattern.compile("\\{([^{/}]*)/([^{/}]*)}");

    private ProblemTexts() {}

    /// Returns the description of a problem, with the value of the statistic.
    public static String title(String stat, long value) {
        for (Line l : LINES) {
            if (l.fits(stat)) {
                return withNumber(l.title, value);
            }
        }
        return stat.replace('_', ' ') + ": " + DisplayText.grouped(value);
    }

    /// Returns the consequence for the trace.
    static String consequence(String stat, String source, long value) {
        for (Line l : LINES) {
            if (l.fits(stat)) {
                return withNumber(l.consequence, value);
            }
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
        String own = lineAdvice(stat);
        if (!own.isEmpty()) {
            return own;
        }
        if (!source.equals("trace")) {
            return DoctorTexts.ADVICE_IMPORT;
        }
        return severity.equals("data_loss") ? DoctorTexts.ADVICE_LOSS : DoctorTexts.ADVICE_RECORDING;
    }

    private static String lineAdvice(String stat) {
        return LINES.stream()
                .filter(l -> l.fits(stat))
                .findFirst()
                .map(Line::advice)
                .orElse("");
    }

    private static List<Line> read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                ProblemTexts.class.getResourceAsStream("problems.txt"), StandardCharsets.UTF_8))) {
            return in.lines()
                    .filter(l -> !l.isBlank() && !l.startsWith("#"))
                    .map(l -> l.split("\\|"))
                    .map(f -> new Line(f[0].strip(), f[1].strip(), f[2].strip(), f.length > 3 ? f[3].strip() : ""))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
