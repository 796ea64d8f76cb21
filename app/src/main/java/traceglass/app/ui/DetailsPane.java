package traceglass.app.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.geometry.Side;
import javafx.scene.Cursor;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import traceglass.app.task.FxThread;
import traceglass.render.control.Tooltips;
import traceglass.store.text.DisplayText;

/// Details pane below the timeline: a tab bar and the content of the selected tab. All tabs have the same height,
/// which the user sets by dragging the top edge. It stays between 120 px and 70% of the parent's height.
///
/// All methods must be called on the JavaFX thread.
public final class DetailsPane extends BorderPane {

    private static final double MIN_HEIGHT = 120;
    private static final double MAX_SHARE = .7;
    /// Height until the user drags the edge: all fields of an event, or ten rows of a grid.
    private static final double DEFAULT_HEIGHT = 320;
    private static final double EDGE = 5;

    private final List<DetailsTab> tabs = new ArrayList<>();
    private final HBox bar = new HBox();
    private final HBox tabButtons = new HBox();
    private final TabScroll tabScroll = new TabScroll(tabButtons);
    private final StackPane body = new StackPane();
    private final ReadOnlyObjectWrapper<DetailsTab> selected = new ReadOnlyObjectWrapper<>();
    private final BooleanProperty open = new SimpleBooleanProperty();
    private final BooleanProperty maximized = new SimpleBooleanProperty();
    /// Whether only the tab bar is shown.
    private final BooleanProperty minimized = new SimpleBooleanProperty();
    private final Button minimize;
    private final Label empty = new Label(UiTexts.NOTHING_SELECTED);
    private final List<Runnable> chosenListeners = new ArrayList<>();
    /// Tab to remove when another one is selected, or null; see [#removeWhenUnused].
    private DetailsTab leaving;
    private boolean isAllowedOnPage = true;
    /// Whether the pane was opened for an item selected elsewhere, and not used since.
    private boolean isOpenedForSelection;
    private double draggedHeight;
    private double pressedAt = Double.NaN;
    private double heightAtPress;

    public DetailsPane() {
        getStyleClass().add("tg-details-pane");
        setId("details-pane");
        setMinHeight(0);
        // The content of a tab may be wider than the window; the bar with its buttons may not.
        setMinWidth(0);
        bar.getStyleClass().add("tg-tab-bar");
        tabButtons.getStyleClass().add("tg-tabs");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        minimize = IconButton.of("chevron-down", 15, UiTexts.MINIMIZE, () -> minimized.set(!minimized.get()));
        minimize.setId("details-minimize");
        HBox toolbar = toolbar();
        bar.getChildren().addAll(tabScroll, space, toolbar);
        bar.setOnMouseClicked(e -> {
            if (e.getButton() == MouseButton.PRIMARY && e.getClickCount() == 2) {
                maximized.set(!maximized.get());
            }
        });
        minimized.addListener((_, _, newValue) -> showMinimized(newValue));
        setTop(bar);
        body.getStyleClass().add("tg-details-pane-body");
        body.setMinHeight(0);
        body.setMinWidth(0);
        empty.getStyleClass().add("tg-empty");
        setCenter(body);
        addEventFilter(
                MouseEvent.MOUSE_MOVED, e -> setCursor(isOnEdge(e) && !minimized.get() ? Cursor.V_RESIZE : null));
        addEventFilter(MouseEvent.MOUSE_PRESSED, this::pressEdge);
        addEventFilter(MouseEvent.MOUSE_DRAGGED, this::dragEdge);
        addEventFilter(MouseEvent.MOUSE_RELEASED, this::releaseEdge);
        followSize();
        showPane();
        show(null);
    }

    private HBox toolbar() {
        Button close = IconButton.of("x", 15, UiTexts.CLOSE_PANE, () -> open.set(false));
        close.setId("details-close");
        Button more = IconButton.of("more", 15, UiTexts.TABS_AND_SIZE, () -> {});
        more.setId("details-menu");
        more.setOnAction(e -> menu().show(more, Side.BOTTOM, 0, 2));
        HBox toolbar = new HBox(more, minimize, close);
        toolbar.setAlignment(Pos.CENTER);
        toolbar.getStyleClass().add("tg-tab-buttons");
        return toolbar;
    }

    /// Updates the layout when a property that affects the height changes.
    private void followSize() {
        open.addListener((_, _, _) -> {
            isOpenedForSelection = false;
            minimized.set(false);
            showPane();
            resize();
        });
        maximized.addListener(o -> {
            minimized.set(false);
            resize();
        });
        parentProperty().addListener((_, _, newValue) -> {
            if (newValue instanceof Region r) {
                r.heightProperty().addListener(x -> resize());
            }
        });
    }

    /// Sets whether the current page can show the pane. On other pages it stays hidden even if it is open.
    public void setAllowedOnPage(boolean isAllowed) {
        this.isAllowedOnPage = isAllowed;
        showPane();
    }

