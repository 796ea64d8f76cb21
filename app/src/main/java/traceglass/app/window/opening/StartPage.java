package traceglass.app.window.opening;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.HPos;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;
import traceglass.app.settings.RecentFileStates;
import traceglass.app.settings.RecentTraces;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.KeyHint;
import traceglass.app.ui.Links;
import traceglass.app.ui.Page;
import traceglass.app.ui.Styles;
import traceglass.app.window.frame.Keys;
import traceglass.app.window.frame.Logo;
import traceglass.store.text.DisplayText;
import traceglass.store.text.SingleLineText;

/// The page shown while no trace is open: a drop area, recent traces, and other ways to start.
public final class StartPage implements Page {

    public static final String ID = "start";
    private static final double WIDTH = 1160;
    private static final double THUMBNAIL_WIDTH = 150;
    private static final double THUMBNAIL_HEIGHT = 32;
    private static final int MAX_RECENT = 6;
    private static final double TWO_COLUMNS_WIDTH = 800;
    private static final double MIN_WIDTH_WITH_THUMBNAILS = 560;

    private final Commands commands;
    private final RecentTraces recent;
    private final RecentFileStates files;
    private final Consumer<Path> open;
    private final VBox recentBox = new VBox();
    private final VBox list = new VBox();
    private final ReopenPrompt reopenPrompt;
    private final ScrollPane root;

    /// @param files states of the files of recent traces
    /// @param reopenPrompt prompt shown at the top
    public StartPage(
            Commands commands,
            RecentTraces recent,
            RecentFileStates files,
            Consumer<Path> open,
            ReopenPrompt reopenPrompt) {
        this.reopenPrompt = reopenPrompt;
        this.commands = commands;
        this.recent = recent;
        this.files = files;
        files.addListener(this::refresh);
        this.open = open;
        GridPane columns = new GridPane(20, 22);
        ColumnConstraints wideColumn = new ColumnConstraints();
        wideColumn.setHgrow(Priority.ALWAYS);
        wideColumn.setMinWidth(0);
        ColumnConstraints side = new ColumnConstraints();
        side.setMinWidth(Region.USE_PREF_SIZE);
        side.setHalignment(HPos.LEFT);
        columns.getColumnConstraints().addAll(wideColumn, side);
        columns.add(new VBox(drop(), recentBox), 0, 0);
        VBox sideBox =
                new VBox(section(OpeningTexts.OTHER_WAYS, 0), actions(), section(OpeningTexts.BASIC_KEYS, 22), keys());
        sideBox.setMinWidth(Region.USE_PREF_SIZE);
        sideBox.getStyleClass().add("tg-start-side");
        columns.add(sideBox, 1, 0);
        columns.widthProperty().addListener((_, _, newValue) -> {
            // One column if two do not fit, for example with large text.
            boolean isBelow = newValue.doubleValue() < TWO_COLUMNS_WIDTH * StyleSheets.factor();
            GridPane.setConstraints(sideBox, isBelow ? 0 : 1, isBelow ? 1 : 0);
            columns.getColumnConstraints().setAll(isBelow ? List.of(wideColumn) : List.of(wideColumn, side));
        });
        VBox page = new VBox(24, heading(), reopenPrompt, columns);
        page.setMaxWidth(WIDTH);
        StackPane middle = new StackPane(page);
        StackPane.setAlignment(page, Pos.TOP_CENTER);
        middle.setPadding(new Insets(92, 24, 24, 24));
        root = new ScrollPane(middle);
        root.setFitToWidth(true);
        root.getStyleClass().add("tg-page");
        root.setId("start-page");
        root.heightProperty()
                .addListener((_, _, newValue) ->
                        middle.setPadding(new Insets(Math.clamp(newValue.doubleValue() / 10, 24, 92), 24, 24, 24)));
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return OpeningTexts.START;
    }

