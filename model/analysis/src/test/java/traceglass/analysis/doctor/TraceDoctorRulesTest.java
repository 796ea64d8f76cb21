package traceglass.analysis.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.testing.SliceTrace;
import traceglass.store.TraceStore;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests findings of the trace doctor for generated statistics.
class TraceDoctorRulesTest {

    @TempDir
    Path folder;

    private static void addStat(TraceStorage storage, String name, long idx, long value) {
        Table t = storage.table("__intrinsic_stats");
        int row = t.addRow();
        t.strings("name").set(row, storage.strings().intern(name));
        t.longs("idx").set(row, idx);
        t.longs("value").set(row, value);
    }

    @Test
    void severeFindingsComeFirstAndContainNumbers() throws Exception {
        SliceTrace trace = new SliceTrace();
        addStat(trace.storage(), "ftrace_cpu_overrun_delta", 3, 1500);
        addStat(trace.storage(), "ftrace_cpu_dropped_events_delta", 1, 500);
        addStat(trace.storage(), "perf_samples_skipped", 0, 7);
        addStat(trace.storage(), "traced_buf_trace_writer_packet_loss", 0, 1);
        Table clocks = trace.storage().table("__intrinsic_clock_snapshot");
        clocks.strings("clock_name")
                .set(clocks.addRow(), trace.storage().strings().intern("BOOTTIME"));
        try (TraceStore store = trace.store(folder);
                Connection c = store.connection()) {
            List<TraceDoctor.Finding> findings = TraceDoctor.examine(new TraceQueries(c));
            assertEquals(
                    List.of("ftrace_lost", "writer_loss", "samples_lost", "no_time_of_day"),
                    findings.stream().map(TraceDoctor.Finding::key).toList());
            assertEquals(
                    List.of(true, true, true, false),
                    findings.stream().map(TraceDoctor.Finding::isSevere).toList());
            assertEquals(
                    "Ftrace lost 2\u2009000 events (CPU 1, 3)",
                    findings.getFirst().title());
            assertEquals(
                    "1 packet was lost before reaching a buffer",
                    findings.get(1).title());
            assertEquals("7 callstack samples were lost", findings.get(2).title());
        }
    }

    private List<String> findingsOfSleeps(String config) throws Exception {
        SliceTrace trace = new SliceTrace();
        Table states = trace.storage().table("__intrinsic_thread_state");
        for (int i = 0; i < 30; i++) {
            int row = states.addRow();
            states.longs("ts").set(row, 1000L * i);
            states.longs("dur").set(row, 100);
            states.strings("state").set(row, trace.storage().strings().intern("D"));
        }
        Table metadata = trace.storage().table("__intrinsic_metadata");
        int row = metadata.addRow();
        metadata.strings("name").set(row, trace.storage().strings().intern("trace_config_pbtxt"));
        metadata.strings("str_value").set(row, trace.storage().strings().intern(config));
        try (TraceStore store = trace.store(Files.createDirectory(folder.resolve("sleeps" + config.length())));
                Connection c = store.connection()) {
            return TraceDoctor.examine(new TraceQueries(c)).stream()
                    .map(TraceDoctor.Finding::key)
                    .toList();
        }
    }

    @Test
    void recommendsNoKernelEventsThatTheConfigAlreadyContains() throws Exception {
        assertTrue(findingsOfSleeps("ftrace_events: \"sched/sched_switch\"").contains("no_blocked_reason"));
        List<String> findings = findingsOfSleeps("ftrace_events: \"sched/sched_blocked_reason\"");
        assertFalse(findings.contains("no_blocked_reason"), findings.toString());
    }
}
