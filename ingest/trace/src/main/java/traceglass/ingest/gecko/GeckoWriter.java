package traceglass.ingest.gecko;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.SampleWeights;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes the threads and counters of a profile: samples, markers, allocations and CPU usage. Times are milliseconds
/// since the start of the profile.
final class GeckoWriter {

    private static final TrackType CPU = TrackType.counter("gecko_thread_cpu", null, TrackType.UTID);
    private static final double NS_PER_MS = 1_000_000;
    private static final double NS_PER_US = 1_000;
    private static final double PERCENT = 100;

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final GeckoStacks stacks;
    private final GeckoMarkers markers;
    private final GeckoCounters counters;
    private final ClockId clock;
    private final EventSorter.Queue queue;
    private final Map<String, WeightedSession> weighted = new HashMap<>();
    private int written;

    /// A thread and its row, which is known only once the thread's first event has been sorted.
    static final class ThreadRow {
        final long tid;
        final long pid;
        final int nameId;
        final int processNameId;
        int utid = ProcessTracker.NONE;
        int cpuTrack = -1;

        ThreadRow(long tid, long pid, int nameId, int processNameId) {
            this.tid = tid;
            this.pid = pid;
            this.nameId = nameId;
            this.processNameId = processNameId;
        }
    }

    /// Profiler session for samples with weights other than 1.
    private static final class WeightedSession {
        final int session;
        final SampleWeights weights;

        WeightedSession(int session, SampleWeights weights) {
            this.session = session;
            this.weights = weights;
        }
    }

    /// Start of a thread.
    private record Start(ThreadRow owner) {}

    private record WeightedSample(ThreadRow owner, WeightedSession kind, double weight) {}

    private record CpuUse(ThreadRow owner, double value, boolean isPercent) {}

    private record Allocation(ThreadRow owner, String heap, long size) {}

    GeckoWriter(ImportContext context) {
        this.context = context;
        strings = context.strings();
        samples = context.session().profilerSamples();
        stacks = new GeckoStacks(context);
        markers = new GeckoMarkers(context);
        counters = new GeckoCounters(context);
        clock = ClockId.ofFile(context.traceId());
        ClockTracker clocks = context.clocks();
        clocks.useOnly(clock);
        queue = context.sorter().queue(this::writeEvent);
    }

