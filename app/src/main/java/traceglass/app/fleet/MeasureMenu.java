package traceglass.app.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import org.jspecify.annotations.Nullable;
import traceglass.app.context.Messages;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.FormPopup;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.OverflowRow;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.FleetMetrics;
import traceglass.engine.fleet.measure.FleetMeasure;
import traceglass.engine.fleet.measure.FleetMeasure.Slices.Aggregate;
import traceglass.engine.summary.Summaries;
import traceglass.protos.processor.TraceSummarySpec;

/// Menu that adds columns to the table of a fleet: durations and counts of slices, SQL for each trace, metrics of a
/// specification.
final class MeasureMenu {

    private static final double FORM_WIDTH = 380;
    private static final int MAX_COMPUTED = 60;

    private final FleetModel model;
    private final Messages messages;
    private final Consumer<FleetMeasure> add;
    private final MenuButton button = ToolButton.menu("plus", FleetPageTexts.ADD_COLUMN);

    MeasureMenu(FleetModel model, Messages messages, Consumer<FleetMeasure> add) {
        this.model = model;
        this.messages = messages;
        this.add = add;
        button.setId("fleet-add-column");
        button.getItems().add(new MenuItem());
        button.setOnShowing(_ -> fill());
    }

    MenuButton button() {
        return button;
    }

    private void fill() {
        button.getItems()
                .setAll(
                        item("fleet-add-longest", FleetPageTexts.LONGEST_SLICE, () -> askName(Aggregate.LONGEST)),
                        item("fleet-add-total", FleetPageTexts.TOTAL_OF_SLICES, () -> askName(Aggregate.TOTAL)),
                        item("fleet-add-count", FleetPageTexts.NUMBER_OF_SLICES, () -> askName(Aggregate.COUNT)),
                        item(
                                "fleet-add-frame",
                                FleetPageTexts.LONGEST_FRAME,
                                () -> add.accept(new FleetMeasure.LongestFrame())),
                        item("fleet-add-sql", FleetPageTexts.SQL_PER_TRACE, this::askSql),
                        new SeparatorMenuItem(),
                        item(
                                "fleet-add-metrics",
                                FleetPageTexts.DEFAULT_METRICS,
                                () -> summary(FleetPageTexts.DEFAULT_METRICS, FleetMetrics.defaults())),
                        item("fleet-add-spec", FleetPageTexts.METRICS_OF_SPEC, this::chooseSpec),
                        new SeparatorMenuItem(),
                        tables(),
                        computedMenu());
    }

    private static MenuItem item(@Nullable String id, String title, Runnable action) {
        MenuItem item = new MenuItem(title);
        item.setId(id);
        item.setOnAction(_ -> action.run());
        return item;
    }

    /// Menu of tables that have rows in at least one trace.
    private Menu tables() {
        Menu menu = new Menu(FleetPageTexts.ROWS_OF_TABLE);
        TreeSet<String> names = new TreeSet<>();
        model.sheet()
                .traces()
                .forEach(t -> t.rows().forEach((table, rows) -> {
                    if (rows > 0) {
                        names.add(table);
                    }
                }));
        names.forEach(n -> {
            MenuItem item = item(null, n, () -> add.accept(new FleetMeasure.Rows(n)));
            item.setMnemonicParsing(false);
            menu.getItems().add(item);
        });
        menu.setDisable(names.isEmpty());
        return menu;
    }

    /// Menu of measures that were computed before.
    private Menu computedMenu() {
        Menu menu = new Menu(FleetPageTexts.COMPUTED_METRICS);
        model.computed().values().stream().limit(MAX_COMPUTED).forEach(column -> {
            CheckMenuItem item = new CheckMenuItem(column.title());
            item.setMnemonicParsing(false);
            item.setSelected(model.isShown(column));
            item.setOnAction(_ -> model.setShown(column, item.isSelected()));
            menu.getItems().add(item);
        });
        menu.setDisable(menu.getItems().isEmpty());
        return menu;
    }

    private void summary(String title, TraceSummarySpec spec) {
        add.accept(new FleetMeasure.Summary(title, List.of(spec)));
    }

    private void chooseSpec() {
        messages.dialogs().chooseOpen(FleetPageTexts.CHOOSE_SPEC).ifPresent(this::readSpec);
    }

