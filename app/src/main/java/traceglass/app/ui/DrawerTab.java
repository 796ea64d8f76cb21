package traceglass.app.ui;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.Node;

/// One tab of the drawer. All of it is used on the JavaFX thread.
public final class DrawerTab {

    /// How high the drawer wants to be for this content, until a person has dragged its edge.
    public enum Height {
        /// 240: fields and short lists.
        FIELDS,
        /// 366: grids.
        GRID
    }

    /// What [#countProperty] holds when no number is shown after the title.
    public static final int NO_COUNT = -1;

    private final String id;
    private final Height height;
    private final StringProperty title = new SimpleStringProperty();
    private final IntegerProperty count = new SimpleIntegerProperty(NO_COUNT);
    private final ObjectProperty<Node> content = new SimpleObjectProperty<>();
    private final BooleanProperty available = new SimpleBooleanProperty(true);
    private final BooleanProperty busy = new SimpleBooleanProperty();

    /// @param id short and stable, also what `--panel` of the command line names
    public DrawerTab(String id, String title, Height height, Node content) {
        this.id = id;
        this.height = height;
        this.title.set(title);
        this.content.set(content);
    }

    public String id() {
        return id;
    }

    public Height height() {
        return height;
    }

    public StringProperty titleProperty() {
        return title;
    }

    /// The number in the chip after the title, or [#NO_COUNT].
    public IntegerProperty countProperty() {
        return count;
    }

    public ObjectProperty<Node> contentProperty() {
        return content;
    }

    /// Whether the tab is in the bar. Tabs that have nothing to say about the selection are not.
    public BooleanProperty availableProperty() {
        return available;
    }

    /// Whether content is still being fetched; a screenshot waits until it is not.
    public BooleanProperty busyProperty() {
        return busy;
    }
}
