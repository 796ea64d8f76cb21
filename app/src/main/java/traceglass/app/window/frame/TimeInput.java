package traceglass.app.window.frame;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.store.language.Translations;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeStyle;

/// Parses times typed by the user.
public final class TimeInput {

    private static final Pattern FROM_START = Pattern.compile("([-−]?[0-9.]+)\\s*(ns|µs|us|ms|s|min|h)");
    private static final Pattern CODE = Pattern.compile("(?:(\\d+):)?(\\d{1,2}):(\\d{1,2}(?:\\.\\d+)?)");

    private TimeInput() {}

    /// Parses a time. `1.5 s`, `614 ms` and `00:01:05.5` are relative to the start of the trace.
    /// `2024-03-09T10:00:00` is a date and time in the time zone of the time format, or in UTC if it ends in `Z`;
    /// it needs a trace that records the time of day. A plain number is a timestamp of the trace in nanoseconds.
    ///
    /// @return nanoseconds of trace time, or empty if the text has none of these forms
    public static OptionalLong parse(String text, TimeSpan bounds, TimeStyle style) {
        String plain = Translations.withDecimalPoint(text)
                .replaceAll("[\\s\u2009,_]+", " ")
                .strip();
        try {
            if (plain.matches("\\d{4}-\\d\\d-\\d\\d[T ].*") && style.hasTimeOfDay()) {
                ZoneId zone = plain.endsWith("Z") ? ZoneOffset.UTC : style.zone();
                Instant at = LocalDateTime.parse(plain.replaceAll("\\s*Z$", "").replace(' ', 'T'))
                        .atZone(zone)
                        .toInstant();
                return OptionalLong.of(
                        Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano())
                                - style.toUnixNs());
            }
            String joined = plain.replace(" ", "");
            Matcher span = FROM_START.matcher(joined);
            if (span.matches()) {
                BigDecimal ns = new BigDecimal(span.group(1).replace('−', '-'))
                        .multiply(BigDecimal.valueOf(unitNs(span.group(2))));
                return OptionalLong.of(Math.addExact(bounds.start(), ns.longValue()));
            }
            Matcher code = CODE.matcher(joined);
            if (code.matches()) {
                long minutes = (code.group(1) == null ? 0 : Long.parseLong(code.group(1))) * 60
                        + Long.parseLong(code.group(2));
                long ns = new BigDecimal(code.group(3)).movePointRight(9).longValue()
                        + Math.multiplyExact(minutes, 60_000_000_000L);
                return OptionalLong.of(Math.addExact(bounds.start(), ns));
            }
            return joined.matches("\\d{1,19}") ? OptionalLong.of(Long.parseLong(joined)) : OptionalLong.empty();
        } catch (ArithmeticException | NumberFormatException | DateTimeException e) {
            return OptionalLong.empty();
        }
    }

    private static long unitNs(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "µs", "us" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> 1_000_000_000L;
            case "min" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
        };
    }
}
