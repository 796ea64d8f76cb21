package traceglass.app.panel.details;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.geometry.Pos;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.analysis.events.Arg;
import traceglass.analysis.events.ArgQueries;
import traceglass.analysis.events.ArgTree;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.panel.debug.DebugTrackTask;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;
import traceglass.store.text.DisplayText;

/// Arguments of an event as a tree, with a filter if there are many.
final class ArgsView extends BorderPane {

    private static final int FILTER_FROM = 8;
    private static final int MAX_ARGS_ON_FX_THREAD = 5_000;
    private static final double LINE_HEIGHT = 19.5;
    private static final double INDENT = 14;
    private static final int MAX_TITLE = 80;

    /// Line of the list.
    ///
    /// @param path names from the root; identifies a group when the filter changes
    private record Line(ArgTree tree, int level, String path) {}

    private final TraceSlot slot;
    private final Messages messages;
    private final List<Arg> args;
    private final String sliceName;
    private final ListView<Line> list = new ListView<>();
    private final Set<String> collapsed = new HashSet<>();
    private int lastRequest;
    private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper(this, "busy");
    private final TextField filter = new TextField();
    private final Label empty = new Label();

    /// Creates a view.
    ///
    /// @param sliceName name of the slice that has the arguments; null for other events
    ArgsView(TraceSlot slot, Messages messages, List<Arg> args, String sliceName) {
        this.slot = slot;
        this.messages = messages;
        this.sliceName = sliceName;
        this.args = args;
        getStyleClass().add("tg-args");
        Label title = new Label(DetailsTexts.ARGUMENTS);
        title.getStyleClass().add(Styles.SECTION);
        Label count = new Label(DisplayText.grouped(args.size()));
        count.getStyleClass().add("tg-count");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox top = new HBox(6, title, count, space);
        top.setAlignment(Pos.CENTER_LEFT);
        top.getStyleClass().add("tg-args-top");
        if (args.size() >= FILTER_FROM) {
            filter.setPromptText(DetailsTexts.FILTER);
            filter.setAccessibleText(DetailsTexts.FILTER);
            filter.setId("args-filter");
            filter.getStyleClass().add("tg-bare-field");
            filter.textProperty().addListener((_, _, _) -> fill());
            HBox field = new HBox(new Icon("search", 13), filter);
            HBox.setHgrow(filter, Priority.ALWAYS);
            field.getStyleClass().addAll("tg-field", Styles.COMPACT);
            field.setPrefWidth(150);
            top.getChildren().add(field);
        }
        setTop(top);
        list.setId("args-list");
        list.setAccessibleText(DetailsTexts.ARGUMENTS);
        list.addEventHandler(KeyEvent.KEY_PRESSED, this::keyPressed);
        list.setFixedCellSize(LINE_HEIGHT);
        list.getStyleClass().add("tg-args-list");
        list.setCellFactory(l -> new Cell());
        empty.getStyleClass().add("tg-empty");
        list.setPlaceholder(empty);
        setCenter(list);
        fill();
    }

    /// Whether the list is being created.
    ReadOnlyBooleanProperty busyProperty() {
        return busy.getReadOnlyProperty();
    }

    private void fill() {
        String text = filter.getText() == null ? "" : filter.getText();
        Set<String> hidden = Set.copyOf(collapsed);
        int request = ++lastRequest;
        String placeholder = args.isEmpty() ? DetailsTexts.NO_ARGUMENTS : DetailsTexts.NO_MATCHING_ARGUMENTS;
        if (args.size() <= MAX_ARGS_ON_FX_THREAD) {
            busy.set(false);
            empty.setText(placeholder);
            list.getItems().setAll(lines(args, text, hidden));
            return;
        }
        empty.setText(DetailsTexts.LOADING_ARGUMENTS);
        busy.set(true);
        // Building the tree of a million arguments takes longer than a frame.
        Thread.ofPlatform().daemon().name("arguments").start(() -> {
            List<Line> lines = lines(args, text, hidden);
            FxThread.later(() -> {
                if (request == lastRequest) {
                    empty.setText(placeholder);
                    list.getItems().setAll(lines);
                    busy.set(false);
                }
            });
        });
    }

    private static List<Line> lines(List<Arg> args, String text, Set<String> collapsed) {
        List<Line> lines = new ArrayList<>();
        add(lines, ArgTree.of(args, text), 0, "", collapsed);
        return lines;
    }

    private static void add(List<Line> lines, List<ArgTree> trees, int level, String prefix, Set<String> collapsed) {
        for (ArgTree t : trees) {
            String path = prefix + '/' + t.name();
            lines.add(new Line(t, level, path));
            if (!collapsed.contains(path)) {
                add(lines, t.children(), level + 1, path, collapsed);
            }
        }
    }

    /// Handles keys that expand and collapse groups, follow references and copy values.
    private void keyPressed(KeyEvent e) {
        int at = list.getSelectionModel().getSelectedIndex();
        Line line = at < 0 ? null : list.getItems().get(at);
        if (line == null) {
            return;
        }
        Arg arg = line.tree.arg();
        boolean isGroup = !line.tree.children().isEmpty();
        boolean isOpen = !collapsed.contains(line.path);
        switch (e.getCode()) {
            case ENTER, SPACE -> {
                if (isGroup) {
                    toggle(line);
                } else if (arg != null && arg.table() != null) {
                    slot.navigation().navigator().goTo(arg.table(), arg.id());
                } else if (arg != null && arg.isWebAddress()) {
                    open(arg);
                }
            }
            case LEFT, RIGHT -> {
                if (isGroup && isOpen == (e.getCode() == KeyCode.LEFT)) {
                    toggle(line);
                }
            }
            case C -> {
                if (!e.isShortcutDown() || arg == null) {
                    return;
                }
                copy(arg.value() == null ? "" : arg.value());
            }
            default -> {
                return;
            }
        }
        list.getSelectionModel().select(at);
        e.consume();
    }