    private void showPane() {
        boolean isShown = isAllowedOnPage && open.get();
        setVisible(isShown);
        setManaged(isShown);
    }

    private void showMinimized(boolean isMinimized) {
        minimize.setGraphic(new Icon(isMinimized ? "chevron-up" : "chevron-down", 15));
        String title = isMinimized ? UiTexts.RESTORE : UiTexts.MINIMIZE;
        Tooltips.set(minimize, title);
        minimize.setAccessibleText(title);
        body.setVisible(!isMinimized);
        body.setManaged(!isMinimized);
        resize();
    }

    /// Appends a tab to the bar. It is shown while [DetailsTab#availableProperty] is true.
    public void add(DetailsTab tab) {
        tabs.add(tab);
        tab.availableProperty().addListener(o -> refresh());
        // The result of the loading may select a tab first.
        tab.busyProperty().addListener(o -> FxThread.later(this::removeLeavingIfIdle));
        tab.contentProperty().addListener(o -> {
            if (selected.get() == tab) {
                show(tab);
            }
        });
        refresh();
    }

    public void remove(DetailsTab tab) {
        tabs.remove(tab);
        refresh();
    }

    /// Removes a tab from the bar. If it is selected while others are loading, it stays until one of them is selected
    /// or all have been loaded, so that no unrelated tab is shown in between.
    public void removeWhenUnused(DetailsTab tab) {
        if (selected.get() == tab && open.get()) {
            leaving = tab;
            FxThread.later(this::removeLeavingIfIdle);
        } else {
            tab.availableProperty().set(false);
        }
    }

    /// Shows a tab in the bar, even if it was about to be removed.
    public void keepTab(DetailsTab tab) {
        if (leaving == tab) {
            leaving = null;
        }
        tab.availableProperty().set(true);
    }

    private void removeLeavingIfIdle() {
        if (leaving != null && tabs.stream().noneMatch(t -> t.busyProperty().get())) {
            removeLeaving();
        }
    }

    private void removeLeaving() {
        DetailsTab tab = leaving;
        leaving = null;
        if (tab != null) {
            tab.availableProperty().set(false);
        }
    }

    /// All tabs in bar order, including unavailable ones.
    public List<DetailsTab> tabs() {
        return List.copyOf(tabs);
    }

    /// The tab with this id, if any.
    public Optional<DetailsTab> tab(String id) {
        return tabs.stream().filter(t -> t.id().equals(id)).findFirst();
    }

    /// Selects a tab for an item selected elsewhere and opens the pane, unless the keyboard focus is in the open
    /// pane.
    public void showForSelection(DetailsTab tab) {
        if (!hasFocus() || !open.get()) {
            show(tab);
            // Leave a minimized pane minimized: the user chose that, and the tab title announces the
            // content.
            if (!open.get()) {
                open.set(true);
                isOpenedForSelection = true;
            }
        }
    }

    /// Closes the pane if it was opened only for items selected elsewhere, which no longer exist.
    public void closeIfUnused() {
        if (isOpenedForSelection) {
            open.set(false);
        }
    }

    /// Returns whether the keyboard focus is in the pane.
    public boolean hasFocus() {
        Node focus = getScene() == null ? null : getScene().getFocusOwner();
        while (focus != null && focus != this) {
            focus = focus.getParent();
        }
        return focus != null;
    }

    /// Selects a tab that the user has asked for, and opens the pane.
    public void select(DetailsTab tab) {
        List.copyOf(chosenListeners).forEach(Runnable::run);
        show(tab);
        minimized.set(false);
        open.set(true);
        isOpenedForSelection = false;
    }

    /// Selects a tab on behalf of the program, whether the pane is open or not.
    public void selectForProgram(DetailsTab tab) {
        show(tab);
    }

    /// Registers an action that runs before a tab is selected because the user has asked for it with a command, a menu
    /// or a button outside the pane.
    public void addChosenListener(Runnable action) {
        chosenListeners.add(action);
    }

    /// Removes an action added by [#addChosenListener].
    public void removeChosenListener(Runnable action) {
        chosenListeners.remove(action);
    }

    /// The selected tab, or null if no tab is available.
    public ReadOnlyObjectProperty<DetailsTab> selectedProperty() {
        return selected.getReadOnlyProperty();
    }

    /// Whether the pane is shown.
    public BooleanProperty openProperty() {
        return open;
    }

    /// Whether the pane takes all available height.
    public BooleanProperty maximizedProperty() {
        return maximized;
    }

    /// Height in pixels set by dragging the edge, or 0 if it was never dragged.
    public double draggedHeight() {
        return draggedHeight;
    }

    /// Restores a height in pixels set by dragging; 0 for none.
    public void setDraggedHeight(double height) {
        draggedHeight = height;
        resize();
    }

    /// Inserts a node before the tabs that states the subject of all tabs.
    public void setSubjectNode(Node node) {
        HBox.setMargin(node, new Insets(0, 6, 0, 6));
        bar.setAlignment(Pos.CENTER_LEFT);
        bar.getChildren().addFirst(node);
    }

