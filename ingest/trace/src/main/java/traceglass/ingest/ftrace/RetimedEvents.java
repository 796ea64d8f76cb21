package traceglass.ingest.ftrace;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventDecoder;
import traceglass.protos.ftrace.FwtpPerfettoCounterFtraceEventDecoder;
import traceglass.protos.ftrace.FwtpPerfettoSliceFtraceEventDecoder;
import traceglass.protos.ftrace.GpuWorkPeriodFtraceEventDecoder;
import traceglass.protos.ftrace.KgslAdrenoCmdbatchRetiredFtraceEventDecoder;
import traceglass.protos.ftrace.KgslAdrenoCmdbatchSyncFtraceEventDecoder;
import traceglass.protos.ftrace.ParamSetValueCpmFtraceEventDecoder;
import traceglass.protos.ftrace.ThermalExynosAcpmBulkFtraceEventDecoder;
import traceglass.store.names.StatNames;

/// Handles events with a payload timestamp that differs from the event's timestamp: the timestamps of firmware
/// and GPUs precede the time at which the kernel writes the event.
final class RetimedEvents {

    /// Frequency of the clock of Adreno GPUs, in Hz.
    private static final long ADRENO_HZ = 19_200_000;
    private static final long SECOND_NS = 1_000_000_000;

    /// Receives the events to sort.
    interface Sink {
        void push(long ts, int cpu, long location, Object ref);
    }

    private record Sync(long ts, long ticks) {}

    private record RetiredCommand(long writtenTs, long start, FtraceBundle bundle, long location) {}

    private final ImportContext context;
    private final Sink sink;
    private final ClockId monotonicRaw = ClockId.of(ClockId.MONOTONIC_RAW);
    private final LongMap<Sync> syncs = new LongMap<>();
    private final LongMap<RetiredCommand> waiting = new LongMap<>();

    RetimedEvents(ImportContext context, Sink sink) {
        this.context = context;
        this.sink = sink;
    }

    static boolean isRetimed(int id) {
        return switch (id) {
            case FtraceEvent.GPU_WORK_PERIOD_FIELD_NUMBER,
                    FtraceEvent.THERMAL_EXYNOS_ACPM_BULK_FIELD_NUMBER,
                    FtraceEvent.PARAM_SET_VALUE_CPM_FIELD_NUMBER,
                    FtraceEvent.FWTP_PERFETTO_COUNTER_FIELD_NUMBER,
                    FtraceEvent.FWTP_PERFETTO_SLICE_FIELD_NUMBER,
                    FtraceEvent.KGSL_ADRENO_CMDBATCH_SYNC_FIELD_NUMBER,
                    FtraceEvent.KGSL_ADRENO_CMDBATCH_RETIRED_FIELD_NUMBER -> true;
            default -> false;
        };
    }

    /// Passes an event to the sorter, with the time that it contains if it differs from the time of writing.
    ///
    /// @param ts time at which the event was written, in ns of trace time
    /// @param id field number of the event in `FtraceEvent`
    void tokenize(long ts, int id, FtraceBundle bundle, FtraceEventDecoder event) {
        long location = FtraceBundle.location(event.offset(), event.length());
        int i = 0;
        while (event.otherNumber(i) != id) {
            i++;
        }
        switch (id) {
            case FtraceEvent.GPU_WORK_PERIOD_FIELD_NUMBER -> {
                GpuWorkPeriodFtraceEventDecoder work = event.other(i, new GpuWorkPeriodFtraceEventDecoder());
                boolean isTimed = work.hasStartTimeNs();
                long start = isTimed ? context.clocks().toTraceTime(monotonicRaw, work.startTimeNs()) : 0;
                if (start != ClockTracker.NONE) {
                    retime(work.hasStartTimeNs(), start, ts, bundle, location);
                }
            }
            case FtraceEvent.THERMAL_EXYNOS_ACPM_BULK_FIELD_NUMBER -> {
                var thermal = event.other(i, new ThermalExynosAcpmBulkFtraceEventDecoder());
                retime(thermal.hasTimestamp(), thermal.timestamp(), ts, bundle, location);
            }
            case FtraceEvent.PARAM_SET_VALUE_CPM_FIELD_NUMBER -> {
                var param = event.other(i, new ParamSetValueCpmFtraceEventDecoder());
                retime(param.hasTimestamp(), param.timestamp(), ts, bundle, location);
            }
            case FtraceEvent.FWTP_PERFETTO_COUNTER_FIELD_NUMBER -> {
                var counter = event.other(i, new FwtpPerfettoCounterFtraceEventDecoder());
                retime(counter.hasTimestamp(), counter.timestamp(), ts, bundle, location);
            }
            case FtraceEvent.FWTP_PERFETTO_SLICE_FIELD_NUMBER -> {
                var slice = event.other(i, new FwtpPerfettoSliceFtraceEventDecoder());
                retime(slice.hasTimestamp(), slice.timestamp(), ts, bundle, location);
            }
            case FtraceEvent.KGSL_ADRENO_CMDBATCH_SYNC_FIELD_NUMBER ->
                sync(event.other(i, new KgslAdrenoCmdbatchSyncFtraceEventDecoder()), ts, bundle, location);
            default ->
                parseRetired(event.other(i, new KgslAdrenoCmdbatchRetiredFtraceEventDecoder()), ts, bundle, location);
        }
    }

    private void retime(boolean isTimed, long time, long ts, FtraceBundle bundle, long location) {
        if (isTimed) {
            pushBoth(ts, time, bundle, location);
        } else {
            context.stats().increment(StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS);
        }
    }

    /// Pushes the event twice, see [RetimedEvent].
    private void pushBoth(long writtenTs, long ts, FtraceBundle bundle, long location) {
        sink.push(writtenTs, bundle.cpu(), location, new RetimedEvent(bundle, writtenTs, true, false));
        sink.push(ts, bundle.cpu(), location, new RetimedEvent(bundle, writtenTs, false, true));
    }

    private static long gpuStart(Sync sync, long ticks) {
        return sync.ts() + (ticks - sync.ticks()) * SECOND_NS / ADRENO_HZ;
    }

    /// Relates the GPU's clock to trace time when a batch of GPU work starts. Batches are identified by a
    /// number that the kernel calls timestamp.
    private void sync(KgslAdrenoCmdbatchSyncFtraceEventDecoder event, long ts, FtraceBundle bundle, long location) {
        long batch = Integer.toUnsignedLong(event.timestamp());
        Sync sync = new Sync(ts, event.ticks());
        RetiredCommand retired = waiting.remove(batch);
        if (retired == null) {
            if (!syncs.containsKey(batch)) {
                syncs.put(batch, sync);
            }
        } else {
            pushBoth(retired.writtenTs(), gpuStart(sync, retired.start()), retired.bundle(), retired.location());
            syncs.remove(batch);
        }
        sink.push(ts, bundle.cpu(), location, bundle);
    }

    private void parseRetired(
            KgslAdrenoCmdbatchRetiredFtraceEventDecoder event, long ts, FtraceBundle bundle, long location) {
        long batch = Integer.toUnsignedLong(event.timestamp());
        long start = event.start();
        Sync sync = syncs.remove(batch);
        if (sync != null) {
            pushBoth(ts, gpuStart(sync, start), bundle, location);
            return;
        }
        sink.push(ts, bundle.cpu(), location, new RetimedEvent(bundle, ts, true, false));
        if (!waiting.containsKey(batch)) {
            waiting.put(batch, new RetiredCommand(ts, start, bundle, location));
        }
    }
}
