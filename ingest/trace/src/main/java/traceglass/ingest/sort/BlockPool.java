package traceglass.ingest.sort;

import java.util.ArrayList;

/// Pool of reusable blocks for the queues of a sorter.
final class BlockPool {

    private final ArrayList<EventBlock> spare = new ArrayList<>();
    private final RunSort.Scratch scratch = new RunSort.Scratch();
    private boolean isDraining;
    /// Number of blocks taken for new events in the current window.
    private int takenBlocks;
    /// Number of blocks taken for new events in the previous window.
    private int takenBefore;

    /// Returns the temporary arrays for sorting.
    RunSort.Scratch scratch() {
        return scratch;
    }

    /// Releases the temporary arrays after a sort if all events are being emitted, because a queue is hardly sorted
    /// again then. They take 20 bytes per event.
    void endSort() {
        if (isDraining) {
            scratch.clear();
        }
    }

    /// Takes a block for new events.
    EventBlock takeForNew(boolean isTied) {
        takenBlocks++;
        return take(isTied);
    }

    /// Takes a block for events that are being moved.
    EventBlock take(boolean isTied) {
        EventBlock block = spare.isEmpty() ? new EventBlock() : spare.removeLast();
        if (isTied && block.tie == null) {
            block.tie = new long[EventBlock.SIZE];
        }
        return block;
    }

    /// Gives back a block from which all events have been moved.
    void returnMoved(EventBlock block) {
        spare.add(block);
    }

    /// Gives back a block whose events have been emitted.
    void returnEmitted(EventBlock block) {
        if (!isDraining) {
            spare.add(block);
        }
    }

    /// Ends a window. Keeps as many spare blocks as the busier of the last two windows needed.
    void endWindow() {
        while (spare.size() > Math.max(takenBlocks, takenBefore)) {
            spare.removeLast();
        }
        takenBefore = takenBlocks;
        takenBlocks = 0;
    }

    /// Discards the spare blocks, after all events have been written to disk.
    void clear() {
        spare.clear();
        takenBlocks = 0;
        takenBefore = 0;
    }

    /// Sets whether all events are being emitted. The pool then discards blocks, because few will be needed.
    void setDraining(boolean isDraining) {
        this.isDraining = isDraining;
        if (isDraining) {
            spare.clear();
        }
    }
}
