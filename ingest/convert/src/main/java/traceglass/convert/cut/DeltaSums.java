package traceglass.convert.cut;

import java.util.HashMap;
import java.util.Map;

/// Sums of the deltas in packets of a sequence that are not written. They are added to the next written delta of the
/// same quantity, so that absolute values stay the same.
final class DeltaSums {

    /// Quantities other than counters, which are keyed by their track.
    enum Quantity {
        TIMESTAMP_US,
        THREAD_TIME_US,
        THREAD_INSTRUCTIONS
    }

    private final Map<Object, Long> longs = new HashMap<>();
    private final Map<Object, Double> doubles = new HashMap<>();

    /// Adds a delta.
    ///
    /// @param key a [Quantity], or the track of a counter
    void add(Object key, long delta) {
        if (delta != 0) {
            longs.merge(key, delta, Long::sum);
        }
    }

    void add(Object key, double delta) {
        if (delta == (long) delta) {
            add(key, (long) delta);
        } else {
            doubles.merge(key, delta, Double::sum);
        }
    }

    /// Removes and returns the sum of a quantity's integer deltas; 0 if there are none.
    long remove(Object key) {
        Long sum = longs.remove(key);
        return sum == null ? 0 : sum;
    }

    /// Removes and returns the sum of a quantity's integer and floating-point deltas.
    double removeDouble(Object key) {
        Double sum = doubles.remove(key);
        return remove(key) + (sum == null ? 0 : sum);
    }

    void discard(Object key) {
        longs.remove(key);
        doubles.remove(key);
    }

    boolean isEmpty() {
        return longs.isEmpty() && doubles.isEmpty();
    }

    void clear() {
        longs.clear();
        doubles.clear();
    }
}
