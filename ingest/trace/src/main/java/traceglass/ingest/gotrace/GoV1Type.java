package traceglass.ingest.gotrace;

/// Types of events of version 1, as in Go's `internal/trace/internal/tracev1`.
final class GoV1Type {

    static final int BATCH = 1;
    static final int FREQUENCY = 2;
    static final int STACK = 3;
    static final int GOMAXPROCS = 4;
    static final int PROC_START = 5;
    static final int PROC_STOP = 6;
    static final int GC_START = 7;
    static final int GC_DONE = 8;
    static final int STW_START = 9;
    static final int STW_DONE = 10;
    static final int SWEEP_START = 11;
    static final int SWEEP_DONE = 12;
    static final int GO_CREATE = 13;
    static final int GO_START = 14;
    static final int GO_END = 15;
    static final int GO_STOP = 16;
    static final int GO_SCHED = 17;
    static final int GO_PREEMPT = 18;
    static final int GO_SLEEP = 19;
    static final int GO_BLOCK = 20;
    static final int GO_UNBLOCK = 21;
    static final int GO_BLOCK_SEND = 22;
    static final int GO_BLOCK_NET = 27;
    static final int GO_SYSCALL = 28;
    static final int GO_SYS_EXIT = 29;
    static final int GO_SYS_BLOCK = 30;
    static final int GO_WAITING = 31;
    static final int GO_IN_SYSCALL = 32;
    static final int HEAP_ALLOC = 33;
    static final int HEAP_GOAL = 34;
    static final int TIMER_GOROUTINE = 35;
    static final int FUTILE_WAKEUP = 36;
    static final int STRING = 37;
    static final int GO_START_LOCAL = 38;
    static final int GO_UNBLOCK_LOCAL = 39;
    static final int GO_SYS_EXIT_LOCAL = 40;
    static final int GO_START_LABEL = 41;
    static final int GO_BLOCK_GC = 42;
    static final int ASSIST_START = 43;
    static final int ASSIST_DONE = 44;
    static final int TASK_CREATE = 45;
    static final int TASK_END = 46;
    static final int REGION = 47;
    static final int LOG = 48;
    static final int CPU_SAMPLE = 49;
    static final int COUNT = 50;

    private static final String[] BLOCK_REASONS = {
        "chan send", "chan receive", "select", "sync", "sync.(*Cond).Wait", "network"
    };

    private static final String[] STW_BEFORE_21 = {"GC mark termination", "GC sweep termination"};

    private static final String[] STW_REASONS = {
        "unknown",
        "GC mark termination",
        "GC sweep termination",
        "write heap dump",
        "goroutine profile",
        "goroutine profile cleanup",
        "all goroutines stack trace",
        "read mem stats",
        "AllThreadsSyscall",
        "GOMAXPROCS",
        "start trace",
        "stop trace",
        "CountPagesInUse (test)",
        "ReadMetricsSlow (test)",
        "ReadMemStatsSlow (test)",
        "PageCachePagesLeaked (test)",
        "ResetDebugLog (test)"
    };

    private GoV1Type() {}

    static boolean isBlock(int type) {
        return type == GO_SLEEP
                || type == GO_BLOCK
                || type >= GO_BLOCK_SEND && type <= GO_BLOCK_NET
                || type == GO_BLOCK_GC;
    }

    /// Returns why a goroutine blocks; null if the type does not determine it.
    static String blockReason(int type) {
        return switch (type) {
            case GO_SLEEP -> "sleep";
            case GO_BLOCK_GC -> "GC mark assist";
            default -> type >= GO_BLOCK_SEND ? BLOCK_REASONS[type - GO_BLOCK_SEND] : null;
        };
    }

    /// Returns why the world stops; null if unknown.
    static String stopReason(long kind, int release) {
        String[] reasons = release < 21 ? STW_BEFORE_21 : STW_REASONS;
        return kind >= 0 && kind < reasons.length ? reasons[(int) kind] : null;
    }
}
