package traceglass.ingest.ftrace.family;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.text.PrintedNumbers;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.CommonTrackTypes;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GpuFrequencyFtraceEvent;
import traceglass.protos.ftrace.GpuPowerStateFtraceEvent;
import traceglass.protos.ftrace.GpuWorkPeriodFtraceEvent;
import traceglass.protos.ftrace.KgslAdrenoCmdbatchQueuedFtraceEvent;
import traceglass.protos.ftrace.KgslAdrenoCmdbatchRetiredFtraceEvent;
import traceglass.protos.ftrace.KgslGpuFrequencyFtraceEvent;
import traceglass.protos.ftrace.MaliGpuPowerStateFtraceEvent;
import traceglass.protos.ftrace.MaliMaliCSFINTERRUPTSTARTFtraceEvent;
import traceglass.store.names.StatNames;

/// Handles frequency, power and work of mobile GPUs: Adreno, Mali and PowerVR.
final class GpuEvents extends EventFamily {

    private static final TrackType ADRENO_BATCHES =
            TrackCompressor.compressed("adreno_gpu_cmdbatch", Dimension.ofInt("context_id"), Dimension.ofInt("prio"));
    private static final TrackType WORK_PERIOD = TrackType.slices(
            "android_gpu_work_period", Dimension.ofInt("ugpu"), Dimension.ofInt("gpu"), Dimension.ofInt("uid"));
    private static final TrackType MALI_POWER = TrackType.counter("mali_gpu_power_state", null);
    private static final TrackType MALI_MCU = TrackType.slices("mali_mcu_state");
    private static final TrackType POWERVR_POWER = TrackType.slices("powervr_gpu_power_state");
    /// Frequency of the clock of Adreno GPUs, in Hz.
    private static final long ADRENO_HZ = 19_200_000;
    private static final long SECOND_NS = 1_000_000_000;

    /// States of Mali's microcontroller, by the event that reports entering them.
    private static final Map<Integer, String> MCU_STATES = Map.ofEntries(
            Map.entry(
                    FtraceEvent.MALI_MALI_PM_MCU_HCTL_CORES_DOWN_SCALE_NOTIFY_PEND_FIELD_NUMBER,
                    "HCTL_CORES_DOWN_SCALE_NOTIFY_PEND"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_HCTL_CORES_NOTIFY_PEND_FIELD_NUMBER, "HCTL_CORES_NOTIFY_PEND"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_HCTL_CORE_INACTIVE_PEND_FIELD_NUMBER, "HCTL_CORE_INACTIVE_PEND"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_HCTL_MCU_ON_RECHECK_FIELD_NUMBER, "HCTL_MCU_ON_RECHECK"),
            Map.entry(
                    FtraceEvent.MALI_MALI_PM_MCU_HCTL_SHADERS_CORE_OFF_PEND_FIELD_NUMBER, "HCTL_SHADERS_CORE_OFF_PEND"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_HCTL_SHADERS_PEND_OFF_FIELD_NUMBER, "HCTL_SHADERS_PEND_OFF"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_HCTL_SHADERS_PEND_ON_FIELD_NUMBER, "HCTL_SHADERS_PEND_ON"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_HCTL_SHADERS_READY_OFF_FIELD_NUMBER, "HCTL_SHADERS_READY_OFF"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_IN_SLEEP_FIELD_NUMBER, "IN_SLEEP"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_OFF_FIELD_NUMBER, "OFF"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_ON_FIELD_NUMBER, "ON"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_ON_CORE_ATTR_UPDATE_PEND_FIELD_NUMBER, "ON_CORE_ATTR_UPDATE_PEND"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_ON_GLB_REINIT_PEND_FIELD_NUMBER, "ON_GLB_REINIT_PEND"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_ON_HALT_FIELD_NUMBER, "ON_HALT"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_ON_HWCNT_DISABLE_FIELD_NUMBER, "ON_HWCNT_DISABLE"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_ON_HWCNT_ENABLE_FIELD_NUMBER, "ON_HWCNT_ENABLE"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_ON_PEND_HALT_FIELD_NUMBER, "ON_PEND_HALT"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_ON_PEND_SLEEP_FIELD_NUMBER, "ON_PEND_SLEEP"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_ON_SLEEP_INITIATE_FIELD_NUMBER, "ON_SLEEP_INITIATE"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_PEND_OFF_FIELD_NUMBER, "PEND_OFF"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_PEND_ON_RELOAD_FIELD_NUMBER, "PEND_ON_RELOAD"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_POWER_DOWN_FIELD_NUMBER, "POWER_DOWN"),
            Map.entry(FtraceEvent.MALI_MALI_PM_MCU_RESET_WAIT_FIELD_NUMBER, "RESET_WAIT"));

