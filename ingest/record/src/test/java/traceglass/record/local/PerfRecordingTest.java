package traceglass.record.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static traceglass.record.testing.RecordedRows.count;
import static traceglass.record.testing.TestRecording.RING;
import static traceglass.record.testing.TestRecording.end;
import static traceglass.record.testing.TestRecording.recordFor;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.testing.TestRecording;
import traceglass.service.probe.perf.PerfProbe;

/// Samples this process with the built-in service and reads the samples with the importer.
class PerfRecordingTest {

    private static final long OWN_PID = ProcessHandle.current().pid();

    @TempDir
    private Path folder;

    @Test
    void samplesShowWhichFunctionsRan() throws Exception {
        PerfProbe probe = new PerfProbe();
        assumeTrue(probe.refusal().isEmpty(), probe::refusal);
        LocalTarget target = new LocalTarget(
                null,
                Map.of(
                        ServiceSockets.PRODUCER_VARIABLE,
                        folder.resolve("producers").toString()),
                null,
                List.of(probe));
        Session session = TestRecording.start(target, RING + """
                data_sources { config { name: "linux.perf" perf_event_config {
                  timebase { frequency: 500 timestamp_clock: PERF_CLOCK_BOOTTIME }
                  followers { counter: SW_PAGE_FAULTS }
                  callstack_sampling { kernel_frames: true user_frames: UNWIND_FRAME_POINTER scope { target_pid: %d } }
                } } }
                """.formatted(OWN_PID), folder.resolve("perf.pftrace"));
        recordFor(session, 0);
        useCpu(400);
        session.stop();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        Path trace = v.file();
        assertEquals(0, count(trace, "select count(*) from stats where severity = 'error' and value > 0"));
        assertTrue(count(trace, "select count(*) from perf_sample where cpu_mode = 'user'") > 20);
        assertTrue(count(trace, "select count(*) from perf_sample where cpu_mode = 'kernel'") > 0);
        assertEquals(
                1,
                count(
                        trace,
                        "select count(distinct pid) from perf_sample join thread using (utid) join process using (upid)"
                                + " where pid = " + OWN_PID));
        assertTrue(count(trace, """
                select count(*) from stack_profile_frame f join stack_profile_mapping m on f.mapping = m.id
                where m.name like '%libjvm.so' and f.name <> '' and length(m.build_id) > 0""") > 0);
        assertTrue(count(trace, """
                select count(*) from stack_profile_frame f join stack_profile_mapping m on f.mapping = m.id
                where m.name = '/kernel' and f.name <> ''""") > 0);
        assertTrue(count(trace, "select count(*) from counter c join perf_counter_track t on c.track_id = t.id") > 20);
    }

    private static void useCpu(long ms) {
        long end = System.nanoTime() + ms * 1_000_000;
        byte[] from = new byte[1 << 20];
        while (System.nanoTime() < end) {
            byte[] copy = from.clone();
            from = copy;
            ProcessHandle.of(OWN_PID).orElseThrow().info().totalCpuDuration();
        }
    }
}
