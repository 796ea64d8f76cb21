package traceglass.analysis.sched.states;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Names of thread states: the kernel's letters (`man proc`, state of `/proc/[pid]/stat`) spelled out.
public final class ThreadStateLabels {

    private ThreadStateLabels() {}

    /// Returns the name of the state.
    ///
    /// @param state letters of the state; null or empty if unknown
    /// @param ioWait whether an uninterruptible sleep waits for a disk; null if unknown
    public static String of(@Nullable String state, @Nullable Boolean ioWait) {
        if (state == null || state.isEmpty()) {
            return "Unknown";
        }
        if (state.equals("Running")) {
            return state;
        }
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < state.length(); i++) {
            String word = switch (state.charAt(i)) {
                case 'R' -> "Runnable";
                case 'S' -> "Sleeping";
                case 'D' -> "Uninterruptible Sleep";
                case 'T' -> "Stopped";
                case 't' -> "Traced";
                case 'X' -> "Exit (Dead)";
                case 'Z' -> "Exit (Zombie)";
                case 'x' -> "Task Dead";
                case 'I' -> "Idle";
                case 'K' -> "Wake Kill";
                case 'W' -> "Waking";
                case 'P' -> "Parked";
                case 'N' -> "No Load";
                case '+' -> "(Preempted)";
                default -> null;
            };
            if (word == null) {
                // Other formats already write names.
                return state;
            }
            parts.add(word);
        }
        String text = String.join(" + ", parts).replace(" + (", " (");
        if (ioWait != null && text.startsWith("Uninterruptible Sleep")) {
            text = text.replace("Uninterruptible Sleep", "Uninterruptible Sleep " + (ioWait ? "(IO)" : "(non-IO)"));
        }
        return text;
    }
}
