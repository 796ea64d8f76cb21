package traceglass.ingest.tracker.track;

/// Track types that several parsers write to.
public final class CommonTrackTypes {

    /// CPU frequency in kHz; named `cpufreq`.
    public static final TrackType CPU_FREQUENCY = TrackType.counter("cpu_frequency", null, TrackType.CPU);
    /// CPU idle state; 4294967295 when not idle; named `cpuidle`.
    public static final TrackType CPU_IDLE = TrackType.counter("cpu_idle", null, TrackType.CPU);
    /// Frequency of a clock or device, after which the track is named.
    public static final TrackType CLOCK_FREQUENCY =
            TrackType.counter("clock_frequency", null, TrackType.Dimension.ofString("linux_device"));
    /// OOM score adjustment of a process, which determines how soon the kernel kills it when memory is low; named
    /// `oom_score_adj`.
    public static final TrackType OOM_SCORE_ADJ = TrackType.counter("oom_score_adj", null, TrackType.UPID);
    /// Memory of a process by kind, in bytes; named `mem.` plus the kind.
    public static final TrackType PROCESS_MEMORY = TrackType.counter(
            "process_memory", null, TrackType.UPID, TrackType.Dimension.ofString("process_memory_key"));
    /// GPU frequency in kHz; named `gpufreq`.
    public static final TrackType GPU_FREQUENCY = TrackType.counter(
            "gpu_frequency", "kHz", TrackType.Dimension.ofUint("ugpu"), TrackType.Dimension.ofUint("gpu"));

    private CommonTrackTypes() {}
}
