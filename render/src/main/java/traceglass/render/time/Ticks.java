package traceglass.render.time;

/// Positions of axis ticks.
///
/// @param step distance between major ticks, ns
/// @param minor number of minor steps in a major one; minor ticks are `step / minor` apart
/// @param first first minor tick at or after the start of the window, ns from the start of the trace
public record Ticks(long step, int minor, long first) {

    private static final long SECOND = 1_000_000_000L;
    private static final int[] FACTORS = {1, 2, 5};
    /// Steps from ten seconds on are multiples of minutes, hours and days.
    private static final long[] LONG_STEPS = {
        10 * SECOND,
        15 * SECOND,
        30 * SECOND,
        60 * SECOND,
        120 * SECOND,
        300 * SECOND,
        600 * SECOND,
        900 * SECOND,
        1800 * SECOND,
        3600 * SECOND,
        7200 * SECOND,
        10_800 * SECOND,
        21_600 * SECOND,
        43_200 * SECOND,
        86_400 * SECOND
    };

    /// Returns ticks for a viewport with major ticks at least `minPx` apart.
    public static Ticks of(Viewport viewport, double width, double minPx, long traceStart) {
        long step = stepFor(viewport.nsPerPx(width) * minPx);
        int minor = step <= 2 ? (int) step : 5;
        long part = step / minor;
        long from = viewport.start() - traceStart;
        return new Ticks(step, minor, Math.floorDiv(from, part) * part);
    }

    static long stepFor(double minNs) {
        for (long power = 1; power <= SECOND; power *= 10) {
            for (int factor : FACTORS) {
                if (power * factor >= minNs) {
                    return power * factor;
                }
            }
        }
        for (long step : LONG_STEPS) {
            if (step >= minNs) {
                return step;
            }
        }
        long days = 1;
        while (days * 86_400.0 * SECOND < minNs) {
            days *= 2;
        }
        return days * 86_400 * SECOND;
    }

    public boolean isMajor(long tick) {
        return tick % step == 0;
    }

    public long subdivision() {
        return step / minor;
    }
}
