package traceglass.ingest.sort;

import java.util.ArrayList;

/// Blocks that are shared by the queues of a sorter and reused.
final class BlockPool {

    private final ArrayList<EventBlock> spare = new ArrayList<>();
    private final RunSort.Scratch scratch = new RunSort.Scratch();
    private boolean draining;
    /// Number of blocks taken since the last buffer read, and between the two reads before it.
    private int consumed;
    private int takenBefore;

    /// Returns the arrays for sorting.
    RunSort.Scratch scratch() {
        return scratch;
    }

    /// Returns a block for new events.
    EventBlock takeForNew(boolean tied) {
        consumed++;
        return take(tied);
    }

    /// Returns a block for events that are being moved.
    EventBlock take(boolean tied) {
        EventBlock block = spare.isEmpty() ? new EventBlock() : spare.removeLast();
        if (tied && block.tie == null) {
            block.tie = new long[EventBlock.SIZE];
        }
        return block;
    }

    /// Adds a block from which all events have been moved.
    void give(EventBlock block) {
        spare.add(block);
    }

    /// Adds a block whose events have been emitted.
    void reuse(EventBlock block) {
        if (!draining) {
            spare.add(block);
        }
    }

    /// Ends a window: keeps as many spare blocks as the last two windows needed.
    void endWindow() {
        while (spare.size() > Math.max(consumed, takenBefore)) {
            spare.removeLast();
        }
        takenBefore = consumed;
        consumed = 0;
    }

    /// Discards the spare blocks, after all events have been written to disk.
    void clear() {
        spare.clear();
        consumed = 0;
        takenBefore = 0;
    }

    /// Sets whether all events are emitted, so that hardly any blocks will be needed.
    void setDraining(boolean now) {
        draining = now;
        if (now) {
            spare.clear();
        }
    }
}
