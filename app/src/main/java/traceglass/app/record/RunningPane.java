package traceglass.app.record;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.animation.Animation;
import javafx.animation.FadeTransition;
import javafx.application.Platform;
import javafx.beans.value.ChangeListener;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import traceglass.app.record.running.BufferBar;
import traceglass.app.record.running.RecordingRun;
import traceglass.app.record.running.RunningTexts;
import traceglass.app.record.running.SourceStatus;
import traceglass.app.record.running.Sparkline;
import traceglass.app.record.running.TimeRing;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.app.ui.VisibleAnimations;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.SourceState;
import traceglass.store.text.SingleLineText;

/// Shows a recording that is running or has just ended: time, buffers, data sources, log, and actions.
final class RunningPane extends ScrollPane {

    private static final double WIDTH = 1180;
    private static final double SOURCE_WIDTH = 220;
    private static final double RATE_WIDTH = 360;
    private static final double TWO_COLUMNS_WIDTH = 900;

    private final RecordingRun run;
    private final RecordActions actions;
    private final TimeRing ring = new TimeRing();
    private final Region dot = new Region();
    private final Label title = new Label();
    private final Label summary = new Label();
    private final Label note = new Label();
    private final FlowPane snapshots = new FlowPane(12, 2);
    private final VBox buttons = new VBox(8);
    private final Button stop = new Button(RunningTexts.STOP_AND_OPEN, new Icon("stop", 16));
    private final Button snapshot = new Button(RunningTexts.SNAPSHOT, new Icon("camera", 16));
    private final Button showTimeline = new Button(RunningTexts.SHOW_TIMELINE, new Icon("timeline", 16));
    private final Button cancel = new Button(RunningTexts.CANCEL_AND_DISCARD, new Icon("cancel", 15));
    private final Button open = new Button(RunningTexts.OPEN_PARTIAL_TRACE, new Icon("open", 16));
    private final Button recordAgain = new Button(RunningTexts.RECORD_AGAIN, new Icon("record", 16));
    private final Button back = new Button(RunningTexts.BACK);
    private final VBox buffers = new VBox();
    private final Label rate = new Label();
    private final Label produced = new Label();
    private final Sparkline sparkline = new Sparkline();
    private final FlowPane sources = new FlowPane();
    private final GridPane log = new GridPane();
    private final VBox sourceCard;
    private final ChangeListener<SessionView> follow = (_, _, newValue) -> show(newValue);
    private int logged;

    RunningPane(RecordingRun run, RecordModel model, RecordActions actions) {
        this.run = run;
        this.actions = actions;
        setId("record-running");
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setUpLabels();
        setUpButtons(model);
        HBox top = top();
        rate.getStyleClass().add("tg-tile-value");
        produced.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        HBox rates = new HBox(8, rate, produced);
        rates.setAlignment(Pos.BASELINE_LEFT);
        VBox rateCard = card(RunningTexts.DATA_RATE, new VBox(6, rates, sparkline));
        VBox bufferCard = card(RunningTexts.BUFFERS, buffers);
        GridPane middle = new GridPane(16, 16);

        sourceCard = listCard(RunningTexts.DATA_SOURCES, null, sources);
        log.setId("record-log");
        VBox logCard = listCard(RunningTexts.LOG, IconButton.of("copy", 15, RunningTexts.COPY_LOG, this::copyLog), log);
        VBox box = new VBox(16, top, middle, sourceCard, logCard);
        box.setMaxWidth(WIDTH);
        box.setMinWidth(0);
        widthProperty().addListener(o -> arrange(middle, bufferCard, rateCard));
        arrange(middle, bufferCard, rateCard);
        StackPane center = new StackPane(box);
        center.setAlignment(Pos.TOP_CENTER);
        center.setPadding(new Insets(24, 28, 24, 28));
        setContent(center);
        blink();
        run.viewProperty().addListener(follow);
        show(run.view());
    }

