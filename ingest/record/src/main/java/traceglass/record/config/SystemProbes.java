package traceglass.record.config;

import static traceglass.record.spi.Platform.ANDROID;
import static traceglass.record.spi.Platform.LINUX;

import java.util.List;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.Option.Choice;
import traceglass.record.config.Probe.Section;

/// Probes for Linux logs, track events of programs, sampled stacks, and the network.
final class SystemProbes {

    private static final String JOURNALD = "linux.systemd_journald";
    private static final String TRACK_EVENT = "track_event";
    private static final String PERF = "linux.perf";
    private static final String NET_BUFFER = "ftrace_net";
    private static final List<String> WIFI_EVENTS = List.of("cfg80211/*", "mac80211/*");
    private static final List<String> PACKET_EVENTS = List.of("net/netif_receive_skb", "net/net_dev_xmit");
    private static final int PAGE_KB = 4;
    private static final int DEBUG_PRIORITY = 7;

    static final List<Probe> ALL = List.of(
            Probe.of("systemd_journald", Section.LINUX, "Journal", "Messages of the system's journal", LINUX)
                    .source(JOURNALD, "")
                    .options(
                            Option.number(
                                    "minPriority",
                                    "Up to priority",
                                    "",
                                    DEBUG_PRIORITY,
                                    "",
                                    "",
                                    0,
                                    1,
                                    2,
                                    3,
                                    4,
                                    5,
                                    6,
                                    7),
                            Option.lines(
                                    "identifiers",
                                    "Programs, one per line",
                                    JOURNALD,
                                    "journald_config.filter_identifiers"),
                            Option.lines("units", "Units, one per line", JOURNALD, "journald_config.filter_units"))
                    // Priority 0 is a valid priority, not an unset value.
                    .contribution((draft, probe, values) -> draft.source(JOURNALD)
                            .getJournaldConfigBuilder()
                            .setMinPrio((int) values.number(probe.option("minPriority"))))
                    .optionReader((config, values) -> Probe.sources(config, JOURNALD)
                            .filter(d -> d.getJournaldConfig().hasMinPrio())
                            .findFirst()
                            .map(d -> values.with(
                                    "minPriority", d.getJournaldConfig().getMinPrio()))
                            .orElse(values))
                    .build(),
            Probe.of("system_info", Section.LINUX, "System information", "CPUs, kernel, interrupt names", LINUX)
                    .source("linux.system_info", "")
                    .build(),
            Probe.of(
                            "track_event",
                            Section.SDK,
                            "Track events",
                            "Track events of programs that use the tracing SDK, by category",
                            ANDROID,
                            LINUX)
                    .source(TRACK_EVENT, "track_event_config { disabled_categories: \"*\" }")
                    .options(
                            Option.multiple(
                                    "categories",
                                    "Categories",
                                    List.of(
                                            new Choice("mq", "Message queue"),
                                            new Choice("gfx", "Graphics"),
                                            new Choice("servicemanager", "Service manager")),
                                    List.of(),
                                    TRACK_EVENT,
                                    "track_event_config.enabled_categories"),
                            Option.lines("more", "Other categories, one per line; * matches anything", "", ""))
                    .contribution((draft, probe, values) -> {
                        var config = draft.source(TRACK_EVENT).getTrackEventConfigBuilder();
                        values.list(probe.option("more")).stream()
                                .filter(c -> !config.getEnabledCategoriesList().contains(c))
                                .forEach(config::addEnabledCategories);
                    })
                    .build(),
            Probe.of(
                            "traced_perf",
                            Section.STACKS,
                            "Callstack samples",
                            "Running functions, sampled many times per second",
                            ANDROID,
                            LINUX)
                    .source(
                            PERF,
                            "perf_event_config { timebase { timestamp_clock: PERF_CLOCK_MONOTONIC } callstack_sampling"
                                    + " { } }")
                    .options(
                            Option.number(
                                    "frequency",
                                    "Samples per second",
                                    "Hz",
                                    100,
                                    PERF,
                                    "perf_event_config.timebase.frequency",
                                    1,
                                    10,
                                    50,
                                    100,
                                    250,
                                    500,
                                    1000),
                            Option.number(
                                    "ringKb",
                                    "Kernel ring buffer",
                                    "KB",
                                    0,
                                    "",
                                    "",
                                    0,
                                    512,
                                    1024,
                                    2048,
                                    4096,
                                    8192,
                                    16384,
                                    32768),
                            Option.lines(
                                    "processes",
                                    "Processes, one per line; * matches anything",
                                    PERF,
                                    "perf_event_config.callstack_sampling.scope.target_cmdline"))
                    .contribution((draft, probe, values) -> {
                        long kb = values.number(probe.option("ringKb"));
                        if (kb > 0) {
                            long pages = Math.clamp((kb + PAGE_KB - 1) / PAGE_KB, 1, 1 << 20);
                            long power = Long.highestOneBit(pages);
                            draft.source(PERF).getPerfEventConfigBuilder().setRingBufferPages((int)
                                    (power == pages ? power : power * 2));
                        }
                    })
                    .optionReader((config, values) -> Probe.sources(config, PERF)
                            .filter(d -> d.getPerfEventConfig().getRingBufferPages() > 0)
                            .findFirst()
                            .map(d -> values.with(
                                    "ringKb", (long) d.getPerfEventConfig().getRingBufferPages() * PAGE_KB))
                            .orElse(values))
                    .build(),
            Probe.of(
                            "wifi_network_tracing",
                            Section.NETWORK,
                            "Wi-Fi and network events",
                            "Kernel events of radio and packets; can be a lot of data",
                            ANDROID,
                            LINUX)
                    .options(
                            Option.toggle("wifi", "802.11 events", true, "", ""),
                            Option.toggle("packets", "Packets sent and received", true, "", ""),
                            Option.number(
                                    "bufferMb",
                                    "Separate buffer for packets",
                                    "MB",
                                    0,
                                    "",
                                    "",
                                    0,
                                    4,
                                    8,
                                    16,
                                    32,
                                    64,
                                    128,
                                    256,
                                    512),
                            Option.lines("events", "More kernel events, as group/name", "", ""))
                    .contribution(SystemProbes::addNetwork)
                    .optionReader(SystemProbes::readNetwork)
                    .build());

