package traceglass.app.panel.sql;

import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.analysis.catalog.Schema;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.fleet.FleetNames;
import traceglass.app.panel.sql.saved.QueryHistory;
import traceglass.app.panel.sql.saved.SnippetStore;
import traceglass.app.panel.sql.saved.TabStore;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Page;
import traceglass.app.ui.SqlOpener;
import traceglass.app.ui.Styles;
import traceglass.app.ui.bar.OverflowRow;
import traceglass.render.control.Tooltips;
import traceglass.sql.editor.SqlVocabulary;

/// SQL page: schema browser on the left, tabs with editor and results on the right.
public final class SqlPage implements Page, SqlOpener {

    private static final double BROWSER = 264;

    private final TraceSlot slot;
    private final WindowContext window;
    private final QueryHistory history;
    private final BorderPane center = new BorderPane();
    private final SplitPane node;
    private final SchemaBrowser browser;
    private final SchemaReader schema;
    private final FleetNames fleetNames;
    private final SqlTabBar bar;
    private final TabPersistence persistence;
    private final SnippetStore snippets;
    private final SnippetPopup saved;
    private final Button savedButton = new Button(SqlTexts.SAVED_QUERIES, new Icon("star", 15));
    private final FileAccessSwitch fileAccess = new FileAccessSwitch();

    /// Creates a page that stores history and tabs next to the settings.
    public SqlPage(TraceSlot slot, WindowContext window) {
        this(slot, window, window.preferences().folder().orElse(null));
        registerCommands();
    }

    /// Creates a page.
    ///
    /// @param folder folder for history, saved queries and tabs, or null to store nothing
    SqlPage(TraceSlot slot, WindowContext window, Path folder) {
        this.slot = slot;
        this.window = window;
        history = new QueryHistory(folder == null ? null : folder.resolve("sql-history.sql"));
        snippets = SnippetStore.shared(folder == null ? null : folder.resolve("sql-snippets.sql"));
        saved = new SnippetPopup(snippets, snippetActions());
        browser = new SchemaBrowser(browserActions());
        schema = new SchemaReader(slot.trace(), window.preferences(), browser);
        fleetNames = new FleetNames(window.fleet(), window.preferences()::moduleLibrary);
        bar = new SqlTabBar(this::makeTab, this::saveTabs);
        bar.selectedProperty().addListener((_, _, newValue) -> {
            if (newValue != null) {
                // Content that does not fit is clipped on the right instead of on both sides.
                newValue.setMinWidth(0);
            }
            center.setCenter(newValue);
        });
        VBox top = new VBox(toolbar(), fileAccess.strip());
        top.setMinWidth(0);
        center.setTop(top);
        center.setMinWidth(300);
        node = new SplitPane(browser, center);
        node.getStyleClass().add("tg-sql-page");
        node.setId("page-sql");
        StyleSheets.add(node, StyleSheets.PANELS);
        SplitPane.setResizableWithParent(browser, false);
        node.widthProperty().addListener((_, oldValue, newValue) -> {
            if (oldValue.doubleValue() <= 0 && newValue.doubleValue() > 0) {
                node.setDividerPositions(BROWSER * StyleSheets.factor() / newValue.doubleValue());
            }
        });
        String file = window.number() == 1 ? "sql-tabs.sql" : "sql-tabs-" + window.number() + ".sql";
        persistence = new TabPersistence(
                bar,
                new TabStore(folder == null ? null : folder.resolve(file)),
                slot.host().sections());
        slot.host().sections().add(new SqlSection(bar, persistence));
        // Create the tabs when the page is first shown.
        node.sceneProperty().addListener(o -> bar.selected());
        fleetNames.onRead(this::showTablesOfFleet);
        window.fleet().property().addListener(_ -> readSchema());
        slot.trace().sessionProperty().addListener((_, _, _) -> traceChanged());
        traceChanged();
    }

    private SnippetPopup.Actions snippetActions() {
        return new SnippetPopup.Actions() {
            @Override
            public void open(String sql) {
                SqlPage.this.open(sql, false);
            }

            @Override
            public void insert(String sql) {
                bar.selected().insert(sql);
            }

            @Override
            public void save() {
                saveQuery();
            }
        };
    }

    private SchemaBrowser.Actions browserActions() {
        return new SchemaBrowser.Actions() {
            @Override
            public void insert(String text) {
                bar.selected().insert(text);
            }

            @Override
            public void include(String module) {
                bar.selected().include(module);
            }

            @Override
            public void openAll(String table) {
                open(Schema.allRowsQuery(table), true);
            }
        };
    }

    /// Creates the row of tabs with the buttons for all tabs at its right.
    private OverflowRow toolbar() {
        Button add = IconButton.of("plus", 15, SqlTexts.NEW_TAB, () -> bar.add("", null));
        add.setId("sql-new-tab");
        Button historyButton = new Button(SqlTexts.HISTORY, new Icon("history", 15));
        historyButton.setId("sql-history-button");
        historyButton.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        HistoryPopup popup = new HistoryPopup(history, sql -> open(sql, false));
        historyButton.setOnAction(e -> popup.show(OverflowRow.anchor(historyButton)));
        savedButton.setId("sql-saved-button");
        savedButton.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        Tooltips.set(savedButton, SqlTexts.SAVED_QUERIES_AND_EXAMPLES);
        savedButton.setOnAction(e -> saved.show(OverflowRow.anchor(savedButton)));
        for (Region r : new Region[] {historyButton, savedButton, fileAccess.button(), add}) {
            r.setMinWidth(Region.USE_PREF_SIZE);
        }
        OverflowRow toolbar = new OverflowRow(
                0, bar.node(), bar.menu(), add, OverflowRow.space(), historyButton, savedButton, fileAccess.button());
        toolbar.getStyleClass().add("tg-sql-tab-bar");
        return toolbar;
    }

