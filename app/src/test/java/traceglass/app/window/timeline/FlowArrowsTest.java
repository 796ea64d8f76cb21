package traceglass.app.window.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.SliceFlows;
import traceglass.analysis.marks.VisibleFlows;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Tests which flows of a slice are drawn.
class FlowArrowsTest {

    private static final TrackLookup INDEX = TrackLookup.of(List.of(node("one", 1), node("two", 2)));

    private static TrackNode node(String key, long track) {
        return new TrackNode(key, new SliceTrack(List.of(track)), key, "", List.of(), "", "", false, List.of());
    }

    private static Connection store(int flows) throws SQLException, QueryException {
        Connection c = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement s = c.createStatement()) {
            s.execute("CREATE TABLE slice AS SELECT i AS id, i * 100 AS ts, 50 AS dur, CASE i WHEN 0 THEN 1 ELSE 2 END"
                    + " AS track_id FROM range("
                    + (flows + 1) + ") t(i)");
            s.execute("CREATE TABLE flow AS SELECT i AS id, 0 AS slice_out, i + 1 AS slice_in FROM range(" + flows
                    + ") t(i)");
        }
        return c;
    }

    @Test
    void drawsAllFlowsOfASliceWithFewFlows() throws SQLException, QueryException {
        try (Connection c = store(40)) {
            VisibleFlows found = SliceFlows.read(new TraceQueries(c), INDEX, 0);
            assertEquals(40, found.flows().size());
            assertEquals(0, found.hidden());
        }
    }

    @Test
    void drawsTheNearestFlowsOfASliceWithManyAndCountsTheRest() throws SQLException, QueryException {
        try (Connection c = store(5000)) {
            VisibleFlows found = SliceFlows.read(new TraceQueries(c), INDEX, 0);
            assertTrue(found.flows().size() <= Flow.MAX_ARROWS, found.flows().size() + " flows");
            assertTrue(found.flows().size() >= Flow.MAX_ARROWS / 2);
            assertEquals(5000, found.flows().size() + found.hidden());
            assertEquals(100, found.flows().getFirst().toTs());
            assertEquals(found.flows().size() * 100L, found.flows().getLast().toTs());
        }
    }
}
