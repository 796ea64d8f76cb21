package traceglass.app.window;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import traceglass.app.Selection;
import traceglass.app.session.TrackIndex;

/// Finds when a row of a table of events was and on which track it is.
///
/// @param event    the row
/// @param trackKey its track in the tree, empty when it is on none
record EventLookup(Selection.Event event, Optional<String> trackKey) {

    /// @return empty when there is no such row
    static Optional<EventLookup> find(Connection c, TrackIndex index, String table, long id) throws SQLException {
        String column = switch (table) {
            case "sched" -> "ucpu";
            case "thread_state" -> "utid";
            default -> "track_id";
        };
        String dur = table.equals("counter") ? "0" : "dur";
        try (Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT ts, " + dur + ", " + column + " FROM " + table + " WHERE id = " + id)) {
            if (!r.next()) {
                return Optional.empty();
            }
            long place = r.getLong(3);
            Optional<String> key = switch (table) {
                case "sched" -> index.cpu(place);
                case "thread_state" -> index.thread(place);
                default -> index.track(place);
            };
            return Optional.of(new EventLookup(new Selection.Event(table, id, r.getLong(1), r.getLong(2)), key));
        }
    }
}
