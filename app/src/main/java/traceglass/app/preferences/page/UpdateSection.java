package traceglass.app.preferences.page;

import java.time.Instant;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.settings.Settings;
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Styles;
import traceglass.app.update.Installation;
import traceglass.app.update.UpdateChoice;
import traceglass.app.update.UpdateRun;

/// The updates of the program: settings for checking, and the result of the last check.
final class UpdateSection extends VBox {

    private static final List<String> CHANNELS = List.of("stable", "canary", "autopush");
    private static final double FIELD = 230;

    private final Label status = new Label();
    private final Label notes = new Label();
    private final ProgressBar progress = new ProgressBar();
    private final Button check = new Button(SettingsTexts.CHECK_FOR_UPDATES);
    private final Button back = new Button(SettingsTexts.ROLL_BACK);
    private final UpdateRun run;

    UpdateSection(UpdateRun run) {
        this.run = run;
        setId("settings-updates");
        status.setId("updates-status");
        status.setWrapText(true);
        notes.setId("updates-notes");
        notes.setWrapText(true);
        notes.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        check.setId("updates-check");
        check.setMinWidth(Region.USE_PREF_SIZE);
        check.setOnAction(e -> run.check(Instant.now()));
        back.setId("updates-back");
        back.setMinWidth(Region.USE_PREF_SIZE);
        back.setOnAction(e -> run.rollBack());
        if (run.installation().filter(Installation::canUpdateItself).isPresent()) {
            getChildren().addAll(rows());
        } else {
            getChildren().add(SettingsPage.row(SettingsTexts.UPDATES_ELSEWHERE, run.updatedElsewhere(), new Region()));
        }
        run.onChange(() -> FxThread.later(this::refresh));
        refresh();
    }

    private List<Node> rows() {
        Settings settings = run.settings();
        CheckBox on = new CheckBox();
        on.setId("updates-on");
        on.getStyleClass().add("tg-switch-box");
        on.setSelected(UpdateChoice.of(settings).isOn());
        on.selectedProperty().addListener((_, _, newValue) -> {
            settings.set(UpdateChoice.ON, newValue);
            run.checkIfDue(Instant.now());
        });
        ComboBox<String> channel = new ComboBox<>();
        channel.setId("updates-channel");
        channel.getItems().addAll(CHANNELS);
        channel.setValue(UpdateChoice.of(settings).channel());
        channel.valueProperty().addListener((_, _, newValue) -> settings.set(UpdateChoice.CHANNEL, newValue));
        HBox buttons = new HBox(8, check, back);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        VBox box = new VBox(4, status, progress, notes);
        box.setMaxWidth(Double.MAX_VALUE);
        return List.of(
                SettingsPage.row(SettingsTexts.UPDATES_ON, SettingsTexts.UPDATES_ON_HELP, on),
                SettingsPage.row(SettingsTexts.CHANNEL, SettingsTexts.CHANNEL_HELP, channel),
                SettingsPage.row(
                        SettingsTexts.UPDATE_ADDRESS,
                        SettingsTexts.UPDATE_ADDRESS_HELP,
                        field("updates-address", UpdateChoice.ADDRESS)),
                SettingsPage.row(
                        SettingsTexts.PROXY, SettingsTexts.PROXY_HELP, field("updates-proxy", UpdateChoice.PROXY)),
                SettingsPage.row(
                        SettingsTexts.installed(
                                run.installation().map(Installation::version).orElse("")),
                        "",
                        buttons),
                box);
    }

    private TextField field(String id, String setting) {
        TextField field = new TextField(run.settings().get(setting, ""));
        field.setId(id);
        StyleSheets.setWidths(field, Region.USE_COMPUTED_SIZE, FIELD, Region.USE_COMPUTED_SIZE);
        // Save when the field loses the focus, because each change of a setting writes a file.
        field.focusedProperty().addListener((_, _, newValue) -> {
            if (!newValue) {
                run.settings().set(setting, field.getText().strip());
            }
        });
        field.setOnAction(e -> run.settings().set(setting, field.getText().strip()));
        return field;
    }

    private void refresh() {
        UpdateRun.State state = run.state();
        boolean isBusy = state.phase() == UpdateRun.Phase.CHECKING || state.phase() == UpdateRun.Phase.DOWNLOADING;
        status.setText(SettingsTexts.updateState(state));
        show(status, !status.getText().isEmpty());
        notes.setText(state.notes());
        show(notes, !state.notes().isEmpty());
        progress.setProgress(
                state.phase() == UpdateRun.Phase.CHECKING
                        ? ProgressBar.INDETERMINATE_PROGRESS
                        : state.percent() / 100.0);
        show(progress, isBusy);
        check.setDisable(isBusy);
        back.setDisable(isBusy || run.previous().isEmpty());
        run.previous().ifPresent(v -> back.setText(SettingsTexts.rollBackTo(v)));
    }

    private static void show(Node node, boolean isShown) {
        node.setVisible(isShown);
        node.setManaged(isShown);
    }
}