    @Override
    public String icon() {
        return "history";
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public boolean showsTitleInTopBar() {
        return false;
    }

    @Override
    public boolean needsTrace() {
        return false;
    }

    @Override
    public void onShown() {
        reopenPrompt.markShown();
        refresh();
        files.check();
        root.requestFocus();
    }

    private static HBox heading() {
        Label title = new Label(OpeningTexts.OPEN_A_TRACE);
        title.getStyleClass().add("tg-hero");
        Label text = new Label(OpeningTexts.FORMATS);
        text.getStyleClass().add(Styles.TEXT_2);
        text.setWrapText(true);
        VBox labels = new VBox(title, text);
        HBox.setHgrow(labels, Priority.ALWAYS);
        HBox box = new HBox(14, new Logo(44), labels);
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    private HBox drop() {
        Label title = new Label(OpeningTexts.DROP_HERE);
        title.getStyleClass().add("tg-drop-title");
        Label text = new Label(OpeningTexts.FILE_STAYS);
        text.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        text.setWrapText(true);
        Command command = commands.get("trace.open");
        Button button = new Button(OpeningTexts.OPEN_FILE);
        button.setId("start-open");
        button.getStyleClass().addAll(Styles.PRIMARY, "tg-large");
        KeyHint.add(button, command.keys().stream().findFirst().orElse(null));
        button.setOnAction(e -> command.action().run());
        button.setMinWidth(Region.USE_PREF_SIZE);
        Region space = new Region();
        space.setPrefWidth(18);
        VBox labels = new VBox(title, text);
        labels.setMinWidth(0);
        labels.setAlignment(Pos.CENTER_LEFT);
        HBox box = new HBox(18, new Icon("drop", 40).styled("tg-accent"), labels, space, button);
        box.getStyleClass().add("tg-drop");
        box.setPadding(new Insets(0, 16, 0, 16));
        return box;
    }

    private void refresh() {
        List<RecentTraces.Entry> entries = files.existing();
        list.getChildren().clear();
        list.getStyleClass().setAll(Styles.CARD);
        if (entries.isEmpty()) {
            recentBox
                    .getChildren()
                    .setAll(
                            section(OpeningTexts.SUPPORTED_FORMATS, 22),
                            StartPageHints.formats(),
                            section(OpeningTexts.NEXT_STEPS, 22),
                            StartPageHints.steps());
            return;
        }
        int n = Math.min(MAX_RECENT, entries.size());
        for (int i = 0; i < n; i++) {
            HBox row = recentRow(entries.get(i));
            mark(row, i, n);
            list.getChildren().add(row);
        }
        Hyperlink clear = Links.of(OpeningTexts.CLEAR_LIST, () -> {
            recent.clear();
            refresh();
        });
        clear.getStyleClass().add(Styles.SMALL);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox head = new HBox(section(OpeningTexts.RECENT, 0), space, clear);
        head.setAlignment(Pos.TOP_LEFT);
        head.setPadding(new Insets(22, 2, 0, 0));
        recentBox.getChildren().setAll(head, list);
    }

    private HBox recentRow(RecentTraces.Entry entry) {
        Label name = new Label(SingleLineText.of(entry.file().getFileName().toString()));
        name.setMinWidth(0);
        Label summary = new Label(SingleLineText.of(entry.summary()));
        summary.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        VBox labels = new VBox(name, summary);
        labels.setMinWidth(0);
        HBox.setHgrow(labels, Priority.ALWAYS);
        Label size = new Label(entry.bytes() < 0 ? "" : DisplayText.size(entry.bytes()));
        size.getStyleClass().addAll(Styles.MONO, Styles.SMALL);
        Label when = new Label(when(entry.opened()));
        when.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        VBox right = new VBox(size, when);
        right.setAlignment(Pos.CENTER_RIGHT);
        right.setMinWidth(110);
        Pane picture = thumbnail(entry.thumbnail());
        // In narrow lists names take precedence over thumbnails.
        picture.visibleProperty().bind(list.widthProperty().greaterThan(MIN_WIDTH_WITH_THUMBNAILS));
        picture.managedProperty().bind(picture.visibleProperty());
        HBox row = new HBox(picture, labels);
        row.getStyleClass().add("tg-row");
        if (files.isCached(entry.file())) {
            Label chip = new Label(OpeningTexts.CACHED);
            chip.getStyleClass().add(Styles.CHIP);
            chip.setMinWidth(Region.USE_PREF_SIZE);
            row.getChildren().add(chip);
        }
        row.getChildren().add(right);
        clickable(row, entry.file().getFileName().toString(), () -> open.accept(entry.file()));
        return row;
    }

    private static Pane thumbnail(RecentTraces.Thumbnail thumbnail) {
        Pane pane = new Pane();
        pane.getStyleClass().add("tg-thumbnail");
        pane.setMinSize(THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
        pane.setMaxSize(THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
        double w = THUMBNAIL_WIDTH / RecentTraces.Thumbnail.COLUMNS;
        double h = THUMBNAIL_HEIGHT / Math.max(1, thumbnail.rows());
        for (int r = 0; r < thumbnail.rows(); r++) {
            for (int c = 0; c < RecentTraces.Thumbnail.COLUMNS; c++) {
                double load = thumbnail.load(r, c);
                if (load > .03) {
                    Region cell = new Region();
                    cell.getStyleClass().add("tg-logo-bar");
                    cell.setOpacity(.15 + load * .7);
                    cell.setManaged(false);
                    cell.resizeRelocate(c * w, r * h, w - .2, Math.max(1, h - 1));
                    pane.getChildren().add(cell);
                }
            }
        }
        return pane;
    }

    private VBox actions() {
        VBox box = new VBox();
        box.getStyleClass().add(Styles.CARD);
        List<HBox> rows = List.of(
                action("record.show", OpeningTexts.RECORD, OpeningTexts.RECORD_HELP),
                action("trace.folder", OpeningTexts.FOLDER, OpeningTexts.FOLDER_HELP),
                action("trace.sample", OpeningTexts.SAMPLE, OpeningTexts.SAMPLE_HELP),
                action("help.commands", CommonTexts.ALL_COMMANDS, OpeningTexts.ALL_COMMANDS_HELP),
                action("help.keys", CommonTexts.KEYBOARD_SHORTCUTS, OpeningTexts.KEYBOARD_SHORTCUTS_HELP));
        for (int i = 0; i < rows.size(); i++) {
            mark(rows.get(i), i, rows.size());
        }
        box.getChildren().addAll(rows);
        return box;
    }

    private HBox action(String commandId, String title, String text) {
        Command command = commands.get(commandId);
        StackPane icon = new StackPane(new Icon(command.icon(), 20));
        icon.getStyleClass().add("tg-action-icon");
        Label name = new Label(title);
        Label line = new Label(text);
        line.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        VBox labels = new VBox(name, line);
        labels.setMinWidth(0);
        HBox.setHgrow(labels, Priority.ALWAYS);
        HBox row = new HBox(12, icon, labels, new Icon("chevron-right", 16).styled(Styles.TEXT_3));
        row.getStyleClass().add("tg-row");
        row.setId("start-" + commandId.replace('.', '-'));
        clickable(row, title, command.action());
        return row;
    }

    private static VBox keys() {
        VBox box = new VBox();
        box.getStyleClass().add(Styles.CARD);
        box.setPadding(new Insets(10, 16, 10, 16));
        addKeys(box, OpeningTexts.MOVE_AND_ZOOM, "W", "A", "S", "D");
        addKeys(box, OpeningTexts.ZOOM_AT_POINTER, "Ctrl", "+", OpeningTexts.WHEEL);
        addKeys(box, OpeningTexts.GO_TO_SELECTION, "F");
        addKeys(box, OpeningTexts.SEARCH, "/");
        addKeys(box, CommonTexts.ALL_COMMANDS, "Ctrl", "Shift", "P");
        return box;
    }

    private static void addKeys(VBox box, String action, String... keys) {
        Label label = new Label(action);
        label.getStyleClass().add(Styles.TEXT_2);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox boxes = Keys.of(keys);
        boxes.setMinWidth(Region.USE_PREF_SIZE);
        label.setMinWidth(Region.USE_PREF_SIZE);
        HBox row = new HBox(12, label, space, boxes);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("tg-key-row");
        box.getChildren().add(row);
    }

    private static Label section(String text, double topPadding) {
        Label label = new Label(text);
        label.getStyleClass().add(Styles.SECTION);
        label.setPadding(new Insets(topPadding, 2, 8, 2));
        return label;
    }

    static void mark(Node row, int i, int n) {
        if (i == 0) {
            row.getStyleClass().add("tg-first");
        }
        if (i == n - 1) {
            row.getStyleClass().add("tg-last");
        }
    }

    private static void clickable(Region row, String name, Runnable action) {
        row.setAccessibleRole(AccessibleRole.BUTTON);
        row.setAccessibleText(SingleLineText.of(name));
        row.setFocusTraversable(true);
        row.setOnMouseClicked(e -> action.run());
        row.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                action.run();
                e.consume();
            }
        });
    }

    /// Formats a time as `Today, 16:28`, `Yesterday`, `Tuesday`, `12 November` or `3 November 2024`.
    static String when(long millis) {
        return when(LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneId.systemDefault()), LocalDate.now());
    }

    static String when(LocalDateTime time, LocalDate today) {
        long days = ChronoUnit.DAYS.between(time.toLocalDate(), today);
        if (days <= 0) {
            return OpeningTexts.today(time);
        }
        if (days == 1) {
            return OpeningTexts.YESTERDAY;
        }
        if (days < 7) {
            return OpeningTexts.weekday(time);
        }
        return time.getYear() == today.getYear() ? OpeningTexts.dayAndMonth(time) : OpeningTexts.date(time);
    }
}
