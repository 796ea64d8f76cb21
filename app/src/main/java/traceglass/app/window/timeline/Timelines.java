package traceglass.app.window.timeline;

import java.util.List;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;

/// The timelines of a window: one, or two, one above the other or side by side.
public final class Timelines {

    private final StackPane root = new StackPane();
    private final BorderPane splitLayout = new BorderPane();
    private final SplitPane split = new SplitPane();
    private final PaneFrame firstFrame;
    private final TracePane first;
    private PaneFrame secondFrame;
    private LinkedTimelines link;
    /// Distance from its last automatic position at which the divider counts as dragged by the user.
    private static final double DRAG_TOLERANCE = .05;

    private double automaticPosition = .5;
    private final BooleanProperty atRight = new SimpleBooleanProperty();

    public Timelines(TracePane first) {
        this.first = first;
        firstFrame = new PaneFrame(first, 'A');
        root.setMinSize(0, 0);
        root.getChildren().setAll(firstFrame.node());
        split.setId("timelines");
        split.getStyleClass().add("tg-timelines");
        split.setOrientation(Orientation.VERTICAL);
        splitLayout.setMinSize(0, 0);
        split.heightProperty().addListener(o -> balance());
        atRight.addListener(o -> arrange());
        // While Alt is held, the mouse moves only one of two linked timelines.
        root.addEventFilter(MouseEvent.ANY, e -> setMovesOneTrace(e.isAltDown()));
        root.addEventFilter(ScrollEvent.ANY, e -> setMovesOneTrace(e.isAltDown()));
        root.addEventFilter(KeyEvent.ANY, e -> setMovesOneTrace(false));
        root.addEventFilter(MouseEvent.MOUSE_PRESSED, e -> timelinePressed());
        root.addEventFilter(ScrollEvent.SCROLL, e -> timelinePressed());
        root.addEventFilter(KeyEvent.KEY_PRESSED, e -> timelinePressed());
        first.pair().activeProperty().addListener(o -> mark());
    }

    /// Returns the node that a page with timelines contains.
    public Node node() {
        return root;
    }

    /// Returns the one or two panes.
    public List<TracePane> panes() {
        return secondFrame == null ? List.of(first) : List.of(first, secondFrame.pane());
    }

    public TracePane first() {
        return first;
    }

    /// Returns the pane of the active trace.
    public TracePane activePane() {
        return secondFrame != null
                        && first.pair().active() == secondFrame.pane().slot()
                ? secondFrame.pane()
                : first;
    }

    /// Whether the second timeline is right of the first rather than below it.
    public BooleanProperty atRightProperty() {
        return atRight;
    }

    /// Shows a second pane.
    ///
    /// @param bar controls for both timelines
    /// @param linked links the two timelines
    public void show(PaneFrame second, Node bar, LinkedTimelines linked) {
        secondFrame = second;
        link = linked;
        root.getChildren().clear();
        firstFrame.setTitled(true);
        second.setTitled(true);
        split.getItems().setAll(firstFrame.node(), second.node());
        splitLayout.setTop(bar);
        splitLayout.setCenter(split);
        root.getChildren().setAll(splitLayout);
        arrange();
        automaticPosition = split.getDividerPositions()[0];
        balance();
        mark();
    }

    /// Shows only the first timeline.
    public void showFirstAlone() {
        if (secondFrame != null) {
            secondFrame = null;
            link = null;
            split.getItems().clear();
            firstFrame.setTitled(false);
            first.view().pair().setHeaderHidden(false);
            root.getChildren().setAll(firstFrame.node());
        }
    }

    /// Lays out both timelines; they share one time axis if they show the same time one above the other.
    public void arrange() {
        split.setOrientation(atRight.get() ? Orientation.HORIZONTAL : Orientation.VERTICAL);
        if (secondFrame != null) {
            secondFrame.pane().view().pair().setHeaderHidden(hasOneAxis());
            balance();
        }
    }

    /// Divides the space below the shared axis equally, unless the user has dragged the divider.
    private void balance() {
        double height = split.getHeight();
        if (secondFrame == null
                || height <= 0
                || Math.abs(split.getDividerPositions()[0] - automaticPosition) > DRAG_TOLERANCE) {
            return;
        }
        automaticPosition = Math.min(.75, hasOneAxis() ? .5 + first.view().headerHeight() / 2 / height : .5);
        split.setDividerPositions(automaticPosition);
    }

    /// Returns whether both timelines share the axis above the first.
    public boolean hasOneAxis() {
        return link != null && link.isLinked() && !atRight.get();
    }

    private void timelinePressed() {
        if (link != null) {
            link.relinkRows();
        }
    }

    private void setMovesOneTrace(boolean isOneTrace) {
        if (link != null) {
            link.setMovesOneTrace(isOneTrace);
        }
    }

    private void mark() {
        firstFrame.setActive(activePane() == first);
        if (secondFrame != null) {
            secondFrame.setActive(activePane() == secondFrame.pane());
        }
    }
}