    private void readSpec(Path file) {
        model.tasks()
                .run(
                        file.getFileName().toString(),
                        _ -> {
                            try {
                                return Summaries.parse(Files.readString(file));
                            } catch (IOException e) {
                                throw new EngineException(file + " can't be read: " + e.getMessage(), e);
                            }
                        },
                        spec -> summary(file.getFileName().toString(), spec),
                        reason -> messages.notices().show(Notices.Severity.ERROR, "fleet-spec", reason));
    }

    /// A form with a field and a button that adds a column for the entered text.
    private FormPopup popup(String title, VBox box, Button ok) {
        Label head = new Label(title);
        head.getStyleClass().add(Styles.STRONG);
        ok.getStyleClass().add(Styles.PRIMARY);
        ok.setId("fleet-form-add");
        Button cancel = new Button(CommonTexts.CANCEL);
        cancel.getStyleClass().add(Styles.GHOST);
        HBox buttons = new HBox(8, ok, cancel);
        buttons.setAlignment(Pos.CENTER_LEFT);
        box.getChildren().addFirst(head);
        box.getChildren().add(buttons);
        box.setSpacing(10);
        box.setPrefWidth(FORM_WIDTH);
        box.getStyleClass().add("tg-history-box");
        FormPopup popup = new FormPopup(box, PopOver.ArrowLocation.TOP_LEFT);
        cancel.setOnAction(_ -> popup.hide());
        return popup;
    }

    private void askName(Aggregate aggregate) {
        ComboBox<String> names = new ComboBox<>();
        names.setEditable(true);
        names.setId("fleet-slice-name");
        names.getItems().setAll(model.sliceNames());
        names.setPromptText(FleetPageTexts.ALL_SLICES);
        names.setMaxWidth(Double.MAX_VALUE);
        names.setAccessibleText(FleetPageTexts.SLICE_NAME);
        Label label = new Label(FleetPageTexts.SLICE_NAME);
        label.getStyleClass().add(Styles.TEXT_2);
        Button ok = new Button(FleetPageTexts.ADD_COLUMN);
        String title = switch (aggregate) {
            case LONGEST -> FleetPageTexts.LONGEST_SLICE;
            case TOTAL -> FleetPageTexts.TOTAL_OF_SLICES;
            case COUNT -> FleetPageTexts.NUMBER_OF_SLICES;
        };
        FormPopup popup = popup(title.replace("…", ""), new VBox(label, names), ok);
        Runnable finish = () -> {
            popup.hide();
            add.accept(new FleetMeasure.Slices(
                    aggregate, names.getEditor().getText().strip()));
        };
        ok.setOnAction(_ -> finish.run());
        names.getEditor().setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER && !names.isShowing()) {
                finish.run();
                e.consume();
            }
        });
        popup.show(OverflowRow.anchor(button));
        names.getEditor().requestFocus();
    }

    /// Asks for SQL that runs in each trace.
    private void askSql() {
        TextArea sql = new TextArea();
        sql.setId("fleet-sql");
        sql.setPromptText(FleetPageTexts.SQL_PROMPT);
        sql.setAccessibleText(FleetPageTexts.SQL);
        sql.getStyleClass().add(Styles.MONO);
        sql.setWrapText(true);
        sql.setPrefRowCount(5);
        TextField title = new TextField();
        title.setId("fleet-sql-title");
        title.setPromptText(FleetPageTexts.COLUMN_TITLE);
        title.setAccessibleText(FleetPageTexts.COLUMN_TITLE);
        Label help = new Label(FleetPageTexts.SQL_HELP);
        help.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        help.setWrapText(true);
        Button ok = new Button(FleetPageTexts.ADD_COLUMN);
        ok.disableProperty().bind(sql.textProperty().isEmpty());
        FormPopup popup = popup(FleetPageTexts.SQL, new VBox(sql, help, title), ok);
        Runnable finish = () -> {
            popup.hide();
            add.accept(new FleetMeasure.Sql(title.getText().strip(), sql.getText()));
        };
        ok.setOnAction(_ -> finish.run());
        sql.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER
                    && e.isShortcutDown()
                    && !sql.getText().isBlank()) {
                finish.run();
                e.consume();
            }
        });
        popup.show(OverflowRow.anchor(button));
        sql.requestFocus();
    }
}
