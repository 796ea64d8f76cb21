package traceglass.ingest.instruments;

import java.util.List;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Rows with a start and a duration, or with a single time: slices and instants on tracks of their table,
/// grouped under the thread or process if they specify one.
final class IntervalRows {

    private static final TrackType.Dimension TABLE = TrackType.Dimension.ofString("table");
    private static final TrackType.Dimension NAME = TrackType.Dimension.ofString("name");
    private static final TrackType THREAD_INTERVALS =
            TrackCompressor.compressed("instruments_thread_interval", TrackType.UTID, TABLE);
    private static final TrackType PROCESS_INTERVALS =
            TrackCompressor.compressed("instruments_process_interval", TrackType.UPID, TABLE, NAME);
    private static final TrackType CPU_INTERVALS =
            TrackCompressor.compressed("instruments_cpu_interval", TrackType.CPU, TABLE);
    private static final TrackType MACHINE_INTERVALS = TrackCompressor.compressed("instruments_interval", TABLE);

    /// Columns that provide the name of a slice, most suitable first.
    private static final List<String> NAMES = List.of(
            "name",
            "syscall",
            "hang-type",
            "state",
            "event",
            "event-type",
            "fetch-entity",
            "entity",
            "narrative-description",
            "phase",
            "period",
            "title",
            "activity",
            "operation",
            "label",
            "event-label",
            "function",
            "description",
            "type");

    private static final Set<String> CPU_TABLES = Set.of("cpu-state", "core-state");

    private final ImportContext context;
    private final StringPool strings;
    private final InstrumentsTasks tasks;
    private final SampleRows samples;
    private final EventSorter.Queue queue;

    /// A slice waiting to be sorted.
    private record Slice(InstrumentsRow row, String name, long dur, Phase phase) {}

    /// Part of a slice that a row reports.
    enum Phase {
        WHOLE,
        BEGIN,
        END
    }

    IntervalRows(ImportContext context, InstrumentsTasks tasks, SampleRows samples) {
        this.context = context;
        this.tasks = tasks;
        this.samples = samples;
        strings = context.strings();
        queue = context.sorter().queue((ts, data, ref) -> emit(ts, (Slice) ref));
    }

    /// Adds a row.
    ///
    /// @param ts trace time in ns
    /// @param dur duration in ns, 0 for an instant
    void add(long ts, long dur, InstrumentsRow row, Phase phase) {
        queue.push(ts, -dur, 0, new Slice(row, name(row), dur, phase));
    }

    private static String name(InstrumentsRow row) {
        for (String column : NAMES) {
            String label = row.label(column);
            if (label != null) {
                return label;
            }
        }
        for (int i = 0; i < row.cells().size(); i++) {
            Cell cell = row.cells().get(i);
            if (cell != null && cell.text() != null && cell.number() == Cell.NONE) {
                return cell.label();
            }
        }
        return row.schema().name;
    }

    private void emit(long ts, Slice s) {
        InstrumentsRow row = s.row;
        Cell threadCell = row.firstOf("thread");
        Cell processCell = row.firstOf("process");
        int utid = threadCell == null ? ProcessTracker.NONE : tasks.thread(threadCell, processCell);
        int upid = utid == ProcessTracker.NONE
                ? tasks.process(processCell == null ? new Cell("process") : processCell)
                : context.processes().upidOf(utid);
        TrackCompressor.Lanes lanes = lanes(row, s.name, utid, upid);
        int category = category(row);
        int name = strings.intern(s.name);
        int slice;
        int track;
        if (s.phase == Phase.WHOLE) {
            track = lanes.nested(ts, s.dur);
            slice = context.slices().scoped(ts, s.dur, track, category, name, null);
        } else {
            Cell identifier = row.column("identifier");
            String label = identifier == null ? null : identifier.text();
            long cookie = strings.intern(s.name + '\0' + (label == null ? "" : label));
            track = s.phase == Phase.BEGIN ? lanes.begin(cookie) : lanes.end(cookie);
            slice = s.phase == Phase.BEGIN
                    ? context.slices().begin(ts, track, category, name, args -> addArgs(row, args))
                    : context.slices().end(ts, track, category, name, null);
        }
        if (slice < 0 || s.phase == Phase.END) {
            return;
        }
        if (s.phase == Phase.WHOLE) {
            int args = context.args().write(b -> addArgs(row, b));
            if (args != IntColumn.NULL) {
                context.slices().setArgs(slice, args);
            }
        }
        addStack(row, slice, track, upid);
    }

    private TrackCompressor.Lanes lanes(InstrumentsRow row, String name, int utid, int upid) {
        String table = row.schema().name.isEmpty() ? "table" : row.schema().name;
        int tableId = strings.intern(table);
        Cell core = row.firstOf("core");
        if (CPU_TABLES.contains(table) && core != null && core.number() >= 0) {
            return context.compressor().lanes(CPU_INTERVALS, tableId, null, null, core.number(), tableId);
        }
        boolean isSignpost = table.startsWith("os-signpost") || table.equals("OSSignpostIntervals");
        if (isSignpost && upid != ProcessTracker.NONE) {
            String subsystem = row.label("subsystem");
            int group = strings.intern(subsystem == null ? name : subsystem + ": " + name);
            return context.compressor().lanes(PROCESS_INTERVALS, group, null, null, upid, tableId, group);
        }
        if (utid != ProcessTracker.NONE) {
            return context.compressor().lanes(THREAD_INTERVALS, tableId, null, null, utid, tableId);
        }
        return upid != ProcessTracker.NONE
                ? context.compressor().lanes(PROCESS_INTERVALS, tableId, null, null, upid, tableId, tableId)
                : context.compressor().lanes(MACHINE_INTERVALS, tableId, null, null, tableId);
    }

    private int category(InstrumentsRow row) {
        String category = row.label("category");
        return strings.intern(category == null ? row.schema().name : category);
    }

    private void addArgs(InstrumentsRow row, ArgSetBuilder args) {
        for (int i = 0; i < row.cells().size(); i++) {
            Cell cell = row.cells().get(i);
            if (cell == null || cell.object != null) {
                continue;
            }
            switch (cell.tag) {
                case "start-time", "duration", "thread", "process", "event-time", "sample-time" -> {}
                default -> {
                    int key = strings.intern("data." + row.schema().mnemonic(i, cell));
                    if (cell.number() != Cell.NONE) {
                        args.addInt(key, cell.number());
                    } else if (cell.label() != null) {
                        args.addString(key, strings.intern(cell.label()));
                    }
                }
            }
        }
    }

    /// Writes the first callstack of a row.
    private void addStack(InstrumentsRow row, int slice, int track, int upid) {
        for (Cell cell : row.cells()) {
            if (cell != null && cell.object instanceof Cell.Backtrace b && !b.frames.isEmpty()) {
                Table table = context.storage().table(TableNames.TrackEventCallstacks.TABLE);
                int row2 = table.addRow();
                table.ints(TableNames.TrackEventCallstacks.SLICE_ID).set(row2, slice);
                table.ints(TableNames.TrackEventCallstacks.TRACK_ID).set(row2, track);
                table.ints(TableNames.TrackEventCallstacks.CALLSITE_ID).set(row2, samples.callsite(b, upid));
                return;
            }
        }
    }
}