    /// Relates the clock of the profile to those of the machine.
    void setClocks(GeckoProfile profile) {
        List<ClockGraph.Reading> readings = new ArrayList<>();
        readings.add(new ClockGraph.Reading(clock, 0));
        if (profile.startMs > 0 && profile.startMs < Long.MAX_VALUE / NS_PER_MS) {
            readings.add(new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), GeckoValues.ns(profile.startMs)));
        }
        if (profile.monotonicNs > 0 && profile.monotonicNs < Long.MAX_VALUE) {
            readings.add(new ClockGraph.Reading(ClockId.of(ClockId.MONOTONIC), (long) profile.monotonicNs));
        }
        if (readings.size() > 1) {
            context.clocks().addSnapshot(readings);
        }
    }

    /// Returns whether anything was written.
    boolean hasWritten() {
        return written > 0;
    }

    /// Returns the offset in ms to add to the times of a profile, because child processes may start later.
    private static double shift(GeckoProfile profile, GeckoProfile top) {
        double shift = profile.startMs - top.startMs;
        return Double.isFinite(shift) ? shift : 0;
    }

    /// Converts a time of the profile to trace time; returns [ClockTracker#NONE] if it cannot be converted.
    private long traceTime(double ms) {
        return Double.isNaN(ms) || Math.abs(ms) > Long.MAX_VALUE / NS_PER_MS
                ? ClockTracker.NONE
                : context.clocks().defaultToTraceTime(GeckoValues.ns(ms));
    }

    void writeCounter(GeckoProfile profile, GeckoProfile top, GeckoProfile.Counter counter) {
        written++;
        double shift = shift(profile, top);
        counters.write(counter, profile.child, ms -> traceTime(ms + shift));
    }

    void writeThread(GeckoProfile profile, GeckoProfile top, GeckoThread thread) {
        written++;
        profile.threads++;
        // Old profiles have no ids. Ids of child processes are generated so that they do not clash with others.
        ThreadRow owner = new ThreadRow(
                thread.tid >= 0 ? thread.tid : profile.child == 0 ? 0 : profile.child * 1000L + profile.threads,
                thread.pid >= 0 ? thread.pid : profile.child,
                thread.name == null ? StringPool.NULL : strings.intern(thread.name),
                thread.processName == null || thread.processName.isEmpty()
                        ? StringPool.NULL
                        : strings.intern(thread.processName));
        double shift = shift(profile, top);
        int[] callsites = stacks.callsites(thread, profile.shared, profile.libraries);
        writeSamples(thread, owner, callsites, shift);
        writeCpu(thread, owner, profile.cpuUnit, shift);
        writeAllocations(thread.jsAllocations, "JavaScript", owner, callsites, shift);
        writeAllocations(thread.nativeAllocations, "native", owner, callsites, shift);
        markers.write(thread, GeckoStacks.strings(thread, profile.shared), profile, new GeckoMarkers.Target() {
            private boolean hasStarted;

            @Override
            public ThreadRow owner(long ts) {
                if (!hasStarted) {
                    hasStarted = true;
                    queue.push(ts, 0, new Start(owner));
                }
                return owner;
            }

            @Override
            public long traceTime(double ms) {
                return GeckoWriter.this.traceTime(ms + shift);
            }

            @Override
            public void push(long ts, GeckoMarkers.Marker marker) {
                queue.push(ts, 0, marker);
            }
        });
    }

    private void writeSamples(GeckoThread thread, ThreadRow owner, int[] callsites, double shift) {
        GeckoTable table = thread.samples;
        GeckoTable.Column stack = table.column("stack");
        GeckoTable.Column weights = table.column("weight");
        WeightedSession kind = weighted(table);
        Times times = new Times(table);
        boolean hasStarted = false;
        for (int i = 0; i < stack.size() && times.has(i); i++) {
            double ms = times.next(i);
            int index = stack.index(i);
            if (index < 0 || index >= callsites.length || callsites[index] == ProfilerSamples.NONE) {
                continue;
            }
            long ts = traceTime(ms + shift);
            if (ts == ClockTracker.NONE) {
                continue;
            }
            if (!hasStarted) {
                hasStarted = true;
                queue.push(ts, 0, new Start(owner));
            }
            double weight = kind == null ? Double.NaN : weights.real(i);
            queue.push(ts, callsites[index], Double.isNaN(weight) ? owner : new WeightedSample(owner, kind, weight));
        }
    }

    /// Returns the profiler session for samples with weights; null if all weights are 1.
    private WeightedSession weighted(GeckoTable table) {
        GeckoTable.Column weights = table.column("weight");
        boolean hasAny = false;
        for (int i = 0; i < weights.size() && !hasAny; i++) {
            hasAny = Double.isFinite(weights.real(i)) && weights.real(i) != 1;
        }
        if (!hasAny) {
            return null;
        }
        String type = table.text("weightType") == null ? "samples" : table.text("weightType");
        return weighted.computeIfAbsent(type, t -> {
            boolean isCount = t.equals("samples");
            String unit = t.equals("tracing-ms") ? "ms" : isCount ? "count" : t;
            int session = samples.session(
                    strings.intern("gecko"), isCount ? StringPool.NULL : strings.intern(unit), StringPool.NULL);
            return new WeightedSession(
                    session,
                    new SampleWeights(
                            context.tracks(),
                            context.counters(),
                            samples,
                            strings,
                            session,
                            strings.intern("gecko"),
                            strings.intern(isCount ? "Samples" : "Weight"),
                            strings.intern(unit),
                            true));
        });
    }

    /// Times of a table's rows: absolute, or relative to the previous row.
    private static final class Times {
        private final GeckoTable.Column absolute;
        private final GeckoTable.Column deltas;
        private double sum;

        Times(GeckoTable table) {
            absolute = table.column("time");
            deltas = table.column("timeDeltas");
        }

        boolean has(int row) {
            return row < absolute.size() || row < deltas.size();
        }

        /// Returns the time of a row; rows must be requested in order.
        double next(int row) {
            if (row < absolute.size()) {
                return absolute.real(row);
            }
            double delta = deltas.real(row);
            sum += Double.isNaN(delta) ? 0 : delta;
            return sum;
        }
    }

    /// Writes the CPU usage of the thread between two samples, or the cycles if the profile measured cycles.
    private void writeCpu(GeckoThread thread, ThreadRow owner, String unit, double shift) {
        GeckoTable.Column deltas = thread.samples.column("threadCPUDelta");
        double nsPerUnit = switch (unit) {
            case "ns" -> 1;
            case "µs", "us", "μs" -> NS_PER_US;
            default -> 0;
        };
        Times times = new Times(thread.samples);
        double before = Double.NaN;
        for (int i = 0; i < deltas.size() && times.has(i); i++) {
            double ms = times.next(i);
            double delta = deltas.real(i);
            long ts = traceTime(ms + shift);
            if (ts == ClockTracker.NONE) {
                continue;
            }
            // The first sample has no delta, but it starts the interval of the second one.
            delta = Double.isNaN(delta) ? 0 : delta;
            double elapsedNs = (ms - before) * NS_PER_MS;
            double value = nsPerUnit == 0 ? delta : elapsedNs > 0 ? delta * nsPerUnit / elapsedNs * PERCENT : 0;
            queue.push(ts, 0, new CpuUse(owner, value, nsPerUnit != 0));
            before = ms;
        }
    }

    private void writeAllocations(GeckoTable table, String heap, ThreadRow owner, int[] callsites, double shift) {
        GeckoTable.Column stack = table.column("stack");
        GeckoTable.Column sizes = table.has("weight") ? table.column("weight") : table.column("duration");
        Times times = new Times(table);
        for (int i = 0; i < stack.size() && times.has(i); i++) {
            long ts = traceTime(times.next(i) + shift);
            int index = stack.index(i);
            double size = sizes.real(i);
            if (ts != ClockTracker.NONE
                    && index >= 0
                    && index < callsites.length
                    && callsites[index] >= 0
                    && Double.isFinite(size)) {
                queue.push(ts, callsites[index], new Allocation(owner, heap, (long) size));
            }
        }
    }

    private void writeEvent(long ts, long data, Object ref) {
        switch (ref) {
            case ThreadRow owner -> samples.add(ts, strings.intern("gecko"), task(owner), (int) data);
            case WeightedSample s -> {
                int row = samples.add(ts, strings.intern("gecko"), task(s.owner), (int) data);
                samples.describe(
                        row, ProfilerSamples.NONE, StringPool.NULL, s.kind.session, s.kind.weights.add(ts, s.weight));
            }
            case Start start -> start(start.owner);
            case GeckoMarkers.Marker marker -> markers.emit(ts, marker, utid(marker.owner()));
            case CpuUse use -> writeCpu(ts, use);
            case Allocation a -> writeAllocation(ts, (int) data, a);
            default -> throw new IllegalStateException(ref.toString());
        }
    }

    private void start(ThreadRow owner) {
        owner.utid = context.processes().updateThread(owner.tid, owner.pid);
        context.processes().setThreadName(owner.utid, owner.nameId, NamePriority.OfThread.OTHER);
        int upid = context.processes().upidOf(owner.utid);
        if (upid != ProcessTracker.NONE) {
            context.processes().setProcessName(upid, owner.processNameId, NamePriority.OfProcess.OTHER);
        }
    }

    private int utid(ThreadRow owner) {
        if (owner.utid == ProcessTracker.NONE) {
            start(owner);
        }
        return owner.utid;
    }

    private int task(ThreadRow owner) {
        return samples.task(ProfilerSamples.NONE, utid(owner));
    }

    private void writeCpu(long ts, CpuUse use) {
        if (use.owner.cpuTrack < 0) {
            use.owner.cpuTrack = context.tracks()
                    .internCounter(
                            CPU,
                            strings.intern("CPU usage"),
                            strings.intern(use.isPercent ? "%" : "cycles"),
                            null,
                            utid(use.owner));
        }
        context.counters().pushForPrecedingInterval(ts, use.value, use.owner.cpuTrack);
    }

    private void writeAllocation(long ts, int callsite, Allocation a) {
        Table table = context.storage().table(TableNames.HeapProfileAllocation.TABLE);
        int upid = context.processes().upidOf(utid(a.owner));
        int row = table.addRow();
        table.longs(TableNames.HeapProfileAllocation.TS).set(row, ts);
        table.ints(TableNames.HeapProfileAllocation.UPID).set(row, upid);
        table.strings(TableNames.HeapProfileAllocation.HEAP_NAME).set(row, strings.intern(a.heap));
        table.ints(TableNames.HeapProfileAllocation.CALLSITE_ID).set(row, callsite);
        table.longs(TableNames.HeapProfileAllocation.COUNT).set(row, a.size < 0 ? -1 : 1);
        table.longs(TableNames.HeapProfileAllocation.SIZE).set(row, a.size == LongColumn.NULL ? 0 : a.size);
    }
}
