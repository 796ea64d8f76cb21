package traceglass.service.probe.ftrace;

import java.util.HashMap;
import java.util.Map;
import traceglass.protos.ftrace.FtraceKprobeStats;
import traceglass.service.probe.ftrace.page.EventName;

/// Installs kprobes for recordings, as events of two groups. Several sessions can share a kprobe.
final class Kprobes {

    private static final String FILE = "kprobe_events";
    private static final String PROFILE = "kprobe_profile";
    private static final String FUNCTION = "\\w+";

    /// Maximum number of concurrent calls of a function whose returns are recorded.
    private static final int MAX_CALLS = 1024;

    private final Tracefs root;
    private final Map<EventName, Integer> users = new HashMap<>();

    /// @param root the root tracefs folder; folders of ftrace instances have no file for kprobes
    Kprobes(Tracefs root) {
        this.root = root;
    }

    /// Installs a kprobe unless another session has installed it.
    ///
    /// @return whether the kernel accepted it
    boolean install(EventName event) {
        if (!event.name().matches(FUNCTION)) {
            return false;
        }
        if (!users.containsKey(event)) {
            String kind = event.group().equals(EventSelection.KRETPROBES) ? "r" + MAX_CALLS : "p";
            // A killed recording can have left it behind.
            remove(event);
            if (!root.append(FILE, kind + ":" + event + " " + event.name())) {
                return false;
            }
        }
        users.merge(event, 1, Integer::sum);
        return true;
    }

    /// Removes a kprobe when its last session ends. Its event must be disabled.
    void release(EventName event) {
        int remaining = users.getOrDefault(event, 1) - 1;
        if (remaining > 0) {
            users.put(event, remaining);
        } else {
            users.remove(event);
            remove(event);
        }
    }

    private void remove(EventName event) {
        if (root.hasEvent(event)) {
            root.append(FILE, "-:" + event);
        }
    }

    /// Returns the hits and misses of the kprobes of all sessions.
    FtraceKprobeStats stats() {
        long hits = 0;
        long misses = 0;
        for (String line : root.read(PROFILE).split("\n")) {
            String[] words = line.strip().split("\\s+");
            boolean isOwn = words.length == 3
                    && users.keySet().stream().anyMatch(e -> e.name().equals(words[0]));
            if (isOwn && words[1].matches("\\d{1,18}") && words[2].matches("\\d{1,18}")) {
                hits += Long.parseLong(words[1]);
                misses += Long.parseLong(words[2]);
            }
        }
        return FtraceKprobeStats.newBuilder().setHits(hits).setMisses(misses).build();
    }
}