    private final CpuTracks maliIrqs =
            new CpuTracks(TrackType.slices("cpu_mali_irq", TrackType.CPU), cpu -> "Mali Irq Cpu " + cpu);
    private final Map<Long, Long> threadOfAdrenoContext = new HashMap<>();
    private final int maliInterrupt = id("mali_CSF_INTERRUPT");
    private final int infoVal = id("info_val");
    private int mcuState = NULL;

    GpuEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.GPU_FREQUENCY_FIELD_NUMBER,
                e -> handleFrequency(
                        e,
                        e.asUint32(GpuFrequencyFtraceEvent.GPU_ID_FIELD_NUMBER),
                        e.asUint32(GpuFrequencyFtraceEvent.STATE_FIELD_NUMBER)));
        // This event reports kHz; other events report Hz.
        handlers.on(
                FtraceEvent.KGSL_GPU_FREQUENCY_FIELD_NUMBER,
                e -> handleFrequency(
                        e,
                        e.asUint32(KgslGpuFrequencyFtraceEvent.GPU_ID_FIELD_NUMBER),
                        e.asUint32(KgslGpuFrequencyFtraceEvent.GPU_FREQ_FIELD_NUMBER) * 1000.0));
        handlers.on(
                FtraceEvent.KGSL_ADRENO_CMDBATCH_QUEUED_FIELD_NUMBER,
                e -> threadOfAdrenoContext.putIfAbsent(
                        e.asUint32(KgslAdrenoCmdbatchQueuedFtraceEvent.ID_FIELD_NUMBER), e.tid()));
        handlers.on(FtraceEvent.KGSL_ADRENO_CMDBATCH_RETIRED_FIELD_NUMBER, this::handleAdrenoBatch);
        handlers.on(FtraceEvent.GPU_WORK_PERIOD_FIELD_NUMBER, this::addWorkPeriod);
        handlers.on(
                FtraceEvent.MALI_MALI_CSF_INTERRUPT_START_FIELD_NUMBER,
                e -> begin(
                        e,
                        maliIrqs.of(e.cpu()),
                        NULL,
                        maliInterrupt,
                        b -> b.addUint(infoVal, e.asLong(MaliMaliCSFINTERRUPTSTARTFtraceEvent.INFO_VAL_FIELD_NUMBER))));
        handlers.on(
                FtraceEvent.MALI_MALI_CSF_INTERRUPT_END_FIELD_NUMBER,
                e -> end(
                        e,
                        maliIrqs.of(e.cpu()),
                        NULL,
                        maliInterrupt,
                        b -> b.addUint(infoVal, e.asLong(MaliMaliCSFINTERRUPTSTARTFtraceEvent.INFO_VAL_FIELD_NUMBER))));
        MCU_STATES.forEach((event, state) -> handlers.on(event, e -> handleMcuState(e, id(state))));
        handlers.on(
                FtraceEvent.MALI_GPU_POWER_STATE_FIELD_NUMBER,
                e -> setCounter(
                        e,
                        e.asInt(MaliGpuPowerStateFtraceEvent.TO_STATE_FIELD_NUMBER),
                        track(MALI_POWER, id("mali_gpu_power_state"))));
        handlers.on(FtraceEvent.GPU_POWER_STATE_FIELD_NUMBER, this::handlePowerVr);
    }

    private void handleFrequency(KernelEvent e, long gpu, double value) {
        setCounter(
                e,
                value,
                track(
                        CommonTrackTypes.GPU_FREQUENCY,
                        id("gpufreq"),
                        context.gpus().ugpu(gpu),
                        gpu));
    }

    private void handleAdrenoBatch(KernelEvent e) {
        long start = e.asLong(KgslAdrenoCmdbatchRetiredFtraceEvent.START_FIELD_NUMBER);
        long retire = e.asLong(KgslAdrenoCmdbatchRetiredFtraceEvent.RETIRE_FIELD_NUMBER);
        if (Long.compareUnsigned(retire, start) < 0) {
            return;
        }
        long duration = (retire - start) * SECOND_NS / ADRENO_HZ;
        long contextId = e.asUint32(KgslAdrenoCmdbatchRetiredFtraceEvent.ID_FIELD_NUMBER);
        long priority = e.asUint32(KgslAdrenoCmdbatchRetiredFtraceEvent.PRIO_FIELD_NUMBER);
        String process = processOf(contextId);
        String suffix = " (Ctx=" + contextId + ", Prio=" + priority + ")";
        int name = process == null ? id(64, "GPU" + suffix) : id(256, "GPU " + process + suffix);
        int track = context.compressor()
                .lanes(ADRENO_BATCHES, name, null, null, contextId, priority)
                .scoped(e.ts(), duration);
        if (process != null) {
            // The track may have been created before the process was known.
            context.tracks().setName(track, name);
        }
        context.slices().scoped(e.ts(), duration, track, NULL, id("GPU"), null);
    }

    /// Returns the name of the process that submitted work to this context; null if unknown.
    private String processOf(long contextId) {
        Long tid = threadOfAdrenoContext.get(contextId);
        if (tid == null) {
            return null;
        }
        int upid = context.processes().upidOf(context.processes().thread(tid));
        return upid == ProcessTracker.NONE
                ? null
                : context.strings().get(context.processes().processName(upid));
    }

    private void addWorkPeriod(KernelEvent e) {
        long gpu = e.asUint32(GpuWorkPeriodFtraceEvent.GPU_ID_FIELD_NUMBER);
        long start = e.asLong(GpuWorkPeriodFtraceEvent.START_TIME_NS_FIELD_NUMBER);
        long end = e.asLong(GpuWorkPeriodFtraceEvent.END_TIME_NS_FIELD_NUMBER);
        int track = track(
                WORK_PERIOD,
                NULL,
                context.gpus().ugpu(gpu),
                gpu,
                e.asUint32(GpuWorkPeriodFtraceEvent.UID_FIELD_NUMBER));
        long duration = end - start;
        if (duration < 0) {
            context.logs()
                    .recordAtTime(
                            StatNames.GPU_WORK_PERIOD_NEGATIVE_DURATION,
                            e.ts(),
                            b -> b.addInt(id("start_time_ns"), start)
                                    .addInt(id("end_time_ns"), end)
                                    .addInt(id("gpu_id"), gpu));
            return;
        }
        long active = e.asLong(GpuWorkPeriodFtraceEvent.TOTAL_ACTIVE_DURATION_NS_FIELD_NUMBER);
        int slice = context.slices().scoped(e.ts(), duration, track, NULL, id("%" + percent(active, duration)), null);
        if (slice >= 0) {
            context.slices().setThreadTime(slice, e.ts(), active);
        }
    }

    private static String percent(long active, long duration) {
        double percent = 100.0 * ((double) active / duration);
        // For an empty interval, trace processor prints 0/0 with a sign.
        return Double.isNaN(percent) ? "-nan" : PrintedNumbers.fixed(percent, 2);
    }

    private void handleMcuState(KernelEvent e, int state) {
        int track = track(MALI_MCU, NULL);
        if (mcuState != NULL) {
            end(e, track, NULL, mcuState, null);
        }
        begin(e, track, NULL, state, null);
        mcuState = state;
    }

    private void handlePowerVr(KernelEvent e) {
        int track = track(POWERVR_POWER, id("powervr_gpu_power_state"));
        end(e, track);
        begin(
                e,
                track,
                NULL,
                id(
                        switch (e.asInt(GpuPowerStateFtraceEvent.NEW_STATE_FIELD_NUMBER)) {
                            case 0 -> "OFF";
                            case 1 -> "PG";
                            case 2 -> "ON";
                            default -> "Unknown";
                        }),
                null);
    }
}
