package traceglass.app.panel.sql;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import traceglass.app.AppContext;
import traceglass.app.Selection;
import traceglass.app.grid.CellText;
import traceglass.app.grid.RowStore;
import traceglass.app.panel.debug.DebugTrackForm;
import traceglass.app.panel.debug.DebugTrackTask;
import traceglass.app.session.FxThread;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;
import traceglass.app.ui.Texts;
import traceglass.model.debug.DebugColumns;
import traceglass.model.debug.DebugTrackMaker;
import traceglass.model.debug.DebugTrackSpec;
import traceglass.model.sql.ModuleLibrary;
import traceglass.model.sql.SqlFormatter;
import traceglass.model.sql.SqlPolicy;
import traceglass.model.sql.SqlProblem;
import traceglass.model.sql.SqlSpans;
import traceglass.model.sql.SqlVocabulary;
import traceglass.model.time.TimeSpan;
import traceglass.model.time.TimeText;

/// One tab of the SQL page: text, its results, and how the last run went.
final class SqlTab extends BorderPane {

    /// Queries that are over before this are not said to be running, so that nothing flickers.
    private static final Duration QUIET = Duration.millis(300);

    /// What a session is opened with; a run after a change opens another one.
    private record Terms(TraceSession trace, boolean files, String modules) {}

    private final AppContext context;
    private final ReadOnlyBooleanProperty files;
    private final Completer completer;
    private final Consumer<QueryHistory.Entry> ran;
    private final Consumer<List<Schema.Relation>> made;
    private final SqlEditor editor = new CodeAreaEditor();
    private final StringProperty title;
    private final BooleanProperty running = new SimpleBooleanProperty();
    private final BooleanProperty changed = new SimpleBooleanProperty();
    private final ResultView results;
    private final Button run = new Button("Run", new Icon("play", 14));
    private final Button cancel = new Button("Cancel", new Icon("stop", 14));
    private final Label range = new Label();
    private final Label message = new Label();
    private final HBox problem;
    private final HBox state = new HBox(5);
    private final Label facts = new Label();
    private final Label place = new Label();
    private final Timeline clock = new Timeline(new KeyFrame(Duration.millis(100), e -> tick()));
    private SqlRunner runner;
    private Terms terms;
    private long startedNs;
    private int rowsSoFar;

    /// @param ran  told of every run that ended
    /// @param made told what tables there are after a run that may have made some
    /// @param words what the editor suggests
    /// @param files whether queries may use files
    SqlTab(AppContext context, String title, ReadOnlyBooleanProperty files, Consumer<QueryHistory.Entry> ran, Consumer<List<Schema.Relation>> made, Supplier<SqlVocabulary> words) {
        this.context = context;
        this.files = files;
        this.title = new SimpleStringProperty(title);
        this.ran = ran;
        this.made = made;
        results = new ResultView(context);
        results.onTrack(this::askForTrack);
        getStyleClass().add("tg-sql-tab-content");
        problem = new HBox(8, new Icon("error", 16), message);
        problem.getStyleClass().addAll("tg-strip", "tg-error", "tg-sql-strip");
        problem.setAlignment(Pos.CENTER_LEFT);
        message.setWrapText(true);
        message.setId("sql-problem");
        message.getStyleClass().add("tg-strip-text");
        showProblem(null);
        BorderPane upper = new BorderPane(editor.node());
        upper.setBottom(problem);
        upper.setMinHeight(60);
        SplitPane split = new SplitPane(upper, results);
        split.setOrientation(Orientation.VERTICAL);
        split.setDividerPositions(.42);
        split.getStyleClass().add("tg-sql-split");
        setTop(tools());
        setCenter(split);
        setBottom(footer());
        clock.setCycleCount(Timeline.INDEFINITE);
        editor.node().addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        editor.onChange(() -> changed.set(true));
        completer = new Completer(context, editor, this, words);
        context.selectionProperty().addListener((o, was, is) -> showRange());
        // Style sheets change in the same moment; what they say is known after it.
        context.paletteProperty().addListener((o, was, is) -> FxThread.later(editor::refresh));
        showRange();
        setState(null, "", "");
    }

