package traceglass.record.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.check.ConfigText;
import traceglass.record.spi.Platform;

/// Compares the config of each preset and each probe with a text file.
class ConfigGoldenTest {

    /// Returns settings by the name of their golden file.
    static Map<String, RecordSettings> cases() {
        Map<String, RecordSettings> cases = new LinkedHashMap<>();
        for (Platform platform : Platform.values()) {
            for (Preset preset : Preset.of(platform)) {
                cases.put(
                        "preset-" + platform.title().toLowerCase(java.util.Locale.ROOT) + "-" + preset.id(),
                        preset.settings());
            }
        }
        for (Probe probe : Probes.all()) {
            Platform platform = probe.platforms().contains(Platform.LINUX)
                    ? Platform.LINUX
                    : probe.platforms().iterator().next();
            cases.put("probe-" + probe.id(), RecordSettings.empty(platform).with(probe.id(), testValues(probe)));
        }
        addMemoryOptions(cases);
        addOtherOptions(cases);
        return cases;
    }

    private static void addMemoryOptions(Map<String, RecordSettings> cases) {
        addOption(
                cases,
                "mem_hprof-continuous",
                Platform.ANDROID,
                OptionValues.DEFAULTS
                        .with("targets", List.of("system_server"))
                        .with("samplingBytes", 16384)
                        .with("dumpIntervalMs", 10_000)
                        .with("dumpPhaseMs", 1000)
                        .with("sharedKb", 16384)
                        .with("blockClient", false)
                        .with("allHeaps", true));
        addOption(
                cases,
                "mem_heapdumps-continuous",
                Platform.ANDROID,
                OptionValues.DEFAULTS
                        .with("targets", List.of("com.example", "77"))
                        .with("dumpIntervalMs", 60_000)
                        .with("dumpPhaseMs", 30_000));
    }

    private static void addOtherOptions(Map<String, RecordSettings> cases) {
        addOption(cases, "wifi_network_tracing-own_buffer", Platform.LINUX, OptionValues.DEFAULTS.with("bufferMb", 32));
        addOption(
                cases,
                "traced_perf-ring",
                Platform.LINUX,
                OptionValues.DEFAULTS.with("frequency", 250).with("ringKb", 2000));
        addOption(
                cases,
                "advanced_ftrace-buffer",
                Platform.LINUX,
                OptionValues.DEFAULTS
                        .with("groups", List.of("irq/*", "workqueue/*"))
                        .with("bufferKb", 4096)
                        .with("drainMs", 250)
                        .with("symbols", false));
        addOption(
                cases,
                "atrace-apps",
                Platform.ANDROID,
                OptionValues.DEFAULTS
                        .with("categories", List.of("gfx"))
                        .with("apps", List.of("system_server", "com.android.settings")));
        addOption(
                cases,
                "journald-emergencies",
                Platform.LINUX,
                "systemd_journald",
                OptionValues.DEFAULTS.with("minPriority", 0).with("units", List.of("ssh.service")));
        cases.put(
                "option-adv_proc_thread_assoc-no_scan",
                RecordSettings.empty(Platform.LINUX)
                        .withMode(RecordSettings.Mode.RING_BUFFER)
                        .withBufferKb(1 << 20)
                        .withDurationMs(0)
                        .with("adv_proc_thread_assoc", OptionValues.DEFAULTS.with("scan", false)));
    }

    /// Adds a case with non-default option values.
    private static void addOption(
            Map<String, RecordSettings> cases, String name, Platform platform, OptionValues values) {
        addOption(cases, name, platform, name.substring(0, name.indexOf('-')), values);
    }

    private static void addOption(
            Map<String, RecordSettings> cases, String name, Platform platform, String probe, OptionValues values) {
        cases.put("option-" + name, RecordSettings.empty(platform).with(probe, values));
    }

    /// Returns values that differ from the default where the default omits an option.
    private static OptionValues testValues(Probe probe) {
        OptionValues values = OptionValues.DEFAULTS;
        for (Option o : probe.options()) {
            values = switch (o.kind()) {
                case PROCESSES -> values.with(o.id(), List.of("system_server", "1503"));
                case LINES ->
                    values.with(o.id(), o.id().startsWith("raw") ? List.of("818", "819") : List.of("one", "two/three"));
                case SEVERAL ->
                    ((List<?>) o.defaultValue()).isEmpty() && !o.choices().isEmpty()
                            ? values.with(o.id(), List.of(o.choices().getFirst().value()))
                            : values;
                default -> values;
            };
        }
        return values;
    }

