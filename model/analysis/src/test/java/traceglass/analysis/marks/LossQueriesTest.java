package traceglass.analysis.marks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.sched.CpuTrack;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

class LossQueriesTest {

    private static final TimeSpan TRACE = new TimeSpan(100, 1000);

    private final TrackLookup tracks = TrackLookup.of(List.of(
            TrackNode.of("cpu2", new CpuTrack(5, 2), "CPU 2"),
            TrackNode.of("freq2", new CounterTrack(7, ""), "Frequency 2"),
            TrackNode.of("perf2", new CounterTrack(8, ""), "cycles 2")));
    private Connection connection;

    @BeforeEach
    void open() throws Exception {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        run("""
            CREATE TABLE cpu(ucpu BIGINT, cpu BIGINT, machine_id BIGINT);
            CREATE TABLE cpu_counter_track(id BIGINT, cpu BIGINT, machine_id BIGINT, type VARCHAR);
            CREATE TABLE process(upid BIGINT, pid BIGINT, machine_id BIGINT, name VARCHAR);
            CREATE TABLE data_loss(ts BIGINT, dur BIGINT, source VARCHAR, cpu BIGINT, machine_id BIGINT, lost BIGINT, pid BIGINT, reason VARCHAR);
            INSERT INTO cpu VALUES (5, 2, NULL), (9, 2, 1);
            INSERT INTO cpu_counter_track VALUES (7, 2, NULL, 'cpu_frequency'), (8, 2, NULL, 'perf_cpu_counter');
            INSERT INTO process VALUES (3, 40, NULL, 'shop');
            """);
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
    }

    private void run(String sql) throws Exception {
        try (Statement s = connection.createStatement()) {
            s.execute(sql);
        }
    }

    /// Returns the losses of a row of `data_loss`.
    private List<DataLoss> losses(String row) throws Exception {
        run("DELETE FROM data_loss; INSERT INTO data_loss VALUES " + row);
        return read();
    }

    private List<DataLoss> read() throws QueryException {
        return LossQueries.read(new TraceQueries(connection), tracks, TRACE);
    }

    @Test
    void aLossOfACpuConcernsTheTracksOfThatCpu() throws Exception {
        assertEquals(
                List.of(new DataLoss(200, 300, false, Set.of("cpu2", "freq2"), "12 ftrace events of CPU 2")),
                losses("(200, 100, 'ftrace', 2, NULL, 12, NULL, NULL)"));
        assertEquals(
                List.of(new DataLoss(
                        200, 300, false, Set.of("cpu2", "freq2"), "events of CPU 2 overwritten in the ring buffer")),
                losses("(200, 100, 'ring buffer', 2, NULL, NULL, NULL, NULL)"));
        assertEquals(
                List.of(new DataLoss(200, 300, false, Set.of("perf2"), "1 perf sample of CPU 2")),
                losses("(200, 100, 'perf samples', 2, NULL, 1, NULL, NULL)"));
        assertEquals(
                List.of(new DataLoss(200, 300, false, Set.of(), "ftrace events of CPU 2")),
                losses("(200, 100, 'ftrace', 2, 1, NULL, NULL, NULL)"),
                "the tracks are those of another machine");
    }

    @Test
    void aLossWithoutACpuConcernsEveryTrackUnlessItsProcessIsKnown() throws Exception {
        assertEquals(
                List.of(new DataLoss(200, 300, true, Set.of(), "12 ftrace events")),
                losses("(200, 100, 'ftrace', NULL, NULL, 12, NULL, NULL)"));
        assertEquals(
                List.of(new DataLoss(200, 300, true, Set.of(), "packets (gap)")),
                losses("(200, 100, 'packets', NULL, NULL, NULL, NULL, 'gap')"));
        assertEquals(
                List.of(new DataLoss(200, 300, false, Set.of(), "packets of shop 40")),
                losses("(200, 100, 'packets', NULL, NULL, NULL, 40, NULL)"));
        assertEquals(
                List.of(new DataLoss(
                        200, 300, false, Set.of(), "packets of process 41 overwritten in the ring buffer")),
                losses("(200, 100, 'ring buffer', NULL, NULL, NULL, 41, NULL)"));
    }

    @Test
    void lossesAreClippedToTheTraceAndTheLongestComeFirst() throws Exception {
        run("""
            INSERT INTO data_loss(ts, dur, source) VALUES
              (990, 50, 'packets'), (0, 150, 'packets'), (0, 100, 'packets'), (1000, 5, 'packets')\
            """);
        assertEquals(
                List.of(
                        new DataLoss(100, 150, true, Set.of(), "packets"),
                        new DataLoss(990, 1000, true, Set.of(), "packets")),
                read());
    }
}