    private SystemProbes() {}

    private static void addNetwork(ConfigDraft draft, Probe probe, OptionValues values) {
        if (values.isOn(probe.option("wifi"))) {
            draft.addEvents(WIFI_EVENTS);
        }
        if (values.isOn(probe.option("packets"))) {
            long mb = values.number(probe.option("bufferMb"));
            if (mb > 0) {
                draft.addBuffer(NET_BUFFER, mb * 1024);
                draft.source(Probe.FTRACE, NET_BUFFER).getFtraceConfigBuilder().addAllFtraceEvents(PACKET_EVENTS);
            } else {
                draft.addEvents(PACKET_EVENTS);
            }
        }
        List<String> events = values.list(probe.option("events"));
        if (!events.isEmpty()) {
            draft.addEvents(events);
        }
    }

    /// Reads the network options. Packets have their own buffer if they are a separate data source.
    private static OptionValues readNetwork(TraceConfig config, OptionValues values) {
        List<DataSourceConfig> ftrace = Probe.sources(config, Probe.FTRACE).toList();
        boolean hasWifi = ftrace.stream()
                .anyMatch(d -> d.getFtraceConfig().getFtraceEventsList().containsAll(WIFI_EVENTS));
        boolean hasPackets = ftrace.stream()
                .anyMatch(d -> d.getFtraceConfig().getFtraceEventsList().containsAll(PACKET_EVENTS));
        long mb = ftrace.stream()
                .filter(d -> d.getTargetBuffer() > 0
                        && d.getTargetBuffer() < config.getBuffersCount()
                        && d.getFtraceConfig().getFtraceEventsList().equals(PACKET_EVENTS))
                .findFirst()
                .map(d -> Integer.toUnsignedLong(
                                config.getBuffers(d.getTargetBuffer()).getSizeKb())
                        / 1024)
                .orElse(0L);
        return values.with("wifi", hasWifi).with("packets", hasPackets).with("bufferMb", mb);
    }
}
