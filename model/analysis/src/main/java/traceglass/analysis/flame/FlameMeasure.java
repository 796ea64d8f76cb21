package traceglass.analysis.flame;

import java.util.Locale;
import traceglass.store.text.Texts;
import traceglass.store.time.TimeText;

/// What the values of frames are.
///
/// @param title as it is chosen: `Unreleased size`
/// @param unit what is counted
public record FlameMeasure(String title, Unit unit) {

    /// What values count.
    public enum Unit {
        NANOSECONDS("time", "nanoseconds"),
        BYTES("space", "bytes"),
        SAMPLES("samples", "count"),
        SLICES("slices", "count"),
        ALLOCATIONS("allocations", "count"),
        OBJECTS("objects", "count"),
        COUNTER("events", "count"),
        /// Thousandths of a weight that need not be whole.
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

    /// The value with its unit: `54 samples`, `1.2 MB`.
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

    /// The value where the unit is clear.
    public String brief(long value) {
        return switch (unit) {
            case NANOSECONDS, BYTES, WEIGHT -> text(value);
            default -> Texts.grouped(value);
        };
    }

    /// How much more or less it is, with its sign: `+1.2 MB`.
    public String difference(long delta) {
        if (delta == 0) {
            return "±0";
        }
        return (delta > 0 ? "+" : "−") + text(Math.abs(delta));
    }

    /// What the values are, in a word for a list of facts: `Samples`.
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

    /// As pprof's profiles name kinds of values: `unreleased_size`.
    String pprofType() {
        return unit == Unit.SAMPLES || unit == Unit.NANOSECONDS
                ? unit.pprofType
                : title.toLowerCase(Locale.ROOT).replace(' ', '_');
    }
}
