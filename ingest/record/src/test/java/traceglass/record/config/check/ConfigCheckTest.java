package traceglass.record.config.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.record.config.check.ConfigCheck.Issue;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.testing.TestRecording;

/// Tests the checks of a config before it is sent to a target.
class ConfigCheckTest {

    private static final String SOURCE = "data_sources { config { name: \"a\" } }";

    private static List<Issue> issues(String config, long memoryBytes) throws Exception {
        return ConfigCheck.check(TestRecording.config(config), memoryBytes);
    }

    /// Returns the fields with problems; fields with warnings are in parentheses.
    private static String fields(String config) throws Exception {
        return String.join(
                " ",
                issues(config, 0).stream()
                        .map(i -> i.isError() ? i.field() : "(" + i.field() + ")")
                        .toList());
    }

    @Test
    void acceptsAnOrdinaryConfig() throws Exception {
        assertEquals("", fields("buffers { size_kb: 1024 } duration_ms: 604800000 " + SOURCE));
    }

    @Test
    void buffersNeedSizesAndDifferentNames() throws Exception {
        assertEquals("buffers", fields(SOURCE));
        assertEquals("buffers[1]", fields("buffers { size_kb: 1 } buffers {} " + SOURCE));
        assertEquals(
                "buffers[1].name",
                fields("buffers { size_kb: 1 name: \"x\" } buffers { size_kb: 1 name: \"x\" } buffers { size_kb: 1 }"
                        + " buffers { size_kb: 1 }" + SOURCE));
    }

    @Test
    void acceptsAtMost128Buffers() throws Exception {
        assertEquals("", fields("buffers { size_kb: 1 } ".repeat(128) + SOURCE));
        assertEquals("buffers[128]", fields("buffers { size_kb: 1 } ".repeat(129) + SOURCE));
    }

    @Test
    void buffersMayUseNineTenthsOfTheMemory() throws Exception {
        String config = "buffers { size_kb: 1024 } buffers { size_kb: 8192 } " + SOURCE;
        assertEquals(List.of(), issues(config, 10L << 20));
        List<Issue> issues = issues(config, (10L << 20) - 1024);
        assertEquals(1, issues.size());
        assertEquals("buffers[1].size_kb", issues.getFirst().field());
        assertEquals(
                "The buffers need 9 MB, but the target has 10.0 MB of memory. Make them smaller.",
                issues.getFirst().message());
    }

    @Test
    void dataSourcesNeedANameAndAnExistingBuffer() throws Exception {
        assertEquals("(data_sources)", fields("buffers { size_kb: 1 }"));
        assertEquals("data_sources[0].config", fields("buffers { size_kb: 1 } data_sources { config {} }"));
        List<Issue> issues =
                issues("buffers { size_kb: 1 } data_sources { config { name: \"a\" target_buffer: 1 } }", 0);
        assertEquals(
                List.of(new Issue(
                        "data_sources[0].config.target_buffer", "a uses buffer 1, but there is only buffer 0.", true)),
                issues);
        List<Issue> two = issues(
                "buffers { size_kb: 1 } buffers { size_kb: 1 } data_sources { config { name: \"a\" target_buffer: 1 } }"
                        + " data_sources { config { name: \"b\" target_buffer: 4294967295 } }",
                0);
        assertEquals(
                List.of(new Issue(
                        "data_sources[1].config.target_buffer",
                        "b uses buffer 4294967295, but there are only buffers 0 to 1.",
                        true)),
                two);
        assertEquals(
                "",
                fields("buffers { size_kb: 1 } data_sources { config { name: \"a\" target_buffer: 7"
                        + " target_buffer_name: \"x\" } }"));
    }

    @Test
    void heapProfilesNeedAProcess() throws Exception {
        String config = "buffers { size_kb: 1 } data_sources { config { name: \"a\" %s } }";
        assertEquals("(data_sources[0].config)", fields(config.formatted("heapprofd_config {}")));
        assertEquals("(data_sources[0].config)", fields(config.formatted("java_hprof_config {}")));
        for (String enough : List.of(
                "heapprofd_config { all: true }",
                "heapprofd_config { pid: 1 }",
                "heapprofd_config { process_cmdline: \"x\" }",
                "java_hprof_config { pid: 1 }",
                "java_hprof_config { process_cmdline: \"x\" }")) {
            assertEquals("", fields(config.formatted(enough)), enough);
        }
    }

    @Test
    void rejectsDurationsThatAreTooLongOrConflictWithTriggers() throws Exception {
        String config = "buffers { size_kb: 1 } " + SOURCE;
        assertEquals("duration_ms", fields(config + " duration_ms: 604800001"));
        String triggers = " trigger_config { triggers { name: \"t\" } ";
        assertEquals("", fields(config + triggers + "trigger_timeout_ms: 5 }"));
        assertEquals("trigger_config", fields(config + triggers + "}"));
        assertEquals("duration_ms", fields(config + triggers + "trigger_timeout_ms: 5 } duration_ms: 1"));
    }

    @Test
    void warnsIfTheTargetWritesTheFile() throws Exception {
        String config = "buffers { size_kb: 1 } " + SOURCE;
        assertEquals("(output_path)", fields(config + " write_into_file: true output_path: \"/x\""));
        assertEquals("", fields(config + " write_into_file: true"));
        assertEquals("", fields(config + " output_path: \"/x\""));
    }

    @Test
    void throwsTheFirstSeriousProblem() throws Exception {
        ConfigRefused refused = assertThrows(
                ConfigRefused.class,
                () -> ConfigCheck.require(
                        TestRecording.config("write_into_file: true output_path: \"/x\" buffers { size_kb: 1 }"
                                + " data_sources { config {} }"),
                        0));
        assertEquals("data_sources[0].config", refused.field());
        assertEquals("data_sources[0].config: The data source has no name.", refused.getMessage());
        ConfigCheck.require(TestRecording.config("buffers { size_kb: 1 }"), 0);
    }
}
