package traceglass.ingest.uftrace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Programs, processes and threads of a recording (`task.txt`).
final class UftraceTasks {

    private static final Pattern FIELD = Pattern.compile("(\\w+)=(?:\"([^\"]*)\"|(\\S+))");
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})");
    private static final long NS_PER_S = 1_000_000_000L;

    /// A program and the time from which it runs.
    record ProgramRun(long ns, String id, String program) {}

    private final Map<Long, List<ProgramRun>> sessions = new HashMap<>();
    private final Map<Long, Long> pidOfTid = new HashMap<>();
    private final Map<Long, Long> parents = new HashMap<>();

    /// Reads a line.
    void read(String line, UftraceSymbols symbols) {
        Map<String, String> fields = new HashMap<>();
        Matcher m = FIELD.matcher(line);
        while (m.find()) {
            fields.put(m.group(1), m.group(2) == null ? m.group(3) : m.group(2));
        }
        long pid = parseNumber(fields.get("pid"), 10);
        long tid = parseNumber(fields.get("tid"), 10);
        switch (line.substring(0, Math.min(4, line.length()))) {
            case "SESS" -> {
                ProgramRun session = new ProgramRun(
                        parseTime(fields.get("timestamp")),
                        fields.getOrDefault("sid", ""),
                        fields.getOrDefault("exename", ""));
                if (pid >= 0) {
                    sessions.computeIfAbsent(pid, key -> new ArrayList<>()).add(session);
                }
            }
            case "TASK" -> {
                if (tid >= 0 && pid >= 0) {
                    pidOfTid.put(tid, pid);
                }
            }
            case "FORK" -> {
                long parent = parseNumber(fields.get("ppid"), 10);
                if (pid >= 0 && parent >= 0) {
                    pidOfTid.putIfAbsent(pid, pid);
                    parents.put(pid, parent);
                }
            }
            case "DLOP" -> {
                String base = fields.getOrDefault("base", "");
                long address = parseNumber(base.startsWith("0x") ? base.substring(2) : base, 16);
                if (address >= 0) {
                    symbols.addLibrary(fields.getOrDefault("sid", ""), address, fields.getOrDefault("libname", ""));
                }
            }
            default -> {}
        }
    }

    private static long parseNumber(String text, int radix) {
        try {
            return text == null ? -1 : Long.parseLong(text, radix);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static long parseTime(String text) {
        Matcher m = TIME.matcher(text == null ? "" : text);
        return m.matches()
                ? Long.parseLong(m.group(1)) * NS_PER_S + Long.parseLong((m.group(2) + "00000000").substring(0, 9))
                : 0;
    }

    /// Returns the process of a thread; the thread's own id if it is unknown.
    long pid(long tid) {
        return pidOfTid.getOrDefault(tid, tid);
    }

    /// Returns the parent of a process; -1 if unknown.
    long parent(long pid) {
        return parents.getOrDefault(pid, -1L);
    }

    /// Returns the program that a process runs at a given time; null if unknown. A process without its own
    /// program runs its parent's.
    ProgramRun session(long pid, long ns) {
        long ancestor = pid;
        // The number of steps is limited because the file may contain a cycle.
        for (int i = 0; i < 64; i++) {
            ProgramRun last = null;
            for (ProgramRun s : sessions.getOrDefault(ancestor, List.of())) {
                last = last == null || s.ns <= ns ? s : last;
            }
            if (last != null || !parents.containsKey(ancestor)) {
                return last;
            }
            ancestor = parents.get(ancestor);
        }
        return null;
    }
}
