package traceglass.analysis.doctor;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for the quality of a recording: findings of the trace doctor, and the summary of a trace.
///
/// In strings of findings, `{1}`, `{2}` and `{3}` are replaced by the values of the query's row, `{1:size}` by a size,
/// and `{1|event|events}` by the singular or the plural. For a finding `X`, `X_EFFECT` describes its consequence for
/// the trace, and `X_REMEDY` how to avoid it.
final class DoctorTexts {

    private DoctorTexts() {}

    // ---- Summary of a trace

    // Keys, which programs read in the JSON of a summary.
    static final String MODEL = "Model";
    static final String ANDROID = "Android";
    static final String BUILD = "Build";
    static final String CHIP = "Chip";
    static final String KERNEL = "Kernel";
    static final String SYSTEM = "System";
    static final String CPUS = "CPUs";

    static String androidVersion(String version, String api) {
        return version + (api == null ? "" : ", API " + api);
    }

    static String label(String key) {
        return switch (key) {
            case MODEL -> tr("Model");
            case ANDROID -> tr("Android");
            case BUILD -> tr("Build");
            case CHIP -> tr("Chip");
            case KERNEL -> tr("Kernel");
            case SYSTEM -> tr("System");
            case CPUS -> tr("CPUs");
            default -> key;
        };
    }

    static String device(String model, String version) {
        return model + (version.isEmpty() ? "" : tr(" · Android {0}", version));
    }

    // ---- Problems without specific strings

    static final String REPORTED = tr("The recording reported it; some events may be missing.");
    static final String DETECTED = tr("Detected during the import; the affected events are missing.");
    static final String ADVICE_LOSS = tr("Use larger buffers or fewer data sources, or record for a shorter time.");
    static final String ADVICE_RECORDING = tr("Check the config of the recording, and the log of the recorder.");
    static final String ADVICE_IMPORT =
            tr("The table _trace_import_logs lists the positions in the file. Copy the file again if it"
                    + " may be damaged or truncated; otherwise please report the problem.");
    static final String SOME = tr("some");

    // ---- Damaged and lost data

    static final String DAMAGED = tr("The file is damaged or truncated: {1} {1|part|parts} couldn't be read");
    static final String DAMAGED_EFFECT =
            tr("Their data is missing. If the file is truncated, everything after that point is missing too.");
    static final String DAMAGED_REMEDY =
            tr("Copy or download the file again. Pull it from the device only after the recording has ended.");
    static final String FTRACE_LOST = tr("Ftrace lost {1} {1|event|events} (CPU {2})");
    static final String FTRACE_LOST_EFFECT =
            tr("The kernel's buffers were full before they were read. Scheduling has gaps, and slices whose end "
                    + "was lost look too long.");
    static final String FTRACE_LOST_REMEDY =
            tr("Increase buffer_size_kb of ftrace, shorten drain_period_ms, or record fewer events.");
    static final String RING_BUFFER_OVERWRITTEN = tr("Buffer {1} was too small: {2:size} was overwritten");
    static final String RING_BUFFER_OVERWRITTEN_EFFECT =
            tr("The start of the recording is lost. Names and states that were recorded only there are missing "
                    + "later, too.");
    static final String RING_BUFFER_OVERWRITTEN_REMEDY =
            tr("Make buffer {1} larger than {3:size}, set write_into_file, or record for a shorter time.");
    static final String BUFFER_FULL = tr("Buffer {1} was full: {2} {2|chunk was|chunks were} discarded");
    static final String BUFFER_FULL_EFFECT = tr("Everything that its sources wrote from then on is lost.");
    static final String BUFFER_FULL_REMEDY =
            tr("Make buffer {1} larger than {3:size}, or use fill_policy RING_BUFFER to keep the newest data.");
    static final String WRITER_LOSS = tr("{1} {1|packet was|packets were} lost before reaching a buffer");
    static final String WRITER_LOSS_EFFECT = tr("The programs wrote faster than the tracing service could read.");
    static final String WRITER_LOSS_REMEDY = tr("Increase shm_size_kb of these producers, or record fewer categories.");
    static final String FINAL_FLUSH = tr("A flush failed");
    static final String FINAL_FLUSH_EFFECT =
            tr("Events shortly before it may be missing, which can leave slices without an end.");
    static final String FINAL_FLUSH_REMEDY =
            tr("Increase flush_timeout_ms. Do not stop the machine or the tracing service while it records.");

    // ---- Missing names and processes

