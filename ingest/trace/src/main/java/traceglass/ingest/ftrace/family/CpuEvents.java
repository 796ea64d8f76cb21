package traceglass.ingest.ftrace.family;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.track.CommonTrackTypes;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.ftrace.CpuFrequencyFtraceEvent;
import traceglass.protos.ftrace.CpuFrequencyLimitsFtraceEvent;
import traceglass.protos.ftrace.CpuIdleFtraceEvent;
import traceglass.protos.ftrace.CpuhpEnterFtraceEvent;
import traceglass.protos.ftrace.CpuhpExitFtraceEvent;
import traceglass.protos.ftrace.CpuhpMultiEnterFtraceEvent;
import traceglass.protos.ftrace.DcvshFreqFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.SchedCpuUtilCfsFtraceEvent;

/// Handles frequency, idle state, load and hotplug of CPUs.
final class CpuEvents extends EventFamily {

    private static TrackType ofCpu(String type) {
        return TrackType.counter(type, null, TrackType.CPU);
    }

    private final CpuTracks frequency = new CpuTracks(CommonTrackTypes.CPU_FREQUENCY, cpu -> "cpufreq");
    private final CpuTracks idle = new CpuTracks(CommonTrackTypes.CPU_IDLE, cpu -> "cpuidle");
    private final CpuTracks throttle = new CpuTracks(ofCpu("cpu_frequency_throttle"), cpu -> "cpufreq_throttle");
    private final CpuTracks maxLimit =
            new CpuTracks(ofCpu("cpu_max_frequency_limit"), cpu -> "Cpu " + cpu + " Max Freq Limit");
    private final CpuTracks minLimit =
            new CpuTracks(ofCpu("cpu_min_frequency_limit"), cpu -> "Cpu " + cpu + " Min Freq Limit");
    private final CpuTracks utilization = new CpuTracks(ofCpu("cpu_utilization"), cpu -> "Cpu " + cpu + " Util");
    private final CpuTracks capacity = new CpuTracks(ofCpu("cpu_capacity"), cpu -> "Cpu " + cpu + " Cap");
    private final CpuTracks running = new CpuTracks(ofCpu("cpu_nr_running"), cpu -> "Cpu " + cpu + " Nr Running");
    private final CpuTracks hotplug =
            new CpuTracks(TrackType.slices("cpu_hotplug", TrackType.CPU), cpu -> "CPU Hotplug " + cpu);
    private final int cpuCategory = id("cpu");
    private final int actionCpu = id("action_cpu");
    private final int hotplugIndex = id("cpuhp_idx");

    CpuEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.CPU_FREQUENCY_FIELD_NUMBER,
                e -> setCounter(
                        e,
                        e.asUint32(CpuFrequencyFtraceEvent.STATE_FIELD_NUMBER),
                        frequency.of(e.asInt(CpuFrequencyFtraceEvent.CPU_ID_FIELD_NUMBER))));
        handlers.on(
                FtraceEvent.CPU_IDLE_FIELD_NUMBER,
                e -> setCounter(
                        e,
                        e.asUint32(CpuIdleFtraceEvent.STATE_FIELD_NUMBER),
                        idle.of(e.asInt(CpuIdleFtraceEvent.CPU_ID_FIELD_NUMBER))));
        handlers.on(
                FtraceEvent.DCVSH_FREQ_FIELD_NUMBER,
                e -> setCounter(
                        e,
                        e.asUnsignedDouble(DcvshFreqFtraceEvent.FREQ_FIELD_NUMBER),
                        throttle.of(e.asInt(DcvshFreqFtraceEvent.CPU_FIELD_NUMBER))));
        handlers.on(FtraceEvent.CPU_FREQUENCY_LIMITS_FIELD_NUMBER, this::handleLimits);
        handlers.on(FtraceEvent.SCHED_CPU_UTIL_CFS_FIELD_NUMBER, this::handleUtilization);
        handlers.on(
                FtraceEvent.CPUHP_ENTER_FIELD_NUMBER,
                e -> handleHotplugStep(
                        e,
                        e.asInt(CpuhpEnterFtraceEvent.CPU_FIELD_NUMBER),
                        e.asInt(CpuhpEnterFtraceEvent.IDX_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.CPUHP_MULTI_ENTER_FIELD_NUMBER,
                e -> handleHotplugStep(
                        e,
                        e.asInt(CpuhpMultiEnterFtraceEvent.CPU_FIELD_NUMBER),
                        e.asInt(CpuhpMultiEnterFtraceEvent.IDX_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.CPUHP_EXIT_FIELD_NUMBER,
                e -> end(e, hotplug.of(e.asInt(CpuhpExitFtraceEvent.CPU_FIELD_NUMBER))));
    }

    private void handleLimits(KernelEvent e) {
        int cpu = e.asInt(CpuFrequencyLimitsFtraceEvent.CPU_ID_FIELD_NUMBER);
        setCounter(e, e.asUint32(CpuFrequencyLimitsFtraceEvent.MAX_FREQ_FIELD_NUMBER), maxLimit.of(cpu));
        setCounter(e, e.asUint32(CpuFrequencyLimitsFtraceEvent.MIN_FREQ_FIELD_NUMBER), minLimit.of(cpu));
    }

    private void handleUtilization(KernelEvent e) {
        int cpu = e.asInt(SchedCpuUtilCfsFtraceEvent.CPU_FIELD_NUMBER);
        setCounter(e, e.asUnsignedDouble(SchedCpuUtilCfsFtraceEvent.CPU_UTIL_FIELD_NUMBER), utilization.of(cpu));
        setCounter(e, e.asUnsignedDouble(SchedCpuUtilCfsFtraceEvent.CAPACITY_FIELD_NUMBER), capacity.of(cpu));
        setCounter(e, e.asUint32(SchedCpuUtilCfsFtraceEvent.NR_RUNNING_FIELD_NUMBER), running.of(cpu));
    }

    /// Starts a step of a CPU hotplug operation. It runs on the CPU of the event, which may be a different one.
    private void handleHotplugStep(KernelEvent e, int cpu, int index) {
        begin(
                e,
                hotplug.of(cpu),
                cpuCategory,
                id(32, "cpuhp(" + index + ")"),
                b -> b.addUint(actionCpu, e.cpu()).addInt(hotplugIndex, index));
    }
}
