package traceglass.record.config;

import static traceglass.record.spi.Platform.ANDROID;
import static traceglass.record.spi.Platform.CHROME;
import static traceglass.record.spi.Platform.LINUX;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import traceglass.protos.config.ChromeConfig;
import traceglass.protos.config.TraceConfig.BufferConfig.FillPolicy;
import traceglass.protos.config.TrackEventConfig;
import traceglass.record.config.Option.Choice;
import traceglass.record.config.Probe.Section;
import traceglass.store.text.Json;

/// Probes for browsers: named groups of categories, and individual categories.
final class ChromeProbes {

    static final String ID = "chrome_tracing";
    private static final String TRACK_EVENT = "track_event";
    private static final String METADATA_BUFFER = "metadata";
    private static final int METADATA_KB = 256;
    private static final String OFF = "disabled-by-default-";

    /// Group names with their categories.
    static final Map<String, List<String>> GROUPS = groups();

    /// Categories to choose from until a browser has reported its categories.
    private static final List<Choice> KNOWN = Stream.of(
                    "accessibility",
                    "android_webview",
                    "audio",
                    "base",
                    "benchmark",
                    "blink",
                    "blink.animations",
                    "blink.bindings",
                    "blink.net",
                    "blink.user_timing",
                    "blink.worker",
                    "browser",
                    "cc",
                    "cc.debug",
                    "cppgc",
                    "devtools.timeline",
                    "disk_cache",
                    "extensions",
                    "gpu",
                    "gpu.capture",
                    "graphics.pipeline",
                    "IndexedDB",
                    "input",
                    "input.scrolling",
                    "interactions",
                    "ipc",
                    "Java",
                    "jni",
                    "latency",
                    "latencyInfo",
                    "leveldb",
                    "loading",
                    "log",
                    "media",
                    "memory",
                    "mojom",
                    "mojom.flow",
                    "navigation",
                    "net",
                    "netlog",
                    "performance_scenarios",
                    "renderer",
                    "renderer.scheduler",
                    "renderer_host",
                    "scheduler",
                    "scheduler.flow",
                    "scheduler.long_tasks",
                    "sequence_manager",
                    "ServiceWorker",
                    "skia",
                    "sql",
                    "startup",
                    "toplevel",
                    "toplevel.flow",
                    "ui",
                    "v8",
                    "v8.console",
                    "v8.execute",
                    "v8.memory",
                    "v8.wasm",
                    "views",
                    "viz",
                    "wakeup.flow",
                    "webaudio",
                    "webrtc",
                    OFF + "cc.debug",
                    OFF + "cpu_profiler",
                    OFF + "devtools.timeline",
                    OFF + "gpu.service",
                    OFF + "histogram_samples",
                    OFF + "ipc.flow",
                    OFF + "layout_shift.debug",
                    OFF + "memory-infra",
                    OFF + "net",
                    OFF + "power",
                    OFF + "system_metrics",
                    OFF + "toplevel.flow",
                    OFF + "v8.compile",
                    OFF + "v8.cpu_profiler",
                    OFF + "v8.gc",
                    OFF + "v8.runtime_stats",
                    OFF + "worker.scheduler")
            .map(c -> new Choice(c, c))
            .toList();

    static final List<Probe> ALL = List.of(Probe.of(
                    ID,
                    Section.CHROME,
                    "Browser",
                    "Trace points in Chrome and related browsers",
                    CHROME,
                    ANDROID,
                    LINUX)
            .options(
                    Option.multiple(
                            "groups",
                            "Subjects",
                            GROUPS.keySet().stream().map(g -> new Choice(g, g)).toList(),
                            List.of(),
                            "",
                            ""),
                    Option.multiple("categories", "Categories", KNOWN, List.of(), "", ""),
                    Option.lines("more", "Other categories, one per line", "", ""),
                    Option.toggle("privacy", "Omit untyped values, such as page URLs", false, "", ""))
            .contribution(ChromeProbes::add)
            .build());