    static final String NO_PROCESS_NAMES = tr("{1} of {2} threads have no name");
    static final String NO_PROCESS_NAMES_EFFECT =
            tr("Tracks are labeled with ids only, and processes are hard to distinguish.");
    static final String NO_PROCESS_NAMES_REMEDY =
            tr("Record linux.process_stats with scan_all_processes_on_start, and ftrace's task/task_newtask and "
                    + "task/task_rename.");
    static final String NO_PROCESSES = tr("{1} of {2} threads belong to no known process");
    static final String NO_PROCESSES_EFFECT = tr("They are shown separately, below the processes.");
    static final String NO_PROCESSES_REMEDY =
            tr("Record linux.process_stats with scan_all_processes_on_start. With atrace, append the output of "
                    + "ps -AT -o USER,PID,TID,CMD on the device to the trace, as systrace does.");

    // ---- Missing events

    static final String NO_WAKING = tr("The trace does not record which thread woke which");
    static final String NO_WAKING_EFFECT = tr(
            "There are {1} scheduling slices but no wakeups, so runnable time, latency and critical paths are unknown.");
    static final String NO_WAKING_REMEDY = tr("Add sched/sched_waking to ftrace_events.");
    static final String NO_BLOCKED_REASON = tr("{1} uninterruptible sleeps have no recorded reason");
    static final String NO_BLOCKED_REASON_EFFECT =
            tr("Waiting for a disk and waiting for a kernel lock look the same.");
    static final String NO_BLOCKED_REASON_REMEDY =
            tr("Add sched/sched_blocked_reason to ftrace_events, and set symbolize_ksyms.");
    static final String NO_FREQUENCY = tr("CPU frequencies were not recorded");
    static final String NO_FREQUENCY_EFFECT = tr("Slow code can't be distinguished from a slow CPU clock.");
    static final String NO_FREQUENCY_REMEDY =
            tr("Add power/cpu_frequency to ftrace_events, and linux.sys_stats with cpufreq_period_ms.");

    // ---- Slices, clocks and time

    static final String UNFINISHED_SLICES = tr("{1} of {2} slices have no end");
    static final String UNFINISHED_SLICES_EFFECT = tr(
            "They are drawn up to the end of the trace. Their ends were lost, or the recording stopped while they ran.");
    static final String UNFINISHED_SLICES_REMEDY =
            tr("Check for data losses. Set flush_period_ms so that programs flush their buffers regularly.");
    static final String NO_CLOCK_SNAPSHOTS = tr("The trace has no clock snapshots");
    static final String NO_CLOCK_SNAPSHOTS_EFFECT =
            tr("Timestamps of sources with different clocks can't be converted; such events are missing.");
    static final String NO_CLOCK_SNAPSHOTS_REMEDY = tr("Do not disable snapshots in builtin_data_sources.");
    static final String NO_TIME_OF_DAY = tr("The time of day is not known");
    static final String NO_TIME_OF_DAY_EFFECT =
            tr("Times can't be shown as UTC, or compared with logs of other machines.");
    static final String NO_TIME_OF_DAY_REMEDY =
            tr("Keep clock snapshots of the tracing service enabled: do not set disable_clock_snapshotting.");

    // ---- Profiles

    static final String NO_SYMBOLS = tr("{1} of {2} callstack frames have no name");
    static final String NO_SYMBOLS_EFFECT = tr("Flame graphs show addresses instead of functions.");
    static final String NO_SYMBOLS_REMEDY =
            tr("Choose “Add symbols…” to add names from unstripped binaries, mapping files or kernel symbols.");
    static final String SAMPLES_LOST = tr("{1} {1|callstack sample was|callstack samples were} lost");
    static final String SAMPLES_LOST_EFFECT = tr("Proportions in flame graphs are inaccurate.");
    static final String SAMPLES_LOST_REMEDY =
            tr("Sample less often, limit sampling to the process in question, or increase ring_buffer_pages.");
    static final String HEAP_LOST = tr("A native heap profile is incomplete");
    static final String HEAP_LOST_EFFECT =
            tr("The buffer between the program and the profiler overflowed, or the profile ended early.");
    static final String HEAP_LOST_REMEDY =
            tr("Increase shmem_size_bytes or sampling_interval_bytes, or set block_client.");

    // ---- Configured, but missing

    static final String ATRACE_MISSING = tr("Atrace categories were configured, but there are no slices");
    static final String ATRACE_MISSING_EFFECT = tr("The programs were not allowed to write slices, or wrote none.");
    static final String ATRACE_MISSING_REMEDY =
            tr("List the programs in atrace_apps (\"*\" for all). They must be debuggable or profileable.");
    static final String LOGS_MISSING = tr("Logs were configured, but the trace has none");
    static final String LOGS_MISSING_EFFECT =
            tr("The recording had no permission to read them, or no line passed the filter.");
    static final String LOGS_MISSING_REMEDY =
            tr("Record as the shell or root user, and check min_prio and filter_tags of android.log.");
}
