package traceglass.ingest.gotrace;

import traceglass.store.table.StringPool;

/// A goroutine and its current state.
final class Goroutine {

    static final int NONE = -1;

    final long id;
    /// Track of its states.
    int track = NONE;
    /// Track of its regions, mark assists and messages, created when there is one.
    int annotations = NONE;
    /// String id of its function.
    int function = StringPool.NULL;
    /// String id of its name, e.g. `G7 main.worker`.
    int name = StringPool.NULL;
    GoState state = GoState.UNKNOWN;
    /// Slice of its current state.
    int slice = NONE;
    /// Processor on which it runs.
    int p = NONE;
    /// Slice on the track of that processor.
    boolean onProc;
    /// Slice that made it runnable.
    int wokenBy = NONE;
    int openRegions;

    Goroutine(long id) {
        this.id = id;
    }
}
