package traceglass.convert.cut;

import java.util.HashMap;
import java.util.Map;

/// Sums of the deltas in packets of a sequence that are not written. They are added to the next written delta of the
/// same quantity, so that absolute values stay the same.
final class DeltaSums {

    /// Quantities other than counters, which are keyed by their track.
    enum Quantity {
        EVENT_US,
        THREAD_US,
        INSTRUCTIONS
    }

    private final Map<Object, Long> longs = new HashMap<>();
    private final Map<Object, Double> doubles = new HashMap<>();

    void add(Object key, long difference) {
        if (difference != 0) {
            longs.merge(key, difference, Long::sum);
        }
    }

    void add(Object key, double difference) {
        if (difference == (long) difference) {
            add(key, (long) difference);
        } else {
            doubles.merge(key, difference, Double::sum);
        }
    }

    /// Removes and returns the sum for a quantity.
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
