package traceglass.app.panel.sql;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextInputDialog;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.MouseButton;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import traceglass.app.AppContext;
import traceglass.app.command.Command;
import traceglass.app.session.FxThread;
import traceglass.app.session.TraceSession;
import traceglass.app.settings.Folders;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Page;
import traceglass.app.ui.SqlOpener;
import traceglass.app.ui.Styles;
import traceglass.app.ui.TabKeys;
import traceglass.model.sql.ModuleContents;
import traceglass.model.sql.ModuleLibrary;
import traceglass.model.sql.SqlVocabulary;

/// The page on which people ask a trace in SQL: tables at the left, tabs with editor and result beside them.
public final class SqlPage implements Page, SqlOpener {

    private static final double BROWSER = 264;

    private final AppContext context;
    private final QueryHistory history;
    private final BorderPane center = new BorderPane();
    private final HBox bar = new HBox();
    private final HBox buttons = new HBox();
    private final ScrollPane tabScroll = new ScrollPane(buttons);
    private final SplitPane node;
    private final SchemaBrowser browser;
    private final List<SqlTab> tabs = new ArrayList<>();
    private SqlTab selected;
    private final TabStore store;
    private final SnippetStore snippets;
    private final SnippetPopup saved;
    private final Button savedButton = new Button("Saved", new Icon("star", 15));
    private final ToggleButton filesButton = new ToggleButton("Allow files", new Icon("lock", 15));
    private final HBox filesStrip = new HBox(8);
    /// Whether queries of this window may use files: until it is closed, and never remembered.
    private final BooleanProperty files = new SimpleBooleanProperty();
    /// Typing is kept once it pauses.
    private final PauseTransition keep = new PauseTransition(Duration.millis(600));
    private Schema schema = Schema.EMPTY;
    private SqlVocabulary words = SqlVocabulary.EMPTY;
    private TraceSession schemasTrace;
    private int made;
    private boolean inProject;
    /// What a person keeps for all traces, while a project's tabs are shown.
    private List<TabStore.Tab> own = List.of();
    private int ownChosen;

    /// The page with its history in the folder of the platform.
    public SqlPage(AppContext context) {
        this(context, Folders.ofPlatform().config());
        registerCommands();
    }

    /// @param folder where it is kept what was run and what stands in the tabs, or null for nowhere
    SqlPage(AppContext context, Path folder) {
        this.context = context;
        history = new QueryHistory(folder == null ? null : folder.resolve("sql-history.sql"));
        snippets = SnippetStore.shared(folder == null ? null : folder.resolve("sql-snippets.sql"));
        saved = new SnippetPopup(snippets, new SnippetPopup.Actions() {
            @Override
            public void open(String sql) {
                SqlPage.this.open(sql, false);
            }

            @Override
            public void insert(String sql) {
                selected.insert(sql);
            }

            @Override
            public void save() {
                saveQuery();
            }
        });
        store = new TabStore(folder == null ? null : folder.resolve(context.number() == 1 ? "sql-tabs.sql" : "sql-tabs-" + context.number() + ".sql"));
        browser = new SchemaBrowser(new SchemaBrowser.Actions() {
            @Override
            public void insert(String text) {
                selected.insert(text);
            }

            @Override
            public void include(String module) {
                selected.include(module);
            }

            @Override
            public void openAll(String table) {
                open("SELECT *\nFROM " + table, true);
            }
        });
        buttons.getStyleClass().add("tg-sql-tabs");
        Button add = IconButton.of("plus", 15, "New tab", () -> addTab("", null));
        add.setId("sql-new-tab");
        Button past = new Button("History", new Icon("history", 15));
        past.setId("sql-history-button");
        past.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        HistoryPopup popup = new HistoryPopup(history, sql -> open(sql, false));
        past.setOnAction(e -> popup.show(past));
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        savedButton.setId("sql-saved-button");
        savedButton.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        savedButton.setTooltip(IconButton.tooltip("Saved queries and examples"));
        savedButton.setOnAction(e -> saved.show(savedButton));
        filesButton.setId("sql-files");
        filesButton.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        filesButton.setTooltip(IconButton.tooltip("Lets the queries of this window read and write files, attach databases and change settings, until it is closed"));
        filesButton.selectedProperty().bindBidirectional(files);
        for (Region r : new Region[] {past, savedButton, filesButton, add}) {
            r.setMinWidth(Region.USE_PREF_SIZE);
        }
        tabScroll.setMinWidth(0);
        tabScroll.setMaxWidth(Region.USE_PREF_SIZE);
        tabScroll.setFitToHeight(true);
        tabScroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        tabScroll.setVbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        tabScroll.getStyleClass().add("tg-sql-tab-scroll");
        // The wheel goes up and down, tabs lie beside each other.
        tabScroll.addEventFilter(ScrollEvent.SCROLL, e -> {
            if (Math.abs(e.getDeltaY()) > Math.abs(e.getDeltaX())) {
                double room = buttons.getWidth() - tabScroll.getViewportBounds().getWidth();
                tabScroll.setHvalue(Math.clamp(tabScroll.getHvalue() - e.getDeltaY() / Math.max(1, room), 0, 1));
                e.consume();
            }
        });
        bar.getChildren().addAll(tabScroll, add, space, filesButton, past, savedButton);
        bar.setAlignment(Pos.CENTER_LEFT);
        bar.getStyleClass().add("tg-sql-tab-bar");
        center.setTop(new VBox(bar, filesStrip()));
        center.setMinWidth(300);
        node = new SplitPane(browser, center);
        node.getStyleClass().add("tg-sql-page");
        node.setId("page-sql");
        node.getStylesheets().add(SqlPage.class.getResource("/traceglass/app/panel/panels.css").toExternalForm());
        SplitPane.setResizableWithParent(browser, false);
        node.widthProperty().addListener((o, was, is) -> {
            if (was.doubleValue() <= 0 && is.doubleValue() > 0) {
                node.setDividerPositions(BROWSER / is.doubleValue());
            }
        });
        own = store.read();
        ownChosen = store.chosen();
        fill(own, ownChosen);
        keep.setOnFinished(e -> keepNow());
        context.sections().add(new SqlSection(this));
        context.sessionProperty().addListener((o, was, is) -> traceChanged());
        traceChanged();
    }