    private static String readGoldenFile(String name) throws IOException {
        try (InputStream in = ConfigGoldenTest.class.getResourceAsStream(name + ".pbtxt")) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void generatesTheConfigsOfTheGoldenFiles() throws IOException {
        List<String> errors = new ArrayList<>();
        for (Map.Entry<String, RecordSettings> c : cases().entrySet()) {
            String text = ConfigText.print(c.getValue().config());
            if (!text.equals(readGoldenFile(c.getKey()))) {
                errors.add(c.getKey() + " is\n" + text + "and not\n" + readGoldenFile(c.getKey()));
            }
        }
        assertEquals(List.of(), errors);
    }

    @Test
    void readsTheTextOfEveryConfigBack() throws Exception {
        for (Map.Entry<String, RecordSettings> c : cases().entrySet()) {
            TraceConfig config = c.getValue().config();
            assertEquals(config, ConfigText.parse(ConfigText.print(config)).config(), c.getKey());
            assertEquals(config, ConfigText.read(config.toByteArray(), bytes -> Optional.empty()), c.getKey());
            assertEquals(
                    config,
                    ConfigText.read(
                            ConfigText.print(config).getBytes(StandardCharsets.UTF_8), bytes -> Optional.empty()),
                    c.getKey());
        }
    }

    @Test
    void readsTheSettingsOfEveryPresetFromItsConfig() {
        for (Platform platform : Platform.values()) {
            for (Preset preset : Preset.of(platform)) {
                TraceConfig config = preset.settings().config();
                RecordSettings read = SettingsReader.read(config, platform);
                assertTrue(
                        read.probes()
                                .keySet()
                                .containsAll(preset.settings().probes().keySet()),
                        () -> preset.id() + ": " + read.probes().keySet());
                assertEquals(sorted(config), sorted(read.config()), platform + " " + preset.id());
            }
        }
    }

    /// Returns the config with its data sources and events in a defined order, because their order is irrelevant.
    private static TraceConfig sorted(TraceConfig config) {
        TraceConfig.Builder b = config.toBuilder();
        List<TraceConfig.DataSource> sources = new ArrayList<>(b.getDataSourcesList());
        b.clearDataSources();
        sources.sort(java.util.Comparator.comparing(d -> d.getConfig().getName()));
        for (TraceConfig.DataSource d : sources) {
            TraceConfig.DataSource.Builder s = d.toBuilder();
            if (s.getConfig().hasFtraceConfig()) {
                var f = s.getConfigBuilder().getFtraceConfigBuilder();
                List<String> events = f.getFtraceEventsList().stream().sorted().toList();
                List<String> categories =
                        f.getAtraceCategoriesList().stream().sorted().toList();
                f.clearFtraceEvents()
                        .addAllFtraceEvents(events)
                        .clearAtraceCategories()
                        .addAllAtraceCategories(categories);
            }
            if (s.getConfig().hasTrackEventConfig()) {
                var t = s.getConfigBuilder().getTrackEventConfigBuilder();
                List<String> categories =
                        t.getEnabledCategoriesList().stream().sorted().toList();
                t.clearEnabledCategories().addAllEnabledCategories(categories);
            }
            b.addDataSources(s);
        }
        return b.build();
    }

    @Test
    void appliesModeSizesCompressionAndTriggersToTheConfig() {
        RecordSettings s = RecordSettings.empty(Platform.LINUX).with("cpu_usage", OptionValues.DEFAULTS);
        assertEquals(
                TraceConfig.BufferConfig.FillPolicy.DISCARD,
                s.config().getBuffers(0).getFillPolicy());
        assertEquals(
                TraceConfig.BufferConfig.FillPolicy.RING_BUFFER,
                s.withMode(RecordSettings.Mode.RING_BUFFER)
                        .config()
                        .getBuffers(1)
                        .getFillPolicy());
        TraceConfig longTrace =
                s.withMode(RecordSettings.Mode.LONG_TRACE).withFile(200, 1000).config();
        assertTrue(longTrace.getWriteIntoFile());
        assertEquals(200L << 20, longTrace.getMaxFileSizeBytes());
        assertEquals(1000, longTrace.getFileWritePeriodMs());
        // The buffer for the process list has a sixteenth of the main buffer's size, within limits.
        assertEquals(4096, s.config().getBuffers(1).getSizeKb());
        assertEquals(256, s.withBufferKb(1024).config().getBuffers(1).getSizeKb());
        assertEquals(8192, s.withBufferKb(1 << 20).config().getBuffers(1).getSizeKb());
        assertEquals(0, s.withDurationMs(0).config().getDurationMs());
        assertEquals(
                TraceConfig.CompressionType.COMPRESSION_TYPE_DEFLATE,
                s.withCompression(true).config().getCompressionType());
        TraceConfig triggered = s.withTriggers(new RecordSettings.Triggers(
                        TraceConfig.TriggerConfig.TriggerMode.STOP_TRACING,
                        List.of(new RecordSettings.Trigger("oops", 500)),
                        60_000))
                .config();
        assertEquals(0, triggered.getDurationMs());
        assertEquals("oops", triggered.getTriggerConfig().getTriggers(0).getName());
        assertNotEquals(0, triggered.getTriggerConfig().getTriggerTimeoutMs());
    }
}
