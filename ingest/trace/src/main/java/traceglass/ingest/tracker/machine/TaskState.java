package traceglass.ingest.tracker.machine;

/// State of a task after it stops running, from `prev_state` of `sched_switch`: a bit set whose meaning differs between
/// Linux versions, and the letters for it in `ps` and in ftrace's text format.
public final class TaskState {

    /// Result for an invalid state; no kernel reports these bits.
    public static final int INVALID = 0xffff;

    private static final int COMMON_BITS = 0x3f;
    private static final int PARKED = 0x40;
    private static final int DEAD = 0x80;
    private static final int WAKE_KILL = 0x100;
    private static final int WAKING = 0x200;
    private static final int NO_LOAD = 0x400;
    private static final int IDLE = 0x4000;
    private static final int PREEMPTED = 0x8000;
    private static final int UNINTERRUPTIBLE = 0x2;

    private static final int[] FLAGS = {
        0x1, UNINTERRUPTIBLE, 0x4, 0x8, 0x10, 0x20, PARKED, DEAD, WAKE_KILL, WAKING, NO_LOAD, IDLE
    };
    private static final String LETTERS = "SDTtXZPxKWNI";
    /// Longer strings are truncated, as in trace processor.
    private static final int MAX_LETTERS = 3;

    private TaskState() {}

    /// Decodes the number in `prev_state`.
    ///
    /// @param version kernel version; null is treated as 4.4, because traces that do not record the version are
    ///     about that old
    /// @return kernel-independent bit set, or [#INVALID]
    public static int ofRaw(long prevState, KernelVersion version) {
        int raw = (int) prevState & 0xffff;
        int state = raw & COMMON_BITS;
        if (version != null && version.isAtLeast(4, 14)) {
            state |= (raw & 0x40) != 0 ? PARKED : 0;
            state |= (raw & 0x80) != 0 ? IDLE : 0;
            state |= (raw & 0x100) != 0 ? PREEMPTED : 0;
            return (raw & 0xfe00) != 0 ? INVALID : state;
        }
        state |= (raw & 0x40) != 0 ? DEAD : 0;
        state |= (raw & 0x80) != 0 ? WAKE_KILL : 0;
        state |= (raw & 0x100) != 0 ? WAKING : 0;
        state |= (raw & 0x200) != 0 ? PARKED : 0;
        state |= (raw & 0x400) != 0 ? NO_LOAD : 0;
        if (state == (UNINTERRUPTIBLE | NO_LOAD)) {
            state = IDLE;
        }
        // TASK_NEW, added in 4.8, moved the preemption bit.
        int preempted = version != null && version.isAtLeast(4, 8) ? 0x1000 : 0x800;
        return (raw & preempted) != 0 ? state | PREEMPTED : state;
    }

    /// Parses the letters of ftrace's text format: `S`, `R+`, `D|K`.
    ///
    /// @return kernel-independent bit set, or [#INVALID]
    public static int ofText(String text) {
        if (text.isEmpty()) {
            return INVALID;
        }
        if (text.charAt(0) == 'R') {
            return text.equals("R+") ? PREEMPTED : 0;
        }
        int state = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int letter = LETTERS.indexOf(c);
            if (letter >= 0) {
                state |= FLAGS[letter];
            } else if (c != '|') {
                return INVALID;
            }
        }
        return state;
    }

    /// Returns the number that kernel 4.4 would report, which [#ofRaw] assumes for an unknown version.
    public static int toRaw44(int state) {
        if (state == INVALID) {
            return 0xffff;
        }
        if (state == PREEMPTED) {
            return 0x800;
        }
        int raw = state & COMMON_BITS;
        raw |= (state & DEAD) != 0 ? 0x40 : 0;
        raw |= (state & WAKE_KILL) != 0 ? 0x80 : 0;
        raw |= (state & WAKING) != 0 ? 0x100 : 0;
        raw |= (state & PARKED) != 0 ? 0x200 : 0;
        raw |= (state & NO_LOAD) != 0 ? 0x400 : 0;
        raw |= (state & IDLE) != 0 ? UNINTERRUPTIBLE | 0x400 : 0;
        return raw;
    }

    /// Returns the letters of a state, e.g. `S`, `R+`, `DK`; null for [#INVALID].
    public static String text(int state) {
        if (state == INVALID) {
            return null;
        }
        if ((state & ~PREEMPTED) == 0) {
            return (state & PREEMPTED) != 0 ? "R+" : "R";
        }
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < FLAGS.length && letters.length() < MAX_LETTERS; i++) {
            if ((state & FLAGS[i]) != 0) {
                letters.append(LETTERS.charAt(i));
            }
        }
        return letters.toString();
    }
}
