package traceglass.analysis.flame;

import java.util.Locale;
import traceglass.store.text.Texts;
import traceglass.store.time.TimeText;

/// Meaning of a value of frames.
///
/// @param title title for the choice of measures: `Unreleased size`
/// @param unit what the value counts
public record FlameMeasure(String title, Unit unit) {

    /// Unit of values.
    public enum Unit {
        NANOSECONDS("time", "nanoseconds"),
        BYTES("space", "bytes"),
        SAMPLES("samples", "count"),
        SLICES("slices", "count"),
        ALLOCATIONS("allocations", "count"),
        OBJECTS("objects", "count"),
        COUNTER("events", "count"),
        /// Thousandths of a weight that may be fractional.
        WEIGHT("weight", "milliunits");

        private final String pprofType;
        private final String pprofUnit;

        Unit(String pprofType, String pprofUnit) {
            this.pprofType = pprofType;
            this.pprofUnit = pprofUnit;
        }

        String pprofUnit() {
            return pprofUnit;
        }
    }

    /// Returns the value with its unit: `54 samples`, `1.2 MB`.
    public String text(long value) {
        return switch (unit) {
            case NANOSECONDS -> TimeText.duration(value);
            case BYTES -> value < 0 ? "−" + Texts.size(-value) : Texts.size(value);
            case SAMPLES -> Texts.count(value, "sample", "samples");
            case SLICES -> Texts.count(value, "slice", "slices");
            case ALLOCATIONS -> Texts.count(value, "allocation", "allocations");
            case OBJECTS -> Texts.count(value, "object", "objects");
            case COUNTER -> Texts.grouped(value);
            case WEIGHT -> traceglass.analysis.rows.CellText.number(value / 1000.0);
        };
    }

    /// Returns the value for places where the unit is clear.
    public String brief(long value) {
        return switch (unit) {
            case NANOSECONDS, BYTES, WEIGHT -> text(value);
            default -> Texts.grouped(value);
        };
    }

    /// Returns a difference with its sign: `+1.2 MB`.
    public String difference(long delta) {
        if (delta == 0) {
            return "±0";
        }
        return (delta > 0 ? "+" : "−") + text(Math.abs(delta));
    }

    /// Returns the kind of value as a label: `Samples`.
    public String what() {
        return switch (unit) {
            case NANOSECONDS -> "Time";
            case BYTES -> "Size";
            case SAMPLES -> "Samples";
            case SLICES -> "Slices";
            case ALLOCATIONS -> "Allocations";
            case OBJECTS -> "Objects";
            case COUNTER -> "Counted";
            case WEIGHT -> title;
        };
    }

    /// Returns the name of the value type in pprof profiles: `unreleased_size`.
    String pprofType() {
        return unit == Unit.SAMPLES || unit == Unit.NANOSECONDS
                ? unit.pprofType
                : title.toLowerCase(Locale.ROOT).replace(' ', '_');
    }
}
