package traceglass.app.window.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.panel.PanelFixture;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.DetailsTab;

@ExtendWith(ApplicationExtension.class)
class PendingTabTest {

    private DetailsPane pane;
    private DetailsTab first;
    private DetailsTab notes;
    private DetailsTab search;
    private PendingTab pending;

    @Start
    void start(Stage stage) {
        pane = new DetailsPane();
        first = new DetailsTab("first", "First", new Region());
        notes = new DetailsTab("notes", "Notes", new Region());
        search = new DetailsTab("search", "Search", new Region());
        VBox window = new VBox(pane);
        pending = new PendingTab(pane, window);
        pane.add(first);
        pane.add(notes);
        pane.add(search);
        first.availableProperty().set(true);
        search.availableProperty().set(true);
        PanelFixture.show(stage, window, 500, 400);
    }

    @BeforeEach
    void awaitTheNotes() {
        PanelFixture.fx(() -> pending.selectWhenAvailable("notes"));
    }

    private void makeAvailable(DetailsTab tab) {
        PanelFixture.fx(() -> tab.availableProperty().set(true));
    }

    private String selected() {
        String[] id = new String[1];
        PanelFixture.fx(() -> id[0] = pane.selectedProperty().get().id());
        return id[0];
    }

    @Test
    void theAwaitedTabIsSelectedOnceItIsAvailable() {
        makeAvailable(notes);
        PanelFixture.await(() -> pane.selectedProperty().get() == notes);
        assertFalse(pane.openProperty().get());
    }

    @Test
    void theAwaitedTabStaysSelectedWhenAnotherBecomesAvailable() {
        makeAvailable(notes);
        PanelFixture.fx(() -> pane.showForSelection(first));
        PanelFixture.await(() -> pane.selectedProperty().get() == notes);
    }

    @Test
    void aTabChosenByACommandStaysSelected() {
        PanelFixture.fx(() -> pane.select(search));
        makeAvailable(notes);
        PanelFixture.fx(() -> {});
        assertEquals("search", selected());
        assertEquals("", pending.id());
    }

    @Test
    void aTabChosenByACommandReplacesTheAwaitedOne() {
        makeAvailable(notes);
        PanelFixture.await(() -> pane.selectedProperty().get() == notes);
        PanelFixture.fx(() -> pane.select(search));
        PanelFixture.fx(() -> {});
        assertEquals("search", selected());
    }
}
