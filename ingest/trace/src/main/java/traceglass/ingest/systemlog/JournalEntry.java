package traceglass.ingest.systemlog;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// An entry of systemd's journal: fields by name, see systemd.journal-fields(7).
final class JournalEntry {

    private static final long NS_PER_US = 1_000;
    private static final int MAX_DIGITS = 16;
    /// Fields that become arguments, and the argument names; some are named as in Perfetto traces.
    private static final Map<String, String> ARGS = args();
    private static final Set<String> NUMBERS = Set.of("uid", "syslog_priority", "code_line", "errno");

    private final Map<String, String> fields = new LinkedHashMap<>();

    private static Map<String, String> args() {
        Map<String, String> args = new LinkedHashMap<>();
        args.put("_SYSTEMD_UNIT", "systemd_unit");
        args.put("PRIORITY", "syslog_priority");
        args.put("_COMM", "comm");
        args.put("_TRANSPORT", "transport");
        args.put("_EXE", "exe");
        args.put("_CMDLINE", "cmdline");
        args.put("_UID", "uid");
        args.put("_HOSTNAME", "hostname");
        args.put("_BOOT_ID", "boot_id");
        args.put("CODE_FILE", "code_file");
        args.put("CODE_LINE", "code_line");
        args.put("CODE_FUNC", "code_func");
        args.put("ERRNO", "errno");
        return args;
    }

    /// Sets a field; if a field has several values, the first one is kept.
    void set(String name, String value) {
        fields.putIfAbsent(name, value);
    }

    boolean isEmpty() {
        return fields.isEmpty();
    }

    /// Writes the entry.
    ///
    /// @return false if the entry has no time
    boolean write(SystemLogWriter writer) {
        long realtime = number("__REALTIME_TIMESTAMP");
        if (realtime <= 0 || realtime > Long.MAX_VALUE / NS_PER_US) {
            return false;
        }
        long monotonic = number("__MONOTONIC_TIMESTAMP");
        writer.useWallClock(
                realtime * NS_PER_US, monotonic > Long.MAX_VALUE / NS_PER_US ? 0 : Math.max(0, monotonic) * NS_PER_US);
        Map<String, Object> args = new LinkedHashMap<>();
        ARGS.forEach((field, arg) -> {
            String value = fields.get(field);
            if (value != null) {
                long number = NUMBERS.contains(arg) ? number(field) : SystemLogEntry.NONE;
                args.put(arg, number == SystemLogEntry.NONE ? value : (Object) number);
            }
        });
        long pid = number("_PID");
        pid = pid < 0 ? number("SYSLOG_PID") : pid;
        long severity = number("PRIORITY");
        String comm = fields.get("_COMM");
        String tag = fields.get("SYSLOG_IDENTIFIER");
        writer.add(new SystemLogEntry(
                realtime * NS_PER_US,
                pid > 0 && pid <= Integer.MAX_VALUE ? pid : SystemLogEntry.NONE,
                number("TID"),
                comm,
                SystemLogEntry.priorityOf(severity < 0 || severity > 7 ? 6 : (int) severity),
                tag == null ? comm : tag,
                fields.getOrDefault("MESSAGE", ""),
                args));
        return true;
    }

    private long number(String field) {
        String text = fields.getOrDefault(field, "");
        boolean isNumber =
                !text.isEmpty() && text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Long.parseLong(text) : SystemLogEntry.NONE;
    }
}
