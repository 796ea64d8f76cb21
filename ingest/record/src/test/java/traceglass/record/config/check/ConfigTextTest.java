package traceglass.record.config.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.CategoryArguments;
import traceglass.record.config.DataSources;
import traceglass.record.config.RecordSettings;
import traceglass.record.config.SettingsReader;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.Platform;

class ConfigTextTest {

    @Test
    void reportsErrorsWithPosition() {
        ConfigProblem unknown = assertThrows(
                ConfigProblem.class, () -> ConfigText.parse("buffers {\n  size_kb: 1024\n  fill_polcy: DISCARD\n}\n"));
        assertEquals(3, unknown.line());
        assertEquals(
                "Line 3, column 3: BufferConfig has no field fill_polcy. Did you mean fill_policy?",
                unknown.describe());
        ConfigProblem value = assertThrows(ConfigProblem.class, () -> ConfigText.parse("duration_ms: soon"));
        assertEquals(1, value.line());
        assertEquals(14, value.column());
        ConfigProblem open = assertThrows(ConfigProblem.class, () -> ConfigText.parse("buffers {\n  size_kb: 1\n"));
        assertTrue(open.line() >= 2, open::describe);
    }

    @Test
    void readsVariantsOfTheSyntax() throws Exception {
        TraceConfig c = ConfigText.parse("""
            # A comment.
            buffers: { size_kb: 0x400, fill_policy: RING_BUFFER }
            data_sources: { config { name: 'linux.ftrace' ftrace_config { ftrace_events: ["a/b", "c/d"] } } }
            """).config();
        assertEquals(1024, c.getBuffers(0).getSizeKb());
        assertEquals(
                List.of("a/b", "c/d"),
                c.getDataSources(0).getConfig().getFtraceConfig().getFtraceEventsList());
    }

    @Test
    void rejectsInputThatIsNotAConfig() {
        ConfigProblem problem = assertThrows(
                ConfigProblem.class,
                () -> ConfigText.read(new byte[] {(byte) 0xff, 1, 2, 3}, bytes -> Optional.empty()));
        assertEquals(0, problem.line());
        assertFalse(problem.describe().startsWith("Line"));
    }

    @Test
    void findsThePositionOfAField() throws Exception {
        ConfigText text = ConfigText.parse("buffers {\n"
                + "  size_kb: 1\n"
                + "}\n"
                + "data_sources {\n"
                + "  config {\n"
                + "    name: \"a\"\n"
                + "    target_buffer: 3\n"
                + "  }\n"
                + "}\n");
        assertEquals(Optional.of(new ConfigText.Position(7, 5)), text.position("data_sources[0].config.target_buffer"));
        assertEquals(Optional.of(new ConfigText.Position(2, 3)), text.position("buffers[0].size_kb"));
        // For a field that is not in the text, the position of its closest parent is returned.
        assertEquals(Optional.of(new ConfigText.Position(1, 1)), text.position("buffers[0].name"));
        assertEquals(Optional.empty(), text.position("duration_ms"));
    }

    @Test
    void checksAConfigLocally() throws Exception {
        assertIssue("buffers", "data_sources { config { name: \"a\" } }");
        assertIssue("buffers[0]", "buffers { }");
        assertIssue("buffers[0].size_kb", "buffers { size_kb: 1073741824 }");
        assertIssue(
                "data_sources[0].config.target_buffer",
                "buffers { size_kb: 4 } data_sources { config { name: \"a\" target_buffer: 1 } }");
        assertIssue("data_sources[0].config", "buffers { size_kb: 4 } data_sources { config { } }");
        assertIssue("duration_ms", "buffers { size_kb: 4 } duration_ms: 604800001");
        assertIssue(
                "duration_ms",
                "buffers { size_kb: 4 } duration_ms: 5 trigger_config { trigger_timeout_ms: 9 triggers { name: \"t\" }"
                        + " }");
        ConfigCheck.require(
                ConfigText.parse("buffers { size_kb: 4 } data_sources { config { name: \"a\" } }")
                        .config(),
                8L << 30);
        // A duration of 0 means until stopped.
        ConfigCheck.require(
                ConfigText.parse("buffers { size_kb: 4 } data_sources { config { name: \"a\" } } duration_ms: 0")
                        .config(),
                8L << 30);
    }

