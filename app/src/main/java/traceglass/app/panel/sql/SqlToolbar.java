package traceglass.app.panel.sql;

import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.app.command.KeyChord;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.KeyHint;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.app.ui.bar.OverflowRow;
import traceglass.render.control.Tooltips;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Toolbar above an editor: actions on its text, and the values of query parameters.
final class SqlToolbar extends OverflowRow {

    /// Shortcut to run a query.
    static final KeyChord RUN_KEY = KeyChord.parse("Ctrl+Enter");

    private final Label range = new Label();
    private final Segments<FleetSqlRunner.Target> targets = new Segments<>(_ -> {});

    SqlToolbar(SqlTab tab, ReadOnlyBooleanProperty running) {
        super(8);
        Button run =
                button(Styles.PRIMARY, SqlTexts.RUN, "sql-run", SqlTexts.runTooltip(RUN_KEY), tab::runSelectionOrAll);
        run.setGraphic(new Icon("play", 14));
        KeyHint.add(run, RUN_KEY);
        run.disableProperty().bind(running);
        Button cancel = new Button(CommonTexts.CANCEL, new Icon("stop", 14));
        cancel.setId("sql-cancel");
        cancel.setOnAction(e -> tab.cancel());
        cancel.setMinWidth(Region.USE_PREF_SIZE);
        cancel.disableProperty().bind(running.not());
        Button statement = button(
                Styles.GHOST,
                SqlTexts.RUN_STATEMENT,
                "sql-run-statement",
                SqlTexts.runStatementTooltip(KeyChord.parse("Ctrl+Shift+Enter")),
                tab::runStatement);
        statement.disableProperty().bind(running);
        Button format = button(
                Styles.GHOST,
                SqlTexts.FORMAT,
                "sql-format",
                SqlTexts.formatTooltip(KeyChord.parse("Ctrl+Shift+F")),
                tab::format);
        Button explain = button(Styles.GHOST, SqlTexts.EXPLAIN, "sql-explain", SqlTexts.EXPLAIN_TOOLTIP, tab::explain);
        explain.disableProperty().bind(running);
        Label explanation = new Label(SqlTexts.RANGE);
        explanation.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        explanation.setMinWidth(Region.USE_PREF_SIZE);
        range.getStyleClass().addAll(Styles.CHIP, "tg-large");
        range.setId("sql-range");
        range.setMinWidth(Region.USE_PREF_SIZE);
        Tooltips.set(range, SqlTexts.RANGE_TOOLTIP);
        HBox values = new HBox(8, explanation, range);
        values.setAlignment(Pos.CENTER_LEFT);
        values.setMinWidth(Region.USE_PREF_SIZE);
        for (FleetSqlRunner.Target target : FleetSqlRunner.Target.values()) {
            Tooltips.set(
                    targets.addSegment(target, target.title(), target.id()),
                    switch (target) {
                        case TRACE -> SqlTexts.ON_TRACE_HELP;
                        case ALL_TRACES -> SqlTexts.ON_ALL_HELP;
                        case EACH_TRACE -> SqlTexts.ON_EACH_HELP;
                    });
        }
        targets.setValue(FleetSqlRunner.Target.TRACE);
        targets.managedProperty().bind(targets.visibleProperty());
        targets.setVisible(false);
        addItems(run, cancel, targets, statement, format, explain, space(), values);
        getStyleClass().add("tg-sql-toolbar");
    }

    /// Shows the targets on which SQL can run.
    void showTargets(boolean hasTrace, boolean hasFleet) {
        targets.setVisible(hasFleet);
        targets.setEnabled(FleetSqlRunner.Target.TRACE, hasTrace);
        if (!hasFleet) {
            targets.setValue(FleetSqlRunner.Target.TRACE);
        } else if (!hasTrace && targets.value() == FleetSqlRunner.Target.TRACE) {
            targets.setValue(FleetSqlRunner.Target.ALL_TRACES);
        }
    }

    /// Returns the traces that SQL runs on.
    FleetSqlRunner.Target target() {
        return targets.value();
    }

    private static Button button(String style, String title, String id, String tooltip, Runnable action) {
        Button b = new Button(title);
        b.getStyleClass().add(style);
        b.setId(id);
        b.setOnAction(e -> action.run());
        Tooltips.set(b, tooltip);
        b.setMinWidth(Region.USE_PREF_SIZE);
        return b;
    }

    /// Shows the values of the parameters.
    ///
    /// @param trace the trace, or null
    void showRange(TraceSession trace, Selection selection) {
        if (trace == null) {
            range.setText(SqlTexts.NO_TRACE);
            return;
        }
        TimeSpan span = SelectedValues.range(selection, trace.bounds());
        boolean isWholeTrace = span.equals(trace.bounds());
        range.setText(SqlTexts.range(isWholeTrace, TimeText.duration(span.durNs()))
                + (selection instanceof Selection.Event event ? parameter(event) : ""));
    }

    private static String parameter(Selection.Event event) {
        return Subjects.table(event.table())
                .map(EventTable::parameter)
                .filter(p -> !p.isEmpty())
                .map(p -> SqlTexts.parameter(p, event.id()))
                .orElse("");
    }
}
