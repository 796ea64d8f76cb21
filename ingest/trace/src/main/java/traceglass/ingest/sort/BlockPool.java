package traceglass.ingest.sort;

import java.util.ArrayList;

/// Pool of reusable blocks for the queues of a sorter.
final class BlockPool {

    private final ArrayList<EventBlock> spare = new ArrayList<>();
    private final RunSort.Scratch scratch = new RunSort.Scratch();
    private boolean isDraining;
    /// Number of blocks acquired for new events in the current window.
    private int acquiredBlocks;
    /// Number of blocks acquired for new events in the previous window.
    private int previouslyAcquired;

    /// Returns the temporary arrays for sorting.
    RunSort.Scratch scratch() {
        return scratch;
    }

    /// Ensures that the temporary arrays have space for `n` events.
    void startSort(int n) {
        scratch.ensureRoom(n, !isDraining);
    }

    /// Releases the temporary arrays after a sort if all events are being emitted, because a queue is rarely sorted
    /// again then. They take 20 bytes per event.
    void endSort() {
        if (isDraining) {
            scratch.clear();
        }
    }

    /// Returns a block for new events.
    EventBlock acquireForNew(boolean hasTies) {
        acquiredBlocks++;
        return acquire(hasTies);
    }

    /// Returns a block for events that are being moved.
    EventBlock acquire(boolean hasTies) {
        EventBlock block = spare.isEmpty() ? new EventBlock() : spare.removeLast();
        if (hasTies && block.tie == null) {
            block.tie = new long[EventBlock.SIZE];
        }
        return block;
    }

    /// Makes a block reusable after all of its events have been moved.
    void releaseMoved(EventBlock block) {
        spare.add(block);
    }

    /// Makes a block reusable after its events have been emitted.
    void releaseEmitted(EventBlock block) {
        if (!isDraining) {
            spare.add(block);
        }
    }

    /// Ends a window. Keeps as many spare blocks as the busier of the last two windows needed.
    void endWindow() {
        while (spare.size() > Math.max(acquiredBlocks, previouslyAcquired)) {
            spare.removeLast();
        }
        previouslyAcquired = acquiredBlocks;
        acquiredBlocks = 0;
    }

    /// Discards the spare blocks, after all events have been written to disk.
    void clear() {
        spare.clear();
        acquiredBlocks = 0;
        previouslyAcquired = 0;
    }

    /// Sets whether all events are being emitted. The pool then discards blocks, because few will be needed.
    void setDraining(boolean isDraining) {
        this.isDraining = isDraining;
        if (isDraining) {
            spare.clear();
        }
    }
}
