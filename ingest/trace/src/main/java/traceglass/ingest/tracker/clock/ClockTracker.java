package traceglass.ingest.tracker.clock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.ingest.tracker.stats.ImportLogs;
import traceglass.ingest.tracker.stats.MetadataTracker;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Clocks of one machine as seen by one trace file: converts the file's times to trace time and writes the
/// `clock_snapshot` table.
///
/// The first file of a machine defines the machine's clocks. A later file with its own snapshots gets separate clocks,
/// so that it cannot distort the times of other files.
public final class ClockTracker {

    /// Returned if no conversion is possible.
    public static final long NONE = ClockGraph.NONE;

    private static final int CACHE_SIZE = 32;

    private final TraceStorage storage;
    private final MetadataTracker.View metadata;
    private final ImportLogs logs;
    private final ClockGraph graph;
    private final int machine;
    private final int file;
    private final boolean isPrimary;
    private final boolean isPinned;
    private int fileTag;
    private long conversions;
    private ClockId defaultClock;
    /// Clock to be treated as trace time; null once this is done, or if there is none.
    private ClockId assumed;
    /// Cache from requested clocks to the clocks of this machine, indexed by sequence. Returning identical objects
    /// makes comparisons fast.
    private final ClockId[] cached = new ClockId[CACHE_SIZE];
    private final ClockId[] qualify = new ClockId[CACHE_SIZE];

    /// @param machine row of the `machine` table
    /// @param file row of the `trace_file` table
    /// @param isPrimary whether this is the first trace file of the machine
    /// @param isPinned whether the file's times are set from outside
    public ClockTracker(
            TraceStorage storage,
            ClockGraph graph,
            MetadataTracker.View metadata,
            ImportLogs logs,
            int machine,
            int file,
            boolean isPrimary,
            boolean isPinned) {
        this.storage = storage;
        this.graph = graph;
        this.metadata = metadata;
        this.logs = logs;
        this.machine = machine;
        this.file = file;
        this.isPrimary = isPrimary;
        this.isPinned = isPinned;
    }

    /// Converts a time of a clock, as created by [ClockId#of] and similar methods, to trace time. Returns
    /// [#NONE] and counts a failure if that is not possible.
    public long toTraceTime(ClockId clock, long time) {
        return toTraceTime(clock, time, -1, false);
    }

    /// Converts a time like [#toTraceTime(ClockId, long)].
    ///
    /// @param position offset of the time in the trace in bytes, for the import log; -1 if unknown
    /// @param isQuiet whether failures are not counted because the caller will retry
    public long toTraceTime(ClockId clock, long time, long position, boolean isQuiet) {
        if (assumed != null) {
            connectAssumed();
        }
        conversions++;
        long ts = graph.convert(qualify(clock), time, graph.traceTime());
        if (ts == NONE && !isQuiet) {
            countFailure(clock, time, graph.traceTime(), position);
        }
        return ts;
    }

    /// Converts a time of the file's default clock to trace time.
    public long defaultToTraceTime(long time) {
        return toTraceTime(defaultClock, time, -1, false);
    }

    private ClockId qualify(ClockId clock) {
        int i = clock.sequence() & CACHE_SIZE - 1;
        if (clock != cached[i]) {
            qualify[i] = clock.on(machine, fileTag);
            cached[i] = clock;
        }
        return qualify[i];
    }

    /// Returns the clock of times without an explicit clock, or null.
    public ClockId defaultClock() {
        return defaultClock;
    }

    /// Sets the clock of times without an explicit clock.
    public void setDefaultClock(ClockId clock) {
        defaultClock = clock;
    }

    /// Returns the graph shared by all files and machines.
    public ClockGraph graph() {
        return graph;
    }

    /// Makes a clock of this machine the trace time. Has no effect after the first conversion or if another
    /// file has already set the trace time.
    public void setTraceTime(ClockId clock) {
        if (conversions > 0) {
            return;
        }
        if (graph.claimTraceTime(clock.on(machine, 0), file)) {
            metadata.set("trace_time_clock_id", (long) clock.clock());
        }
    }

    /// Uses one clock for all times of this file, and as the trace time if no other file has claimed it. For
    /// formats with a single clock.
    public void useOnly(ClockId clock) {
        setDefaultClock(clock);
        setTraceTime(clock);
        assumeTraceTime(clock);
    }

    /// Adds a snapshot of this file's clocks and returns its id; returns -1 if the file's times are set from
    /// outside.
    public int addSnapshot(List<ClockGraph.Reading> readings) {
        if (isPinned) {
            return -1;
        }
        if (!isPrimary && fileTag == 0) {
            if (conversions > 0) {
                logs.record(
                        StatNames.CLOCK_SYNC_MIXED_CLOCK_SOURCES,
                        b -> b.addUint(storage.strings().intern("num_conversions_using_primary"), conversions));
            }
            fileTag = file;
            Arrays.fill(cached, null);
        }
        // Wall clocks of different machines agree, so they connect a file of another machine.
        boolean bridgesRealtime = !isPrimary && machine != graph.traceTime().machine();
        List<ClockGraph.Reading> all = new ArrayList<>(readings.size() + 2);
        List<ClockGraph.Reading> sharedClockReadings = new ArrayList<>();
        for (ClockGraph.Reading r : readings) {
            int clock = r.clock().clock();
            all.add(new ClockGraph.Reading(r.clock().on(machine, fileTag), r.value(), r.unitNs(), r.isIncremental()));
            if (bridgesRealtime && (clock == ClockId.REALTIME || clock == ClockId.REALTIME_COARSE)) {
                sharedClockReadings.add(new ClockGraph.Reading(
                        ClockId.of(clock).on(machine, 0), r.value(), r.unitNs(), r.isIncremental()));
            }
        }
        all.addAll(sharedClockReadings);
        return addQualifiedSnapshot(all);
    }

