package traceglass.record.config;

import static traceglass.record.spi.Platform.ANDROID;
import static traceglass.record.spi.Platform.LINUX;

import com.google.protobuf.Descriptors;
import java.util.List;
import java.util.Locale;
import traceglass.protos.common.MeminfoCounters;
import traceglass.protos.common.VmstatCounters;
import traceglass.protos.config.DataSourceConfig;
import traceglass.record.config.Option.Choice;
import traceglass.record.config.Probe.Section;

/// Probes for memory.
final class MemoryProbes {

    private static final String HEAPPROFD = "android.heapprofd";
    private static final String JAVA_HPROF = "android.java_hprof";
    private static final long[] DUMP_MS = {0, 1000, 10_000, 30_000, 60_000, 300_000, 600_000, 1_800_000, 3_600_000};
    private static final long[] SAMPLING = {
        1, 16, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131_072, 262_144, 524_288, 1_048_576
    };
    private static final long[] SHARED_KB = {1024, 2048, 4096, 8192, 16384, 32768, 65536, 131_072};

    static final List<Probe> ALL = List.of(
            Probe.of(
                            "mem_lmk",
                            Section.MEMORY,
                            "Low memory killer",
                            "Killed processes, and changes to the OOM adjustment score",
                            ANDROID,
                            LINUX)
                    .requires(KernelProbes.ASSOCIATION)
                    .events("lowmemorykiller/lowmemory_kill", "oom/oom_score_adj_update")
                    // The user-space killer reports through atrace, which is on if any app name is set.
                    .contribution((draft, probe, values) -> AndroidProbes.addApp(draft, "lmkd"))
                    .build(),
            Probe.of(
                            "mem_hprof",
                            Section.MEMORY,
                            "Native heap profile",
                            "Allocations with callstacks, for the processes you choose. Android 10 or newer",
                            ANDROID,
                            LINUX)
                    .since(29)
                    .source(HEAPPROFD, "")
                    .options(
                            Option.processes(HEAPPROFD, "heapprofd_config.process_cmdline,heapprofd_config.pid"),
                            Option.number(
                                    "samplingBytes",
                                    "Sample every",
                                    "bytes",
                                    4096,
                                    HEAPPROFD,
                                    "heapprofd_config.sampling_interval_bytes",
                                    SAMPLING),
                            Option.number(
                                    "dumpIntervalMs",
                                    "Dump every",
                                    "ms",
                                    0,
                                    HEAPPROFD,
                                    "heapprofd_config.continuous_dump_config.dump_interval_ms",
                                    DUMP_MS),
                            Option.number(
                                    "dumpPhaseMs",
                                    "First dump after",
                                    "ms",
                                    0,
                                    HEAPPROFD,
                                    "heapprofd_config.continuous_dump_config.dump_phase_ms",
                                    DUMP_MS),
                            Option.number(
                                            "sharedKb",
                                            "Shared memory",
                                            "KB",
                                            8192,
                                            HEAPPROFD,
                                            "heapprofd_config.shmem_size_bytes",
                                            SHARED_KB)
                                    .withScale(1024),
                            Option.toggle(
                                    "blockClient",
                                    "Slow the process down instead of losing samples",
                                    true,
                                    HEAPPROFD,
                                    "heapprofd_config.block_client"),
                            Option.toggle(
                                    "allHeaps",
                                    "Include custom allocators",
                                    false,
                                    HEAPPROFD,
                                    "heapprofd_config.all_heaps"))
                    .contribution((draft, probe, values) -> {
                        if (values.number(probe.option("dumpIntervalMs")) == 0) {
                            clearDump(draft.source(HEAPPROFD));
                        }
                    })
                    .build(),
            Probe.of(
                            "mem_heapdumps",
                            Section.MEMORY,
                            "Java heap dumps",
                            "Object graph of an app. Android 11 or newer",
                            ANDROID)
                    .since(30)
                    .source(JAVA_HPROF, "")
                    .options(
                            Option.processes(JAVA_HPROF, "java_hprof_config.process_cmdline,java_hprof_config.pid"),
                            Option.number(
                                    "dumpIntervalMs",
                                    "Dump every",
                                    "ms",
                                    0,
                                    JAVA_HPROF,
                                    "java_hprof_config.continuous_dump_config.dump_interval_ms",
                                    DUMP_MS),
                            Option.number(
                                    "dumpPhaseMs",
                                    "First dump after",
                                    "ms",
                                    0,
                                    JAVA_HPROF,
                                    "java_hprof_config.continuous_dump_config.dump_phase_ms",
                                    DUMP_MS))
                    .contribution((draft, probe, values) -> {
                        if (values.number(probe.option("dumpIntervalMs")) == 0) {
                            clearDump(draft.source(JAVA_HPROF));
                        }
                    })
                    .build(),
            Probe.of("mem_meminfo", Section.MEMORY, "Kernel memory counters", "Polls /proc/meminfo", ANDROID, LINUX)
                    .source(CpuProbes.SYS_STATS, "")
                    .options(
                            Option.ofPollInterval(CpuProbes.SYS_STATS, "sys_stats_config.meminfo_period_ms", 1000),
                            Option.multiple(
                                    "counters",
                                    "Counters",
                                    counters(MeminfoCounters.getDescriptor(), "MEMINFO_"),
                                    List.of(),
                                    CpuProbes.SYS_STATS,
                                    "sys_stats_config.meminfo_counters"))
                    .build(),
            Probe.of(
                            "mem_vmstat",
                            Section.MEMORY,
                            "Virtual memory counters",
                            "Polls /proc/vmstat: swapping, eviction, page cache",
                            ANDROID,
                            LINUX)
                    .source(CpuProbes.SYS_STATS, "")
                    .options(
                            Option.ofPollInterval(CpuProbes.SYS_STATS, "sys_stats_config.vmstat_period_ms", 1000),
                            Option.multiple(
                                    "counters",
                                    "Counters",
                                    counters(VmstatCounters.getDescriptor(), "VMSTAT_"),
                                    List.of(),
                                    CpuProbes.SYS_STATS,
                                    "sys_stats_config.vmstat_counters"))
                    .build(),
            Probe.of(
                            "mem_hifreq",
                            Section.MEMORY,
                            "Memory events",
                            "Short spikes: resident size, ion and DMA heaps. Android 10 or newer",
                            ANDROID)
                    .since(29)
                    .requires(KernelProbes.ASSOCIATION)
                    .events(
                            "mm_event/mm_event_record",
                            "kmem/rss_stat",
                            "ion/ion_stat",
                            "dmabuf_heap/dma_heap_stat",
                            "kmem/ion_heap_grow",
                            "kmem/ion_heap_shrink")
                    .build(),
            Probe.of(
                            "mem_proc_stat",
                            Section.MEMORY,
                            "Memory by process",
                            "Polls /proc for every process: threads, resident size, swap, OOM score",
                            ANDROID,
                            LINUX)
                    .requires(KernelProbes.ASSOCIATION)
                    .options(
                            Option.ofPollInterval(
                                    KernelProbes.PROCESS_STATS, "process_stats_config.proc_stats_poll_ms", 1000),
                            Option.toggle(
                                    "age",
                                    "Age of the process",
                                    false,
                                    KernelProbes.PROCESS_STATS,
                                    "process_stats_config.record_process_age"),
                            Option.toggle(
                                    "runtime",
                                    "CPU time of the process",
                                    false,
                                    KernelProbes.PROCESS_STATS,
                                    "process_stats_config.record_process_runtime"))
                    .build());

    private MemoryProbes() {}

    private static void clearDump(DataSourceConfig.Builder config) {
        if (config.hasHeapprofdConfig()) {
            config.getHeapprofdConfigBuilder().clearContinuousDumpConfig();
        }
        if (config.hasJavaHprofConfig()) {
            config.getJavaHprofConfigBuilder().clearContinuousDumpConfig();
        }
    }

    private static List<Choice> counters(Descriptors.EnumDescriptor type, String prefix) {
        return type.getValues().stream()
                .filter(v -> v.getNumber() != 0)
                .map(v -> new Choice(
                        v.getName(), v.getName().substring(prefix.length()).toLowerCase(Locale.ROOT)))
                .toList();
    }
}