    private HBox tools() {
        run.getStyleClass().add(Styles.PRIMARY);
        run.setId("sql-run");
        run.setOnAction(e -> runSelectionOrAll());
        Label key = new Label("Ctrl Enter");
        key.getStyleClass().add("tg-run-key");
        run.setGraphic(new HBox(6, new Icon("play", 14)));
        run.setAccessibleText("Run");
        cancel.setId("sql-cancel");
        cancel.setOnAction(e -> cancel());
        cancel.disableProperty().bind(running.not());
        run.disableProperty().bind(running);
        Button statement = new Button("Run statement");
        statement.getStyleClass().add(Styles.GHOST);
        statement.setOnAction(e -> runStatement());
        statement.disableProperty().bind(running);
        statement.setTooltip(IconButton.tooltip("Runs the statement at the caret (Ctrl Shift Enter)"));
        run.setTooltip(IconButton.tooltip("Runs what is selected, or all (Ctrl Enter)"));
        Button format = new Button("Format");
        format.getStyleClass().add(Styles.GHOST);
        format.setId("sql-format");
        format.setOnAction(e -> format());
        format.setTooltip(IconButton.tooltip("Lays the text out anew (Ctrl Shift F)"));
        Button explain = new Button("Explain");
        explain.getStyleClass().add(Styles.GHOST);
        explain.setId("sql-explain");
        explain.setOnAction(e -> explain());
        explain.disableProperty().bind(running);
        explain.setTooltip(IconButton.tooltip("Shows how the statement at the caret would be run"));
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Label about = new Label("Range");
        about.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        range.getStyleClass().addAll(Styles.CHIP, "tg-large");
        range.setMinWidth(0);
        about.setMinWidth(Region.USE_PREF_SIZE);
        range.setTooltip(IconButton.tooltip("In a query $start and $end stand for the selected time, $slice and $track for the id of the selected slice and of its track"));
        for (Button b : new Button[] {run, cancel, statement, format, explain}) {
            b.setMinWidth(Region.USE_PREF_SIZE);
        }
        HBox tools = new HBox(8, run, cancel, statement, format, explain, space, about, range);
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("tg-sql-tools");
        return tools;
    }

    private HBox footer() {
        state.setAlignment(Pos.CENTER_LEFT);
        state.setId("sql-state");
        facts.setId("sql-facts");
        place.setId("sql-place");
        place.getStyleClass().add(Styles.TEXT_3);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox footer = new HBox(12, state, facts, space, place);
        footer.setAlignment(Pos.CENTER_LEFT);
        footer.getStyleClass().add("tg-sql-footer");
        results.grid().shownProperty().addListener((o, was, is) -> showPlace());
        results.grid().table().getSelectionModel().getSelectedIndices()
                .addListener((javafx.collections.ListChangeListener<Integer>) c -> showPlace());
        return footer;
    }

    StringProperty titleProperty() {
        return title;
    }

    BooleanProperty runningProperty() {
        return running;
    }

    /// Told whenever the text has changed.
    void onEdit(Runnable listener) {
        editor.onChange(listener);
    }

    /// Whether the text was changed since it was last run.
    BooleanProperty changedProperty() {
        return changed;
    }

    String text() {
        return editor.text();
    }

    void setText(String sql) {
        completer.quietly(() -> editor.setText(sql));
        changed.set(false);
    }

    void insert(String text) {
        completer.quietly(() -> editor.insert(text));
        editor.requestFocus();
    }

    /// Puts the line that includes a module before the text, unless it stands there.
    void include(String module) {
        String line = "INCLUDE PERFETTO MODULE " + module + ";";
        String all = editor.text();
        if (!all.toLowerCase(Locale.ROOT).contains(line.toLowerCase(Locale.ROOT))) {
            completer.quietly(() -> editor.replace(0, 0, line + "\n"));
        }
        editor.requestFocus();
    }

    /// Opens a menu above the results, see [ResultView#openMenu].
    void openMenu(String id) {
        results.openMenu(id);
    }

    void toggleRaw() {
        results.grid().rawProperty().set(!results.grid().rawProperty().get());
    }

    void focus() {
        editor.requestFocus();
    }

    private void pressed(KeyEvent e) {
        if (e.getCode() == KeyCode.ENTER && e.isShortcutDown()) {
            if (e.isShiftDown()) {
                runStatement();
            } else {
                runSelectionOrAll();
            }
            e.consume();
        } else if (e.getCode() == KeyCode.F && e.isShortcutDown() && e.isShiftDown()) {
            format();
            e.consume();
        }
    }

    /// Lays out what is selected, or all.
    void format() {
        int[] s = editor.selection();
        String all = editor.text();
        int from = s[0] == s[1] ? 0 : s[0];
        int to = s[0] == s[1] ? all.length() : s[1];
        String formatted = SqlFormatter.format(all.substring(from, to));
        if (!formatted.equals(all.substring(from, to))) {
            completer.quietly(() -> editor.replace(from, to, formatted));
        }
    }

