package traceglass.app.ui;

import static org.junit.jupiter.api.Assertions.assertFalse;

import javafx.geometry.Bounds;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.panel.PanelFixture;

@ExtendWith(ApplicationExtension.class)
class TabScrollTest {

    private final HBox tabs = new HBox();
    private TabScroll scroll;

    @Start
    void start(Stage stage) {
        for (int i = 0; i < 12; i++) {
            tabs.getChildren().add(tab(i));
        }
        scroll = new TabScroll(tabs);
        scroll.setPrefWidth(400);
        PanelFixture.show(stage, new VBox(scroll), 500, 100);
    }

    private static Label tab(int number) {
        Label tab = new Label("Tab " + number);
        tab.setMinWidth(80);
        tab.setUserData("tab " + number);
        return tab;
    }

    private boolean isInView(int index) {
        Bounds tab = tabs.getChildren()
                .get(index)
                .localToScene(tabs.getChildren().get(index).getBoundsInLocal());
        // Titles fade out within 28 px of an edge.
        return tab.getMinX() >= 27.5 && tab.getMaxX() <= scroll.getWidth() - 27.5;
    }

    @Test
    void theSelectedTabStaysInViewWhenTabsAppearBeforeIt() {
        assertFalse(isInView(9));
        Object ninth = tabs.getChildren().get(9).getUserData();
        PanelFixture.fx(() -> scroll.reveal(ninth));
        PanelFixture.await(() -> isInView(9));
        PanelFixture.fx(() -> tabs.getChildren().addAll(0, java.util.List.of(tab(20), tab(21), tab(22))));
        PanelFixture.await(() -> isInView(12));
        PanelFixture.fx(() -> scroll.setPrefWidth(300));
        PanelFixture.await(() -> isInView(12));
    }
}
