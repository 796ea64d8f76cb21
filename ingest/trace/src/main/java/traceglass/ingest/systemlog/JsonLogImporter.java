package traceglass.ingest.systemlog;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Imports logs as JSON, one object per log entry: the journal (`journalctl -o json`), kernel messages (`dmesg
/// -J`) and the unified log of macOS (`log show --style ndjson`).
public final class JsonLogImporter implements Importer {

    private static final List<String> SEVERITIES =
            List.of("emerg", "alert", "crit", "err", "warn", "notice", "info", "debug");
    private static final double NS_PER_S = 1e9;

    /// Kinds of logs.
    private enum Kind {
        JOURNAL("journald"),
        KERNEL("dmesg"),
        APPLE("macos");

        final String source;

        Kind(String source) {
            this.source = source;
        }
    }

    @Override
    public String id() {
        return "system_log_json";
    }

    @Override
    public String displayName() {
        return "system log as JSON";
    }

    @Override
    public int priority() {
        return 101;
    }

    @Override
    public boolean sniff(byte[] head) {
        return kind(head) != null;
    }

    private static Kind kind(byte[] head) {
        JsonHead json = JsonHead.of(head);
        if (json.has("__REALTIME_TIMESTAMP")) {
            return Kind.JOURNAL;
        }
        if (json.has("machTimestamp", "timestamp") || json.has("eventMessage", "timestamp")) {
            return Kind.APPLE;
        }
        // The array does not end within the first bytes, and its objects lack the keys of the outermost object.
        Set<String> keys = json.keys();
        boolean isKernel = keys.size() == 1
                && json.has("dmesg")
                && new String(head, StandardCharsets.ISO_8859_1).contains("\"pri\"");
        return isKernel ? Kind.KERNEL : null;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        Kind kind = kind(input.head());
        if (kind == null) {
            throw new TraceProblem(input.name() + " is not a log of a supported system");
        }
        SystemLogWriter writer = new SystemLogWriter(context, kind.source);
        Predicate<Object> reader = switch (kind) {
            case JOURNAL -> json -> readJournal(json, writer);
            case KERNEL -> json -> readKernel(json, writer);
            case APPLE -> new AppleLogReader(writer)::read;
        };
        try (JsonParser in = JsonStream.open(input)) {
            read(in, kind == Kind.KERNEL, reader, context);
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.SYSTEM_LOG_TRUNCATED, input.position(), null);
        }
    }

    /// Reads the objects of a sequence or an array.
    ///
    /// @param isWrapped whether the array is a member of an object
    private static void read(JsonParser in, boolean isWrapped, Predicate<Object> reader, ImportContext context)
            throws IOException {
        boolean isInside = !isWrapped;
        for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
            if (token == JsonToken.START_ARRAY) {
                isInside = true;
            } else if (token == JsonToken.START_OBJECT && isInside && !reader.test(JsonTree.read(in))) {
                context.logs().record(StatNames.SYSTEM_LOG_LINE_SKIPPED, null);
            }
        }
    }

    private static boolean readJournal(Object json, SystemLogWriter writer) {
        JournalEntry entry = new JournalEntry();
        if (json instanceof Map<?, ?> fields) {
            fields.forEach((name, value) -> {
                String text = text(value);
                if (text != null) {
                    entry.set(name.toString(), text);
                }
            });
        }
        return entry.write(writer);
    }

    /// Returns the string for a value. Binary values are arrays of numbers, and multiple values are arrays of
    /// strings.
    private static String text(Object value) {
        if (value instanceof List<?> list) {
            if (list.isEmpty() || !(list.getFirst() instanceof Long)) {
                return list.isEmpty() ? null : text(list.getFirst());
            }
            byte[] bytes = new byte[list.size()];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = list.get(i) instanceof Long n ? n.byteValue() : (byte) '?';
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return value == null || value instanceof Map ? null : value.toString();
    }

    private static boolean readKernel(Object json, SystemLogWriter writer) {
        Object time = JsonTree.get(json, "time");
        double seconds = time instanceof Double d ? d : time instanceof Long n ? n : -1;
        if (!(seconds >= 0 && seconds < Integer.MAX_VALUE)) {
            return false;
        }
        writer.useClock(ClockId.of(ClockId.BOOTTIME));
        Object pri = JsonTree.get(json, "pri");
        int severity = pri instanceof Long n
                ? (int) (n & 7)
                : SEVERITIES.indexOf(String.valueOf(pri).toLowerCase(Locale.ROOT));
        Map<String, Object> args = new LinkedHashMap<>();
        String facility = JsonTree.text(json, "fac");
        if (!facility.isEmpty()) {
            args.put("facility", facility);
        }
        writer.add(KernelText.entry(
                Math.round(seconds * NS_PER_S),
                SystemLogEntry.NONE,
                SystemLogEntry.priorityOf(severity < 0 ? 6 : severity),
                JsonTree.text(json, "msg"),
                args));
        return true;
    }
}
