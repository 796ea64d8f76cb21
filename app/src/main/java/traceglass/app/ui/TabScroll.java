package traceglass.app.ui;

import java.util.function.Consumer;
import java.util.function.Function;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.paint.CycleMethod;
import javafx.scene.paint.LinearGradient;
import javafx.scene.paint.Stop;
import javafx.scene.shape.Rectangle;
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.store.text.DisplayText;

/// Tab row that scrolls horizontally if it is too narrow for all tabs and fades out at edges with hidden tabs. It is
/// never wider than its tabs, and wide enough for the selected one.
public final class TabScroll extends ScrollPane {

    private static final double FADE = 28;
    /// Widest tab that is always shown in full, in pixels.
    private static final double WIDEST = 180;

    private final HBox tabs;
    private final Rectangle mask = new Rectangle();
    /// User data of the tab that stays in view when tabs appear or widths change, until the user scrolls.
    private Object revealed;

    /// Creates a scroll pane.
    ///
    /// @param tabs the row; tabs may be added and removed later
    public TabScroll(HBox tabs) {
        super(tabs);
        this.tabs = tabs;
        setMaxWidth(Region.USE_PREF_SIZE);
        setFitToHeight(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setVbarPolicy(ScrollBarPolicy.NEVER);
        setFocusTraversable(false);
        getStyleClass().add("tg-tab-scroll");
        hvalueProperty().addListener(o -> fade());
        widthProperty().addListener(o -> fade());
        heightProperty().addListener(o -> fade());
        viewportBoundsProperty().addListener(o -> {
            fade();
            FxThread.later(this::showRevealed);
        });
        tabs.widthProperty().addListener(o -> {
            fade();
            FxThread.later(this::showRevealed);
        });
        // Maps vertical wheel movement to horizontal scrolling.
        addEventFilter(ScrollEvent.SCROLL, e -> {
            if (Math.abs(e.getDeltaY()) > Math.abs(e.getDeltaX())) {
                revealed = null;
                double scrollRange = tabs.getWidth() - getViewportBounds().getWidth();
                setHvalue(Math.clamp(getHvalue() - e.getDeltaY() / Math.max(1, scrollRange), 0, 1));
                e.consume();
            }
        });
    }

    /// Creates a button with a menu of all tabs, to be placed next to the row. It is visible while some tabs are
    /// scrolled out of view.
    ///
    /// @param title returns the title of a tab's node
    /// @param onChoose receives the node of the chosen tab
    public Button menu(Function<Node, String> title, Consumer<Node> onChoose) {
        Button button = IconButton.of("chevron-down", 15, UiTexts.ALL_TABS, () -> {});
        button.setOnAction(e -> {
            ContextMenu menu = new ContextMenu();
            for (Node tab : tabs.getChildren()) {
                MenuItem item = new MenuItem(DisplayText.oneLine(title.apply(tab)));
                item.setMnemonicParsing(false);
                item.setOnAction(x -> onChoose.accept(tab));
                menu.getItems().add(item);
            }
            menu.show(button, Side.BOTTOM, 0, 2);
        });
        button.managedProperty().bind(button.visibleProperty());
        button.setMinWidth(Region.USE_PREF_SIZE);
        // The button itself takes space from the tabs.
        Runnable update = () ->
                button.setVisible(tabs.getWidth() > getWidth() + (button.isVisible() ? button.getWidth() : 0) + 1);
        widthProperty().addListener(o -> FxThread.later(update));
        tabs.widthProperty().addListener(o -> FxThread.later(update));
        button.setVisible(false);
        return button;
    }

    /// Scrolls the tab with this user data into view after the next layout, and keeps it there until the user
    /// scrolls.
    ///
    /// @param userData user data of the tab's node
    public void reveal(Object userData) {
        revealed = userData;
        requestLayout();
        FxThread.later(this::showRevealed);
    }

    @Override
    protected double computeMinWidth(double height) {
        double tab = tabs.getChildren().stream()
                .filter(n -> revealed != null && n.getUserData() == revealed)
                .mapToDouble(n -> n.prefWidth(-1))
                .sum();
        double all = tabs.prefWidth(-1);
        return Math.ceil(Math.min(all, Math.min(tab, WIDEST * StyleSheets.factor()) + 2 * FADE));
    }

    private void showRevealed() {
        tabs.getChildren().stream()
                .filter(n -> revealed != null && n.getUserData() == revealed)
                .forEach(this::show);
    }

    /// Fades the tabs at an edge beyond which there are more. Otherwise, a title that ends exactly at the edge
    /// would look like the last one.
    private void fade() {
        double scrollRange = tabs.getWidth() - getViewportBounds().getWidth();
        double width = getWidth();
        if (scrollRange < 1 || width < 2 * FADE) {
            setClip(null);
            return;
        }
        double hidden = getHvalue() * scrollRange;
        double share = FADE / width;
        mask.setWidth(width);
        mask.setHeight(getHeight());
        mask.setFill(new LinearGradient(
                0,
                0,
                1,
                0,
                true,
                CycleMethod.NO_CYCLE,
                new Stop(0, hidden > 1 ? Color.TRANSPARENT : Color.BLACK),
                new Stop(share, Color.BLACK),
                new Stop(1 - share, Color.BLACK),
                new Stop(1, hidden < scrollRange - 1 ? Color.TRANSPARENT : Color.BLACK)));
        setClip(mask);
    }

    private void show(Node tab) {
        double visibleWidth = getViewportBounds().getWidth();
        double scrollRange = tabs.getWidth() - visibleWidth;
        if (scrollRange <= 0) {
            return;
        }
        // Keep the tab out of the area where the row fades out.
        double from = tab.getBoundsInParent().getMinX() - FADE;
        double to = tab.getBoundsInParent().getMaxX() + FADE;
        double left = getHvalue() * scrollRange;
        if (from < left || to > left + visibleWidth) {
            setHvalue(Math.clamp((from < left ? from : to - visibleWidth) / scrollRange, 0, 1));
        }
    }
}
