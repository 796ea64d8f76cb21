package traceglass.app.window.timeline;

import java.util.List;
import java.util.function.BooleanSupplier;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.command.Command;
import traceglass.app.context.AppContext;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.render.TimelineView;
import traceglass.sql.result.QueryException;

/// Stripes behind all tracks that tell one display frame from the next, from the counter that toggles with every vsync.
public final class VsyncStripes {

    private final AppContext context;
    private final TimelineView view;
    private boolean on;

    public VsyncStripes(AppContext context, TimelineView view) {
        this.context = context;
        this.view = view;
        context.sessionProperty().addListener(o -> on = false);
    }

    public void register(BooleanSupplier shown) {
        context.commands()
                .register(Command.of(
                        "timeline.vsync",
                        "Timeline",
                        "Show or hide stripes of the display's vsync",
                        "phone",
                        "",
                        () -> shown.getAsBoolean() && context.session().isReady(),
                        this::toggle));
    }

    private void toggle() {
        on = !on;
        if (!on) {
            view.marks().setStripes(new long[0]);
            return;
        }
        TraceSession session = context.session();
        session.queries()
                .submit(
                        "vsync",
                        q -> read(q),
                        edges -> {
                            if (session == context.session() && on) {
                                view.marks().setStripes(edges);
                                if (edges.length == 0) {
                                    on = false;
                                    context.notices()
                                            .show(
                                                    Notices.Severity.INFO,
                                                    "vsync",
                                                    "This trace has no VSYNC counter. Record it with the atrace"
                                                            + " category gfx.");
                                }
                            }
                        },
                        e -> context.notices()
                                .show(
                                        Notices.Severity.ERROR,
                                        "vsync",
                                        "The vsync counter could not be read: " + e.getMessage()));
    }

    /// Times at which the counter changes: from one to the next is a frame, and every other one gets a stripe.
    public static long[] read(TraceQueries q) throws QueryException {
        List<Long> edges = q.all("""
            WITH source AS (
              SELECT t.id FROM __intrinsic_track AS t JOIN __intrinsic_counter AS c ON c.track_id = t.id
              WHERE t.name IN ('VSYNC-app', 'VSYNC', 'VSYNC-sf', 'HW_VSYNC_ON_0') OR starts_with(t.name, 'HW_VSYNC_')
              GROUP BY t.id, t.name
              ORDER BY list_position(['VSYNC-app', 'VSYNC', 'VSYNC-sf'], t.name) NULLS LAST, count(*) DESC LIMIT 1
            ),
            step AS (
              SELECT ts, value, lag(value) OVER (ORDER BY ts, id) AS before
              FROM __intrinsic_counter WHERE track_id IN (FROM source)
            )
            SELECT ts FROM step WHERE before IS DISTINCT FROM value ORDER BY ts\
            """, r -> r.getLong(1));
        return edges.stream()
                .limit(edges.size() & ~1)
                .mapToLong(Long::longValue)
                .toArray();
    }
}
