package traceglass.render.color;

import java.util.Locale;

/// Kinds of thread states that have distinct colors and shapes.
public enum ThreadStateKind {
    RUNNING,
    RUNNABLE,
    BLOCKED,
    BLOCKED_IO,
    SLEEPING,
    GONE,
    UNKNOWN,
    OTHER;

    /// Parses a displayed name or kernel letters (`man proc`, `/proc/[pid]/stat`; `R+` is preempted).
    public static ThreadStateKind of(String state) {
        return switch (state) {
            case "Running" -> RUNNING;
            case "R", "R+", "Runnable", "Runnable (Preempted)" -> RUNNABLE;
            case "S", "I", "Sleeping", "Idle" -> SLEEPING;
            case "D", "DK" -> BLOCKED_IO;
            case "X", "Z", "x", "Created", "Exit (Dead)", "Exit (Zombie)" -> GONE;
            case "", "?", "Unknown" -> UNKNOWN;
            default -> byWords(state.toLowerCase(Locale.ROOT));
        };
    }

    private static ThreadStateKind byWords(String state) {
        if (state.startsWith("uninterruptible")) {
            return state.contains("non-io") ? BLOCKED : BLOCKED_IO;
        }
        if (state.startsWith("runnable")) {
            return RUNNABLE;
        }
        if (state.startsWith("sleeping") || state.startsWith("idle") || state.startsWith("interruptible")) {
            return SLEEPING;
        }
        if (state.contains("dead") || state.contains("zombie") || state.startsWith("created")) {
            return GONE;
        }
        return state.startsWith("unknown") ? UNKNOWN : OTHER;
    }
}
