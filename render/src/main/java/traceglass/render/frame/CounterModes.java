package traceglass.render.frame;

import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.CounterMode;

/// Derives changes and rates from the samples of a counter.
final class CounterModes {

    private static final double NS_PER_SECOND = 1e9;

    private CounterModes() {}

    /// Returns the samples in the given mode.
    static CounterData of(CounterData data, CounterMode mode) {
        if (mode == CounterMode.VALUE || data.size() == 0) {
            return data;
        }
        int n = data.size();
        double[] value = new double[n];
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            // After the last sample, the previous change is repeated.
            int from = i + 1 < n ? i : Math.max(0, n - 2);
            double change = from + 1 < n ? data.value()[from + 1] - data.value()[from] : 0;
            long ns = from + 1 < n ? data.ts()[from + 1] - data.ts()[from] : 0;
            // Two samples at the same time are a step without a rate.
            value[i] = mode == CounterMode.DELTA ? change : ns == 0 ? 0 : change * NS_PER_SECOND / ns;
            min = Math.min(min, value[i]);
            max = Math.max(max, value[i]);
        }
        String unit = mode == CounterMode.DELTA || data.unit().isEmpty() ? data.unit() : perSecond(data.unit());
        return new CounterData(data.id(), data.ts(), value, min, max, unit, data.idle());
    }

    /// Unit of a rate; energy per second is power.
    private static String perSecond(String unit) {
        return unit.equals("µWs") ? "µW" : unit + "/s";
    }
}
