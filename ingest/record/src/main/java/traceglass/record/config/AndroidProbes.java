package traceglass.record.config;

import static traceglass.record.spi.Platform.ANDROID;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import traceglass.protos.config.AtomId;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.config.StatsdPullAtomConfig;
import traceglass.protos.config.StatsdTracingConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.Option.Choice;
import traceglass.record.config.Probe.Section;

/// Probes for Android apps and services.
final class AndroidProbes {

    private static final String LOG = "android.log";
    private static final String PACKETS = "android.network_packets";
    private static final String STATSD = "android.statsd";
    private static final int FIRST_PULLED_ATOM = 10_000;
    private static final int FIRST_VENDOR_ATOM = 100_000;

    /// Atrace categories of all Android versions; a device reports which of them it has.
    static final List<Choice> ATRACE = choices(
            "adb=ADB",
            "aidl=AIDL calls",
            "am=Activity manager",
            "audio=Audio",
            "binder_driver=Binder driver",
            "binder_lock=Binder lock",
            "bionic=Bionic",
            "camera=Camera",
            "dalvik=ART",
            "database=Database",
            "disk=Disk I/O",
            "freq=CPU frequency",
            "gfx=Graphics",
            "hal=Hardware modules",
            "idle=CPU idle",
            "input=Input",
            "memory=Memory",
            "memreclaim=Memory reclaim",
            "network=Network",
            "nnapi=NNAPI",
            "pm=Package manager",
            "power=Power management",
            "res=Resource loading",
            "rro=Resource overlays",
            "rs=RenderScript",
            "sched=CPU scheduling",
            "sm=Sync manager",
            "ss=System server",
            "sync=Synchronization",
            "thermal=Thermal",
            "vibrator=Vibrator",
            "video=Video",
            "view=View system",
            "webview=WebView",
            "wm=Window manager",
            "workq=Kernel workqueues");

    static final List<String> ATRACE_DEFAULTS = List.of(
            "aidl",
            "am",
            "binder_driver",
            "camera",
            "dalvik",
            "disk",
            "freq",
            "gfx",
            "hal",
            "idle",
            "input",
            "memory",
            "memreclaim",
            "network",
            "power",
            "res",
            "sched",
            "ss",
            "sync",
            "thermal",
            "view",
            "webview",
            "wm",
            "workq");

    static final List<Probe> ALL = List.of(
            Probe.of("atrace", Section.APPS, "Atrace categories", "Trace points in apps and services", ANDROID)
                    .options(
                            Option.multiple(
                                    "categories",
                                    "Categories",
                                    ATRACE,
                                    ATRACE_DEFAULTS,
                                    Probe.FTRACE,
                                    "ftrace_config.atrace_categories"),
                            Option.lines(
                                    "apps",
                                    "Processes or packages, one per line",
                                    Probe.FTRACE,
                                    "ftrace_config.atrace_apps"),
                            Option.toggle("allApps", "All apps and services", false, "", ""))
                    .contribution((draft, probe, values) -> {
                        boolean isForAllApps = values.isOn(probe.option("allApps"));
                        if (isForAllApps) {
                            draft.ftrace().clearAtraceApps();
                            addApp(draft, "*");
                        }
                        if (isForAllApps
                                || !values.list(probe.option("categories")).isEmpty()) {
                            draft.addEvents(List.of("ftrace/print"));
                        }
                    })
                    .build(),
            Probe.of(
                            "android_frame_timeline",
                            Section.APPS,
                            "Frame timeline",
                            "Expected and actual frames, with the kind of jank. Android 12 or newer",
                            ANDROID)
                    .since(31)
                    .source("android.surfaceflinger.frametimeline", "")
                    .build(),
            Probe.of("logcat", Section.APPS, "Logcat", "The log, from the buffers you choose or from all", ANDROID)
                    .source(LOG, "")
                    .options(Option.multiple(
                            "buffers",
                            "Buffers",
                            choices(
                                    "LID_CRASH=Crash",
                                    "LID_DEFAULT=Main",
                                    "LID_EVENTS=Events",
                                    "LID_KERNEL=Kernel",
                                    "LID_RADIO=Radio",
                                    "LID_SECURITY=Security",
                                    "LID_STATS=Stats",
                                    "LID_SYSTEM=System"),
                            List.of(),
                            LOG,
                            "android_log_config.log_ids"))
                    .build(),
            Probe.of(
                            "network_tracing",
                            Section.APPS,
                            "Network packets",
                            "Every packet, by app. Android 14 or newer",
                            ANDROID)
                    .since(34)
                    .source(PACKETS, "")
                    .source("android.packages_list", "")
                    .options(Option.ofPollInterval(PACKETS, "network_packet_trace_config.poll_ms", 250))
                    .build(),
            Probe.of(
                            "android_game_interventions",
                            Section.APPS,
                            "Game interventions",
                            "Game modes and their effects. Android 13 or newer",
                            ANDROID)
                    .since(33)
                    .source("android.game_interventions", "")
                    .build(),
            Probe.of(
                            "android_display_video",
                            Section.APPS,
                            "Display video",
                            "Content of each display. On production builds, enable it with: adb shell setprop "
                                    + "debug.tracing_video_allowed true",
                            ANDROID)
                    .source("android.display.video", "")
                    .build(),
            Probe.of(
                            "statsd",
                            Section.APPS,
                            "Statsd atoms",
                            "Atoms as they are pushed, or pulled at an interval",
                            ANDROID)
                    .source(STATSD, "")
                    .options(
                            Option.multiple(
                                    "pushAtoms",
                                    "Pushed atoms",
                                    atoms(3, FIRST_PULLED_ATOM - 1),
                                    List.of(),
                                    STATSD,
                                    "statsd_tracing_config.push_atom_id"),
                            Option.lines(
                                    "rawPushIds",
                                    "Ids of other pushed atoms",
                                    STATSD,
                                    "statsd_tracing_config.raw_push_atom_id"),
                            Option.multiple(
                                    "pullAtoms",
                                    "Pulled atoms",
                                    atoms(FIRST_PULLED_ATOM + 1, FIRST_VENDOR_ATOM - 1),
                                    List.of(),
                                    "",
                                    ""),
                            Option.lines("rawPullIds", "Ids of other pulled atoms", "", ""),
                            Option.number(
                                    "pullMs",
                                    "Pull every",
                                    "ms",
                                    5000,
                                    "",
                                    "",
                                    250,
                                    500,
                                    1000,
                                    2500,
                                    5000,
                                    30_000,
                                    60_000),
                            Option.lines("pullPackages", "Packages to pull from", "", ""))
                    .contribution(AndroidProbes::addPull)
                    .optionReader(AndroidProbes::readPull)
                    .build());

