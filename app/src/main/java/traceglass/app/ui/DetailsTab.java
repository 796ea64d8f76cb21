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

/// Tab of the details pane. Used on the JavaFX thread only.
public final class DetailsTab {

    /// Value of [#countProperty] that hides the number after the title.
    public static final int NO_COUNT = -1;

    private final String id;
    private final StringProperty title = new SimpleStringProperty();
    private final IntegerProperty count = new SimpleIntegerProperty(NO_COUNT);
    private final ObjectProperty<Node> content = new SimpleObjectProperty<>();
    private final BooleanProperty available = new SimpleBooleanProperty(true);
    private final BooleanProperty busy = new SimpleBooleanProperty();

    /// Creates a tab.
    ///
    /// @param id short and stable; also accepted by `--panel` on the command line
    public DetailsTab(String id, String title, Node content) {
        this.id = id;
        this.title.set(title);
        this.content.set(content);
    }

    public String id() {
        return id;
    }

    public StringProperty titleProperty() {
        return title;
    }

    /// Number in the chip after the title, or [#NO_COUNT].
    public IntegerProperty countProperty() {
        return count;
    }

    /// Content of the tab; null shows the pane's placeholder.
    public ObjectProperty<Node> contentProperty() {
        return content;
    }

    /// Whether the tab is in the bar. Tabs without content for the selection are hidden.
    public BooleanProperty availableProperty() {
        return available;
    }

    /// Whether content is still being loaded. Screenshots wait until loading has finished.
    public BooleanProperty busyProperty() {
        return busy;
    }
}