    private void setUpLabels() {
        dot.getStyleClass().add("tg-rec-dot");
        title.getStyleClass().add(Styles.TITLE);
        title.setId("running-title");
        title.setWrapText(true);
        summary.getStyleClass().add(Styles.TEXT_2);
        summary.setWrapText(true);
        note.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        note.setId("running-note");
        note.setWrapText(true);
    }

    private void setUpButtons(RecordModel model) {
        stop.setId("record-stop");
        stop.setText(model.openWhenDoneProperty().get() ? RunningTexts.STOP_AND_OPEN : RunningTexts.STOP_AND_SAVE);
        stop.getStyleClass().addAll("tg-rec-button", "tg-large");
        snapshot.setId("record-snapshot");
        showTimeline.setId("record-watch");
        cancel.setId("record-cancel");
        cancel.getStyleClass().add(Styles.GHOST);
        open.setId("record-open");
        open.getStyleClass().addAll(Styles.PRIMARY, "tg-large");
        recordAgain.setId("record-again");
        back.setId("record-back");
        back.getStyleClass().add(Styles.GHOST);
        stop.setOnAction(e -> run.stop());
        snapshot.setOnAction(e -> run.snapshot());
        showTimeline.setOnAction(e -> actions.showTimeline(run));
        cancel.setOnAction(e -> run.cancel());
        open.setOnAction(e -> actions.open(run));
        recordAgain.setOnAction(e -> actions.start());
        back.setOnAction(e -> actions.backToForm(run));
        for (Button b : List.of(stop, showTimeline, snapshot, cancel, open, recordAgain, back)) {
            b.setMaxWidth(Double.MAX_VALUE);
            b.setMinWidth(Region.USE_PREF_SIZE);
        }
        buttons.setPrefWidth(196);
    }

    private HBox top() {
        HBox heading = new HBox(8, dot, title);
        heading.setAlignment(Pos.CENTER_LEFT);
        snapshots.setId("snapshots");
        VBox texts = new VBox(4, heading, summary, note, snapshots);
        texts.setAlignment(Pos.CENTER_LEFT);
        texts.setMinWidth(0);
        VBox.setMargin(note, new Insets(4, 0, 0, 0));
        HBox.setHgrow(texts, Priority.ALWAYS);
        HBox top = new HBox(26, ring, texts, buttons);
        top.setAlignment(Pos.CENTER_LEFT);
        top.setPadding(new Insets(22, 26, 22, 26));
        top.getStyleClass().add(Styles.CARD);
        return top;
    }

    /// Places both cards side by side if there is room, otherwise one above the other.
    private void arrange(GridPane middle, Region bufferCard, Region rateCard) {
        boolean hasRoom = getWidth() >= TWO_COLUMNS_WIDTH;
        middle.getColumnConstraints().clear();
        middle.getChildren().clear();
        ColumnConstraints wide = new ColumnConstraints();
        wide.setHgrow(Priority.ALWAYS);
        middle.getColumnConstraints().add(wide);
        if (hasRoom) {
            middle.getColumnConstraints().add(new ColumnConstraints(RATE_WIDTH));
            middle.addRow(0, bufferCard, rateCard);
        } else {
            middle.addColumn(0, bufferCard, rateCard);
        }
    }

    /// Detaches this view from the recording, which continues.
    void detach() {
        run.viewProperty().removeListener(follow);
    }

    RecordingRun run() {
        return run;
    }

    private void blink() {
        if (Platform.getPreferences().isReducedMotion()) {
            return;
        }
        FadeTransition blink = new FadeTransition(Duration.seconds(0.8), dot);
        blink.setFromValue(1);
        blink.setToValue(0.45);
        blink.setAutoReverse(true);
        blink.setCycleCount(Animation.INDEFINITE);
        VisibleAnimations.play(dot, blink);
    }