    private AndroidProbes() {}

    static void addApp(ConfigDraft draft, String app) {
        FtraceConfig.Builder ftrace = draft.ftrace();
        if (!ftrace.getAtraceAppsList().contains(app)
                && !ftrace.getAtraceAppsList().contains("*")) {
            ftrace.addAtraceApps(app);
        }
    }

    private static void addPull(ConfigDraft draft, Probe probe, OptionValues values) {
        StatsdTracingConfig.Builder config = draft.source(STATSD).getStatsdTracingConfigBuilder();
        StatsdPullAtomConfig.Builder pull = StatsdPullAtomConfig.newBuilder();
        values.list(probe.option("pullAtoms")).stream()
                .map(a -> AtomId.getDescriptor().findValueByName(a))
                .filter(v -> v != null)
                .forEach(v -> pull.addPullAtomId(AtomId.valueOf(v)));
        values.list(probe.option("rawPullIds")).stream()
                .filter(a -> a.matches("\\d{1,9}"))
                .forEach(a -> pull.addRawPullAtomId(Integer.parseInt(a)));
        if (pull.getPullAtomIdCount() + pull.getRawPullAtomIdCount() > 0) {
            pull.setPullFrequencyMs((int) values.number(probe.option("pullMs")))
                    .addAllPackages(values.list(probe.option("pullPackages")));
            config.addPullConfig(pull);
        }
    }

    private static OptionValues readPull(TraceConfig config, OptionValues values) {
        List<StatsdPullAtomConfig> pulls = Probe.sources(config, STATSD)
                .flatMap(d -> d.getStatsdTracingConfig().getPullConfigList().stream())
                .toList();
        if (pulls.isEmpty()) {
            return values;
        }
        // The form shows only one interval; additional ones are kept unchanged.
        StatsdPullAtomConfig first = pulls.getFirst();
        return values.with(
                        "pullAtoms",
                        first.getPullAtomIdList().stream().map(Enum::name).toList())
                .with(
                        "rawPullIds",
                        first.getRawPullAtomIdList().stream()
                                .map(String::valueOf)
                                .toList())
                .with("pullMs", first.getPullFrequencyMs())
                .with("pullPackages", first.getPackagesList());
    }

    private static List<Choice> atoms(int from, int to) {
        return AtomId.getDescriptor().getValues().stream()
                .filter(v -> v.getNumber() >= from && v.getNumber() <= to)
                .map(v -> new Choice(
                        v.getName(), v.getName().replaceFirst("^ATOM_", "").toLowerCase(Locale.ROOT)))
                .toList();
    }

    private static List<Choice> choices(String... valuesAndLabels) {
        return Arrays.stream(valuesAndLabels)
                .map(v -> v.split("=", 2))
                .map(v -> new Choice(v[0], v[1]))
                .toList();
    }
}