    private void refresh() {
        Node focus = getScene() == null ? null : getScene().getFocusOwner();
        boolean hadFocusOnTabs = focus != null && focus.getParent() == tabButtons;
        tabButtons
                .getChildren()
                .setAll(tabs.stream()
                        .filter(t -> t.availableProperty().get())
                        .map(this::button)
                        .toList());
        DetailsTab current = selected.get();
        if (current == null
                || !tabs.contains(current)
                || !current.availableProperty().get()) {
            show(tabs.stream()
                    .filter(t -> t.availableProperty().get())
                    .findFirst()
                    .orElse(null));
        } else {
            mark();
        }
        if (hadFocusOnTabs) {
            // The tab nodes were recreated while one of them had the focus.
            tabButtons.getChildren().stream()
                    .filter(n -> n.getUserData() == selected.get())
                    .forEach(Node::requestFocus);
        }
    }

    private Node button(DetailsTab tab) {
        Label title = new Label();
        title.textProperty().bind(tab.titleProperty());
        title.getStyleClass().add("tg-tab-title");
        title.setMinWidth(Region.USE_PREF_SIZE);
        Label count = new Label();
        count.getStyleClass().add("tg-count");
        count.textProperty().bind(tab.countProperty().map(n -> DisplayText.grouped(n.longValue())));
        count.visibleProperty().bind(tab.countProperty().isNotEqualTo(DetailsTab.NO_COUNT));
        count.managedProperty().bind(count.visibleProperty());
        count.setMinWidth(Region.USE_PREF_SIZE);
        HBox box = new HBox(title, count);
        box.setMinWidth(Region.USE_PREF_SIZE);
        box.getStyleClass().add("tg-tab");
        box.setAlignment(Pos.CENTER);
        box.setUserData(tab);
        box.setId("tab-" + tab.id());
        box.setOnMousePressed(e -> {
            isOpenedForSelection = false;
            show(tab);
            minimized.set(false);
        });
        TabKeys.install(tabButtons, box, tab.titleProperty().get(), n -> show((DetailsTab) n.getUserData()));
        return box;
    }

    /// Menu of all available tabs, including those scrolled out of the bar.
    private ContextMenu menu() {
        ContextMenu menu = new ContextMenu();
        for (DetailsTab tab : tabs) {
            if (tab.availableProperty().get()) {
                String title = tab.titleProperty().get();
                MenuItem item = new MenuItem(
                        title == null ? "" : DisplayText.oneLine(title),
                        tab == selected.get() ? new Icon("check", 14) : null);
                item.setMnemonicParsing(false);
                item.setOnAction(e -> select(tab));
                menu.getItems().add(item);
            }
        }
        MenuItem fill = new MenuItem(UiTexts.MAXIMIZE, maximized.get() ? new Icon("check", 14) : null);
        fill.setOnAction(e -> maximized.set(!maximized.get()));
        menu.getItems().addAll(new SeparatorMenuItem(), fill);
        return menu;
    }

    private void show(DetailsTab tab) {
        selected.set(tab);
        Node content = tab == null ? null : tab.contentProperty().get();
        body.getChildren().setAll(content == null ? empty : content);
        mark();
        if (tab != leaving) {
            removeLeaving();
        }
    }

    private void mark() {
        TabKeys.markSelected(tabButtons, selected.get());
        tabScroll.reveal(selected.get());
    }

    private void resize() {
        double containerHeight = getParent() instanceof Region r ? r.getHeight() : 0;
        double preferred = draggedHeight > 0 ? draggedHeight : DEFAULT_HEIGHT;
        double limit = containerHeight > 0 ? containerHeight * MAX_SHARE : preferred;
        double height = maximized.get() && containerHeight > 0
                ? containerHeight
                : Math.max(MIN_HEIGHT, Math.min(preferred, limit));
        setPrefHeight(minimized.get() ? Region.USE_COMPUTED_SIZE : height);
        setMaxHeight(minimized.get() ? Region.USE_PREF_SIZE : height);
    }

    private boolean isOnEdge(MouseEvent e) {
        return e.getY() < EDGE;
    }

    private void pressEdge(MouseEvent e) {
        if (isOnEdge(e) && !minimized.get() && e.getButton() == MouseButton.PRIMARY) {
            pressedAt = e.getSceneY();
            heightAtPress = getHeight();
            e.consume();
        }
    }

    private void dragEdge(MouseEvent e) {
        if (!Double.isNaN(pressedAt)) {
            maximized.set(false);
            setDraggedHeight(Math.max(MIN_HEIGHT, heightAtPress + pressedAt - e.getSceneY()));
            e.consume();
        }
    }

    private void releaseEdge(MouseEvent e) {
        if (!Double.isNaN(pressedAt)) {
            pressedAt = Double.NaN;
            e.consume();
        }
    }
}