    private static VBox card(String title, Node content) {
        Label heading = new Label(title);
        heading.getStyleClass().add(Styles.SECTION);
        VBox card = new VBox(6, heading, content);
        card.setPadding(new Insets(14, 18, 14, 18));
        card.getStyleClass().add(Styles.CARD);
        return card;
    }

    private static VBox listCard(String title, Node action, Node content) {
        Label heading = new Label(title);
        heading.getStyleClass().add(Styles.SECTION);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox head = new HBox(heading, space);
        if (action != null) {
            head.getChildren().add(action);
        }
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("tg-rec-list-head");
        VBox card = new VBox(head, content);
        card.getStyleClass().add(Styles.CARD);
        return card;
    }

    private void show(SessionView v) {
        boolean isRunning = !v.state().isFinal();
        dot.setVisible(v.state() == SessionState.RECORDING);
        dot.setManaged(dot.isVisible());
        title.setText(RunningTexts.title(v, run.target().nameInSentence()));
        summary.setText(run.title() + (v.durationMs() > 0 ? RunningTexts.stopsAfter(v.durationMs()) : ""));
        note.setText(RunningTexts.note(v));
        note.getStyleClass().removeAll("tg-error-text");
        if (v.state() == SessionState.FAILED) {
            note.getStyleClass().add("tg-error-text");
        }
        showSnapshots(v);
        ring.show(v);
        showButtons(v, isRunning);
        showBuffers(v);
        List<Double> rates = run.rates();
        double currentRate = rates.isEmpty()
                ? 0
                : rates.subList(Math.max(0, rates.size() - 2), rates.size()).stream()
                        .mapToDouble(d -> d)
                        .average()
                        .orElse(0);
        double average = v.elapsedMs() <= 0 ? 0 : Math.max(v.producedBytes(), v.fileBytes()) * 1000.0 / v.elapsedMs();
        // Data sources keep data until a page of memory is full, so zero bytes do not mean that nothing is
        // recorded.
        boolean isEmpty = isRunning && v.producedBytes() == 0 && v.fileBytes() == 0;
        rate.setText(isEmpty ? RunningTexts.NO_RATE : RunningTexts.perSecond(isRunning ? currentRate : average));
        produced.setText(
                isEmpty
                        ? RunningTexts.NO_DATA
                        : RunningTexts.received(Math.max(v.producedBytes(), v.fileBytes()), isRunning, v.fileBytes()));
        sparkline.show(rates);
        showSources(v);
        showLog(v);
    }

    /// Adds a link for each snapshot, which opens it while the recording continues.
    private void showSnapshots(SessionView v) {
        snapshots.setManaged(!v.snapshots().isEmpty());
        for (int i = snapshots.getChildren().size(); i < v.snapshots().size(); i++) {
            Path file = v.snapshots().get(i);
            snapshots.getChildren().add(Links.of(RunningTexts.openSnapshot(file), () -> actions.openFile(file)));
        }
    }

    private void showButtons(SessionView v, boolean isRunning) {
        List<Button> shown = isRunning
                ? v.savesWhileRecording() || run.canViewLive()
                        ? List.of(stop, showTimeline, snapshot, cancel)
                        : List.of(stop, snapshot, cancel)
                : v.hasTrace() ? List.of(open, recordAgain, back) : List.of(recordAgain, back);
        if (!buttons.getChildren().equals(shown)) {
            buttons.getChildren().setAll(shown);
        }
        open.setText(v.state() == SessionState.DONE ? RunningTexts.OPEN : RunningTexts.OPEN_PARTIAL_TRACE);
        // A recording that has not begun can only be canceled.
        stop.setDisable(v.startsInMs() > 0 || v.state().ordinal() >= SessionState.STOPPING.ordinal());
        snapshot.setDisable(!run.canSnapshot());
        showTimeline.setDisable(!run.canViewLive());
    }

