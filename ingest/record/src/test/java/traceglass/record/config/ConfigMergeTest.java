package traceglass.record.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.check.ConfigProblem;
import traceglass.record.config.check.ConfigText;
import traceglass.record.spi.Platform;

/// Tests that changes in the form keep the rest of a config written by hand.
class ConfigMergeTest {

    private static final int ROUNDS = 400;

    private static TraceConfig parse(String text) throws ConfigProblem {
        return ConfigText.parse(text).config();
    }

    private static TraceConfig.DataSource source(TraceConfig config, String name) {
        return config.getDataSourcesList().stream()
                .filter(d -> d.getConfig().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void returnsTheWrittenConfigIfNothingWasChanged() {
        Random random = new Random(7);
        for (int i = 0; i < ROUNDS; i++) {
            Platform platform = Platform.values()[random.nextInt(3)];
            TraceConfig written = randomConfig(random, platform);
            assertEquals(written, SettingsReader.read(written, platform).config());
        }
    }

    @Test
    void keepsUnknownFieldsWhenTheFormIsUsed() {
        Random random = new Random(11);
        for (int i = 0; i < ROUNDS; i++) {
            Platform platform = Platform.values()[random.nextInt(3)];
            TraceConfig written = randomConfig(random, platform);
            RecordSettings form = SettingsReader.read(written, platform);
            RecordSettings changed = form.withBufferKb(form.bufferKb() + 4096).withDurationMs(form.durationMs() + 1000);
            TraceConfig.Builder expected = written.toBuilder();
            expected.setDurationMs(written.getDurationMs() + 1000)
                    .getBuffersBuilder(0)
                    .setSizeKb(written.getBuffers(0).getSizeKb() + 4096);
            TraceConfig config = changed.config();
            // The buffer for the process list grows with the main buffer; everything else is unchanged.
            for (int b = 1; b < expected.getBuffersCount(); b++) {
                expected.getBuffersBuilder(b).setSizeKb(config.getBuffers(b).getSizeKb());
            }
            assertEquals(expected.build(), config);
            // Undoing the change restores the original.
            assertEquals(
                    written,
                    changed.withBufferKb(form.bufferKb())
                            .withDurationMs(form.durationMs())
                            .config());
        }
    }

    @Test
    void turnsProbesOnAndOffWithoutLoss() {
        Random random = new Random(13);
        for (int i = 0; i < ROUNDS; i++) {
            Platform platform = Platform.values()[random.nextInt(3)];
            TraceConfig written = randomConfig(random, platform);
            RecordSettings form = SettingsReader.read(written, platform);
            List<Probe> probes = Probes.of(platform);
            Probe probe = probes.get(random.nextInt(probes.size()));
            if (form.isOn(probe.id())) {
                continue;
            }
            RecordSettings withProbe = form.with(probe.id(), OptionValues.DEFAULTS);
            // The form is read again from its own result, as after editing the text.
            assertTrue(
                    SettingsReader.read(withProbe.config(), platform).config().equals(withProbe.config()));
            for (TraceConfig.DataSource d : written.getDataSourcesList()) {
                assertTrue(
                        withProbe.config().getDataSourcesList().stream()
                                .anyMatch(n -> n.getConfig()
                                                .getName()
                                                .equals(d.getConfig().getName())
                                        && containsFieldsOf(n.getConfig(), d.getConfig(), probe)),
                        () -> probe.id() + " changed " + d + " in " + withProbe.config());
            }
            assertEquals(written, withProbe.without(probe.id()).config(), probe.id());
        }
    }

    /// Returns whether the new config contains all fields of the old one, except those that the probe can change.
    private static boolean containsFieldsOf(DataSourceConfig after, DataSourceConfig before, Probe probe) {
        List<String> fields = probe.options().stream()
                .map(o -> o.path().substring(o.path().lastIndexOf('.') + 1))
                .toList();
        return containsFieldsOf((Message) after, before, fields);
    }

    private static boolean containsFieldsOf(Message after, Message before, List<String> fields) {
        for (FieldDescriptor f : before.getAllFields().keySet()) {
            boolean isChangeable = fields.contains(f.getName())
                    || f.getName().equals("target_buffer")
                    || f.getName().equals("disable_generic_events");
            if (isChangeable) {
                continue;
            }
            if (f.isRepeated()
                    ? !((List<?>) after.getField(f)).containsAll((List<?>) before.getField(f))
                    : f.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                            ? !containsFieldsOf((Message) after.getField(f), (Message) before.getField(f), fields)
                            : !after.getField(f).equals(before.getField(f))) {
                return false;
            }
        }
        return true;
    }

    /// Returns a random user config: a preset or a few probes, with fields and data sources that no probe knows.
    private static TraceConfig randomConfig(Random random, Platform platform) {
        List<Preset> presets = Preset.of(platform);
        RecordSettings s =
                presets.get(random.nextInt(presets.size())).settings().withDurationMs(1000L * (1 + random.nextInt(50)));
        for (Probe p : Probes.of(platform)) {
            if (random.nextInt(6) == 0) {
                s = s.with(p.id(), OptionValues.DEFAULTS);
            }
        }
        TraceConfig.Builder c = s.config().toBuilder();
        List<TraceConfig.DataSource> sources = new ArrayList<>(c.getDataSourcesList());
        for (int i = 0; i < sources.size(); i++) {
            DataSourceConfig.Builder d = sources.get(i).getConfig().toBuilder();
            if (random.nextBoolean()) {
                addRandomField(d, random);
            }
            sources.set(i, sources.get(i).toBuilder().setConfig(d).build());
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            DataSourceConfig.Builder d =
                    DataSourceConfig.newBuilder().setName(random.nextBoolean() ? "my.own." + i : "linux.ftrace");
            addRandomField(d, random);
            sources.add(
                    random.nextInt(sources.size() + 1),
                    TraceConfig.DataSource.newBuilder()
                            .setConfig(d)
                            .addProducerNameFilter("p" + i)
                            .build());
        }
        c.clearDataSources().addAllDataSources(sources);
        if (random.nextBoolean()) {
            c.getIncrementalStateConfigBuilder().setClearPeriodMs(random.nextInt(9000));
        }
        if (random.nextBoolean()) {
            c.setUniqueSessionName("mine")
                    .setFlushPeriodMs(777)
                    .addProducersBuilder()
                    .setProducerName("x")
                    .setShmSizeKb(64);
        }
        c.getBuiltinDataSourcesBuilder().setSnapshotIntervalMs(random.nextInt(5000));
        return c.build();
    }

    private static void addRandomField(DataSourceConfig.Builder d, Random random) {
        switch (random.nextInt(4)) {
            case 0 -> d.setTraceDurationMs(random.nextInt(1000)).setLegacyConfig("by hand");
            case 1 ->
                d.getFtraceConfigBuilder()
                        .setCompactSched(
                                FtraceConfig.CompactSchedConfig.newBuilder().setEnabled(random.nextBoolean()))
                        .addSyscallEvents("sys_read");
            case 2 -> d.getSysStatsConfigBuilder().setDevfreqPeriodMs(1 + random.nextInt(1000));
            default -> d.getProcessStatsConfigBuilder().setProcStatsCacheTtlMs(1 + random.nextInt(1000));
        }
    }

    @Test
    void keepsFieldsOfADataSourceThatProbesShare() throws Exception {
        TraceConfig written = parse("""
            buffers { size_kb: 65536 fill_policy: RING_BUFFER }
            buffers { size_kb: 512 fill_policy: DISCARD name: "aside" }
            duration_ms: 10000
            data_sources { config { name: "linux.sys_stats" target_buffer: 1 sys_stats_config { stat_period_ms: 500 stat_counters: STAT_CPU_TIMES
              stat_counters: STAT_FORK_COUNT devfreq_period_ms: 70 } } producer_name_filter: "traced_probes" }
            data_sources { config { name: "linux.ftrace" ftrace_config { ftrace_events: "power/cpu_idle" ftrace_events: "my/own" buffer_size_kb: 3333 } } }
            data_sources { config { name: "linux.ftrace" target_buffer: 1 ftrace_config { instance_name: "second" } } }
            data_sources { config { name: "linux.process_stats" process_stats_config { scan_all_processes_on_start: true } } }
            trigger_config { trigger_mode: STOP_TRACING trigger_timeout_ms: 5000 triggers { name: "t" stop_delay_ms: 3 max_per_24_h: 5 } }
            """);
        RecordSettings form = SettingsReader.read(written, Platform.LINUX);
        assertEquals(written, form.config());
        TraceConfig after = form.with("mem_meminfo", OptionValues.DEFAULTS)
                .with("cpu_syscalls", OptionValues.DEFAULTS)
                .withTriggers(new RecordSettings.Triggers(
                        form.triggers().mode(),
                        List.of(new RecordSettings.Trigger("t", 9), new RecordSettings.Trigger("u", 1)),
                        6000))
                .config();
        assertEquals(
                70,
                source(after, "linux.sys_stats").getConfig().getSysStatsConfig().getDevfreqPeriodMs());
        assertEquals(
                1000,
                source(after, "linux.sys_stats").getConfig().getSysStatsConfig().getMeminfoPeriodMs());
        assertEquals(1, source(after, "linux.sys_stats").getConfig().getTargetBuffer());
        assertEquals("traced_probes", source(after, "linux.sys_stats").getProducerNameFilter(0));
        assertTrue(source(after, "linux.ftrace")
                .getConfig()
                .getFtraceConfig()
                .getFtraceEventsList()
                .containsAll(List.of("my/own", "raw_syscalls/sys_enter")));
        assertTrue(after.getDataSourcesList().stream()
                .anyMatch(d -> d.getConfig().getFtraceConfig().getInstanceName().equals("second")
                        && d.getConfig().getTargetBuffer() == 1));
        assertEquals(5, after.getTriggerConfig().getTriggers(0).getMaxPer24H());
        assertEquals(9, after.getTriggerConfig().getTriggers(0).getStopDelayMs());
        assertEquals("u", after.getTriggerConfig().getTriggers(1).getName());
        assertEquals("aside", after.getBuffers(1).getName());
        assertFalse(after.hasDurationMs() && after.getDurationMs() != 10000);
    }

    @Test
    void renumbersBuffersWhenOneIsRemoved() throws Exception {
        RecordSettings s = RecordSettings.empty(Platform.LINUX)
                .with("cpu_sched", OptionValues.DEFAULTS)
                .with("wifi_network_tracing", OptionValues.DEFAULTS.with("bufferMb", 16L));
        TraceConfig written = s.config().toBuilder()
                .addDataSources(TraceConfig.DataSource.newBuilder()
                        .setConfig(DataSourceConfig.newBuilder().setName("mine").setTargetBuffer(3)))
                .addBuffers(TraceConfig.BufferConfig.newBuilder().setSizeKb(99))
                .build();
        assertEquals(4, written.getBuffersCount());
        RecordSettings form = SettingsReader.read(written, Platform.LINUX);
        TraceConfig after = form.without("wifi_network_tracing").config();
        assertEquals(3, after.getBuffersCount());
        assertEquals(
                99,
                after.getBuffers(source(after, "mine").getConfig().getTargetBuffer())
                        .getSizeKb());
    }

    @Test
    void readsOptionsThatSetSeveralFields() {
        assertRead(Platform.LINUX, "systemd_journald", OptionValues.DEFAULTS.with("minPriority", 3L));
        assertRead(
                Platform.LINUX,
                "wifi_network_tracing",
                OptionValues.DEFAULTS.with("wifi", false).with("bufferMb", 32L));
        assertRead(Platform.LINUX, "traced_perf", OptionValues.DEFAULTS.with("ringKb", 2048L));
        assertRead(Platform.LINUX, "adv_proc_thread_assoc", OptionValues.DEFAULTS.with("scan", false));
        assertRead(
                Platform.ANDROID,
                "statsd",
                OptionValues.DEFAULTS
                        .with("rawPullIds", List.of("10063"))
                        .with("pullMs", 2500L)
                        .with("pullPackages", List.of("a.b")));
        assertRead(
                Platform.ANDROID,
                "atrace",
                OptionValues.DEFAULTS
                        .with("categories", List.of("own_one", "gfx"))
                        .with("allApps", true));
        assertRead(
                Platform.CHROME,
                "chrome_tracing",
                OptionValues.DEFAULTS
                        .with("groups", List.of("JavaScript"))
                        .with("categories", List.of("mine"))
                        .with("privacy", true));
    }

    private static void assertRead(Platform platform, String probe, OptionValues values) {
        OptionValues read = SettingsReader.read(
                        RecordSettings.empty(platform).with(probe, values).config(), platform)
                .values(probe);
        values.values()
                .forEach((id, value) ->
                        assertEquals(value, read.get(Probes.byId(probe).option(id)), probe + " " + id));
    }
}
