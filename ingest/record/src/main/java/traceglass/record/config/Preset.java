package traceglass.record.config;

import java.util.List;
import java.util.Optional;
import traceglass.record.spi.Platform;

/// A predefined set of probes for a purpose.
///
/// @param id value of `--preset`; several platforms can have a preset with the same id
/// @param description one-sentence description of its purpose
public record Preset(String id, String title, String description, RecordSettings settings) {

    private static final long FEW_SECONDS_MS = 10_000;
    private static final long SOME_SECONDS_MS = 30_000;
    private static final long LARGE_KB = 256 * 1024;

    private static final List<Preset> ANDROID = List.of(
            new Preset(
                    "default",
                    "Default",
                    "Suitable for most questions",
                    android(FEW_SECONDS_MS)
                            .with("cpu_usage", poll(1000))
                            .with("cpu_sched", OptionValues.DEFAULTS)
                            .with("cpu_freq", poll(1000))
                            .with("atrace", atrace(AndroidProbes.ATRACE_DEFAULTS))
                            .with(
                                    "logcat",
                                    OptionValues.DEFAULTS.with(
                                            "buffers", List.of("LID_DEFAULT", "LID_SYSTEM", "LID_CRASH", "LID_EVENTS")))
                            .with("android_frame_timeline", OptionValues.DEFAULTS)),
            new Preset(
                    "graphics",
                    "Graphics",
                    "Frames, GPU and compositor",
                    android(SOME_SECONDS_MS)
                            .with("cpu_usage", poll(1000))
                            .with("cpu_sched", OptionValues.DEFAULTS)
                            .with("cpu_freq", poll(1000))
                            .with("gpu_frequency", OptionValues.DEFAULTS)
                            .with("gpu_memory", OptionValues.DEFAULTS)
                            .with("gpu_work_period", OptionValues.DEFAULTS)
                            .with("mem_proc_stat", poll(1000))
                            .with("android_frame_timeline", OptionValues.DEFAULTS)
                            .with(
                                    "atrace",
                                    atrace(List.of(
                                            "aidl",
                                            "am",
                                            "binder_driver",
                                            "gfx",
                                            "hal",
                                            "idle",
                                            "input",
                                            "memory",
                                            "power",
                                            "sched",
                                            "thermal",
                                            "view",
                                            "webview",
                                            "wm",
                                            "workq")))
                            .with("advanced_ftrace", OptionValues.DEFAULTS.with("groups", List.of("power/*")))),
            new Preset(
                    "battery",
                    "Battery",
                    "Power use and its causes",
                    android(SOME_SECONDS_MS)
                            .with(
                                    "atrace",
                                    atrace(List.of(
                                            "aidl",
                                            "am",
                                            "binder_driver",
                                            "network",
                                            "nnapi",
                                            "pm",
                                            "power",
                                            "ss",
                                            "thermal",
                                            "wm")))
                            .with("power_rails", poll(1000))
                            .with("cpu_usage", poll(1000))),
            new Preset(
                    "thermal",
                    "Thermal",
                    "Temperatures and thermal throttling",
                    android(SOME_SECONDS_MS)
                            .with("cpu_sched", OptionValues.DEFAULTS)
                            .with(
                                    "atrace",
                                    atrace(List.of("freq", "idle", "power", "sched", "thermal", "thermal_tj", "workq")))
                            .with("power_rails", poll(1000))
                            .with("power_voltages", OptionValues.DEFAULTS)
                            .with("cpu_usage", poll(1000))
                            .with("cpu_freq", poll(1000))),
            new Preset("chrome", "Chrome", "The browser on the device", chrome(Platform.ANDROID)),
            new Preset("v8", "V8", "JavaScript, WebAssembly, garbage collection", v8(Platform.ANDROID)));

    /// Presets for Linux. Besides scheduling and CPU frequency, they record the memory of processes and of the
    /// system.
    private static final List<Preset> LINUX = List.of(
            new Preset(
                    "default",
                    "Default",
                    "CPUs, processes and memory",
                    RecordSettings.empty(Platform.LINUX)
                            .with("cpu_usage", poll(1000))
                            .with("cpu_sched", OptionValues.DEFAULTS)
                            .with("cpu_freq", poll(1000))
                            .with("mem_proc_stat", poll(1000))
                            .with("mem_meminfo", poll(1000))),
            new Preset(
                    "scheduling",
                    "Scheduling",
                    "Running and waiting threads",
                    RecordSettings.empty(Platform.LINUX)
                            .with("cpu_sched", OptionValues.DEFAULTS)
                            .with("cpu_freq", poll(100))
                            .with("mem_proc_stat", poll(100))));

    private static final List<Preset> CHROME = List.of(
            new Preset("default", "Default", "Suitable for most questions about web pages", chrome(Platform.CHROME)),
            new Preset("v8", "V8", "JavaScript, WebAssembly, garbage collection", v8(Platform.CHROME)));

    /// Presets of a platform in display order; the first is the default.
    public static List<Preset> of(Platform platform) {
        return switch (platform) {
            case ANDROID -> ANDROID;
            case LINUX -> LINUX;
            case CHROME -> CHROME;
        };
    }

    /// Returns the preset of the platform with this id, ignoring case.
    public static Optional<Preset> find(Platform platform, String id) {
        return of(platform).stream().filter(p -> p.id().equalsIgnoreCase(id)).findFirst();
    }

    private static RecordSettings android(long durationMs) {
        return RecordSettings.empty(Platform.ANDROID).withDurationMs(durationMs);
    }

    private static OptionValues poll(int ms) {
        return OptionValues.DEFAULTS.with("pollMs", ms);
    }

    private static OptionValues atrace(List<String> categories) {
        return OptionValues.DEFAULTS.with("categories", categories).with("allApps", true);
    }

    private static RecordSettings browser(Platform platform, OptionValues values) {
        return RecordSettings.empty(platform)
                .withBufferKb(LARGE_KB)
                .withDurationMs(SOME_SECONDS_MS)
                .with(ChromeProbes.ID, values);
    }

    private static RecordSettings chrome(Platform platform) {
        return browser(
                platform,
                OptionValues.DEFAULTS.with(
                        "groups",
                        List.of(
                                "Task scheduling",
                                "JavaScript",
                                "Page rendering",
                                "Window rendering",
                                "Input",
                                "Navigation and loading")));
    }

    private static RecordSettings v8(Platform platform) {
        return browser(
                platform,
                OptionValues.DEFAULTS
                        .with("groups", List.of("Task scheduling", "JavaScript", "Navigation and loading"))
                        .with(
                                "categories",
                                List.of(
                                        "v8",
                                        "v8.execute",
                                        "v8.wasm",
                                        "v8.memory",
                                        "blink.user_timing",
                                        "disabled-by-default-v8.gc",
                                        "disabled-by-default-v8.compile",
                                        "disabled-by-default-v8.cpu_profiler")));
    }
}