    private void explain() {
        String all = editor.text();
        int[] s = SqlSpans.statementAt(all, editor.caret());
        run(all, s[0], s[1], "EXPLAIN ");
    }

    void runSelectionOrAll() {
        int[] s = editor.selection();
        String all = editor.text();
        run(all, s[0] == s[1] ? 0 : s[0], s[0] == s[1] ? all.length() : s[1]);
    }

    void runStatement() {
        String all = editor.text();
        int[] s = SqlSpans.statementAt(all, editor.caret());
        run(all, s[0], s[1]);
    }

    private void run(String all, int from, int to) {
        run(all, from, to, "");
    }

    /// @param before what is put before the text, on its line
    private void run(String all, int from, int to, String before) {
        TraceSession trace = context.session();
        if (running.get() || all.substring(from, to).isBlank()) {
            return;
        }
        if (trace == null || !trace.isReady()) {
            showProblem("The trace is still being read. Run the query when that is done.");
            return;
        }
        Terms now = new Terms(trace, files.get(), context.preferences().moduleFolderProperty().get());
        if (!now.equals(terms)) {
            release();
            SqlPolicy policy = now.files ? SqlPolicy.WITH_FILES : SqlPolicy.TRACE_ONLY;
            ModuleLibrary library = context.preferences().moduleLibrary();
            runner = new SqlRunner(() -> trace.openSql(policy, library));
            terms = now;
        }
        String fragment = all.substring(from, to);
        // Blanks in place of what is not run keep lines and columns of problems those of the editor.
        String blanks = all.substring(0, from).replaceAll("[^\n]", " ");
        runner.limit(context.preferences().querySecondsProperty().get());
        SqlParameters text = new SqlParameters(blanks + before + fragment, SelectedValues.of(context.selectionProperty().get(), trace.bounds()));
        if (text.problem() != null) {
            SqlProblem missing = text.problem();
            editor.markProblem(missing.line(), missing.column());
            showProblem(describe(missing, missing.column()));
            return;
        }
        running.set(true);
        rowsSoFar = 0;
        startedNs = System.nanoTime();
        clock.playFromStart();
        CellText cells = CellText.of(trace.bounds());
        runner.run(text.text(), n -> rowsSoFar = n, outcome -> ended(outcome, text, before + fragment, cells));
    }

    /// Whether the result that is shown can be put on the timeline now.
    boolean canShowAsTrack() {
        return !running.get() && runner != null && results.canBeTrack();
    }

    /// Asks which columns of the shown result become what, and puts its rows on the timeline.
    void showAsTrack() {
        results.showAsTrack();
    }

    private void askForTrack(String statement, Node below) {
        TraceSession trace = context.session();
        if (trace == null || !canShowAsTrack()) {
            return;
        }
        List<String> columns = results.chosen().names();
        DebugTrackSpec suggested = DebugColumns.suggest(columns, title.get(), statement);
        new DebugTrackForm(columns, suggested, spec -> makeTrack(trace, spec)).show(below);
    }

    private void makeTrack(TraceSession trace, DebugTrackSpec spec) {
        int number = trace.debugTracks().begin();
        running.set(true);
        rowsSoFar = 0;
        startedNs = System.nanoTime();
        clock.playFromStart();
        runner.work(session -> DebugTrackMaker.make(session, spec, number), made -> {
            trackEnded(null);
            DebugTrackTask.made(context, trace, made);
        }, this::trackEnded, trace.debugTracks()::ended);
    }

    private void trackEnded(SqlProblem problem) {
        running.set(false);
        clock.stop();
        String took = TimeText.duration(System.nanoTime() - startedNs);
        showProblem(problem == null || problem.isCancelled() ? null : "No track was made. " + problem.describe());
        setState(problem == null ? "tg-ok" : problem.isCancelled() ? "tg-text-3" : "tg-error", problem == null ? "Shown" : problem.isCancelled() ? "Cancelled" : "Failed",
                problem == null ? took : "after " + took);
    }

    void cancel() {
        if (runner != null && running.get()) {
            runner.cancel();
        }
    }