    private static void assertIssue(String field, String text) throws ConfigProblem {
        TraceConfig config = ConfigText.parse(text).config();
        ConfigRefused refused = assertThrows(ConfigRefused.class, () -> ConfigCheck.require(config, 8L << 30), text);
        assertEquals(field, refused.field());
    }

    @Test
    void offersAFormForEveryDataSource() {
        java.util.Set<String> reached = new java.util.TreeSet<>();
        for (String name : DataSources.names()) {
            DataSources.fields(name).forEach(f -> reached.add(f.getName()));
        }
        // Every config message in the schema belongs to a known data source, except messages for tests of the
        // service.
        List<String> unknown = traceglass.protos.config.DataSourceConfig.getDescriptor().getFields().stream()
                .filter(f -> f.getNumber() >= 100
                        && f.getJavaType() == com.google.protobuf.Descriptors.FieldDescriptor.JavaType.MESSAGE)
                .map(f -> f.getName())
                .filter(f -> !reached.contains(f) && !f.equals("for_testing") && !f.equals("interceptor_config"))
                .toList();
        assertEquals(List.of(), unknown);
        assertEquals(
                List.of("gpu_counter_config"),
                DataSources.fields("gpu.counters.mali").stream()
                        .map(f -> f.getName())
                        .toList());
        assertEquals(List.of(), DataSources.fields("some.thing.else"));
        assertTrue(DataSources.fieldsOf(
                        DataSources.fields("linux.ftrace").getFirst().getMessageType())
                .stream()
                .anyMatch(f -> f.getName().equals("ftrace_events")));
        for (String requested :
                ("linux.process_stats linux.sys_stats linux.system_info linux.inode_file_map linux.sysfs_power"
                                + " linux.ftrace linux.perf perfetto.metatrace android.log android.power android.polled_state"
                                + " android.packages_list android.heapprofd android.java_hprof"
                                + " android.surfaceflinger.frametimeline android.surfaceflinger.layers"
                                + " android.surfaceflinger.transactions gpu.counters gpu.renderstages vulkan.memory_tracker"
                                + " track_event org.chromium.trace_event org.chromium.trace_metadata")
                        .split(" ")) {
            assertTrue(DataSources.names().contains(requested), requested);
        }
    }

    @Test
    void convertsCategoriesOfTheCommandLineIntoSettings() {
        TraceConfig android = CategoryArguments.settings(Platform.ANDROID, List.of("gfx", "sched/sched_switch"))
                .config();
        assertTrue(android.getDataSourcesList().stream()
                .anyMatch(d -> d.getConfig()
                                .getFtraceConfig()
                                .getAtraceCategoriesList()
                                .equals(List.of("gfx"))
                        && d.getConfig().getFtraceConfig().getFtraceEventsList().contains("sched/sched_switch")));
        TraceConfig linux = CategoryArguments.settings(Platform.LINUX, List.of("sched", "irq"))
                .config();
        assertTrue(linux.getDataSourcesList().stream()
                .anyMatch(d -> d.getConfig()
                        .getFtraceConfig()
                        .getFtraceEventsList()
                        .containsAll(List.of("sched/sched_waking", "irq/*"))));
        TraceConfig chrome =
                CategoryArguments.settings(Platform.CHROME, List.of("v8")).config();
        assertTrue(chrome.getDataSourcesList().stream()
                .anyMatch(d -> d.getConfig()
                        .getTrackEventConfig()
                        .getEnabledCategoriesList()
                        .contains("v8")));
    }

    @Test
    void keepsUnknownDataSourcesAndFields() throws Exception {
        TraceConfig config = ConfigText.parse("""
            buffers { size_kb: 2048 fill_policy: RING_BUFFER }
            duration_ms: 3000
            data_sources { config { name: "my.own" legacy_config: "x" } }
            data_sources { config { name: "linux.ftrace" ftrace_config { ftrace_events: "my/event" } } }
            """).config();
        RecordSettings s = SettingsReader.read(config, Platform.LINUX);
        assertEquals(2048, s.bufferKb());
        assertEquals(RecordSettings.Mode.RING_BUFFER, s.mode());
        assertEquals("my.own", s.extra().getFirst().getName());
        assertTrue(s.config().getDataSourcesList().stream()
                .anyMatch(d ->
                        d.getConfig().getFtraceConfig().getFtraceEventsList().contains("my/event")));
    }
}
