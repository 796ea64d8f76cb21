package traceglass.app.panel.sql;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import traceglass.analysis.catalog.Schema;
import traceglass.analysis.debug.DebugColumns;
import traceglass.analysis.debug.DebugTrackCreator;
import traceglass.analysis.debug.DebugTrackSpec;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.RowStore;
import traceglass.app.context.OpenFleet;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.fleet.TraceJump;
import traceglass.app.panel.debug.DebugTrackForm;
import traceglass.app.panel.debug.DebugTrackTask;
import traceglass.app.panel.sql.editor.CodeAreaEditor;
import traceglass.app.panel.sql.editor.Completer;
import traceglass.app.panel.sql.editor.SqlEditor;
import traceglass.app.panel.sql.saved.QueryHistory;
import traceglass.app.preferences.Preferences;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.engine.fleet.Fleet;
import traceglass.sql.editor.SqlDefinitions;
import traceglass.sql.editor.SqlFormatter;
import traceglass.sql.editor.SqlSpans;
import traceglass.sql.editor.SqlVocabulary;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Tab of the SQL page: editor, results, and state of the last run.
final class SqlTab extends BorderPane {

    /// Conditions under which a session was opened; a run under other conditions opens a new session.
    private record SessionKey(TraceSession trace, boolean allowsFiles, String modules) {}

    private final TraceSlot slot;
    private final Preferences preferences;
    private final ReadOnlyBooleanProperty files;
    private final Completer completer;
    private final Consumer<QueryHistory.Entry> onQueryRun;
    private final Consumer<List<Schema.Relation>> onRelationsCreated;
    private final SqlEditor editor = new CodeAreaEditor(SqlTexts.EDITOR);
    private final StringProperty title;
    /// Statements run in the current session that define objects used by its queries.
    private final List<String> definitions = new ArrayList<>();
    private final BooleanProperty running = new SimpleBooleanProperty();
    private final BooleanProperty changed = new SimpleBooleanProperty();
    private final ResultView results;
    private final SqlToolbar toolbar = new SqlToolbar(this, running);
    private final RunLine line;
    private final SqlProblemStrip problem = new SqlProblemStrip();
    private final OpenFleet fleet;
    private final FleetRowLink rowLink;
    private final FleetSqlRunner fleetRunner = new FleetSqlRunner();
    /// Whether the result is of the traces of a fleet.
    private boolean showsFleet;

    private SqlRunner runner;
    private SessionKey sessionKey;

    /// Creates a tab.
    ///
    /// @param onQueryRun receives every completed run
    /// @param onRelationsCreated receives the tables after a run that may have created some
    /// @param vocabulary returns the vocabulary for code completion of SQL on a target
    /// @param allowsFiles whether queries may access files
    SqlTab(
            TraceSlot slot,
            WindowContext window,
            String title,
            ReadOnlyBooleanProperty allowsFiles,
            Consumer<QueryHistory.Entry> onQueryRun,
            Consumer<List<Schema.Relation>> onRelationsCreated,
            Function<FleetSqlRunner.Target, SqlVocabulary> vocabulary) {
        this.slot = slot;
        this.preferences = window.preferences();
        fleet = window.fleet();
        rowLink = new FleetRowLink(new TraceJump(slot));
        this.files = allowsFiles;
        this.title = new SimpleStringProperty(title);
        this.onQueryRun = onQueryRun;
        this.onRelationsCreated = onRelationsCreated;
        results = new ResultView(slot, window.messages());
        line = new RunLine(results.grid());
        results.onTrack(this::showTrackForm);
        getStyleClass().add("tg-sql-tab-content");
        BorderPane upper = new BorderPane(editor.node());
        upper.setBottom(problem);
        upper.setMinHeight(60);
        SplitPane split = new SplitPane(upper, results);
        split.setOrientation(Orientation.VERTICAL);
        split.setDividerPositions(.42);
        split.getStyleClass().add("tg-sql-split");
        setTop(toolbar);
        setCenter(split);
        setBottom(line);
        editor.node().addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
        editor.onChange(() -> changed.set(true));
        completer = new Completer(slot.trace(), editor, this, () -> vocabulary.apply(toolbar.target()));
        slot.selection().addListener((_, _, _) -> showRange());
        fleet.property().addListener(o -> showTargets());
        showTargets();
        // Style sheets change during the same event; their values are available after it.
        slot.appearance().paletteProperty().addListener((_, _, _) -> FxThread.later(editor::refresh));
        showRange();
    }

