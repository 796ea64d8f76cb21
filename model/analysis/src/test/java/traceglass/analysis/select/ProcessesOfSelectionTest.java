package traceglass.analysis.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.ReportFixture;
import traceglass.analysis.samples.SampleTrack;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;

/// Thread `i` belongs to process `i % 2`, whose pid is 10 or 11.
class ProcessesOfSelectionTest extends ReportFixture {

    private List<Long> pids(Selection selection) throws Exception {
        return new TraceQueries(connection)
                .all(ProcessesOfSelection.of(selection).orElseThrow().sql() + " ORDER BY 1", r -> r.getLong(1));
    }

    private static Selection event(String table, long id) {
        return new Selection.Event(table, id, 0, 10);
    }

    private static Selection area(TrackKind... kinds) {
        return new Selection.Area(
                0,
                100,
                List.of(kinds).stream()
                        .map(kind -> TrackNode.of(kind.toString(), kind, "track"))
                        .toList());
    }

    @Test
    void anEventBelongsToTheProcessOfItsTrackOrThread() throws Exception {
        run("""
            INSERT INTO process_track VALUES (4, 0);
            INSERT INTO slice(id, track_id) VALUES (0, 3), (1, 4), (2, 5);
            INSERT INTO thread_counter_track VALUES (0, 2);
            INSERT INTO process_counter_track VALUES (1, 1);
            INSERT INTO counter(id, track_id) VALUES (0, 0), (1, 1);
            INSERT INTO sched(id, utid) VALUES (0, 3);
            INSERT INTO thread_state(id, utid) VALUES (0, 2);
            """);
        assertEquals(List.of(11L), pids(event("slice", 0)));
        assertEquals(List.of(10L), pids(event("slice", 1)));
        assertEquals(List.of(), pids(event("slice", 2)), "a track of neither a thread nor a process");
        assertEquals(List.of(10L), pids(event("counter", 0)));
        assertEquals(List.of(11L), pids(event("counter", 1)));
        assertEquals(List.of(11L), pids(event("sched", 0)));
        assertEquals(List.of(10L), pids(event("thread_state", 0)));
    }

    @Test
    void aRangeBelongsToTheProcessesOfItsTracks() throws Exception {
        TrackKind thread = SampleTrack.ofThread("linux.perf", "perf_sample", 3);
        TrackKind process = SampleTrack.ofProcess("linux.perf", "perf_sample", 0);
        assertEquals(List.of(11L), pids(area(thread, new CounterTrack(1, ""))));
        assertEquals(List.of(10L, 11L), pids(area(thread, process)));
    }

    @Test
    void otherSelectionsBelongToNoProcess() {
        assertTrue(ProcessesOfSelection.of(Selection.NONE).isEmpty());
        assertTrue(ProcessesOfSelection.of(event("android_logs", 0)).isEmpty());
        assertTrue(ProcessesOfSelection.of(area(new CounterTrack(1, ""))).isEmpty());
    }
}