    /// Adds a snapshot of clocks that are already bound to a machine and file, e.g. of two machines.
    public int addQualifiedSnapshot(List<ClockGraph.Reading> readings) {
        int id = graph.addSnapshot(readings);
        if (id >= 0) {
            writeSnapshot(storage, graph, id, readings);
        }
        return id;
    }

    /// Writes an accepted snapshot to the table, omitting clocks that cannot be converted to trace time.
    ///
    /// @param id id assigned by the graph
    public static void writeSnapshot(
            TraceStorage storage, ClockGraph graph, int id, List<ClockGraph.Reading> readings) {
        long traceTs = NONE;
        for (ClockGraph.Reading r : readings) {
            if (r.clock().equals(graph.traceTime())) {
                traceTs = r.value();
                break;
            }
        }
        Table table = storage.table(TableNames.ClockSnapshot.TABLE);
        for (ClockGraph.Reading r : readings) {
            long ts = graph.convert(r.clock(), r.isIncremental() ? 0 : r.value(), graph.traceTime());
            if (ts == NONE) {
                ts = traceTs;
            }
            if (ts == NONE) {
                continue;
            }
            int row = table.addRow();
            table.longs(TableNames.ClockSnapshot.TS).set(row, ts);
            table.longs(TableNames.ClockSnapshot.CLOCK_ID).set(row, r.clock().clock() & 0xFFFF_FFFFL);
            table.strings(TableNames.ClockSnapshot.CLOCK_NAME)
                    .set(row, storage.strings().intern(ClockId.name(r.clock().clock())));
            table.longs(TableNames.ClockSnapshot.CLOCK_VALUE).set(row, r.value() * r.unitNs());
            table.ints(TableNames.ClockSnapshot.SNAPSHOT_ID).set(row, id);
            table.ints(TableNames.ClockSnapshot.MACHINE_ID).set(row, r.clock().machine());
        }
    }

    /// Sets a clock that is treated as trace time if it is otherwise unrelated to trace time at the first
    /// conversion.
    public void assumeTraceTime(ClockId clock) {
        assumed = clock;
    }

    private void connectAssumed() {
        ClockId clock = assumed;
        assumed = null;
        ClockId machineClock = clock.on(machine, 0);
        connect(clock.on(machine, fileTag), 0, machineClock, 0);
        bridge(machineClock, graph.traceTime());
    }

    private void connect(ClockId from, long fromTs, ClockId to, long toTs) {
        if (!from.equals(to) && graph.convert(from, fromTs, to) == NONE) {
            addQualifiedSnapshot(List.of(new ClockGraph.Reading(from, fromTs), new ClockGraph.Reading(to, toTs)));
        }
    }

    /// Connects a clock with trace time: through snapshots if possible, otherwise through the file's own clock if its
    /// relation is set from outside, otherwise through the wall clocks of both machines, otherwise, if
    /// [#assumeTraceTime] allows it, by treating the clocks as equal.
    private void bridge(ClockId clock, ClockId traceTime) {
        if (clock.equals(traceTime) || graph.convert(clock, 0, traceTime) != NONE) {
            return;
        }
        ClockId fileClock = ClockId.ofFile(file).on(machine, 0);
        if (isPinned && graph.convert(fileClock, 0, traceTime) != NONE) {
            connect(clock, 0, fileClock, 0);
            return;
        }
        ClockId realtime = ClockId.of(ClockId.REALTIME).on(machine, 0);
        ClockId theirRealtime = new ClockId(ClockId.REALTIME, 0, 0, traceTime.machine());
        if (!realtime.equals(theirRealtime)
                && graph.convert(clock, 0, realtime) != NONE
                && graph.convert(theirRealtime, 0, traceTime) != NONE) {
            connect(realtime, 0, theirRealtime, 0);
            return;
        }
        boolean isAnyPrivate = clock.clock() == ClockId.TRACE_FILE || traceTime.clock() == ClockId.TRACE_FILE;
        if (isAnyPrivate || clock.clock() == traceTime.clock()) {
            addQualifiedSnapshot(List.of(new ClockGraph.Reading(clock, 0), new ClockGraph.Reading(traceTime, 0)));
            return;
        }
        logs.record(
                StatNames.CLOCK_SYNC_UNRELATABLE_CLOCK_DOMAINS,
                b -> b.addInt(storage.strings().intern("source_clock_id"), clock.clock())
                        .addInt(storage.strings().intern("target_clock_id"), traceTime.clock()));
    }

    private void countFailure(ClockId from, long time, ClockId to, long position) {
        String stat = switch (graph.failure()) {
            case UNKNOWN_SOURCE -> StatNames.CLOCK_SYNC_FAILURE_UNKNOWN_SOURCE_CLOCK;
            case UNKNOWN_TARGET -> StatNames.CLOCK_SYNC_FAILURE_UNKNOWN_TARGET_CLOCK;
            case NO_PATH -> StatNames.CLOCK_SYNC_FAILURE_NO_PATH;
        };
        logs.recordAt(stat, position, b -> {
            var strings = storage.strings();
            if (from.sequence() != 0) {
                b.addUint(strings.intern("source_sequence_id"), from.sequence());
            }
            b.addInt(strings.intern("source_clock_id"), from.clock());
            b.addInt(strings.intern("source_timestamp"), time);
            if (to.sequence() != 0) {
                b.addUint(strings.intern("target_sequence_id"), to.sequence());
            }
            b.addInt(strings.intern("target_clock_id"), to.clock());
        });
    }
}