    StringProperty titleProperty() {
        return title;
    }

    /// Returns whether a query is running, or its result is not shown yet.
    boolean isBusy() {
        return running.get() || results.grid().busyProperty().get();
    }

    BooleanProperty runningProperty() {
        return running;
    }

    /// Registers a listener for changes of the text.
    void onEdit(Runnable listener) {
        editor.onChange(listener);
    }

    /// Whether the text has changed since it was last run.
    BooleanProperty changedProperty() {
        return changed;
    }

    String text() {
        return editor.text();
    }

    void setText(String sql) {
        completer.withoutSuggestions(() -> editor.setText(sql));
        changed.set(false);
    }

    void insert(String text) {
        completer.withoutSuggestions(() -> editor.insert(text));
        editor.requestFocus();
    }

    /// Inserts the statement that includes a module before the text, unless it is already there.
    void include(String module) {
        String line = "INCLUDE PERFETTO MODULE " + module + ";";
        String all = editor.text();
        if (!all.toLowerCase(Locale.ROOT).contains(line.toLowerCase(Locale.ROOT))) {
            completer.withoutSuggestions(() -> editor.replace(0, 0, line + "\n"));
        }
        editor.requestFocus();
    }

    /// Opens a menu above the results, see [ResultView#openMenu].
    void openMenu(String id) {
        results.openMenu(id);
    }

    void toggleChart() {
        results.toggleChart();
    }

    void toggleRaw() {
        results.grid().rawProperty().set(!results.grid().rawProperty().get());
    }

    /// Moves the focus to the editor.
    void focus() {
        if (getScene() != null && editor.node().getScene() == null) {
            // The split pane of a new tab has no content before its styles are applied.
            applyCss();
        }
        editor.requestFocus();
    }

