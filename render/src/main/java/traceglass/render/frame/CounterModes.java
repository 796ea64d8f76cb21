package traceglass.render.frame;

import traceglass.model.track.CounterData;
import traceglass.model.track.CounterMode;

/// Makes changes and rates of a counter's samples.
final class CounterModes {

    private static final double NS_IN_SECOND = 1e9;

    private CounterModes() {}

    /// The samples as they are to be looked at. After the last one nothing is known to change.
    static CounterData of(CounterData data, CounterMode mode) {
        if (mode == CounterMode.VALUE || data.size() == 0) {
            return data;
        }
        int n = data.size();
        double[] value = new double[n];
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            double change = i + 1 < n ? data.value()[i + 1] - data.value()[i] : 0;
            long ns = i + 1 < n ? data.ts()[i + 1] - data.ts()[i] : 0;
            // Two samples at one moment are a step, which has no rate.
            value[i] = mode == CounterMode.DELTA ? change : ns == 0 ? 0 : change / ns * NS_IN_SECOND;
            min = Math.min(min, value[i]);
            max = Math.max(max, value[i]);
        }
        String unit = mode == CounterMode.DELTA || data.unit().isEmpty() ? data.unit() : data.unit() + "/s";
        return new CounterData(data.id(), data.ts(), value, min, max, unit, data.idle());
    }
}
