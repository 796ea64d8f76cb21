package traceglass.app.record;

import javafx.geometry.Pos;
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
import traceglass.record.spi.SizeText;
import traceglass.record.spi.TargetReport;
import traceglass.render.control.Tooltips;

/// Starts the recording, and summarizes it in one line or shows why it can't start.
final class StartBar extends HBox {

    /// Minimum width for all labels, px.
    private static final double ONE_LINE_WIDTH = 760;
    private static final double WITH_WORDS = 480;

    private final RecordModel model;
    private final Button start = new Button("Start recording", new Icon("record", 18));
    private final Label words = new Label();
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
        words.getStyleClass().add(Styles.TEXT_2);
        words.setId("record-words");
        words.setMinWidth(0);
        words.managedProperty().bind(words.visibleProperty());
        // Hidden if only a column of single letters would fit.
        widthProperty()
                .addListener((o, was, is) -> words.setVisible(is.doubleValue() >= WITH_WORDS * StyleSheets.factor()));
        words.setWrapText(true);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Switch open = new Switch("Open when done");
        open.setId("open-when-done");
        open.onProperty().bindBidirectional(model.openWhenDoneProperty());
        Label openWords = new Label("Open when done");
        Label saveWords = new Label("Save to");
        for (Label l : new Label[] {openWords, saveWords}) {
            l.getStyleClass().add(Styles.TEXT_2);
            l.setMinWidth(Region.USE_PREF_SIZE);
        }
        folder = Links.of("", actions::chooseFolder);
        folder.setId("record-folder");
        folder.setMinWidth(Region.USE_PREF_SIZE);
        folder.setMaxWidth(160);
        // In a narrow window the summary gets the room of these.
        for (javafx.scene.Node n : new javafx.scene.Node[] {key, line, saveWords}) {
            n.visibleProperty().bind(widthProperty().greaterThan(ONE_LINE_WIDTH * StyleSheets.factor()));
            n.managedProperty().bind(n.visibleProperty());
        }
        getChildren().addAll(start, key, line, words, space, open, openWords, saveWords, folder);
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
        String why = obstacle(model);
        start.setDisable(!why.isEmpty());
        words.setText(why.isEmpty() ? summary() : why);
        words.getStyleClass().removeAll("tg-warn-text");
        if (!why.isEmpty()) {
            words.getStyleClass().add("tg-warn-text");
        }
    }

    private String summary() {
        RecordSettings s = model.settings();
        int probes = s.probes().size();
        String what = probes > 0
                ? probes + (probes == 1 ? " probe" : " probes")
                : model.config().getDataSourcesCount()
                        + (model.config().getDataSourcesCount() == 1 ? " data source" : " data sources");
        String end = s.triggers() != null
                ? "until a trigger fires"
                : s.durationMs() > 0
                        ? "stops automatically after " + SizeText.duration(s.durationMs())
                        : "runs until stopped";
        return what + " · "
                + switch (s.mode()) {
                    case RING_BUFFER -> SizeText.buffer(s.bufferKb()) + " ring buffer";
                    case STOP_WHEN_FULL -> SizeText.buffer(s.bufferKb()) + " buffer";
                    case LONG_TRACE -> "streamed to a file of at most " + SizeText.text(s.maxFileMb() * 1_000_000L);
                }
                + " · " + end;
    }

    /// Returns why a recording can't start, or an empty string.
    static String obstacle(RecordModel model) {
        RecordingTarget t = model.targetProperty().get();
        if (t == null) {
            return "Connect a device to record from.";
        }
        if (t.state() != RecordingTarget.State.READY) {
            return t.help();
        }
        TargetReport report = model.reportProperty().get();
        if (report != null && !report.isReady()) {
            return report.help();
        }
        if (model.textProblemProperty().get() != null) {
            return "The config is invalid: " + model.textProblemProperty().get().describe();
        }
        RecordSettings.Triggers triggers = model.settings().triggers();
        if (triggers != null && triggers.list().stream().allMatch(x -> x.name().isBlank())) {
            return "Name a trigger or choose “No triggers”.";
        }
        return model.issues().stream()
                .filter(ConfigCheck.Issue::serious)
                .findFirst()
                .map(ConfigCheck.Issue::message)
                .orElse("");
    }
}
