package traceglass.ingest.systemlog;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.text.UtcOffsets;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// Imports log entries printed by `log show --style ndjson` (or `json`) on macOS. Signposts become slices on their
/// process.
final class AppleLogReader {

    private static final TrackType SIGNPOSTS = TrackCompressor.compressed(
            "macos_signpost",
            TrackType.UPID,
            TrackType.Dimension.ofString("subsystem"),
            TrackType.Dimension.ofString("signpost_name"));
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .append(UtcOffsets.OPTIONAL)
            .toFormatter(Locale.ROOT);
    private static final long NS_PER_S = 1_000_000_000L;

    private final SystemLogWriter writer;
    private final ImportContext context;
    private final EventSorter.Queue queue;

    private enum Phase {
        BEGIN,
        END,
        EVENT
    }

    private record Signpost(Phase phase, int upid, String subsystem, String name, long id, String message) {}

    AppleLogReader(SystemLogWriter writer) {
        this.writer = writer;
        context = writer.context();
        queue = context.sorter().queue((ts, data, ref) -> addSignpost(ts, (Signpost) ref));
    }

    /// Imports a log entry.
    ///
    /// @return false if the entry has no valid time
    boolean read(Object json) {
        long ns = parseTime(JsonTree.text(json, "timestamp"));
        if (ns < 0) {
            return false;
        }
        writer.useClock(ClockId.of(ClockId.REALTIME));
        String path = JsonTree.text(json, "processImagePath");
        String process = path.substring(path.lastIndexOf('/') + 1);
        String subsystem = JsonTree.text(json, "subsystem");
        String category = JsonTree.text(json, "category");
        String message = JsonTree.text(json, "eventMessage", "composedMessage");
        Map<String, Object> args = new LinkedHashMap<>();
        for (String key : new String[] {"category", "senderImagePath", "activityIdentifier", "machTimestamp"}) {
            String value = JsonTree.text(json, key);
            if (!value.isEmpty() && !value.equals("0")) {
                args.put(key, value);
            }
        }
        long pid = JsonTree.number(json, "processID");
        long tid = JsonTree.number(json, "threadID");
        SystemLogEntry entry = new SystemLogEntry(
                ns,
                JsonTree.get(json, "processID") == null || pid < 0 ? SystemLogEntry.NONE : pid,
                tid > 0 ? tid : SystemLogEntry.NONE,
                process,
                priority(JsonTree.text(json, "messageType")),
                subsystem.isEmpty() ? process : subsystem + (category.isEmpty() ? "" : ":" + category),
                message,
                args);
        if (JsonTree.text(json, "eventType").equals("signpostEvent")) {
            queueSignpost(json, entry, subsystem);
        } else {
            writer.add(entry);
        }
        return true;
    }

    private static long parseTime(String text) {
        try {
            OffsetDateTime time = OffsetDateTime.parse(text.replace('T', ' '), TIME);
            return Math.addExact(Math.multiplyExact(time.toEpochSecond(), NS_PER_S), time.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            return -1;
        }
    }

    private static int priority(String type) {
        return switch (type) {
            case "Debug" -> SystemLogEntry.DEBUG;
            case "Error" -> SystemLogEntry.ERROR;
            case "Fault" -> SystemLogEntry.FATAL;
            default -> SystemLogEntry.INFO;
        };
    }

    private void queueSignpost(Object json, SystemLogEntry entry, String subsystem) {
        Phase phase = switch (JsonTree.text(json, "signpostType")) {
            case "begin" -> Phase.BEGIN;
            case "end" -> Phase.END;
            default -> Phase.EVENT;
        };
        int utid = writer.thread(entry);
        long ts = context.clocks().defaultToTraceTime(entry.ns());
        if (ts != ClockTracker.NONE && utid >= 0) {
            int upid = context.processes().process(entry.pid());
            queue.push(
                    ts,
                    0,
                    new Signpost(
                            phase,
                            upid,
                            subsystem,
                            JsonTree.text(json, "signpostName"),
                            JsonTree.number(json, "signpostID"),
                            entry.message()));
        }
    }

    private void addSignpost(long ts, Signpost s) {
        StringPool strings = context.strings();
        int name = strings.intern(s.name);
        int subsystem = strings.intern(s.subsystem);
        TrackCompressor.Lanes lanes = context.compressor().lanes(SIGNPOSTS, name, null, null, s.upid, subsystem, name);
        switch (s.phase) {
            case END -> context.slices().end(ts, lanes.end(s.id), subsystem, name, b -> {});
            case BEGIN -> context.slices().begin(ts, lanes.begin(s.id), subsystem, name, b -> addArgs(b, s));
            case EVENT -> context.slices().scoped(ts, 0, lanes.instant(s.id), subsystem, name, b -> addArgs(b, s));
        }
    }

    private void addArgs(ArgSetBuilder b, Signpost s) {
        StringPool strings = context.strings();
        if (!s.message.isEmpty()) {
            b.addString(strings.intern("message"), strings.intern(s.message));
        }
        b.addInt(strings.intern("signpost_id"), s.id);
    }
}
