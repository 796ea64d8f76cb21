package traceglass.analysis.load;

import java.util.Arrays;
import traceglass.analysis.track.CounterData;

/// Collects a counter's samples, sorted by time.
public final class CounterBuilder {

    private long[] id = new long[256];
    private long[] ts = new long[256];
    private double[] value = new double[256];
    private int size;

    public void add(long sampleId, long time, double sample) {
        if (size == id.length) {
            id = Arrays.copyOf(id, size * 2);
            ts = Arrays.copyOf(ts, size * 2);
            value = Arrays.copyOf(value, size * 2);
        }
        id[size] = sampleId;
        ts[size] = time;
        value[size] = sample;
        size++;
    }

    public CounterData build(String unit) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < size; i++) {
            // Comparisons with NaN are false, so it changes neither the minimum nor the maximum.
            min = value[i] < min ? value[i] : min;
            max = value[i] > max ? value[i] : max;
        }
        boolean isEmpty = min > max;
        return new CounterData(
                Arrays.copyOf(id, size),
                Arrays.copyOf(ts, size),
                Arrays.copyOf(value, size),
                isEmpty ? 0 : min,
                isEmpty ? 0 : max,
                unit);
    }
}
