package traceglass.ingest.spans;

import java.util.Arrays;

/// Finds spans by trace id and span id. Several spans may have the same ids, as the two sides of a call do in Zipkin.
final class SpanIndex {

    static final int NONE = -1;

    private final Columns.Longs traces = new Columns.Longs();
    private final Columns.Longs ids = new Columns.Longs();
    private final Columns.Ints previousSpans = new Columns.Ints();
    private int[] lastSpans = new int[256];
    private int used;

    SpanIndex() {
        Arrays.fill(lastSpans, NONE);
    }

    /// Adds a span with a trace and an id as returned by [#hash].
    void add(int span, long trace, long id) {
        traces.set(span, trace);
        ids.set(span, id);
        previousSpans.set(span, NONE);
        if (id == 0) {
            return;
        }
        if (used * 2 >= lastSpans.length) {
            grow();
        }
        int slot = slot(trace, id);
        if (lastSpans[slot] == NONE) {
            used++;
        } else {
            previousSpans.set(span, lastSpans[slot]);
        }
        lastSpans[slot] = span;
    }

    /// Returns the most recently added span with these ids, or [#NONE].
    int last(long trace, long id) {
        return id == 0 ? NONE : lastSpans[slot(trace, id)];
    }

    /// Returns the previously added span with the same ids, or [#NONE].
    int previous(int span) {
        return previousSpans.get(span);
    }

    long trace(int span) {
        return traces.get(span);
    }

    long id(int span) {
        return ids.get(span);
    }

    private int slot(long trace, long id) {
        int mask = lastSpans.length - 1;
        int slot = (int) (mix(trace * 31 + id) >>> 32) & mask;
        while (lastSpans[slot] != NONE && (ids.get(lastSpans[slot]) != id || traces.get(lastSpans[slot]) != trace)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        int[] old = lastSpans;
        lastSpans = new int[old.length * 2];
        Arrays.fill(lastSpans, NONE);
        for (int span : old) {
            if (span != NONE) {
                lastSpans[slot(traces.get(span), ids.get(span))] = span;
            }
        }
    }

    private static long mix(long h) {
        long x = h * 0x9E3779B97F4A7C15L;
        return x ^ x >>> 29;
    }

    /// Returns a hash of an id; 0 if the id is empty or consists of zeros.
    static long hash(String id) {
        long hash = 0;
        for (int i = 0; i < id.length(); i++) {
            int digit = Character.digit(id.charAt(i), 16);
            // Ids of up to 16 digits are kept unchanged; longer ones are mixed.
            hash = i % 16 == 0 && i > 0 ? mix(hash) : hash;
            hash = (hash << 4 | hash >>> 60) ^ (digit < 0 ? id.charAt(i) * 0x10001L : digit);
        }
        return hash;
    }
}
