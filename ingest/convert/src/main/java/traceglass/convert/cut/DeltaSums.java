package traceglass.convert.cut;

import java.util.HashMap;
import java.util.Map;

/// Differences of a sequence that were in packets that are not written. They are added to the next difference of the
/// same quantity that is written, so that sums stay the same.
final class DeltaSums {

    /// Quantities besides counters, which are keyed by their track.
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

    /// Returns the sum for a quantity and forgets it.
    long take(Object key) {
        Long sum = longs.remove(key);
        return sum == null ? 0 : sum;
    }

    /// Returns the sum for a quantity as integers and as numbers with a fraction, and forgets it.
    double takeDouble(Object key) {
        Double sum = doubles.remove(key);
        return take(key) + (sum == null ? 0 : sum);
    }

    void forget(Object key) {
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
