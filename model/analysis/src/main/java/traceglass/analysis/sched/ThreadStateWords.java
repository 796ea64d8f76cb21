package traceglass.analysis.sched;

import java.util.ArrayList;
import java.util.List;

/// Thread states in words, as people know them: the kernel's letters (`man proc`, state of `/proc/[pid]/stat`) spelled
/// out.
public final class ThreadStateWords {

    private ThreadStateWords() {}

    /// The state's name. `ioWait` says whether an uninterruptible sleep waits for a disk; null when that is not
    /// known.
    public static String of(String state, Boolean ioWait) {
        if (state == null || state.isEmpty()) {
            return "Unknown";
        }
        if (state.equals("Running")) {
            return state;
        }
        List<String> words = new ArrayList<>();
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
                // A word already, as other formats write it.
                return state;
            }
            words.add(word);
        }
        String text = String.join(" + ", words).replace(" + (", " (");
        if (ioWait != null && text.startsWith("Uninterruptible Sleep")) {
            text = text.replace("Uninterruptible Sleep", "Uninterruptible Sleep " + (ioWait ? "(IO)" : "(non-IO)"));
        }
        return text;
    }
}