    private void ended(SqlRunner.Outcome outcome, SqlParameters text, String fragment, CellText cells) {
        running.set(false);
        clock.stop();
        SqlProblem p = outcome.problem();
        String took = TimeText.duration(outcome.tookNs());
        long rows = outcome.results().isEmpty() ? 0 : outcome.results().getLast().size();
        if (p == null) {
            changed.set(false);
            showProblem(null);
            editor.markProblem(0, 0);
            results.show(outcome.results(), outcome.statements(), cells, fragment);
            boolean cut = !outcome.results().isEmpty() && outcome.results().getLast().isCut();
            setState("tg-ok", "Done", Texts.count(rows, "row", "rows") + "  ·  " + took + (cut ? "  ·  more rows were left out" : ""));
        } else if (p.isCancelled()) {
            showProblem(null);
            setState("tg-text-3", "Cancelled", "after " + took);
        } else {
            int column = text.column(p);
            editor.markProblem(p.line(), column);
            showProblem(describe(p, column));
            results.dim();
            setState("tg-error", "Failed", "after " + took);
        }
        if ((p == null || !p.isCancelled()) && !fragment.startsWith("EXPLAIN ")) {
            ran.accept(new QueryHistory.Entry(Instant.now(), p == null ? rows : -1, outcome.tookNs() / 1_000_000, fragment.strip()));
        }
        String words = fragment.toUpperCase(Locale.ROOT);
        if (words.contains("CREATE") || words.contains("DROP") || words.contains("INCLUDE")) {
            readOwnTables();
        }
    }

    private void readOwnTables() {
        runner.run(Schema.COLUMNS, n -> {}, outcome -> {
            if (outcome.problem() == null && !outcome.results().isEmpty()) {
                made.accept(Schema.relations(outcome.results().getLast()));
            }
        });
    }

    private static String describe(SqlProblem p, int column) {
        // People at a window have no options of the command line.
        String text = p.getMessage().replace(" (--memory-limit)", " in the settings");
        String said = text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
        return p.line() > 0 ? "Line " + p.line() + ", column " + column + ": " + text : said;
    }

    private void showProblem(String text) {
        message.setText(text == null ? "" : text);
        problem.setVisible(text != null);
        problem.setManaged(text != null);
    }

    private void tick() {
        long ns = System.nanoTime() - startedNs;
        if (running.get() && ns > QUIET.toMillis() * 1_000_000) {
            setState("tg-info", "Running", String.format(Locale.ROOT, "%.1f s", ns / 1e9)
                    + (rowsSoFar > 0 ? "  ·  " + Texts.count(rowsSoFar, "row", "rows") + " so far" : ""));
        }
    }

    private void setState(String style, String word, String rest) {
        state.getChildren().clear();
        if (style != null) {
            Label badge = new Label(word);
            badge.getStyleClass().addAll("tg-state-badge", style);
            String icon = switch (style) {
                case "tg-ok" -> "check";
                case "tg-error" -> "error";
                case "tg-info" -> "refresh";
                default -> "cancel";
            };
            badge.setGraphic(new Icon(icon, 13).styled(style));
            state.getChildren().add(badge);
        }
        facts.setText(rest);
        showPlace();
    }

    private void showPlace() {
        int shown = results.grid().shownProperty().get();
        int all = results.grid().rows().size();
        int selected = results.grid().selectedRows().size();
        if (results.grid().showsGroups()) {
            place.setText(Texts.count(shown, "group", "groups"));
            return;
        }
        place.setText((shown == all ? "" : Texts.grouped(shown) + " of " + Texts.count(all, "row", "rows"))
                + (selected > 1 ? (shown == all ? "" : "  ·  ") + Texts.grouped(selected) + " selected" : ""));
    }

    /// Says what the parameters stand for now.
    void showRange() {
        TraceSession trace = context.session();
        if (trace == null) {
            range.setText("no trace");
        } else {
            TimeSpan span = SelectedValues.range(context.selectionProperty().get(), trace.bounds());
            boolean whole = span.equals(trace.bounds());
            boolean slice = context.selectionProperty().get() instanceof Selection.Event event && event.table().equals("slice");
            range.setText("$start … $end = " + (whole ? "whole trace, " : "selection, ") + TimeText.duration(span.durNs())
                    + (slice ? "  ·  $slice = " + ((Selection.Event) context.selectionProperty().get()).id() : ""));
        }
    }

    /// Drops what belongs to a trace that is being closed; the text stays.
    void traceChanged() {
        release();
        running.set(false);
        clock.stop();
        showProblem(null);
        setState(null, "", "");
        results.show(List.of(RowStore.EMPTY), List.of(), CellText.of(new TimeSpan(0, 0)), "");
        results.grid().whenEmpty("Results come here. Ctrl Enter runs what stands above.");
        showRange();
    }

    private void release() {
        if (runner != null) {
            runner.close();
            runner = null;
            terms = null;
        }
    }

    /// Ends what runs and lets its connection go.
    void close() {
        release();
    }
}
