package traceglass.record.config;

import static traceglass.record.spi.Platform.ANDROID;
import static traceglass.record.spi.Platform.LINUX;

import java.util.List;
import traceglass.record.config.Probe.Section;

/// Probes for CPUs.
final class CpuProbes {

    static final String SYS_STATS = "linux.sys_stats";

    static final List<Probe> ALL = List.of(
            Probe.of(
                            "cpu_sched",
                            Section.CPU,
                            "Scheduling details",
                            "Which thread ran on which CPU, and who woke it",
                            ANDROID,
                            LINUX)
                    .requires(KernelProbes.FTRACE_CONFIG, KernelProbes.ASSOCIATION)
                    .events(
                            "sched/sched_switch",
                            "power/suspend_resume",
                            "sched/sched_blocked_reason",
                            "sched/sched_wakeup",
                            "sched/sched_wakeup_new",
                            "sched/sched_waking",
                            "sched/sched_process_exit",
                            "sched/sched_process_free",
                            "task/task_newtask",
                            "task/task_rename")
                    .build(),
            Probe.of(
                            "cpu_freq",
                            Section.CPU,
                            "CPU frequency and idle states",
                            "From the kernel, and polled for CPUs that do not report changes",
                            ANDROID,
                            LINUX)
                    .source(SYS_STATS, "")
                    .options(Option.ofPollInterval(SYS_STATS, "sys_stats_config.cpufreq_period_ms", 1000))
                    .events(
                            "power/cpu_frequency",
                            "power/cpu_idle",
                            "power/suspend_resume",
                            "power/psci_domain_idle_enter",
                            "power/psci_domain_idle_exit")
                    .build(),
            Probe.of("cpu_usage", Section.CPU, "Coarse CPU usage", "Counters from /proc/stat", ANDROID, LINUX)
                    .requires(KernelProbes.ASSOCIATION)
                    .source(
                            SYS_STATS,
                            "sys_stats_config { stat_counters: STAT_CPU_TIMES stat_counters: STAT_FORK_COUNT }")
                    .options(Option.ofPollInterval(SYS_STATS, "sys_stats_config.stat_period_ms", 1000))
                    .build(),
            Probe.of(
                            "cpu_syscalls",
                            Section.CPU,
                            "System calls",
                            "Every entry and exit; a lot of data. On Android, only on development builds",
                            ANDROID,
                            LINUX)
                    .events("raw_syscalls/sys_enter", "raw_syscalls/sys_exit")
                    .build());

    private CpuProbes() {}
}
