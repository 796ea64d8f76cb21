package traceglass.analysis.slices;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.EventMenu.MakeTracks;
import traceglass.analysis.events.EventMenu.MenuChoice;

/// Tracks of slices with the same name: all on one track, one track for each thread, or those of its thread.
final class SliceNameTracks {

    private static final int MAX_LENGTH = 60;

    private SliceNameTracks() {}

    /// Returns the actions for a slice.
    ///
    /// @param utid its thread, or null if it belongs to none
    /// @param withActions whether there is such a slice
    static EventMenu menu(String name, Long utid, boolean withActions) {
        String shortName = name.length() > MAX_LENGTH ? name.substring(0, MAX_LENGTH) + "…" : name;
        List<MenuChoice> choices = new ArrayList<>();
        add(
                choices,
                "All slices with this name as a track",
                withActions ? new MakeTracks(sql(name, ""), shortName, null) : null);
        add(
                choices,
                "All slices with this name, a track for each thread",
                withActions ? new MakeTracks(sql(name, ""), shortName, "owner") : null);
        if (utid != null) {
            add(
                    choices,
                    "This thread’s slices with this name as a track",
                    withActions
                            ? new MakeTracks(sql(name, " AND tt.utid = " + utid), shortName + " of this thread", null)
                            : null);
            add(
                    choices,
                    "This thread’s slices, a track for each name",
                    withActions ? new MakeTracks(sql(null, "tt.utid = " + utid), "Slices by name", "name") : null);
        }
        return new EventMenu("tracks", "Tracks of slices like this", "timeline", "Tracks", "slice", choices);
    }

    private static void add(List<MenuChoice> choices, String words, MakeTracks action) {
        choices.add(new MenuChoice("track.like" + choices.size(), words, action));
    }

    private static String sql(String name, String more) {
        return """
            SELECT s.ts, s.dur, s.name, s.id AS slice_id, s.track_id, s.arg_set_id,
              coalesce(concat_ws(' ', th.name, th.tid), concat_ws(' ', p.name, p.pid), t.name) AS owner
            FROM slice AS s
            LEFT JOIN track AS t ON t.id = s.track_id
            LEFT JOIN thread_track AS tt ON tt.id = s.track_id
            LEFT JOIN thread AS th ON th.utid = tt.utid
            LEFT JOIN process_track AS pt ON pt.id = s.track_id
            LEFT JOIN process AS p ON p.upid = pt.upid
            WHERE %s%s
            ORDER BY s.ts\
            """.formatted(name == null ? "" : "s.name = '" + name.replace("'", "''") + "'", more);
    }
}
