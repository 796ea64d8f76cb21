package traceglass.analysis.slices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.events.EventMenu.CreateTracks;
import traceglass.analysis.events.EventMenu.MenuChoice;

/// Tests tracks made of all slices that have the same name as a selected slice.
class SliceNameTracksTest {

    /// Returns the slices of a choice with their owners, in a trace where two threads have slices of the same name.
    private static List<String> slices(MenuChoice choice) throws Exception {
        CreateTracks action = assertInstanceOf(CreateTracks.class, choice.action());
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement()) {
            s.execute("""
                CREATE TABLE slice(id BIGINT, ts BIGINT, dur BIGINT, name VARCHAR, track_id BIGINT, arg_set_id BIGINT);
                CREATE TABLE track(id BIGINT, name VARCHAR);
                CREATE TABLE thread_track(id BIGINT, utid BIGINT);
                CREATE TABLE process_track(id BIGINT, upid BIGINT);
                CREATE TABLE thread(utid BIGINT, tid BIGINT, name VARCHAR);
                CREATE TABLE process(upid BIGINT, pid BIGINT, name VARCHAR);
                INSERT INTO track VALUES (0, NULL), (1, NULL);
                INSERT INTO thread_track VALUES (0, 5), (1, 6);
                INSERT INTO thread VALUES (5, 50, 'main'), (6, 60, NULL);
                INSERT INTO slice VALUES (1, 40, 1, 'it''s me', 0, NULL), (2, 30, 1, 'other', 0, NULL), (3, 20, 1, 'it''s me', 1, NULL),
                  (4, 10, 1, 'it''s me', 1, NULL);
                """);
            List<String> found = new ArrayList<>();
            try (ResultSet r = s.executeQuery(action.sql())) {
                while (r.next()) {
                    found.add(r.getLong("slice_id") + " " + r.getString("owner"));
                }
            }
            return found;
        }
    }

    @Test
    void slicesWithTheSameNameAreOrderedAndHaveOwners() throws Exception {
        List<MenuChoice> choices = SliceNameTracks.menu("it's me", 5L, true).choices();
        assertEquals(4, choices.size());
        assertEquals(List.of("4 60", "3 60", "1 main 50"), slices(choices.get(0)));
        assertEquals(List.of("1 main 50"), slices(choices.get(2)));
        assertEquals(List.of("2 main 50", "1 main 50"), slices(choices.get(3)), "all slices of the thread");
    }

    @Test
    void sliceWithoutThreadOffersNoThreadChoices() {
        assertEquals(2, SliceNameTracks.menu("it's me", null, true).choices().size());
    }
}