    private SqlTab makeTab(String title, Runnable whenEdited) {
        SqlTab tab = new SqlTab(
                slot,
                window,
                title,
                fileAccess.allowedProperty(),
                history::add,
                schema::showSessionTables,
                this::vocabulary);
        tab.onEdit(whenEdited);
        return tab;
    }

    private SqlVocabulary vocabulary(FleetSqlRunner.Target target) {
        return switch (target) {
            case TRACE -> schema.vocabulary();
            case ALL_TRACES -> fleetNames.forAllTraces();
            case EACH_TRACE -> fleetNames.forEachTrace();
        };
    }

    /// Tabs may be created before their persistence.
    private void saveTabs() {
        if (persistence != null) {
            persistence.scheduleSave();
        }
    }

    @Override
    public String id() {
        return "sql";
    }

    @Override
    public String title() {
        return SqlTexts.PAGE;
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
    public boolean needsTrace() {
        return window.fleet().get() == null;
    }

    @Override
    public boolean showsTitleInTopBar() {
        return slot.trace().session() == null;
    }

    @Override
    public void onShown() {
        readSchema();
        bar.selected().focus();
    }

    @Override
    public boolean isComplete() {
        return bar.tabs().stream().noneMatch(SqlTab::isBusy) && schema.isRead();
    }

    /// Opens a query in a new tab, or in the selected one if it is empty.
    ///
    /// @param runsNow whether to run it immediately
    @Override
    public void open(String sql, boolean runsNow) {
        if (bar.selected().text().isBlank() && !bar.selected().runningProperty().get()) {
            bar.selected().setText(sql);
        } else {
            bar.add(sql, null);
        }
        if (runsNow) {
            bar.selected().runSelectionOrAll();
        }
    }

    @Override
    public String text() {
        return bar.selected().text();
    }

    @Override
    public boolean canShowAsTrack() {
        return node.getScene() != null && bar.selected().canShowAsTrack();
    }

    @Override
    public void showAsTrack() {
        bar.selected().showAsTrack();
    }

    /// Asks for a name and saves the query of the selected tab.
    void saveQuery() {
        SqlTab tab = bar.selected();
        String sql = tab.text();
        if (sql.isBlank()) {
            window.messages().status().setState("info", SqlTexts.NOT_SAVED, SqlTexts.QUERY_EMPTY);
            return;
        }
        window.messages()
                .prompt()
                .ask(SqlTexts.ASK_QUERY_NAME, tab.titleProperty().get(), name -> {
                    if (!name.isBlank()) {
                        snippets.save(name, sql);
                        tab.titleProperty().set(name.strip());
                        window.messages().status().setState("check", CommonTexts.SAVED, name.strip());
                    }
                });
    }

    /// Registers the commands of the page.
    void registerCommands() {
        addCommand(
                "saved",
                SqlTexts.SAVED_QUERIES_AND_EXAMPLES,
                "star",
                () -> saved.show(OverflowRow.anchor(savedButton)));
        addCommand("save", SqlTexts.SAVE_QUERY, "save", this::saveQuery);
        addCommand("find", SqlTexts.FIND_IN_SCHEMA, "search", browser::focusFilter);
        addCommand("files", SqlTexts.SWITCH_FILES, "lock", fileAccess::toggle);
        addCommand(
                "columns",
                SqlTexts.RESULT_COLUMNS,
                "table",
                () -> bar.selected().openMenu("sql-columns"));
        addCommand("group", SqlTexts.GROUP_RESULT, "sigma", () -> bar.selected().openMenu("sql-group"));
        addCommand("copy", SqlTexts.COPY_RESULT, "copy", () -> bar.selected().openMenu("sql-copy"));
        addCommand(
                "export", SqlTexts.EXPORT_RESULT, "export", () -> bar.selected().openMenu("sql-save"));
        addCommand("chart", SqlTexts.SWITCH_CHART, "chart", () -> bar.selected().toggleChart());
        addCommand("raw", SqlTexts.SWITCH_RAW, "table", () -> bar.selected().toggleRaw());
    }

    private void addCommand(String id, String title, String icon, Runnable action) {
        slot.host()
                .commands()
                .register(Command.of(
                        "sql." + id,
                        CommandGroups.SQL,
                        title,
                        icon,
                        "",
                        () -> slot.trace().session() != null || window.fleet().get() != null,
                        () -> {
                            slot.navigation().navigator().showPage(id());
                            action.run();
                        }));
    }

    /// Returns whether queries of the window may access files.
    boolean allowsFiles() {
        return fileAccess.allowedProperty().get();
    }

    /// Text of the selected tab.
    String chosenText() {
        return bar.selected().text();
    }

    int tabCount() {
        return bar.contents().size();
    }

    private void traceChanged() {
        bar.createdTabs().forEach(SqlTab::traceChanged);
        schema.clear();
        TraceSession trace = slot.trace().session();
        if (trace != null) {
            trace.stateProperty().addListener((_, _, _) -> {
                // While the trace is being read, its end is unknown.
                bar.createdTabs().forEach(SqlTab::showRange);
                readSchema();
            });
        }
        readSchema();
    }

    /// The schema is not read for a page that is never shown.
    private void readSchema() {
        if (node.getScene() != null) {
            schema.readSession();
            fleetNames.read();
            showTablesOfFleet();
        }
    }

    /// Lists the tables of the fleet, or none, if no trace is open.
    private void showTablesOfFleet() {
        if (slot.trace().session() == null) {
            browser.show(fleetNames.schema());
            browser.showFunctions(fleetNames.forAllTraces());
            browser.showModules(fleetNames.modules());
        }
    }
}
