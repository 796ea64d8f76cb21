package traceglass.record.config;

import static traceglass.record.spi.Platform.ANDROID;
import static traceglass.record.spi.Platform.LINUX;

import java.util.Arrays;
import java.util.List;
import traceglass.protos.config.FtraceConfig;
import traceglass.record.config.Option.Choice;
import traceglass.record.config.Probe.Section;

/// Probes for kernel events, and for the association of threads with processes.
public final class KernelProbes {

    static final String FTRACE_CONFIG = "advanced_ftrace";
    static final String ASSOCIATION = "adv_proc_thread_assoc";
    static final String PROCESS_STATS = "linux.process_stats";
    private static final String ASSOCIATION_BUFFER = "proc_assoc";
    /// The buffer for the process list has the size of the main buffer divided by this number, within limits.
    private static final int ASSOCIATION_DIVISOR = 16;
    private static final int ASSOCIATION_MIN_KB = 256;
    private static final int ASSOCIATION_MAX_KB = 8 * 1024;

    private static final List<Choice> GROUPS = Arrays.stream(
                    ("binder block clk devfreq ext4 f2fs i2c irq kmem memory_bus mmc oom power regulator sched sync"
                                    + " task vmscan fastrpc thermal net gpu_mem drm dma_fence workqueue raw_syscalls filemap cpuhp"
                                    + " cgroup signal timer")
                            .split(" "))
            .map(g -> new Choice(g + "/*", g))
            .toList();

    static final List<Probe> ALL = List.of(
            Probe.of(
                            FTRACE_CONFIG,
                            Section.ADVANCED,
                            "Kernel events",
                            "Event groups or single events by name; size and drain period of the kernel buffer",
                            ANDROID,
                            LINUX)
                    .source(Probe.FTRACE, "ftrace_config { }")
                    .options(
                            Option.multiple(
                                    "groups", "Groups", GROUPS, List.of(), Probe.FTRACE, "ftrace_config.ftrace_events"),
                            Option.lines(
                                    "events",
                                    "More events, as group/name",
                                    Probe.FTRACE,
                                    "ftrace_config.ftrace_events"),
                            Option.number(
                                    "bufferKb",
                                    "Kernel buffer",
                                    "KB",
                                    0,
                                    Probe.FTRACE,
                                    "ftrace_config.buffer_size_kb",
                                    0,
                                    512,
                                    1024,
                                    2048,
                                    4096,
                                    8192,
                                    16384,
                                    32768),
                            Option.number(
                                    "drainMs",
                                    "Drain every",
                                    "ms",
                                    0,
                                    Probe.FTRACE,
                                    "ftrace_config.drain_period_ms",
                                    0,
                                    100,
                                    250,
                                    500,
                                    1000,
                                    2500,
                                    5000),
                            Option.toggle(
                                    "symbols",
                                    "Kernel function names",
                                    true,
                                    Probe.FTRACE,
                                    "ftrace_config.symbolize_ksyms"))
                    // Events without a specific message type are recorded only if events are
                    // requested by name.
                    .contribution((draft, probe, values) -> {
                        FtraceConfig.Builder ftrace = draft.ftrace();
                        ftrace.setDisableGenericEvents(
                                values.list(probe.option("events")).isEmpty());
                    })
                    .build(),
            Probe.of(
                            ASSOCIATION,
                            Section.ADVANCED,
                            "Processes and threads",
                            "Process of each thread, and command lines of processes",
                            ANDROID,
                            LINUX)
                    .options(Option.toggle("scan", "List all processes at start", true, "", ""))
                    .contribution((draft, probe, values) -> {
                        draft.addEvents(List.of(
                                "sched/sched_process_exit",
                                "sched/sched_process_free",
                                "task/task_newtask",
                                "task/task_rename"));
                        draft.addBuffer(
                                ASSOCIATION_BUFFER,
                                Math.clamp(
                                        draft.settings().bufferKb() / ASSOCIATION_DIVISOR,
                                        ASSOCIATION_MIN_KB,
                                        ASSOCIATION_MAX_KB));
                        var config =
                                draft.source(PROCESS_STATS, ASSOCIATION_BUFFER).getProcessStatsConfigBuilder();
                        if (values.isOn(probe.option("scan"))) {
                            config.setScanAllProcessesOnStart(true);
                        }
                    })
                    .optionReader((config, values) -> values.with(
                            "scan",
                            Probe.sources(config, PROCESS_STATS)
                                    .anyMatch(d -> d.getProcessStatsConfig().getScanAllProcessesOnStart())))
                    .build());

    private KernelProbes() {}

    /// Names of the kernel event groups to choose from.
    public static List<String> groups() {
        return GROUPS.stream().map(Choice::label).toList();
    }
}
