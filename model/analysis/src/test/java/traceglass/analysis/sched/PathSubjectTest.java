package traceglass.analysis.sched;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.ReportFixture;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.sql.result.QueryException;

/// Thread `i` has the tid 100 + `i`.
class PathSubjectTest extends ReportFixture {

    private List<PathSubject> of(Selection selection) throws QueryException {
        return PathSubject.find(new TraceQueries(connection), selection, TRACE_END);
    }

    private static Selection.Event event(String table, long id) {
        return new Selection.Event(table, id, 0, 0);
    }

    private static Selection.Area area(long start, long end, long... utids) {
        return new Selection.Area(
                start,
                end,
                LongStream.of(utids)
                        .mapToObj(u -> TrackNode.of("t" + u, new ThreadStates(u), "track"))
                        .toList());
    }

    @Test
    void anEventHasItsThreadForItsTime() throws Exception {
        run("""
            INSERT INTO sched(id, ts, dur, utid) VALUES (0, 100, 50, 3);
            INSERT INTO thread_state(id, ts, dur, utid) VALUES (0, 200, -1, 2), (1, 300, 0, 2);
            """);
        assertEquals(List.of(new PathSubject(3, "thread 3 103", 100, 150)), of(event("sched", 0)));
        assertEquals(List.of(new PathSubject(2, "thread 2 102", 200, TRACE_END)), of(event("thread_state", 0)));
        assertEquals(List.of(), of(event("thread_state", 1)), "a state without a duration");
        assertEquals(List.of(), of(event("counter", 0)));
        assertEquals(List.of(), of(Selection.NONE));
    }

    @Test
    void aRangeHasItsThreadsWithStatesInTheOrderOfTheTracks() throws Exception {
        run("""
            UPDATE thread SET name = NULL WHERE utid = 4;
            INSERT INTO thread_state(id, ts, dur, utid) VALUES (0, 100, 50, 3), (1, 100, -1, 1), (2, 300, 50, 2), (3, 0, 150, 4);
            """);
        assertEquals(
                List.of(new PathSubject(3, "thread 3 103", 120, 200), new PathSubject(1, "thread 1 101", 120, 200)),
                of(area(120, 200, 3, 2, 1)));
        assertEquals(List.of(new PathSubject(4, "Thread 104", 120, 200)), of(area(120, 200, 4)));
        assertEquals(List.of(), of(area(150, 200, 3, 4)), "states end before the range");
    }
}
