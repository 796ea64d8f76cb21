package traceglass.analysis.slices;

import java.util.List;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.EventMenu.Action;
import traceglass.analysis.events.EventMenu.MenuChoice;
import traceglass.analysis.query.SqlLabels;

/// Lists for a slice: slices with the same name, ancestors and descendants, and the calls and waits of its thread. The
/// lists of Android's standard modules are queries on the SQL page.
final class SliceLists {

    private SliceLists() {}

    /// Returns the lists for a slice; for null, all possible lists without actions.
    static EventMenu menu(SliceInfo s) {
        return new EventMenu(
                "lists",
                SliceTexts.LISTS,
                "table",
                SliceTexts.LISTS_GROUP,
                "slice",
                List.of(
                                new MenuChoice(
                                        "slice.similar",
                                        SliceTexts.LIST_SIMILAR,
                                        s == null
                                                ? null
                                                : new EventMenu.ListEvents(EventListQuery.slices(
                                                        SliceTexts.inWholeTrace(EventLink.name(s.name())),
                                                        DurationScope.TRACE.condition(s.name(), s.trackId())))),
                                new MenuChoice(
                                        "slice.ancestors",
                                        SliceTexts.LIST_ANCESTORS,
                                        s == null || s.parents().isEmpty()
                                                ? null
                                                : relatedSlices("ancestor_slice", s.id())),
                                new MenuChoice(
                                        "slice.descendants",
                                        SliceTexts.LIST_DESCENDANTS,
                                        s == null || s.relations().children().isEmpty()
                                                ? null
                                                : relatedSlices("descendant_slice", s.id())),
                                new MenuChoice(
                                        "slice.binder",
                                        SliceTexts.LIST_BINDER,
                                        s == null || s.thread().isEmpty()
                                                ? null
                                                : new EventMenu.OpenSql(
                                                        binder(s.thread().get().utid()))),
                                new MenuChoice(
                                        "slice.contention",
                                        SliceTexts.LIST_CONTENTION,
                                        s == null || s.thread().isEmpty()
                                                ? null
                                                : new EventMenu.OpenSql(contention(
                                                        s.thread().get().utid()))))
                        .stream()
                        .filter(c -> s == null || c.action() != null)
                        .toList());
    }

    private static Action relatedSlices(String function, long id) {
        return new EventMenu.OpenSql("SELECT id, ts, dur, name, depth, category, track_id\nFROM " + function + "(" + id
                + ")\nORDER BY ts, depth");
    }

    /// Returns a query for binder transactions that the thread started.
    static String binder(long utid) {
        return """
            INCLUDE PERFETTO MODULE android.binder;

            SELECT t.binder_txn_id AS slice_id, s.ts, s.dur, t.aidl_name, t.is_sync, t.server_process, t.server_thread, t.server_dur, t.binder_reply_id
            FROM android_binder_txns AS t
            JOIN slice AS s ON s.id = t.binder_txn_id
            WHERE t.client_utid = %d
            ORDER BY t.aidl_name, s.ts\
            """.formatted(utid);
    }

    /// Returns a query for monitors that the thread waited for, or held while others waited.
    static String contention(long utid) {
        return SqlLabels.insert("""
            INCLUDE PERFETTO MODULE android.monitor_contention;

            SELECT id AS slice_id, ts, dur, CASE WHEN blocked_utid = %1$d THEN {waited} ELSE {held} END AS this_thread,
              short_blocked_method, blocked_thread_name, blocked_utid, short_blocking_method, blocking_thread_name, blocking_utid, waiter_count, lock_name
            FROM android_monitor_contention
            WHERE blocked_utid = %1$d OR blocking_utid = %1$d
            ORDER BY ts\
            """, "waited", SliceTexts.WAITED, "held", SliceTexts.HELD_LOCK)
                .formatted(utid);
    }
}