    private void keyPressed(KeyEvent e) {
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

    /// Formats the selected text, or the whole text.
    void format() {
        int[] s = editor.selection();
        String all = editor.text();
        int from = s[0] == s[1] ? 0 : s[0];
        int to = s[0] == s[1] ? all.length() : s[1];
        String formatted = SqlFormatter.format(all.substring(from, to));
        if (!formatted.equals(all.substring(from, to))) {
            completer.withoutSuggestions(() -> editor.replace(from, to, formatted));
        }
    }

    /// Shows the query plan of the statement at the caret.
    void explain() {
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

    /// Runs part of the text.
    ///
    /// @param before prefix for the statement, on the same line
    private void run(String all, int from, int to, String before) {
        completer.hide();
        TraceSession trace = slot.trace().session();
        if (running.get() || all.substring(from, to).isBlank()) {
            return;
        }
        if (toolbar.target() != FleetSqlRunner.Target.TRACE && fleet.get() != null) {
            runOnFleet(all.substring(from, to));
            return;
        }
        if (trace == null || !trace.isReady()) {
            problem.show(SqlTexts.TRACE_NOT_READY);
            return;
        }
        SessionKey currentKey = new SessionKey(
                trace, files.get(), preferences.moduleFolderProperty().get());
        if (!currentKey.equals(sessionKey)) {
            release();
            SqlPolicy policy = currentKey.allowsFiles ? SqlPolicy.WITH_FILES : SqlPolicy.TRACE_ONLY;
            ModuleLibrary library = preferences.moduleLibrary();
            runner = new SqlRunner(() -> trace.openSql(policy, library));
            sessionKey = currentKey;
        }
        String fragment = all.substring(from, to);
        // Spaces in place of the text before the range keep line and column numbers of errors valid.
        String blanks = all.substring(0, from).replaceAll("[^\n]", " ");
        runner.setLimit(preferences.querySecondsProperty().get());
        SqlParameters text = new SqlParameters(
                blanks + before + fragment, SelectedValues.of(slot.selection().get(), trace.bounds()));
        if (text.problem() != null) {
            SqlProblem missing = text.problem();
            editor.markProblem(missing.line(), missing.column());
            problem.show(SqlProblemStrip.describe(missing, missing.column()));
            return;
        }
        running.set(true);
        line.showRunning();
        CellText cells = CellText.of(trace.bounds());
        runner.run(text.text(), line::setRowsSoFar, outcome -> queryEnded(outcome, text, before + fragment, cells));
    }

    private void runOnFleet(String sql) {
        running.set(true);
        line.showRunning();
        editor.markProblem(0, 0);
        Fleet queriedFleet = fleet.get();
        String modules = preferences.moduleFolderProperty().get();
        fleetRunner.run(
                queriedFleet,
                toolbar.target(),
                sql,
                modules.isBlank() ? List.of() : List.of(Path.of(modules)),
                preferences.querySecondsProperty().get(),
                outcome -> fleetQueryEnded(queriedFleet, outcome, sql));
    }

    private void fleetQueryEnded(Fleet queriedFleet, FleetSqlRunner.Outcome outcome, String sql) {
        running.set(false);
        SqlRunner.Outcome rows = outcome.rows();
        String took = TimeText.duration(rows.durationNs());
        SqlProblem p = rows.problem();
        long count = rows.results().isEmpty() ? 0 : rows.results().getLast().size();
        if (p == null) {
            changed.set(false);
            showsFleet = true;
            results.show(rows.results(), rows.statements(), CellText.of(new TimeSpan(0, 0)), sql);
            results.linkTraces((store, row) -> rowLink.open(queriedFleet, store, row, sql));
            problem.show(
                    outcome.failures().isEmpty()
                            ? null
                            : SqlTexts.failedTraces(
                                    outcome.failures().size(),
                                    outcome.failures().getFirst().reason()));
            line.showDone(
                    SqlTexts.DONE,
                    SqlTexts.finished(
                            count, took, count > 0 && rows.results().getLast().isTruncated()));
        } else if (p.isCanceled()) {
            problem.show(null);
            line.showCanceled(SqlTexts.afterDuration(took));
        } else {
            problem.show(SqlProblemStrip.describe(p, 0));
            results.dim();
            line.showFailed(SqlTexts.afterDuration(took));
        }
        if (p == null || !p.isCanceled()) {
            onQueryRun.accept(new QueryHistory.Entry(
                    Instant.now(), p == null ? count : -1, rows.durationNs() / 1_000_000, sql.strip()));
        }
    }

    private void showTargets() {
        toolbar.showTargets(slot.trace().session() != null, fleet.get() != null);
    }

    /// Returns whether the displayed result can be shown as a track.
    boolean canShowAsTrack() {
        return !running.get() && runner != null && results.canBeTrack();
    }

    /// Asks for the meaning of the result's columns and shows its rows as a track.
    void showAsTrack() {
        results.showAsTrack();
    }

    private void showTrackForm(String statement, Node anchor) {
        TraceSession trace = slot.trace().session();
        if (trace == null || !canShowAsTrack()) {
            return;
        }
        List<String> columns = results.chosen().names();
        DebugTrackSpec suggested = DebugColumns.suggest(columns, title.get(), statement);
        new DebugTrackForm(columns, suggested, spec -> createTrack(trace, spec)).show(anchor);
    }

    private void createTrack(TraceSession trace, DebugTrackSpec spec) {
        int number = trace.debugTracks().beginCreation();
        trace.debugTracks().setSetup(number, String.join(";\n", definitions));
        running.set(true);
        line.showRunning();
        runner.runTask(
                session -> DebugTrackCreator.create(session, spec, number),
                created -> {
                    trackEnded(null);
                    DebugTrackTask.showTracks(slot, trace, created);
                },
                this::trackEnded,
                trace.debugTracks()::endCreation);
    }

    private void trackEnded(SqlProblem failure) {
        running.set(false);
        String took = TimeText.duration(line.elapsedNs());
        if (failure == null) {
            problem.show(null);
            line.showDone(SqlTexts.SHOWN, took);
        } else if (failure.isCanceled()) {
            problem.show(null);
            line.showCanceled(SqlTexts.afterDuration(took));
        } else {
            problem.show(SqlTexts.trackFailed(failure.describe()));
            line.showFailed(SqlTexts.afterDuration(took));
        }
    }

    void cancel() {
        if (running.get()) {
            fleetRunner.cancel();
            if (runner != null) {
                runner.cancel();
            }
        }
    }

    private void queryEnded(SqlRunner.Outcome outcome, SqlParameters text, String fragment, CellText cells) {
        running.set(false);
        SqlProblem p = outcome.problem();
        String took = TimeText.duration(outcome.durationNs());
        long rows =
                outcome.results().isEmpty() ? 0 : outcome.results().getLast().size();
        if (p == null) {
            changed.set(false);
            problem.show(null);
            editor.markProblem(0, 0);
            definitions.addAll(SqlDefinitions.of(text.text()));
            showsFleet = false;
            results.linkTraces(null);
            results.show(outcome.results(), outcome.statements(), cells, fragment);
            boolean isTruncated =
                    !outcome.results().isEmpty() && outcome.results().getLast().isTruncated();
            line.showDone(SqlTexts.DONE, SqlTexts.finished(rows, took, isTruncated));
        } else if (p.isCanceled()) {
            problem.show(null);
            line.showCanceled(SqlTexts.afterDuration(took));
        } else {
            int column = text.column(p);
            editor.markProblem(p.line(), column);
            problem.show(SqlProblemStrip.describe(p, column));
            results.dim();
            line.showFailed(SqlTexts.afterDuration(took));
        }
        if ((p == null || !p.isCanceled()) && !fragment.startsWith("EXPLAIN ")) {
            onQueryRun.accept(new QueryHistory.Entry(
                    Instant.now(), p == null ? rows : -1, outcome.durationNs() / 1_000_000, fragment.strip()));
        }
        String upperCase = fragment.toUpperCase(Locale.ROOT);
        if (upperCase.contains("CREATE") || upperCase.contains("DROP") || upperCase.contains("INCLUDE")) {
            readSessionTables();
        }
    }

    private void readSessionTables() {
        runner.run(Schema.COLUMNS, n -> {}, outcome -> {
            if (outcome.problem() == null && !outcome.results().isEmpty()) {
                onRelationsCreated.accept(Schema.relations(outcome.results().getLast()));
            }
        });
    }

    /// Updates the display of the parameter values.
    void showRange() {
        toolbar.showRange(slot.trace().session(), slot.selection().get());
    }

    /// Releases everything that belongs to the trace being closed; the text stays.
    void traceChanged() {
        showTargets();
        release();
        if (showsFleet) {
            // A click on a row has opened its trace; the other rows are still of interest.
            showRange();
            return;
        }
        running.set(false);
        problem.show(null);
        line.clear();
        results.show(List.of(RowStore.EMPTY), List.of(), CellText.of(new TimeSpan(0, 0)), "");
        results.grid().withEmptyText(ResultView.NOTHING_YET);
        showRange();
    }

    private void release() {
        if (runner != null) {
            runner.close();
            runner = null;
            sessionKey = null;
            definitions.clear();
        }
    }

    /// Cancels the current run and closes the connection.
    void close() {
        fleetRunner.close();
        release();
    }
}
