package traceglass.ingest.tracker.track;

/// Types of tracks that several parsers write to.
public final class SharedTracks {

    /// Frequency of a CPU, kHz; named `cpufreq`.
    public static final TrackType CPU_FREQUENCY = TrackType.counter("cpu_frequency", null, TrackType.CPU);
    /// Idle state of a CPU, 4294967295 when it is not idle; named `cpuidle`.
    public static final TrackType CPU_IDLE = TrackType.counter("cpu_idle", null, TrackType.CPU);
    /// Frequency of a clock or device; named after it.
    public static final TrackType CLOCK_FREQUENCY =
            TrackType.counter("clock_frequency", null, TrackType.Dimension.ofString("linux_device"));
    /// How soon the kernel would kill the process for memory; named `oom_score_adj`.
    public static final TrackType OOM_SCORE_ADJ = TrackType.counter("oom_score_adj", null, TrackType.UPID);
    /// A kind of memory of a process, bytes; named `mem.` and the kind.
    public static final TrackType PROCESS_MEMORY = TrackType.counter(
            "process_memory", null, TrackType.UPID, TrackType.Dimension.ofString("process_memory_key"));
    /// Frequency of a GPU; named `gpufreq`.
    public static final TrackType GPU_FREQUENCY = TrackType.counter(
            "gpu_frequency", "kHz", TrackType.Dimension.ofUint("ugpu"), TrackType.Dimension.ofUint("gpu"));

    private SharedTracks() {}
}
