package traceglass.analysis.processes;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.events.EventMenu.CreateTracks;
import traceglass.analysis.events.EventMenu.ListEvents;
import traceglass.analysis.events.EventMenu.MenuChoice;
import traceglass.analysis.track.Owner;

/// Actions for all slices of a thread or process, for the menus of its tracks.
public final class OwnerActions {

    private static final String BY_NAME = """
        SELECT s.ts, s.dur, s.name, s.id AS slice_id, s.track_id, s.arg_set_id
        FROM slice AS s
        WHERE s.track_id IN (%s)
        ORDER BY s.ts\
        """;

    private static final String BY_STATE = """
        SELECT ts, dur, state AS name
        FROM thread_state
        WHERE utid = %d
        ORDER BY ts\
        """;

    private static final String WITH_FLOWS = """
        s.track_id IN (%s)
          AND s.id IN (SELECT slice_out FROM flow UNION ALL SELECT slice_in FROM flow)\
        """;

    private OwnerActions() {}

    /// Returns whether there are actions for tracks of this owner.
    public static boolean supports(Owner owner) {
        return owner.isThread() || owner.isProcess();
    }

    /// Returns an SQL expression on the columns of `slice` that is true for the slices of the owner.
    public static String slices(Owner owner) {
        return "track_id IN (" + tracks(owner) + ")";
    }

    /// Returns choices that create tracks from the events of the owner.
    public static List<MenuChoice> tracks(Owner owner, String name) {
        List<MenuChoice> choices = new ArrayList<>();
        choices.add(new MenuChoice(
                "track.names",
                ProcessTexts.TRACK_FOR_NAME,
                new CreateTracks(BY_NAME.formatted(tracks(owner)), ProcessTexts.slicesByName(name), "name")));
        if (owner.isThread()) {
            choices.add(new MenuChoice(
                    "track.states",
                    ProcessTexts.TRACK_FOR_STATE,
                    new CreateTracks(BY_STATE.formatted(owner.utid()), ProcessTexts.states(name), "name")));
        }
        return choices;
    }

    /// Returns the list of the owner's slices that flows start from or lead to.
    public static ListEvents flows(Owner owner, String name) {
        return new ListEvents(
                EventListQuery.slices(ProcessTexts.slicesWithFlows(name), WITH_FLOWS.formatted(tracks(owner))));
    }

    private static String tracks(Owner owner) {
        if (owner.isThread()) {
            return "SELECT id FROM thread_track WHERE utid = " + owner.utid();
        }
        return "SELECT id FROM process_track WHERE upid = " + owner.upid()
                + " UNION ALL SELECT t.id FROM thread_track AS t JOIN thread AS th USING (utid) WHERE th.upid = "
                + owner.upid();
    }
}
