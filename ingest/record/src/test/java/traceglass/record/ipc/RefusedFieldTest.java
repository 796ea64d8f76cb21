package traceglass.record.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import traceglass.record.testing.TestRecording;

/// Tests to which config field an error of Perfetto's tracing service or of the built-in one refers. The messages are
/// copied from these services.
class RefusedFieldTest {

    private static String field(String error) throws Exception {
        return RefusedField.of(error, TestRecording.config(TestRecording.RING + TestRecording.STATS));
    }

    @Test
    void findsTheDataSourceByItsName() throws Exception {
        assertEquals("data_sources[1].config", field("Data source \"linux.sys_stats\" is not allowed"));
        assertEquals(
                "data_sources[0].config.target_buffer_name",
                field("Invalid target_buffer_name in data source \"linux.process_stats\""));
        assertEquals(
                "data_sources[1].config.target_buffer",
                field("Data source \"linux.sys_stats\" specified an out of bounds target_buffer (3 >= 1)"));
        assertEquals("", field("Data source \"other\" is unknown"));
    }

    @Test
    void recognizesErrorsThatOnlyDescribeTheField() throws Exception {
        assertEquals("buffers[0].size_kb", field("Invalid buffers.size_kb"));
        assertEquals("buffers[0].size_kb", field("Requested too large trace buffer (8GB  > 4194303 kB)"));
        assertEquals("buffers[0].size_kb", field("Trace buffer allocation failed"));
        assertEquals("duration_ms", field("Requested too long trace (999999999ms  > 604800000 ms)"));
        assertEquals("trigger_config.trigger_timeout_ms", field("Expected trigger_timeout_ms to be set"));
        assertEquals("buffers", field("Too many buffers configured (1000)"));
        assertEquals("buffers", field("Duplicate buffer name: a"));
        assertEquals("trigger_config", field("Two Triggers have the same name"));
    }

    @Test
    void recognizesErrorsOfTheBuiltInService() throws Exception {
        assertEquals("duration_ms", field("The duration of the trace is too long (9 ms > 8 ms)"));
        assertEquals("buffers[0].size_kb", field("The buffers are too large (9 KB > 8 KB)"));
        assertEquals(
                "buffers[0].size_kb", field("The size of a buffer is invalid or there is not enough memory for it"));
        assertEquals(
                "buffers[0].size_kb", field("Buffer sizes must be multiples of 4 KB with enable_extra_guardrails"));
        assertEquals("buffers", field("The buffer name \"a\" is used twice, by buffers 0 and 1"));
        assertEquals("buffers", field("Too many buffers configured (129 > 128)"));
        assertEquals(
                "data_sources[1].config.target_buffer_name",
                field("Data source \"linux.sys_stats\": target_buffer_name \"x\" doesn't exist"));
        assertEquals("unique_session_name", field("A trace with the unique session name \"x\" already exists"));
        assertEquals("session_semaphores", field("The session semaphore \"x\" is exceeded"));
        assertEquals("trigger_config", field("The trigger name \"x\" is used twice"));
    }

    @Test
    void findsTheLongestFieldNameInTheError() throws Exception {
        assertEquals("file_write_period_ms", field("write_into_file needs a file_write_period_ms"));
        assertEquals("unique_session_name", field("A session with unique_session_name x exists"));
        assertEquals("", field("Something went wrong"));
    }
}
