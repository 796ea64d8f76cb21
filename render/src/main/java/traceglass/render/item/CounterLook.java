package traceglass.render.item;

import java.util.List;
import traceglass.analysis.track.CounterMode;

/// How a person wants one counter drawn. Immutable.
///
/// @param mode what of the samples is drawn; null for what suits the counter
/// @param scale where the bottom of the scale is, and how it is divided
/// @param visible whether the scale spans the visible samples in place of all of them
/// @param shared whether the scale is that of all counters of the same name and unit in the tree
/// @param overlays keys of counters drawn in the same row, in their own colours, on the same scale
public record CounterLook(CounterMode mode, Scale scale, boolean visible, boolean shared, List<String> overlays) {

    /// Where the bottom of the scale is, and how it is divided.
    public enum Scale {
        /// From zero, unless the counter moves so little that it would look still.
        AUTO("Automatic"),
        ZERO("From zero"),
        MIN_MAX("From smallest to largest"),
        LOG("Logarithmic");

        private final String title;

        Scale(String title) {
            this.title = title;
        }

        /// Name as it stands in menus.
        public String title() {
            return title;
        }
    }

    public static final CounterLook DEFAULT = new CounterLook(null, Scale.AUTO, false, false, List.of());

    public CounterLook {
        overlays = List.copyOf(overlays);
    }

    public CounterLook withMode(CounterMode value) {
        return new CounterLook(value, scale, visible, shared, overlays);
    }

    public CounterLook withScale(Scale value) {
        return new CounterLook(mode, value, visible, shared, overlays);
    }

    public CounterLook withVisible(boolean value) {
        return new CounterLook(mode, scale, value, shared, overlays);
    }

    public CounterLook withShared(boolean value) {
        return new CounterLook(mode, scale, visible, value, overlays);
    }

    public CounterLook withOverlays(List<String> value) {
        return new CounterLook(mode, scale, visible, shared, value);
    }
}
