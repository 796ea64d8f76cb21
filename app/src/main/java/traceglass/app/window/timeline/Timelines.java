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

/// The timelines of a window: that of its trace alone, or with one of a second trace below it or at its right.
public final class Timelines {

    private final StackPane root = new StackPane();
    private final BorderPane two = new BorderPane();
    private final SplitPane split = new SplitPane();
    private final PaneFrame firstFrame;
    private final TracePane first;
    private PaneFrame secondFrame;
    private PairedTimelines link;
    /// A divider that stands farther from where it was put has been dragged.
    private static final double DRAGGED = .05;

    private double balanced = .5;
    private final BooleanProperty atRight = new SimpleBooleanProperty();

    public Timelines(TracePane first) {
        this.first = first;
        firstFrame = new PaneFrame(first, 'A');
        root.setMinSize(0, 0);
        root.getChildren().setAll(firstFrame.node());
        split.setId("timelines");
        split.getStyleClass().add("tg-timelines");
        split.setOrientation(Orientation.VERTICAL);
        two.setMinSize(0, 0);
        split.heightProperty().addListener(o -> balance());
        atRight.addListener(o -> arrange());
        // With Alt held, the mouse moves one of two that go together.
        root.addEventFilter(MouseEvent.ANY, e -> loose(e.isAltDown()));
        root.addEventFilter(ScrollEvent.ANY, e -> loose(e.isAltDown()));
        root.addEventFilter(KeyEvent.ANY, e -> loose(false));
        root.addEventFilter(MouseEvent.MOUSE_PRESSED, e -> touched());
        root.addEventFilter(ScrollEvent.SCROLL, e -> touched());
        root.addEventFilter(KeyEvent.KEY_PRESSED, e -> touched());
        first.pair().activeProperty().addListener(o -> mark());
    }

    /// What fills the place that a page has for timelines.
    public Node node() {
        return root;
    }

    /// All panes there are, one or two.
    public List<TracePane> panes() {
        return secondFrame == null ? List.of(first) : List.of(first, secondFrame.pane());
    }

    public TracePane first() {
        return first;
    }

    /// The pane of the active trace.
    public TracePane inHand() {
        return secondFrame != null
                        && first.pair().active() == secondFrame.pane().slot()
                ? secondFrame.pane()
                : first;
    }

    /// Whether the second stands at the right of the first, and not below.
    public BooleanProperty atRightProperty() {
        return atRight;
    }

    /// Shows a second pane.
    ///
    /// @param bar what can be done with the two
    /// @param with moves them in step
    public void show(PaneFrame second, Node bar, PairedTimelines with) {
        secondFrame = second;
        link = with;
        root.getChildren().clear();
        firstFrame.setTitled(true);
        second.setTitled(true);
        split.getItems().setAll(firstFrame.node(), second.node());
        two.setTop(bar);
        two.setCenter(split);
        root.getChildren().setAll(two);
        arrange();
        balanced = split.getDividerPositions()[0];
        balance();
        mark();
    }

    /// Shows the first alone.
    public void showFirstAlone() {
        if (secondFrame != null) {
            secondFrame = null;
            link = null;
            split.getItems().clear();
            firstFrame.setTitled(false);
            first.view().pair().setBare(false);
            root.getChildren().setAll(firstFrame.node());
        }
    }

    /// One axis serves both where they show the same time one above the other.
    public void arrange() {
        split.setOrientation(atRight.get() ? Orientation.HORIZONTAL : Orientation.VERTICAL);
        if (secondFrame != null) {
            secondFrame.pane().view().pair().setBare(hasOneAxis());
            balance();
        }
    }

    /// Gives the tracks of both the same room, of what the axis above the first leaves, until a person has dragged
    /// the divider.
    private void balance() {
        double height = split.getHeight();
        if (secondFrame == null || height <= 0 || Math.abs(split.getDividerPositions()[0] - balanced) > DRAGGED) {
            return;
        }
        balanced = Math.min(.75, hasOneAxis() ? .5 + first.view().headerHeight() / 2 / height : .5);
        split.setDividerPositions(balanced);
    }

    /// Whether the axis above the first is that of both.
    public boolean hasOneAxis() {
        return link != null && link.isTogether() && !atRight.get();
    }

    private void touched() {
        if (link != null) {
            link.touched();
        }
    }

    private void loose(boolean on) {
        if (link != null) {
            link.setLoose(on);
        }
    }

    private void mark() {
        firstFrame.setInHand(inHand() == first);
        if (secondFrame != null) {
            secondFrame.setInHand(inHand() == secondFrame.pane());
        }
    }
}