    private ChromeProbes() {}

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put(
                "Task scheduling",
                List.of("toplevel", "toplevel.flow", "scheduler", "sequence_manager", OFF + "toplevel.flow"));
        groups.put("IPC flows", List.of("toplevel", "toplevel.flow", OFF + "ipc.flow", "mojom"));
        groups.put("Long tasks", List.of("toplevel", "scheduler.long_tasks"));
        groups.put("JavaScript", List.of("toplevel", "v8"));
        groups.put("Page rendering", List.of("toplevel", "blink", "cc", "gpu"));
        groups.put("Window rendering", List.of("toplevel", "cc", "gpu", "viz", "ui", "views"));
        groups.put("Input", List.of("toplevel", "benchmark", "evdev", "input", OFF + "toplevel.flow"));
        groups.put("Navigation and loading", List.of("loading", "net", "netlog", "navigation", "browser"));
        Set<String> audio = new LinkedHashSet<>(List.of("base"));
        for (String c : List.of(
                "audio",
                "webaudio",
                "webaudio.audionode",
                "webrtc",
                "audio-worklet",
                "mediastream",
                "v8.gc",
                "toplevel",
                "toplevel.flow",
                "wakeup.flow",
                "cpu_profiler",
                "scheduler",
                "p2p",
                "net")) {
            audio.add(c);
            audio.add(OFF + c);
        }
        groups.put("Audio", List.copyOf(new ArrayList<>(audio)));
        groups.put(
                "Video",
                List.of(
                        "base",
                        "gpu",
                        "gpu.capture",
                        "media",
                        "toplevel",
                        "toplevel.flow",
                        "scheduler",
                        "wakeup.flow",
                        "webrtc",
                        OFF + "video_and_image_capture",
                        OFF + "webrtc"));
        return groups;
    }

    private static void add(ConfigDraft draft, Probe probe, OptionValues values) {
        Set<String> categories = new LinkedHashSet<>(values.list(probe.option("categories")));
        categories.addAll(values.list(probe.option("more")));
        values.list(probe.option("groups")).forEach(g -> categories.addAll(GROUPS.getOrDefault(g, List.of())));
        boolean hasPrivacyFilter = values.isOn(probe.option("privacy"));
        TrackEventConfig.Builder events = draft.source(TRACK_EVENT).getTrackEventConfigBuilder();
        if (!events.getDisabledCategoriesList().contains("*")) {
            events.addDisabledCategories("*");
        }
        categories.add("__metadata");
        categories.stream()
                .filter(c -> !events.getEnabledCategoriesList().contains(c))
                .forEach(events::addEnabledCategories);
        events.setEnableThreadTimeSampling(true)
                .setTimestampUnitMultiplier(1000)
                .setFilterDynamicEventNames(hasPrivacyFilter)
                .setFilterDebugAnnotations(hasPrivacyFilter);
        draft.addBuffer(METADATA_BUFFER, METADATA_KB, FillPolicy.DISCARD);
        draft.source("org.chromium.trace_metadata2", METADATA_BUFFER)
                .setChromeConfig(ChromeConfig.newBuilder().setPrivacyFilteringEnabled(hasPrivacyFilter));
        if (categories.contains(OFF + "memory-infra")) {
            ChromeConfig memory = ChromeConfig.newBuilder()
                    .setPrivacyFilteringEnabled(hasPrivacyFilter)
                    .setTraceConfig(json(draft, categories))
                    .build();
            draft.source("org.chromium.memory_instrumentation").setChromeConfig(memory);
            draft.source("org.chromium.native_heap_profiler").setChromeConfig(memory);
        }
        if (categories.contains(OFF + "cpu_profiler") || categories.contains(OFF + "cpu_profiler.debug")) {
            draft.source("org.chromium.sampler_profiler")
                    .setChromeConfig(ChromeConfig.newBuilder().setPrivacyFilteringEnabled(hasPrivacyFilter));
        }
        if (categories.contains(OFF + "system_metrics")) {
            draft.source("org.chromium.system_metrics");
        }
        if (categories.contains(OFF + "histogram_samples")) {
            draft.source("org.chromium.histogram_sample")
                    .getChromiumHistogramSamplesBuilder()
                    .setFilterHistogramNames(hasPrivacyFilter);
        }
    }

    /// The browser's older JSON config, which memory dumps still require.
    private static String json(ConfigDraft draft, Set<String> categories) {
        String mode = draft.settings().mode() == RecordSettings.Mode.STOP_WHEN_FULL
                ? "record-until-full"
                : "record-continuously";
        Map<String, Object> dumps = new LinkedHashMap<>();
        dumps.put("allowed_dump_modes", List.of("background", "light", "detailed"));
        Map<String, Object> trigger = new LinkedHashMap<>();
        trigger.put("min_time_between_dumps_ms", 10000);
        trigger.put("mode", "detailed");
        trigger.put("type", "periodic_interval");
        dumps.put("triggers", List.of(trigger));
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("record_mode", mode);
        config.put(
                "included_categories",
                categories.stream().filter(c -> !c.equals("__metadata")).toList());
        config.put("excluded_categories", List.of("*"));
        config.put("memory_dump_config", dumps);
        return Json.compact(out -> Json.write(config, out));
    }
}
