package traceglass.ingest.gotrace;

import traceglass.store.table.StringPool;

/// A goroutine and its current state.
final class Goroutine {

    static final int NONE = -1;

    final long id;
    /// Track of the goroutine's states.
    int track = NONE;
    /// Track of the goroutine's regions, mark assists and messages; created with the first one.
    int annotations = NONE;
    /// String id of the start function.
    int function = StringPool.NULL;
    /// String id of the goroutine's name, e.g. `G7 main.worker`.
    int name = StringPool.NULL;
    GoState state = GoState.UNKNOWN;
    /// Slice of the current state.
    int slice = NONE;
    /// Processor on which the goroutine runs.
    int p = NONE;
    /// Whether a slice of the goroutine is open on that processor's track.
    boolean isOnProc;
    /// Slice that made the goroutine runnable.
    int wokenBy = NONE;
    int openRegions;

    Goroutine(long id) {
        this.id = id;
    }
}
