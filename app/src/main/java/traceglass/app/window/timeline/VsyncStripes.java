package traceglass.app.window.timeline;

import java.util.function.BooleanSupplier;
import traceglass.analysis.marks.VsyncEdges;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.render.TimelineView;

/// Draws stripes behind all tracks that separate display frames, based on the counter that toggles with every vsync.
public final class VsyncStripes {

    private final TraceSlot slot;
    private final Notices notices;
    private final TimelineView view;
    private boolean isOn;

    public VsyncStripes(TraceSlot slot, Notices notices, TimelineView view) {
        this.slot = slot;
        this.notices = notices;
        this.view = view;
        slot.trace().sessionProperty().addListener(o -> isOn = false);
    }

    public void register(BooleanSupplier isShown) {
        slot.host()
                .commands()
                .register(Command.of(
                        "timeline.vsync",
                        CommandGroups.TIMELINE,
                        TimelineTexts.TOGGLE_VSYNC,
                        "phone",
                        "",
                        () -> isShown.getAsBoolean() && slot.trace().session().isReady(),
                        this::toggle));
    }

    private void toggle() {
        isOn = !isOn;
        if (!isOn) {
            view.marks().setStripes(new long[0]);
            return;
        }
        TraceSession session = slot.trace().session();
        session.queries()
                .submit(
                        "vsync",
                        VsyncEdges::edges,
                        edges -> {
                            if (session == slot.trace().session() && isOn) {
                                view.marks().setStripes(edges);
                                if (edges.length == 0) {
                                    isOn = false;
                                    notices.show(Notices.Severity.INFO, "vsync", TimelineTexts.NO_VSYNC);
                                }
                            }
                        },
                        e -> notices.show(
                                Notices.Severity.ERROR, "vsync", TimelineTexts.cantReadVsync(e.getMessage())));
    }
}
