package traceglass.app.window.timeline;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.context.AppContext;
import traceglass.app.session.TraceSession;
import traceglass.render.TimelineView;
import traceglass.render.item.Wakeup;

/// Shows who woke the thread whose turn on a CPU or whose state is selected, where, and how long it then waited to run.
public final class WakeArrow {

    private final AppContext context;
    private final TimelineView view;

    public WakeArrow(AppContext context, TimelineView view) {
        this.context = context;
        this.view = view;
        context.selectionProperty().addListener((o, was, is) -> selected(is));
    }

    private void selected(Selection selection) {
        view.marks().setWakeup(null);
        TraceSession session = context.session();
        if (session != null
                && session.isReady()
                && selection instanceof Selection.Event e
                && (e.table().equals("sched") || e.table().equals("thread_state"))) {
            TrackLookup index = session.index();
            session.queries()
                    .submit(
                            "wake-arrow",
                            q -> read(q, index, e),
                            found -> view.marks().setWakeup(found.orElse(null)),
                            x -> {
                                // The details of the event say what went wrong.
                            });
        }
    }

    /// The time in which the thread was ready to run but did not: it begins with the wake-up.
    public static Optional<Wakeup> read(TraceQueries q, TrackLookup index, Selection.Event event)
            throws java.sql.SQLException {
        String ready = event.table().equals("sched")
                ? "SELECT r.* FROM sched AS e JOIN thread_state AS r ON r.utid = e.utid AND r.ts + r.dur = e.ts AND"
                        + " r.state IN ('R', 'R+') WHERE e.id = "
                : "SELECT r.* FROM thread_state AS e JOIN thread_state AS r ON r.utid = e.utid AND r.state IN ('R',"
                        + " 'R+') AND (r.id = e.id OR e.state = 'Running' AND r.ts + r.dur = e.ts OR e.state NOT IN"
                        + " ('Running', 'R', 'R+') AND r.ts = e.ts + e.dur) WHERE e.id = ";
        try (Statement s = q.connection().createStatement();
                ResultSet r = s.executeQuery("""
                    WITH ready AS (%s%d)
                    SELECT r.ts, r.dur, w.ucpu, r.utid, coalesce(th.name, ''), th.tid
                    FROM ready AS r
                    LEFT JOIN thread_state AS w ON w.id = r.waker_id
                    LEFT JOIN thread AS th ON th.utid = r.waker_utid
                    WHERE r.waker_utid IS NOT NULL AND r.dur >= 0 LIMIT 1\
                    """.formatted(ready, event.id()))) {
            if (!r.next()) {
                return Optional.empty();
            }
            long ucpu = r.getLong(3);
            String wakerTrack = r.wasNull() ? "" : index.cpu(ucpu).orElse("");
            String own = event.table().equals("sched")
                    ? ""
                    : index.thread(r.getLong(4)).orElse("");
            return Optional.of(new Wakeup(
                    r.getLong(1), r.getLong(1) + r.getLong(2), wakerTrack, own, r.getString(5) + " " + r.getLong(6)));
        }
    }
}