    @Override
    public String id() {
        return "sql";
    }

    @Override
    public String title() {
        return "SQL";
    }

    @Override
    public String icon() {
        return "sql";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void shown() {
        readSchema();
        selected.focus();
    }

    @Override
    public boolean isComplete() {
        return tabs.stream().noneMatch(t -> t.runningProperty().get()) && schemasTrace == context.session();
    }

    /// Opens a query in a tab of its own, or in the chosen one when that is empty.
    ///
    /// @param run whether it is run at once
    @Override
    public void open(String sql, boolean run) {
        if (selected.text().isBlank() && !selected.runningProperty().get()) {
            selected.setText(sql);
        } else {
            addTab(sql, null);
        }
        if (run) {
            selected.runSelectionOrAll();
        }
    }

    @Override
    public boolean canShowAsTrack() {
        return node.getScene() != null && selected.canShowAsTrack();
    }

    @Override
    public void showAsTrack() {
        selected.showAsTrack();
    }

    /// What it means that files are allowed, above the tabs as long as they are.
    private HBox filesStrip() {
        Label words = new Label("Queries of this window may now read, write and overwrite every file that you may, attach databases and change settings. "
                + "Run only what you trust. What earlier queries have made is gone.");
        words.setWrapText(true);
        words.getStyleClass().add("tg-strip-text");
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        Hyperlink off = new Hyperlink("Do not allow files");
        off.setId("sql-files-off");
        off.setMinWidth(Region.USE_PREF_SIZE);
        off.setOnAction(e -> files.set(false));
        filesStrip.getChildren().setAll(new Icon("warn", 16), words, off);
        filesStrip.setAlignment(Pos.CENTER_LEFT);
        filesStrip.getStyleClass().addAll("tg-strip", "tg-warn");
        filesStrip.setId("sql-files-strip");
        filesStrip.visibleProperty().bind(files);
        filesStrip.managedProperty().bind(files);
        return filesStrip;
    }

    /// Asks for a name and keeps the chosen tab's query under it.
    void saveQuery() {
        String sql = selected.text();
        if (sql.isBlank()) {
            context.status().setState("info", "Nothing saved", "the query is empty");
            return;
        }
        context.ask("Name of the query", selected.titleProperty().get(), name -> {
            if (!name.isBlank()) {
                snippets.save(name, sql);
                selected.titleProperty().set(name.strip());
                context.status().setState("check", "Saved", name.strip());
            }
        });
    }

    /// What can be done here, for keys and the command palette.
    void registerCommands() {
        command("saved", "Saved queries and examples", "star", () -> saved.show(savedButton));
        command("save", "Save the query…", "save", this::saveQuery);
        command("find", "Find a table, column, module or function", "search", browser::focusFilter);
        command("files", "Allow files for queries, or do not", "lock", () -> files.set(!files.get()));
        command("columns", "Columns of the result: sort, filter, hide, freeze…", "table", () -> selected.openMenu("sql-columns"));
        command("group", "Group the result…", "sigma", () -> selected.openMenu("sql-group"));
        command("copy", "Copy the result…", "copy", () -> selected.openMenu("sql-copy"));
        command("raw", "Raw values in the result, or readable ones", "table", () -> selected.toggleRaw());
    }

    private void command(String id, String title, String icon, Runnable action) {
        context.commands().register(Command.of("sql." + id, "SQL", title, icon, "", () -> context.session() != null, () -> {
            context.navigator().showPage(id());
            action.run();
        }));
    }

    /// Whether queries of this window may use files.
    boolean allowsFiles() {
        return files.get();
    }

    /// What stands in the chosen tab.
    String chosenText() {
        return selected.text();
    }

    int tabCount() {
        return tabs.size();
    }

    private void traceChanged() {
        tabs.forEach(SqlTab::traceChanged);
        schema = Schema.EMPTY;
        schemasTrace = null;
        browser.show(schema);
        TraceSession trace = context.session();
        if (trace != null) {
            trace.stateProperty().addListener((o, was, is) -> {
                // While it is read, its end is not known.
                tabs.forEach(SqlTab::showRange);
                readSchema();
            });
            readSchema();
        }
    }

    private void readSchema() {
        TraceSession trace = context.session();
        if (trace == null || !trace.isReady() || schemasTrace == trace || node.getScene() == null) {
            return;
        }
        schemasTrace = trace;
        Consumer<Exception> failed = e -> System.getLogger(SqlPage.class.getName()).log(System.Logger.Level.WARNING, "reading the tables", e);
        trace.queries().submit("sql-schema", Schema::read, found -> {
            showSchema(found);
            trace.queries().submit("sql-counts", found::counted, this::showSchema, failed);
        }, failed);
        ModuleLibrary library = context.preferences().moduleLibrary();
        trace.queries().submit("sql-vocabulary", (connection, cancel) -> SqlVocabulary.read(connection, library), found -> {
            words = found;
            browser.showFunctions(found);
        }, failed);
        trace.queries().submit("sql-modules", (connection, cancel) -> ModuleContents.of(library), browser::showModules, failed);
    }

    /// Tables of the trace, and beside them those that queries have made meanwhile.
    private void showSchema(Schema found) {
        schema = new Schema(found.tables(), found.views(), schema.own());
        browser.show(schema);
    }

    private SqlTab addTab(String sql, String title) {
        made++;
        SqlTab tab = new SqlTab(context, title == null ? freeTitle() : title, files, history::add, this::showOwn, () -> words);
        tab.setText(sql);
        tab.onEdit(keep::playFromStart);
        tab.titleProperty().addListener((o, was, is) -> keep.playFromStart());
        tabs.add(tab);
        buttons.getChildren().add(button(tab));
        select(tab);
        return tab;
    }

    /// "Query 1" and so on, the first that no tab has.
    private String freeTitle() {
        while (tabs.stream().anyMatch(t -> t.titleProperty().get().equals("Query " + made))) {
            made++;
        }
        return "Query " + made;
    }

    private void showOwn(List<Schema.Relation> relations) {
        schema = schema.withOwn(relations);
        browser.show(schema);
        words = words.with(relations.stream().map(r -> new SqlVocabulary.Relation(r.name(),
                r.columns().stream().map(c -> new SqlVocabulary.Column(c.name(), c.type())).toList())).toList());
    }

    private void keepNow() {
        if (!inProject) {
            own = kept();
            ownChosen = chosen();
            store.write(own, ownChosen);
        }
        context.sections().changed();
    }

    /// Titles and texts of the tabs.
    List<TabStore.Tab> kept() {
        return tabs.stream().map(t -> new TabStore.Tab(t.titleProperty().get(), t.text())).toList();
    }

    /// Place of the tab that is in front.
    int chosen() {
        return tabs.indexOf(selected);
    }

    /// Shows the tabs of a project; those that a person keeps for all traces come back after it.
    void showProject(List<TabStore.Tab> projects, int newChosen) {
        keepOwn();
        inProject = true;
        fill(projects, newChosen);
    }

    /// The tabs belong to a project from now on; what a person keeps for all traces stays as it is now.
    void joinProject() {
        keepOwn();
        inProject = true;
    }

    /// Shows the tabs that a person keeps for all traces.
    void showOwnTabs() {
        if (inProject) {
            inProject = false;
            fill(own, ownChosen);
        }
    }

    private void keepOwn() {
        if (!inProject) {
            keep.stop();
            keepNow();
        }
    }

    private void fill(List<TabStore.Tab> contents, int newChosen) {
        tabs.forEach(SqlTab::close);
        tabs.clear();
        buttons.getChildren().clear();
        made = 0;
        contents.forEach(t -> addTab(t.sql(), t.title()));
        if (contents.isEmpty()) {
            addTab("", null);
        } else {
            select(tabs.get(Math.clamp(newChosen, 0, tabs.size() - 1)));
        }
        keep.stop();
    }

    private Node button(SqlTab tab) {
        Label name = new Label();
        name.textProperty().bind(tab.titleProperty());
        name.getStyleClass().add("tg-tab-title");
        Region dot = new Region();
        dot.getStyleClass().add("tg-sql-dot");
        dot.visibleProperty().bind(tab.changedProperty().and(tab.runningProperty().not()));
        dot.managedProperty().bind(dot.visibleProperty());
        Icon ring = new Icon("refresh", 13).styled("tg-accent");
        ring.visibleProperty().bind(tab.runningProperty());
        ring.managedProperty().bind(ring.visibleProperty());
        Button close = IconButton.of("x", 12, "Close tab", () -> close(tab));
        HBox box = new HBox(ring, name, dot, close);
        box.setAlignment(Pos.CENTER);
        name.setMinWidth(Region.USE_PREF_SIZE);
        box.setMinWidth(Region.USE_PREF_SIZE);
        box.getStyleClass().add("tg-sql-tab");
        box.setUserData(tab);
        TabKeys.install(buttons, box, "", n -> select((SqlTab) n.getUserData()));
        box.accessibleTextProperty().bind(tab.titleProperty());
        box.addEventHandler(javafx.scene.input.KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == javafx.scene.input.KeyCode.DELETE) {
                close(tab);
            } else if (e.getCode() == javafx.scene.input.KeyCode.F2) {
                rename(tab);
            }
        });
        box.setOnMousePressed(e -> {
            if (e.getButton() == MouseButton.MIDDLE) {
                close(tab);
            } else {
                select(tab);
            }
        });
        box.setOnMouseClicked(e -> {
            if (e.getButton() == MouseButton.PRIMARY && e.getClickCount() == 2) {
                rename(tab);
            }
        });
        return box;
    }

    private void rename(SqlTab tab) {
        TextInputDialog ask = new TextInputDialog(tab.titleProperty().get());
        ask.initOwner(node.getScene().getWindow());
        ask.setTitle("Rename tab");
        ask.setHeaderText(null);
        ask.setGraphic(null);
        ask.setContentText("Name");
        ask.showAndWait().map(String::strip).filter(s -> !s.isEmpty()).ifPresent(tab.titleProperty()::set);
    }

    private void close(SqlTab tab) {
        int place = tabs.indexOf(tab);
        tab.close();
        tabs.remove(tab);
        buttons.getChildren().removeIf(n -> n.getUserData() == tab);
        if (tabs.isEmpty()) {
            addTab("", null);
        } else if (selected == tab) {
            select(tabs.get(Math.min(place, tabs.size() - 1)));
        }
        keep.playFromStart();
    }

    /// Scrolls the bar of tabs to where this one's is.
    private void reveal(SqlTab tab) {
        double seen = tabScroll.getViewportBounds().getWidth();
        double room = buttons.getWidth() - seen;
        for (Node n : buttons.getChildren()) {
            if (n.getUserData() == tab && room > 0) {
                double from = n.getBoundsInParent().getMinX();
                double to = n.getBoundsInParent().getMaxX();
                double left = tabScroll.getHvalue() * room;
                if (from < left || to > left + seen) {
                    tabScroll.setHvalue(Math.clamp((from < left ? from : to - seen) / room, 0, 1));
                }
            }
        }
    }

    private void select(SqlTab tab) {
        selected = tab;
        center.setCenter(tab);
        TabKeys.mark(buttons, tab);
        FxThread.later(() -> reveal(tab));
        tab.focus();
        keep.playFromStart();
    }
}
