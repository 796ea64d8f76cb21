package traceglass.app.window;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.app.AppContext;
import traceglass.app.Selection;
import traceglass.app.command.Command;
import traceglass.app.session.TraceSession;
import traceglass.app.session.TrackIndex;
import traceglass.render.TimelineView;
import traceglass.render.item.Flow;

/// Shows the flows of the selected slice as arrows, and follows them.
final class FlowArrows {

    private static final String GROUP = "Selection";
    private static final int MOST = 200;

    private final AppContext context;
    private final TimelineView view;
    private List<Flow> flows = List.of();

    FlowArrows(AppContext context, TimelineView view) {
        this.context = context;
        this.view = view;
        context.selectionProperty().addListener((o, was, is) -> selected(is));
    }

    void register() {
        context.commands().register(Command.of("flow.next", GROUP, "Follow the flow forward", "flow", "Ctrl+]", () -> next().isPresent(),
                () -> next().ifPresent(id -> context.navigator().goTo("slice", id))));
        context.commands().register(Command.of("flow.previous", GROUP, "Follow the flow back", "flow", "Ctrl+[", () -> previous().isPresent(),
                () -> previous().ifPresent(id -> context.navigator().goTo("slice", id))));
    }

    private Optional<Long> next() {
        return flows.stream().filter(f -> f.fromId() == selectedId()).map(Flow::toId).findFirst();
    }

    private Optional<Long> previous() {
        return flows.stream().filter(f -> f.toId() == selectedId()).map(Flow::fromId).findFirst();
    }

    private long selectedId() {
        return context.selectionProperty().get() instanceof Selection.Event e && e.table().equals("slice") ? e.id() : -1;
    }

    private void selected(Selection selection) {
        TraceSession session = context.session();
        show(List.of());
        if (session != null && session.isReady() && selection instanceof Selection.Event e && e.table().equals("slice")) {
            TrackIndex index = session.index();
            session.queries().submit("flow-arrows", (c, cancel) -> read(c, index, e.id()), this::show, x -> context.notices().show(
                    traceglass.app.ui.Notices.Severity.ERROR, "flows", "The flows of this slice could not be read: " + x.getMessage()));
        }
    }

    private void show(List<Flow> found) {
        flows = found;
        view.setFlows(found);
    }

    private static List<Flow> read(Connection c, TrackIndex index, long slice) throws SQLException {
        List<Flow> found = new ArrayList<>();
        try (Statement s = c.createStatement();
                ResultSet r = s.executeQuery("""
                        SELECT f.slice_out, a.ts, a.dur, a.track_id, f.slice_in, b.ts, b.track_id
                        FROM flow AS f JOIN slice AS a ON a.id = f.slice_out JOIN slice AS b ON b.id = f.slice_in
                        WHERE f.slice_out = %1$d OR f.slice_in = %1$d
                        ORDER BY b.ts LIMIT %2$d""".formatted(slice, MOST))) {
            while (r.next()) {
                Optional<String> from = index.track(r.getLong(4));
                Optional<String> to = index.track(r.getLong(7));
                if (from.isPresent() && to.isPresent()) {
                    long arrives = r.getLong(6);
                    // It leaves when the slice ends; one that goes on until after the arrival, as a call does, sent it at its start.
                    long end = r.getLong(2) + Math.max(0, r.getLong(3));
                    long leaves = end <= arrives ? end : r.getLong(2);
                    found.add(new Flow(from.get(), r.getLong(1), leaves, to.get(), r.getLong(5), arrives, false));
                }
            }
        }
        return found;
    }
}
