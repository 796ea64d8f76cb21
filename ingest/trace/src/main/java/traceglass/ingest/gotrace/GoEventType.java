package traceglass.ingest.gotrace;

/// Types of events of version 2, as in Go's `internal/trace/tracev2`.
final class GoEventType {

    static final byte EVENT_BATCH = 1;
    static final byte STACKS = 2;
    static final byte STACK = 3;
    static final byte STRINGS = 4;
    static final byte STRING = 5;
    static final byte CPU_SAMPLES = 6;
    static final byte CPU_SAMPLE = 7;
    static final byte FREQUENCY = 8;
    static final byte PROCS_CHANGE = 9;
    static final byte PROC_START = 10;
    static final byte PROC_STOP = 11;
    static final byte PROC_STEAL = 12;
    static final byte PROC_STATUS = 13;
    static final byte GO_CREATE = 14;
    static final byte GO_CREATE_SYSCALL = 15;
    static final byte GO_START = 16;
    static final byte GO_DESTROY = 17;
    static final byte GO_DESTROY_SYSCALL = 18;
    static final byte GO_STOP = 19;
    static final byte GO_BLOCK = 20;
    static final byte GO_UNBLOCK = 21;
    static final byte GO_SYSCALL_BEGIN = 22;
    static final byte GO_SYSCALL_END = 23;
    static final byte GO_SYSCALL_END_BLOCKED = 24;
    static final byte GO_STATUS = 25;
    static final byte STW_BEGIN = 26;
    static final byte STW_END = 27;
    static final byte GC_ACTIVE = 28;
    static final byte GC_BEGIN = 29;
    static final byte GC_END = 30;
    static final byte GC_SWEEP_ACTIVE = 31;
    static final byte GC_SWEEP_BEGIN = 32;
    static final byte GC_SWEEP_END = 33;
    static final byte GC_MARK_ASSIST_ACTIVE = 34;
    static final byte GC_MARK_ASSIST_BEGIN = 35;
    static final byte GC_MARK_ASSIST_END = 36;
    static final byte HEAP_ALLOC = 37;
    static final byte HEAP_GOAL = 38;
    static final byte GO_LABEL = 39;
    static final byte USER_TASK_BEGIN = 40;
    static final byte USER_TASK_END = 41;
    static final byte USER_REGION_BEGIN = 42;
    static final byte USER_REGION_END = 43;
    static final byte USER_LOG = 44;
    static final byte GO_SWITCH = 45;
    static final byte GO_SWITCH_DESTROY = 46;
    static final byte GO_CREATE_BLOCKED = 47;
    static final byte GO_STATUS_STACK = 48;
    static final byte EXPERIMENTAL_BATCH = 49;
    static final byte SYNC = 50;
    static final byte CLOCK_SNAPSHOT = 51;
    static final byte END_OF_GENERATION = 52;

    /// Number of arguments after the time, as one digit for each type from [#PROCS_CHANGE] to [#GO_STATUS_STACK].
    private static final String ARGS = "2203231200223200320121112110111423342234";
    /// Number of arguments after the time, as one digit for each type from [#FIRST_EXPERIMENTAL] on.
    private static final String EXPERIMENTAL_ARGS = "331221221";

    private static final int FIRST_EXPERIMENTAL = 128;

    /// Returns the number of arguments after the time of an event.
    ///
    /// @throws GoFormatException if events of this type have no time
    static int args(int type) {
        String counts = type < FIRST_EXPERIMENTAL ? ARGS : EXPERIMENTAL_ARGS;
        int i = type - (type < FIRST_EXPERIMENTAL ? PROCS_CHANGE : FIRST_EXPERIMENTAL);
        if (i < 0 || i >= counts.length()) {
            throw new GoFormatException("event type " + type);
        }
        return counts.charAt(i) - '0';
    }

    private GoEventType() {}
}
