package traceglass.ingest.perfetto.packet;

import java.util.Arrays;

/// Resolved deltas of waiting events, shared by all events in a buffer. The values are stored in pages, of which only
/// the first is copied while it grows.
public final class PendingDeltas {

    private static final int PAGE_BITS = 12;
    private static final int PAGE_SIZE = 1 << PAGE_BITS;
    private static final int FIRST_SIZE = 16;

    private long[][] values = {new long[FIRST_SIZE]};
    /// The [ResolvedDeltas#header] for the values that start at each index.
    private byte[][] headers = {new byte[FIRST_SIZE]};
    /// Next free index. Index 0 stands for events without values.
    private int used = 1;

    /// Returns whether nothing has been stored.
    boolean isEmpty() {
        return used == 1;
    }

    /// Stores the values of an event, next to each other in one page.
    ///
    /// @param end first index that is not available
    /// @return index of the values; 0 if there is no space for them
    int add(ResolvedDeltas event, int end) {
        int size = Math.max(1, event.size());
        int index = used;
        if ((index & PAGE_SIZE - 1) + size > PAGE_SIZE) {
            index = (index | PAGE_SIZE - 1) + 1;
        }
        if (index + size > end) {
            return 0;
        }
        makeRoom(index, size);
        int page = index >> PAGE_BITS;
        headers[page][index & PAGE_SIZE - 1] = (byte) event.header();
        event.copyTo(values[page], index & PAGE_SIZE - 1);
        used = index + size;
        return index;
    }

    private void makeRoom(int index, int size) {
        int page = index >> PAGE_BITS;
        int needed = (index & PAGE_SIZE - 1) + size;
        if (page == 0) {
            if (needed > values[0].length) {
                int bigger = Math.min(PAGE_SIZE, Math.max(needed, values[0].length * 4));
                values[0] = Arrays.copyOf(values[0], bigger);
                headers[0] = Arrays.copyOf(headers[0], bigger);
            }
            return;
        }
        if (page == values.length) {
            values = Arrays.copyOf(values, page * 2);
            headers = Arrays.copyOf(headers, page * 2);
        }
        if (values[page] == null) {
            values[page] = new long[PAGE_SIZE];
            headers[page] = new byte[PAGE_SIZE];
        }
    }

    /// Returns the values at this index in `deltas`.
    ResolvedDeltas get(int index, ResolvedDeltas deltas) {
        int page = index >> PAGE_BITS;
        return deltas.at(values[page], index & PAGE_SIZE - 1, headers[page][index & PAGE_SIZE - 1]);
    }
}
