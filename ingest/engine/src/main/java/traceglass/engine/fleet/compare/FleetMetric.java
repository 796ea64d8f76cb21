package traceglass.engine.fleet.compare;

import java.util.Locale;

/// A metric for one combination of its dimensions.
///
/// @param id id of the metric, such as `cpu_time`
/// @param dimensions dimensions, such as `process=app, type=cold`; empty if there are none
/// @param unit standard unit, such as `TIME_NANOS`, or a custom unit; empty if it has none
/// @param polarity direction in which a change is an improvement
public record FleetMetric(String id, String dimensions, String unit, Polarity polarity) {

    /// Direction in which a change is an improvement.
    public enum Polarity {
        HIGHER_IS_BETTER,
        LOWER_IS_BETTER,
        /// Neither direction, or unknown.
        NONE
    }

    /// Display name: id and dimensions in one string.
    public String title() {
        return dimensions.isEmpty() ? id : id + " [" + dimensions + "]";
    }

    /// Returns a value with its unit, such as `1.25 ms`.
    public String format(double value) {
        return switch (unit) {
            case "TIME_NANOS" -> time(value);
            case "TIME_MICROS" -> time(value * 1e3);
            case "TIME_MILLIS" -> time(value * 1e6);
            case "TIME_SECONDS" -> time(value * 1e9);
            case "COUNT", "" -> number(value);
            case "PERCENTAGE", "BOUNDED_PERCENTAGE" -> number(value) + "%";
            default -> number(value) + " " + unit.toLowerCase(Locale.ROOT);
        };
    }

    private static String time(double ns) {
        double size = Math.abs(ns);
        return size >= 1e9
                ? number(ns / 1e9) + " s"
                : size >= 1e6 ? number(ns / 1e6) + " ms" : size >= 1e3 ? number(ns / 1e3) + " µs" : number(ns) + " ns";
    }

    private static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return String.format(
                Locale.ROOT, Math.abs(value) >= 100 ? "%.1f" : Math.abs(value) >= 1 ? "%.2f" : "%.4g", value);
    }
}
