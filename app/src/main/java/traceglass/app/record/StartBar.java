package traceglass.app.record;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.app.command.Commands;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.record.config.RecordSettings;
import traceglass.record.config.check.ConfigCheck;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;
import traceglass.render.control.Tooltips;

/// Starts the recording, and summarizes it in one line or shows why it can't start.
final class StartBar extends HBox {

    /// Minimum width for all labels, px.
    private static final double ONE_LINE_WIDTH = 760;
    private static final double MIN_SUMMARY_WIDTH = 480;

    private final RecordModel model;
    private final Button start = new Button(RecordTexts.START_RECORDING, new Icon("record", 18));
    private final Label summary = new Label();
    private final Hyperlink folder;

    /// @param commands provide the shortcut of the start command
    StartBar(RecordModel model, RecordActions actions, Commands commands) {
        super(14);
        this.model = model;
        getStyleClass().add("tg-rec-start-bar");
        setAlignment(Pos.CENTER_LEFT);
        start.getStyleClass().addAll("tg-rec-button", "tg-large");
        start.setId("record-start");
        start.setMinWidth(Region.USE_PREF_SIZE);
        start.setOnAction(e -> actions.start());
        Label key = new Label();
        commands.onKeysChanged(() -> key.setText(commands.keyOf("record.start")));
        key.setText(commands.keyOf("record.start"));
        key.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        key.setMinWidth(Region.USE_PREF_SIZE);
        Region line = new Region();
        line.getStyleClass().add("tg-rec-line");
        summary.getStyleClass().add(Styles.TEXT_2);
        summary.setId("record-summary");
        summary.setMinWidth(0);
        summary.managedProperty().bind(summary.visibleProperty());
        // Hidden if only a column of single letters would fit.
        widthProperty()
                .addListener((_, _, newValue) ->
                        summary.setVisible(newValue.doubleValue() >= MIN_SUMMARY_WIDTH * StyleSheets.factor()));
        summary.setWrapText(true);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Switch open = new Switch(RecordTexts.OPEN_WHEN_DONE);
        open.setId("open-when-done");
        open.onProperty().bindBidirectional(model.openWhenDoneProperty());
        Label openLabel = new Label(RecordTexts.OPEN_WHEN_DONE);
        Label saveLabel = new Label(RecordTexts.SAVE_TO);
        for (Label l : new Label[] {openLabel, saveLabel}) {
            l.getStyleClass().add(Styles.TEXT_2);
            l.setMinWidth(Region.USE_PREF_SIZE);
        }
        folder = Links.of("", actions::chooseFolder);
        folder.setId("record-folder");
        folder.setMinWidth(Region.USE_PREF_SIZE);
        folder.setMaxWidth(160);
        // In a narrow window, hide these nodes to make room for the summary.
        for (Node n : new Node[] {key, line, saveLabel}) {
            n.visibleProperty().bind(widthProperty().greaterThan(ONE_LINE_WIDTH * StyleSheets.factor()));
            n.managedProperty().bind(n.visibleProperty());
        }
        getChildren().addAll(start, key, line, summary, space, open, openLabel, saveLabel, folder);
        model.settingsProperty().addListener(o -> show());
        model.targetProperty().addListener(o -> show());
        model.reportProperty().addListener(o -> show());
        model.textProblemProperty().addListener(o -> show());
        model.folderProperty().addListener(o -> show());
        show();
    }

    private void show() {
        folder.setText(String.valueOf(model.folderProperty().get().getFileName()));
        Tooltips.set(folder, model.folderProperty().get().toString());
        String blockingReason = blockingReason(model);
        start.setDisable(!blockingReason.isEmpty());
        summary.setText(
                blockingReason.isEmpty()
                        ? RecordTexts.summary(model.settings(), model.config().getDataSourcesCount())
                        : blockingReason);
        summary.getStyleClass().removeAll("tg-warn-text");
        if (!blockingReason.isEmpty()) {
            summary.getStyleClass().add("tg-warn-text");
        }
    }

    /// Returns why a recording can't start, or an empty string.
    static String blockingReason(RecordModel model) {
        RecordingTarget t = model.targetProperty().get();
        if (t == null) {
            return RecordTexts.CONNECT_A_DEVICE;
        }
        if (t.state() != RecordingTarget.State.READY) {
            return t.help();
        }
        TargetReport report = model.reportProperty().get();
        if (report != null && !report.isReady()) {
            return report.help();
        }
        if (model.textProblemProperty().get() != null) {
            return RecordTexts.configInvalid(model.textProblemProperty().get().describe());
        }
        RecordSettings.Triggers triggers = model.settings().triggers();
        if (triggers != null && triggers.list().stream().allMatch(x -> x.name().isBlank())) {
            return RecordTexts.NAME_A_TRIGGER;
        }
        return model.issues().stream()
                .filter(ConfigCheck.Issue::isError)
                .findFirst()
                .map(ConfigCheck.Issue::message)
                .orElse("");
    }
}
