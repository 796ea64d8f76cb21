package traceglass.app.window.timeline;

import java.util.function.BooleanSupplier;
import traceglass.analysis.marks.Vsync;
import traceglass.app.command.Command;
import traceglass.app.context.AppContext;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.render.TimelineView;

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
                        Vsync::edges,
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
}
