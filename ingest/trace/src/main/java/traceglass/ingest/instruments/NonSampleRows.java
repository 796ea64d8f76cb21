package traceglass.ingest.instruments;

import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Rows that are neither samples nor slices: messages, states of threads, and measurements.
final class NonSampleRows {

    private static final TrackType PROCESS_COUNTER = TrackType.counter(
            "instruments_process_counter", null, TrackType.UPID, TrackType.Dimension.ofString("counter"));
    private static final TrackType MACHINE_COUNTER =
            TrackType.counter("instruments_counter", null, TrackType.Dimension.ofString("counter"));
    private static final Set<String> NON_MEASUREMENT_TAGS = Set.of(
            "start-time",
            "sample-time",
            "event-time",
            "duration",
            "boolean",
            "process",
            "thread",
            "pid",
            "tid",
            "core");

    private static final int VERBOSE = 2;
    private static final int DEBUG = 3;
    private static final int INFO = 4;
    private static final int WARN = 5;
    private static final int ERROR = 6;
    private static final int FATAL = 7;

    private final ImportContext context;
    private final StringPool strings;
    private final InstrumentsTasks tasks;
    private final EventSorter.Queue queue;

    /// A row waiting to be sorted.
    private record QueuedRow(InstrumentsRow row, long dur, Kind kind) {}

    private enum Kind {
        MESSAGE,
        STATE,
        MEASUREMENT
    }

    NonSampleRows(ImportContext context, InstrumentsTasks tasks) {
        this.context = context;
        this.tasks = tasks;
        strings = context.strings();
        queue = context.sorter().queue((ts, data, ref) -> {
            QueuedRow queued = (QueuedRow) ref;
            switch (queued.kind) {
                case MESSAGE -> emitMessage(ts, queued.row);
                case STATE -> emitState(ts, queued.dur, queued.row);
                case MEASUREMENT -> emitMeasurement(ts, queued.row);
            }
        });
    }

    void addMessage(long ts, InstrumentsRow row) {
        queue.push(ts, 0, new QueuedRow(row, 0, Kind.MESSAGE));
    }

    void addState(long ts, long dur, InstrumentsRow row) {
        queue.push(ts, 0, new QueuedRow(row, dur, Kind.STATE));
    }

    void addMeasurement(long ts, InstrumentsRow row) {
        queue.push(ts, 0, new QueuedRow(row, 0, Kind.MEASUREMENT));
    }

    /// Returns whether a table contains periodic measurements of processes or of the system.
    static boolean isMeasurement(String table) {
        return table.startsWith("activity-monitor") || table.startsWith("sysmon");
    }

    /// Returns whether a row has numbers and no strings.
    static boolean isNumeric(InstrumentsRow row) {
        boolean hasAny = false;
        for (Cell cell : row.cells()) {
            if (cell != null && !NON_MEASUREMENT_TAGS.contains(cell.tag)) {
                if (Double.isNaN(cell.real())) {
                    return false;
                }
                hasAny = true;
            }
        }
        return hasAny;
    }

    private void emitMessage(long ts, InstrumentsRow row) {
        Cell thread = row.firstOf("thread");
        int utid = thread == null ? ProcessTracker.NONE : tasks.thread(thread, row.firstOf("process"));
        String subsystem = row.label("subsystem");
        String category = row.label("category");
        String tag = subsystem == null ? category : category == null ? subsystem : subsystem + ":" + category;
        String message = row.label("message");
        if (message == null) {
            message = row.label("format-string");
        }
        Table table = context.storage().table(TableNames.Logs.TABLE);
        int log = table.addRow();
        table.longs(TableNames.Logs.TS).set(log, ts);
        if (utid != ProcessTracker.NONE) {
            table.ints(TableNames.Logs.UTID).set(log, utid);
        }
        table.longs(TableNames.Logs.PRIO).set(log, priority(row.label("message-type")));
        table.strings(TableNames.Logs.LOG_SOURCE).set(log, strings.intern("os_log"));
        table.strings(TableNames.Logs.TAG).set(log, tag == null ? StringPool.NULL : strings.intern(tag));
        table.strings(TableNames.Logs.MSG).set(log, message == null ? StringPool.NULL : strings.intern(message));
    }

    private static int priority(String type) {
        return switch (type == null ? "" : type) {
            case "Debug" -> DEBUG;
            case "Info", "Default", "Notice" -> INFO;
            case "Warning" -> WARN;
            case "Error" -> ERROR;
            case "Fault" -> FATAL;
            default -> VERBOSE;
        };
    }

    private void emitState(long ts, long dur, InstrumentsRow row) {
        Cell thread = row.firstOf("thread");
        int utid = thread == null ? ProcessTracker.NONE : tasks.thread(thread, row.firstOf("process"));
        if (utid == ProcessTracker.NONE) {
            context.logs().recordAtTime(StatNames.INSTRUMENTS_ROW_MISSING_THREAD, ts, null);
            return;
        }
        Table table = context.storage().table(TableNames.ThreadState.TABLE);
        int state = table.addRow();
        table.longs(TableNames.ThreadState.TS).set(state, ts);
        table.longs(TableNames.ThreadState.DUR).set(state, dur);
        table.ints(TableNames.ThreadState.UTID).set(state, utid);
        table.strings(TableNames.ThreadState.STATE).set(state, strings.intern(schedulerState(row.label("state"))));
        Cell core = row.firstOf("core");
        if (core != null && core.number() >= 0) {
            table.ints(TableNames.ThreadState.UCPU).set(state, context.cpus().ucpu((int)
                    Math.min(core.number(), Integer.MAX_VALUE)));
        }
    }

    /// Returns the state's name in the Linux scheduler, which queries and colors rely on.
    private static String schedulerState(String label) {
        return switch (label == null ? "" : label) {
            case "Running" -> "Running";
            case "Runnable" -> "R";
            case "Preempted", "Interrupted" -> "R+";
            case "Blocked", "Waiting", "Idle" -> "S";
            case "" -> "?";
            default -> label;
        };
    }

    private void emitMeasurement(long ts, InstrumentsRow row) {
        Cell processCell = row.firstOf("process");
        int upid = processCell == null ? ProcessTracker.NONE : tasks.process(processCell);
        for (int i = 0; i < row.cells().size(); i++) {
            Cell cell = row.cells().get(i);
            if (cell == null || NON_MEASUREMENT_TAGS.contains(cell.tag) || Double.isNaN(cell.real())) {
                continue;
            }
            boolean isDescribed = i < row.schema().columns.size();
            int name = strings.intern(
                    isDescribed && !row.schema().columns.get(i).title().isEmpty()
                            ? row.schema().columns.get(i).title()
                            : row.schema().mnemonic(i, cell));
            int unit = cell.tag.equals("size-in-bytes") ? strings.intern("bytes") : StringPool.NULL;
            int track = upid == ProcessTracker.NONE
                    ? context.tracks().internCounter(MACHINE_COUNTER, name, unit, null, name)
                    : context.tracks().internCounter(PROCESS_COUNTER, name, unit, null, upid, name);
            context.counters().push(ts, cell.real(), track);
        }
    }
}
