package traceglass.analysis.tree;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Set;

/// Which slices a trace has whose names tell that a standard module would find something in it. One look at the names
/// of all slices, so that nothing is computed for a trace that has none.
enum NamedSlices {

    /// Starts of apps, as Android marks them up to version 12, and later.
    STARTUPS("starts_with(s.name, 'launching: ') OR starts_with(s.name, 'launchingActivity#')"),
    /// Journeys that must look smooth, of the system's own apps.
    JANK_CUJS("starts_with(s.name, 'J<') AND ends_with(s.name, '>') AND s.dur > 0 AND t.utid IS NULL"
            + " AND (starts_with(p.name, 'com.android.') OR starts_with(p.name, 'com.google.android'))"),
    /// Journeys that must react soon.
    LATENCY_CUJS("starts_with(s.name, 'L<') AND ends_with(s.name, '>') AND s.dur > 0 AND t.utid IS NULL AND p.id IS NOT"
            + " NULL"),
    /// Pictures of the screen.
    SCREENSHOTS("s.name = 'Screenshot'"),
    /// How long inputs of a scroll took, as Chrome writes it since 2022. Other inputs have slices of this name too:
    /// [#ofScrolls] tells.
    EVENT_LATENCIES("s.name = 'EventLatency'"),
    /// The same as Chrome wrote it before.
    INPUT_LATENCIES("s.name = 'InputLatency::GestureScrollUpdate'"),
    /// What Chrome's own metric of scrolls says of a frame.
    SCROLL_FRAMES("s.name = 'ScrollJankV4'"),
    /// Vertical syncs as Chrome received them.
    CHROME_VSYNCS("s.name = 'Extend_VSync'");

    /// Beginnings of all these names; a slice with another name is not looked at further.
    private static final String BEGINNINGS =
            "starts_with(name, 'launching') OR starts_with(name, 'J<') OR starts_with(name, 'L<') OR name IN"
                    + " ('Screenshot', 'EventLatency', 'InputLatency::GestureScrollUpdate', 'ScrollJankV4',"
                    + " 'Extend_VSync')";

    private final String condition;

    NamedSlices(String condition) {
        this.condition = condition;
    }

    static Set<NamedSlices> read(Connection c) throws SQLException {
        StringBuilder sql = new StringBuilder("SELECT ");
        for (NamedSlices kind : values()) {
            sql.append(kind.ordinal() == 0 ? "" : ", ")
                    .append("coalesce(bool_or(")
                    .append(kind.condition)
                    .append("), false)");
        }
        sql.append(" FROM (SELECT name, dur, track_id FROM __intrinsic_slice WHERE ")
                .append(BEGINNINGS)
                .append(") AS s")
                .append(" LEFT JOIN __intrinsic_track AS t ON t.id = s.track_id LEFT JOIN __intrinsic_process AS p ON"
                        + " p.id = t.upid");
        Set<NamedSlices> found = EnumSet.noneOf(NamedSlices.class);
        try (Statement statement = c.createStatement();
                ResultSet r = statement.executeQuery(sql.toString())) {
            r.next();
            for (NamedSlices kind : values()) {
                if (r.getBoolean(kind.ordinal() + 1)) {
                    found.add(kind);
                }
            }
        }
        ofScrolls(
                c,
                EVENT_LATENCIES,
                "key = 'event_latency.event_type' AND ends_with(string_value, 'GESTURE_SCROLL_UPDATE')",
                found);
        ofScrolls(c, INPUT_LATENCIES, "key = 'chrome_latency_info.gesture_scroll_id'", found);
        return found;
    }

    /// Forgets latencies in which no argument tells of a scroll.
    private static void ofScrolls(Connection c, NamedSlices kind, String argument, Set<NamedSlices> found)
            throws SQLException {
        if (found.contains(kind)) {
            try (Statement statement = c.createStatement();
                    ResultSet r =
                            statement.executeQuery("SELECT 1 FROM __intrinsic_args WHERE " + argument + " LIMIT 1")) {
                if (!r.next()) {
                    found.remove(kind);
                }
            }
        }
    }
}
