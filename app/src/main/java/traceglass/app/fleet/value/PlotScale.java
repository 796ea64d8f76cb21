package traceglass.app.fleet.value;

import java.util.ArrayList;
import java.util.List;

/// Scale of an axis: a range that ends at ticks, whose step is 1, 2 or 5 times a power of ten.
///
/// @param min smallest value
/// @param max largest value, more than `min`
/// @param step distance between ticks
public record PlotScale(double min, double max, double step) {

    private static final int TICKS = 5;

    /// Returns a scale that contains values, and zero if the smallest value is close to it.
    ///
    /// @param smallest smallest value
    /// @param largest largest value
    public static PlotScale of(double smallest, double largest) {
        return of(smallest, largest, .35);
    }

    /// Returns a scale that contains values such as iterations or dates, whose distance from zero has no meaning.
    public static PlotScale ofRange(double smallest, double largest) {
        return of(smallest, largest, 0);
    }

    /// @param zeroShare an axis starts at zero if the smallest value is below this fraction of the largest
    private static PlotScale of(double smallest, double largest, double zeroShare) {
        double low = Math.min(smallest, largest);
        double high = Math.max(smallest, largest);
        if (high - low <= Math.ulp(high) * 16) {
            // Show a single value in the middle.
            double padding = low == 0 ? 1 : Math.abs(low) * .1;
            low -= padding;
            high += padding;
        }
        if (low > 0 && low < high * zeroShare) {
            low = 0;
        }
        double step = step((high - low) / TICKS);
        return new PlotScale(Math.floor(low / step) * step, Math.ceil(high / step) * step, step);
    }

    /// Returns a scale for counts, from 0.
    public static PlotScale ofCounts(int max) {
        double step = Math.max(1, step((double) Math.max(1, max) / TICKS));
        return new PlotScale(0, Math.ceil(Math.max(1, max) / step) * step, step);
    }

    /// Returns the nearest step that is 1, 2 or 5 times a power of ten.
    public static double step(double rough) {
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digits = rough / power;
        return digits < 1.5 ? power : digits < 3.5 ? 2 * power : digits < 7.5 ? 5 * power : 10 * power;
    }

    /// Returns the values of the ticks.
    public List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        int count = (int) Math.round((max - min) / step);
        for (int i = 0; i <= count; i++) {
            ticks.add(min + i * step);
        }
        return ticks;
    }

    /// Returns the position of a value on the axis, from 0 at the smallest to 1 at the largest.
    public double position(double value) {
        return (value - min) / (max - min);
    }
}
