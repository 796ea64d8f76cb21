package traceglass.analysis.slices;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.EventMenu.CreateTracks;
import traceglass.analysis.events.EventMenu.MenuChoice;

/// Tracks of slices with the same name as a slice: all on one track, one track for each thread, or only the slices of
/// its thread.
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
        add(choices, SliceTexts.ONE_TRACK, withActions ? new CreateTracks(sql(name, ""), shortName, null) : null);
        add(
                choices,
                SliceTexts.TRACK_FOR_THREAD,
                withActions ? new CreateTracks(sql(name, ""), shortName, "owner") : null);
        if (utid != null) {
            add(
                    choices,
                    SliceTexts.TRACK_OF_THREAD,
                    withActions
                            ? new CreateTracks(
                                    sql(name, " AND tt.utid = " + utid), SliceTexts.ofThisThread(shortName), null)
                            : null);
            add(
                    choices,
                    SliceTexts.TRACK_FOR_NAME,
                    withActions
                            ? new CreateTracks(sql(null, "tt.utid = " + utid), SliceTexts.SLICES_BY_NAME, "name")
                            : null);
        }
        return new EventMenu("tracks", SliceTexts.TRACKS, "timeline", SliceTexts.TRACKS_GROUP, "slice", choices);
    }

    private static void add(List<MenuChoice> choices, String title, CreateTracks action) {
        choices.add(new MenuChoice("track.like" + choices.size(), title, action));
    }

    private static String sql(String name, String conditions) {
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
            """.formatted(name == null ? "" : "s.name = '" + name.replace("'", "''") + "'", conditions);
    }
}
