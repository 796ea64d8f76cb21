package traceglass.ingest.tracker.machine;

import java.util.Arrays;

/// Pairs of threads that belong to the same process, or of threads and the processes they created, kept until the
/// process of one thread becomes known. The order of pairs affects the result (the first parent wins), so removal swaps
/// in the last pair, as in trace processor.
final class ThreadAssociations {

    private int[] left = new int[16];
    private int[] right = new int[16];
    private int size;

    int size() {
        return size;
    }

    int left(int i) {
        return left[i];
    }

    int right(int i) {
        return right[i];
    }

    void add(int a, int b) {
        if (size == left.length) {
            left = Arrays.copyOf(left, size * 2);
            right = Arrays.copyOf(right, size * 2);
        }
        left[size] = a;
        right[size++] = b;
    }

    /// Replaces pair `i` with the last pair.
    void removeAt(int i) {
        size--;
        left[i] = left[size];
        right[i] = right[size];
    }
}
