package traceglass.ingest.ftrace;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FwtpPerfettoCounterFtraceEvent;
import traceglass.protos.ftrace.FwtpPerfettoSliceFtraceEvent;
import traceglass.protos.ftrace.GpuWorkPeriodFtraceEvent;
import traceglass.protos.ftrace.KgslAdrenoCmdbatchRetiredFtraceEvent;
import traceglass.protos.ftrace.KgslAdrenoCmdbatchSyncFtraceEvent;
import traceglass.protos.ftrace.ParamSetValueCpmFtraceEvent;
import traceglass.protos.ftrace.ThermalExynosAcpmBulkFtraceEvent;
import traceglass.store.names.StatNames;

/// Handles events with a payload timestamp that differs from the event's timestamp: the timestamps of firmware
/// and GPUs precede the time at which the kernel writes the event.
final class RetimedEvents {

    /// Frequency of the clock of Adreno GPUs, in Hz.
    private static final long ADRENO_HZ = 19_200_000;
    private static final long SECOND_NS = 1_000_000_000;

    /// Receives the events to sort.
    interface Sink {
        void push(long ts, int cpu, long position, Object ref);
    }

    private record Sync(long ts, long ticks) {}

    private record RetiredCommand(long writtenTs, long start, FtraceBundle bundle, long position) {}

    private final ImportContext context;
    private final Sink sink;
    private final ProtoCursor fields = new ProtoCursor();
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

    /// @param ts time at which the event was written, in ns of trace time
    /// @param event cursor at the `FtraceEvent` message
    void tokenize(long ts, int id, FtraceBundle bundle, ProtoCursor event) {
        long position = FtraceBundle.position(event.position(), event.end() - event.position());
        if (!event.seek(id)) {
            context.stats().increment(StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS);
            return;
        }
        fields.enter(event);
        switch (id) {
            case FtraceEvent.GPU_WORK_PERIOD_FIELD_NUMBER -> {
                if (!has(GpuWorkPeriodFtraceEvent.START_TIME_NS_FIELD_NUMBER)) {
                    return;
                }
                long start = context.clocks().toTraceTime(monotonicRaw, fields.asLong());
                if (start != ClockTracker.NONE) {
                    pushBoth(ts, start, bundle, position);
                }
            }
            case FtraceEvent.THERMAL_EXYNOS_ACPM_BULK_FIELD_NUMBER ->
                retimeByField(ThermalExynosAcpmBulkFtraceEvent.TIMESTAMP_FIELD_NUMBER, ts, bundle, position);
            case FtraceEvent.PARAM_SET_VALUE_CPM_FIELD_NUMBER ->
                retimeByField(ParamSetValueCpmFtraceEvent.TIMESTAMP_FIELD_NUMBER, ts, bundle, position);
            case FtraceEvent.FWTP_PERFETTO_COUNTER_FIELD_NUMBER ->
                retimeByField(FwtpPerfettoCounterFtraceEvent.TIMESTAMP_FIELD_NUMBER, ts, bundle, position);
            case FtraceEvent.FWTP_PERFETTO_SLICE_FIELD_NUMBER ->
                retimeByField(FwtpPerfettoSliceFtraceEvent.TIMESTAMP_FIELD_NUMBER, ts, bundle, position);
            case FtraceEvent.KGSL_ADRENO_CMDBATCH_SYNC_FIELD_NUMBER -> sync(ts, bundle, position);
            default -> parseRetired(ts, bundle, position);
        }
    }

    private boolean has(int field) {
        if (!fields.seek(field)) {
            context.stats().increment(StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS);
            return false;
        }
        return true;
    }

    private void retimeByField(int field, long ts, FtraceBundle bundle, long position) {
        if (has(field)) {
            pushBoth(ts, fields.asLong(), bundle, position);
        }
    }

    /// Pushes the event twice, see [RetimedEvent].
    private void pushBoth(long writtenTs, long ts, FtraceBundle bundle, long position) {
        sink.push(writtenTs, bundle.cpu(), position, new RetimedEvent(bundle, writtenTs, true, false));
        sink.push(ts, bundle.cpu(), position, new RetimedEvent(bundle, writtenTs, false, true));
    }

    private static long gpuStart(Sync sync, long ticks) {
        return sync.ts() + (ticks - sync.ticks()) * SECOND_NS / ADRENO_HZ;
    }

    /// Relates the GPU's clock to trace time when a batch of GPU work starts. Batches are identified by a
    /// number that the kernel calls timestamp.
    private void sync(long ts, FtraceBundle bundle, long position) {
        long batch = 0;
        long ticks = 0;
        while (fields.next()) {
            if (fields.field() == KgslAdrenoCmdbatchSyncFtraceEvent.TIMESTAMP_FIELD_NUMBER) {
                batch = fields.asUint32();
            } else if (fields.field() == KgslAdrenoCmdbatchSyncFtraceEvent.TICKS_FIELD_NUMBER) {
                ticks = fields.asLong();
            }
        }
        Sync sync = new Sync(ts, ticks);
        RetiredCommand retired = waiting.remove(batch);
        if (retired == null) {
            if (!syncs.containsKey(batch)) {
                syncs.put(batch, sync);
            }
        } else {
            pushBoth(retired.writtenTs(), gpuStart(sync, retired.start()), retired.bundle(), retired.position());
            syncs.remove(batch);
        }
        sink.push(ts, bundle.cpu(), position, bundle);
    }

    private void parseRetired(long ts, FtraceBundle bundle, long position) {
        long batch = 0;
        long start = 0;
        while (fields.next()) {
            if (fields.field() == KgslAdrenoCmdbatchRetiredFtraceEvent.TIMESTAMP_FIELD_NUMBER) {
                batch = fields.asUint32();
            } else if (fields.field() == KgslAdrenoCmdbatchRetiredFtraceEvent.START_FIELD_NUMBER) {
                start = fields.asLong();
            }
        }
        Sync sync = syncs.remove(batch);
        if (sync != null) {
            pushBoth(ts, gpuStart(sync, start), bundle, position);
            return;
        }
        sink.push(ts, bundle.cpu(), position, new RetimedEvent(bundle, ts, true, false));
        if (!waiting.containsKey(batch)) {
            waiting.put(batch, new RetiredCommand(ts, start, bundle, position));
        }
    }
}