    private void toggle(Line line) {
        if (!collapsed.remove(line.path)) {
            collapsed.add(line.path);
        }
        fill();
    }

    private final class Cell extends ListCell<Line> {

        private final HBox box = new HBox();
        private final Label key = new Label();
        private final Label value = new Label();

        Cell() {
            key.getStyleClass().add("tg-arg-key");
            value.getStyleClass().addAll(Styles.MONO, "tg-arg-value");
            value.setMinWidth(0);
            box.setAlignment(Pos.CENTER_LEFT);
            setPrefWidth(0);
            setOnMouseClicked(e -> {
                Line line = getItem();
                if (line != null && !line.tree.children().isEmpty() && e.getButton() == MouseButton.PRIMARY) {
                    toggle(line);
                }
            });
        }

        @Override
        protected void updateItem(Line line, boolean empty) {
            super.updateItem(line, empty);
            if (empty || line == null) {
                setGraphic(null);
                setContextMenu(null);
                return;
            }
            box.getChildren().clear();
            boolean isGroup = !line.tree.children().isEmpty();
            Region indent = new Region();
            double left = line.level * INDENT;
            indent.setMinWidth(left);
            box.getChildren().add(indent);
            double keys = Math.max(150, Math.min(220, getListView().getWidth() * .36));
            if (isGroup) {
                box.getChildren()
                        .add(new Icon(collapsed.contains(line.path) ? "chevron-right" : "chevron-down", 12)
                                .styled("tg-text-3"));
                left += 14;
            }
            key.setText(DisplayText.oneLine(line.tree.name().replace('_', ' ')));
            key.setMinWidth(Math.max(60, keys - left));
            key.setMaxWidth(isGroup ? Double.MAX_VALUE : key.getMinWidth());
            box.getChildren().add(key);
            Arg arg = line.tree.arg();
            if (arg != null) {
                value.setText(arg.value() == null ? DetailsTexts.NULL : DisplayText.oneLine(arg.value()));
                box.getChildren().add(value);
                if (arg.table() != null) {
                    Hyperlink link = Links.of(
                            arg.label(), () -> slot.navigation().navigator().goTo(arg.table(), arg.id()));
                    link.getStyleClass().add("tg-arg-link");
                    box.getChildren().add(link);
                } else if (arg.isWebAddress()) {
                    Hyperlink link = Links.of(arg.value(), () -> open(arg));
                    link.setMinWidth(0);
                    Tooltips.set(link, DetailsTexts.OPEN_IN_BROWSER);
                    box.getChildren().set(box.getChildren().size() - 1, link);
                }
                setContextMenu(menu(arg));
            } else {
                setContextMenu(null);
            }
            setGraphic(box);
        }
    }

    private void open(Arg arg) {
        if (!messages.dialogs().openLink(arg.value())) {
            copy(arg.value());
            messages.status().setState("copy", CommonTexts.COPIED, DetailsTexts.LINK_COPIED);
        }
    }

    private ContextMenu menu(Arg arg) {
        String value = arg.value() == null ? "" : arg.value();
        ContextMenu menu = new ContextMenu(
                item(CommonTexts.COPY_VALUE, () -> copy(value)), item(DetailsTexts.COPY_KEY, () -> copy(arg.key())));
        if (arg.isWebAddress()) {
            menu.getItems().add(item(DetailsTexts.OPEN_IN_BROWSER, () -> open(arg)));
        }
        menu.getItems()
                .add(item(
                        DetailsTexts.FIND_SLICES_WITH_VALUE,
                        () -> slot.navigation().navigator().openSql(ArgQueries.slicesWith(arg.key(), value), true)));
        if (sliceName != null) {
            menu.getItems().add(new SeparatorMenuItem());
            if (arg.isNumber()) {
                menu.getItems()
                        .add(item(
                                DetailsTexts.SHOW_VALUES_AS_COUNTER,
                                () -> DebugTrackTask.show(
                                        slot,
                                        messages.notices(),
                                        ArgQueries.values(sliceName, arg.key()),
                                        trackTitle(arg),
                                        null)));
            }
            menu.getItems()
                    .add(item(
                            DetailsTexts.SHOW_SLICES_AS_TRACK,
                            () -> DebugTrackTask.show(
                                    slot,
                                    messages.notices(),
                                    ArgQueries.slicesNamedByArg(sliceName, arg.key()),
                                    trackTitle(arg),
                                    null)));
            menu.getItems()
                    .add(item(
                            DetailsTexts.SHOW_SLICES_AS_TRACKS,
                            () -> DebugTrackTask.show(
                                    slot,
                                    messages.notices(),
                                    ArgQueries.slicesNamedByArg(sliceName, arg.key()),
                                    trackTitle(arg),
                                    "name")));
        }
        return menu;
    }

    private String trackTitle(Arg arg) {
        String title = DetailsTexts.argumentTrack(sliceName, arg.key());
        return title.length() > MAX_TITLE ? title.substring(0, MAX_TITLE) + "…" : title;
    }

    private static MenuItem item(String text, Runnable action) {
        MenuItem item = new MenuItem(text);
        item.setOnAction(e -> action.run());
        return item;
    }

    static void copy(String text) {
        ClipboardContent c = new ClipboardContent();
        c.putString(text);
        Clipboard.getSystemClipboard().setContent(c);
    }
}
