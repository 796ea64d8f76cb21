package traceglass.analysis.flame;

import java.util.Locale;
import traceglass.analysis.rows.CellText;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Measure of the frames of a flame graph.
///
/// @param id name in saved files, independent of the language: `unreleased_size`
/// @param title display name: `Unreleased size`
/// @param unit unit of the values
public record FlameMeasure(String id, String title, Unit unit) {

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

        /// Returns the unit as programs write it: `nanoseconds`, `bytes`, `count` or `milliunits`.
        public String pprofUnit() {
            return pprofUnit;
        }
    }

    /// Returns the value with its unit: `54 samples`, `1.2 MB`.
    public String text(long value) {
        return switch (unit) {
            case NANOSECONDS -> TimeText.duration(value);
            case BYTES -> value < 0 ? "−" + DisplayText.size(-value) : DisplayText.size(value);
            case SAMPLES -> FlameGraphTexts.samples(value);
            case SLICES -> FlameGraphTexts.slices(value);
            case ALLOCATIONS -> FlameGraphTexts.allocations(value);
            case OBJECTS -> FlameGraphTexts.objects(value);
            case COUNTER -> DisplayText.grouped(value);
            case WEIGHT -> CellText.number(value / 1000.0);
        };
    }

    /// Returns the value for places where the unit is clear.
    public String textWithoutUnit(long value) {
        return switch (unit) {
            case NANOSECONDS, BYTES, WEIGHT -> text(value);
            default -> DisplayText.grouped(value);
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
    public String label() {
        return switch (unit) {
            case NANOSECONDS -> FlameGraphTexts.TIME;
            case BYTES -> FlameGraphTexts.SIZE;
            case SAMPLES -> FlameGraphTexts.SAMPLES;
            case SLICES -> FlameGraphTexts.SLICES;
            case ALLOCATIONS -> FlameGraphTexts.ALLOCATIONS;
            case OBJECTS -> FlameGraphTexts.OBJECTS;
            case COUNTER -> FlameGraphTexts.COUNT;
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
