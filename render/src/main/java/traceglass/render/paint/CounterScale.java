package traceglass.render.paint;

import traceglass.model.track.CounterData;

/// The vertical scale of a counter: from zero, unless it moves so little at such a height that it would look still; then from a bit
/// below its smallest value.
///
/// @param low       value at the bottom
/// @param high      value at the top
/// @param zeroBased whether the bottom is zero or the smallest negative value
/// @param room      px between them
record CounterScale(double low, double high, boolean zeroBased, double room) {

    static CounterScale of(CounterData data, double room) {
        double min = data.min();
        double max = data.max();
        if (min < 0) {
            return new CounterScale(min, Math.max(0, max), true, room);
        }
        boolean still = max > min && max - min < .2 * max;
        double low = still ? min - (max - min) * .15 : 0;
        return new CounterScale(low, max > low ? max : low + 1, !still, room);
    }

    /// Where a value is, on a whole pixel, when the bottom is at `bottom`.
    double y(double value, double bottom) {
        return Math.round(bottom - (Math.clamp(value, low, high) - low) / (high - low) * (room - CounterPainter.LINE));
    }
}
