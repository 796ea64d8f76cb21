package traceglass.app.window.timeline;

import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import traceglass.app.ui.Page;
import traceglass.render.TimelineView;

/// The page that shows the timelines of the one or two open traces.
public final class TimelinePage implements Page {

    public static final String ID = "timeline";

    private final StackPane container = new StackPane();
    private final Timelines timelines;

    public TimelinePage(Timelines timelines) {
        this.timelines = timelines;
        container.setMinSize(0, 0);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TimelineTexts.TIMELINE;
    }

    @Override
    public String icon() {
        return "timeline";
    }

    @Override
    public Node node() {
        return container;
    }

    @Override
    public StackPane timelineContainer() {
        return container;
    }

    @Override
    public boolean hasDetailsPane() {
        return true;
    }

    /// Returns the timeline of the window's first trace.
    public TimelineView view() {
        return timelines.first().view();
    }

    @Override
    public void onShown() {
        timelines.activePane().view().requestFocus();
    }
}