    private void showBuffers(SessionView v) {
        if (v.buffers().isEmpty()) {
            Label none = new Label(RunningTexts.noBuffers(v));
            none.setWrapText(true);
            none.getStyleClass().add("tg-empty");
            buffers.getChildren().setAll(List.of(none));
            return;
        }
        while (buffers.getChildren().size() > v.buffers().size()
                || !buffers.getChildren().isEmpty() && !(buffers.getChildren().getFirst() instanceof BufferBar)) {
            buffers.getChildren().removeLast();
        }
        for (int i = 0; i < v.buffers().size(); i++) {
            if (i == buffers.getChildren().size()) {
                buffers.getChildren().add(new BufferBar());
            }
            ((BufferBar) buffers.getChildren().get(i)).show(v.buffers().get(i));
        }
    }

    private void showSources(SessionView v) {
        // A target that was never reached has no known data sources.
        sourceCard.setVisible(!v.sources().isEmpty());
        sourceCard.setManaged(sourceCard.isVisible());
        sources.getChildren().clear();
        for (SourceState s : v.sources()) {
            Label name = new Label(SingleLineText.of(s.name()));
            name.getStyleClass().add("tg-rec-probe-title");
            Label producer = new Label(s.producer().isEmpty() ? RunningTexts.NO_PRODUCER : s.producer());
            producer.getStyleClass().add("tg-rec-probe-about");
            SourceStatus status = SourceStatus.of(s, v);
            Icon icon = new Icon(status.level().icon(), 14);
            icon.getStyleClass().add(status.level().iconStyle());
            Label state = new Label(status.text(), icon);
            state.getStyleClass().addAll(Styles.SMALL, status.level().textStyle());
            VBox box = new VBox(2, name, producer, state);
            box.setPadding(new Insets(10, 18, 10, 18));
            box.setMinWidth(SOURCE_WIDTH);
            sources.getChildren().add(box);
        }
    }

    private void showLog(SessionView v) {
        for (; logged < v.log().size(); logged++) {
            LogEntry e = v.log().get(logged);
            Label time = new Label(time(e));
            time.getStyleClass().addAll(Styles.MONO, Styles.TEXT_3, "tg-rec-log-time");
            time.setMinWidth(92);
            String icon = switch (e.level()) {
                case INFO -> null;
                case NOTICE -> "info";
                case SAVED -> "save";
                case WARNING -> "warn";
                case ERROR -> "error";
            };
            Region mark = new Region();
            if (icon != null) {
                mark = new Icon(icon, 14);
                mark.getStyleClass()
                        .add(
                                switch (e.level()) {
                                    case NOTICE -> "tg-info";
                                    case SAVED -> "tg-ok";
                                    case WARNING -> "tg-warn";
                                    default -> "tg-error";
                                });
            }
            mark.setMinWidth(22);
            Label text = new Label(SingleLineText.keepLines(e.text()));
            text.setWrapText(true);
            text.getStyleClass().add("tg-rec-log-text");
            HBox line = new HBox(time, mark, text);
            line.setAlignment(Pos.CENTER_LEFT);
            line.getStyleClass().add("tg-rec-log-line");
            GridPane.setHgrow(line, Priority.ALWAYS);
            HBox.setHgrow(text, Priority.ALWAYS);
            log.add(line, 0, logged);
        }
    }

    /// Returns the time since the start as `00:12.345`.
    private static String time(LogEntry e) {
        return String.format(Locale.ROOT, "%02d:%06.3f", e.sinceStartMs() / 60_000, e.sinceStartMs() % 60_000 / 1000.0);
    }

    private void copyLog() {
        StringBuilder text = new StringBuilder();
        run.view()
                .log()
                .forEach(e -> text.append(time(e)).append("  ").append(e.text()).append(System.lineSeparator()));
        ClipboardContent content = new ClipboardContent();
        content.putString(text.toString());
        Clipboard.getSystemClipboard().setContent(content);
    }
}
