package traceglass.app.record;

import javafx.beans.Observable;
import javafx.geometry.Insets;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.context.Messages;
import traceglass.app.record.running.RecordingRun;
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.record.local.LocalTarget;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;
import traceglass.store.text.SingleLineText;

/// Lists the recording targets with their problems and fixes, kept up to date, and shows the checks of the chosen
/// one.
final class DevicePane extends VBox {

    private static final double WIDTH = 284;
    private static final double MAX_SHARE = .34;

    private final Messages messages;
    private final RecordModel model;
    private final RecordActions actions;
    private final VBox rows = new VBox(2);
    private final VBox checks = new VBox(3);
    private final Button wifi = IconButton.of("wifi", 15, RecordTexts.CONNECT, this::connect);
    private ConnectForm form;

    DevicePane(Messages messages, RecordModel model, RecordActions actions) {
        this.actions = actions;
        this.messages = messages;
        this.model = model;
        getStyleClass().add("tg-rec-devices");
        setId("record-devices");
        Label heading = new Label(RecordTexts.DEVICES);
        heading.getStyleClass().add(Styles.STRONG);
        HBox top =
                new HBox(2, heading, space(), wifi, IconButton.of("refresh", 15, RecordTexts.REFRESH, model::inspect));
        top.setAlignment(Pos.CENTER_LEFT);
        top.getStyleClass().add("tg-rec-devices-top");
        VBox list = new VBox(14, rows, checks);
        list.getStyleClass().add("tg-rec-devices-list");
        ScrollPane scroll = new ScrollPane(list);
        list.setMinWidth(0);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        VBox.setVgrow(scroll, Priority.ALWAYS);
        HBox bottom = new HBox(6, new Icon("plus", 14), Links.of(RecordTexts.CONNECT_OVER_WIFI, this::connect));
        bottom.getStyleClass().add("tg-rec-devices-bottom");
        bottom.setAlignment(Pos.CENTER_LEFT);
        getChildren().addAll(top, scroll, bottom);
        model.targets().addListener((Observable o) -> show());
        model.targetProperty().addListener(o -> show());
        model.deviceProblemProperty().addListener(o -> show());
        model.runs().addListener((Observable o) -> show());
        model.detached().addListener((Observable o) -> show());
        model.reportProperty().addListener(o -> {
            show();
            showChecks();
        });
        show();
        showChecks();
    }

    /// Sets the width, limited to leave most of a narrow page to the form.
    void fit(double page) {
        double width =
                page <= 0 ? WIDTH * StyleSheets.factor() : Math.min(WIDTH * StyleSheets.factor(), page * MAX_SHARE);
        setMinWidth(width);
        setPrefWidth(width);
        setMaxWidth(width);
    }

    private static Region space() {
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        return space;
    }

    /// Updates all rows.
    void show() {
        rows.getChildren().clear();
        if (model.targets().stream().noneMatch(t -> t.platform() == Platform.ANDROID)) {
            rows.getChildren().add(noPhone());
        }
        for (RecordingTarget t : model.targets()) {
            rows.getChildren().add(row(t));
            if (!t.help().isEmpty()) {
                rows.getChildren()
                        .add(t.state() == RecordingTarget.State.UNAUTHORIZED ? authorizationHelp(t) : hint(t.help()));
            }
            if (t instanceof LocalTarget local && t.state() != RecordingTarget.State.READY) {
                HBox choose = new HBox(Links.of(
                        RecordTexts.CHOOSE_DAEMON_FOLDER,
                        () -> messages.dialogs()
                                .chooseFolder(RecordTexts.DAEMON_FOLDER_TITLE)
                                .ifPresent(folder -> model.add(local.withDaemons(folder)))));
                choose.setPadding(new Insets(0, 14, 6, 14));
                rows.getChildren().add(choose);
            }
        }
        model.detached().forEach(d -> rows.getChildren().add(detached(d)));
    }

    /// Creates the row shown instead of a phone: how to connect one, or why none can be found.
    private Node noPhone() {
        Label name = new Label(RecordTexts.ANDROID_PHONE);
        name.getStyleClass().add("tg-rec-device-name");
        name.setMinWidth(0);
        Label state = new Label(RecordTexts.NOT_CONNECTED);
        state.getStyleClass().add("tg-rec-device-detail");
        HBox row = new HBox(8, new Icon("phone", 17), new VBox(name, state));
        row.getStyleClass().add("tg-rec-device");
        row.setId("target-no-phone");
        RecordProblem problem = model.deviceProblemProperty().get();
        return new VBox(row, hint(problem == null ? RecordTexts.CONNECT_A_PHONE : problem.getMessage()));
    }

    /// Creates the row of a recording that runs in the background.
    private Node detached(DetachedRecording d) {
        Label name = new Label(RecordTexts.BACKGROUND_RECORDING);
        name.getStyleClass().add("tg-rec-device-name");
        Label detail = new Label(RecordTexts.backgroundRecording(d.targetName(), d.startedMs()));
        detail.getStyleClass().add("tg-rec-device-detail");
        HBox row = new HBox(
                8,
                new Icon("clock", 17),
                new VBox(name, detail),
                space(),
                Links.of(RecordTexts.FETCH, () -> actions.fetch(d)));
        row.getStyleClass().add("tg-rec-device");
        row.setId("detached-" + d.key());
        return row;
    }

    /// Explains how to authorize this computer on the phone, even if the phone shows no prompt.
    private Node authorizationHelp(RecordingTarget t) {
        Label help = new Label(SingleLineText.keepLines(t.help()));
        help.setWrapText(true);
        Label more = new Label();
        more.setId("prompt-help");
        more.setWrapText(true);
        more.managedProperty().bind(more.textProperty().isNotEmpty());
        Hyperlink again = Links.of(RecordTexts.SHOW_PROMPT_AGAIN, () -> requestAuthorization(more));
        again.setId("show-prompt-again");
        Hyperlink noPrompt = Links.of(RecordTexts.NO_PROMPT, () -> more.setText(RecordTexts.NO_PROMPT_HELP));
        noPrompt.setId("no-prompt");
        VBox box = new VBox(2, help, new HBox(12, again, noPrompt), more);
        box.getStyleClass().add("tg-rec-hint");
        VBox.setMargin(box, new Insets(0, 14, 6, 14));
        return box;
    }

    private static Label hint(String text) {
        Label hint = new Label(text);
        hint.setWrapText(true);
        hint.getStyleClass().add("tg-rec-hint");
        VBox.setMargin(hint, new Insets(0, 14, 6, 14));
        return hint;
    }

    /// Returns whether the target looks ready but its checks failed; only the chosen target is checked.
    private boolean hasFailedChecks(RecordingTarget t) {
        RecordingTarget target = model.targetProperty().get();
        TargetReport report = model.reportProperty().get();
        return t.state() == RecordingTarget.State.READY
                && target != null
                && target.id().equals(t.id())
                && report != null
                && !report.isReady();
    }

    private Node row(RecordingTarget t) {
        Label name = new Label(SingleLineText.of(t.name()));
        name.getStyleClass().add("tg-rec-device-name");
        Label detail = new Label(SingleLineText.of(t.detail()));
        detail.getStyleClass().add("tg-rec-device-detail");
        name.setMinWidth(0);
        boolean isRecording = model.runOf(t).filter(RecordingRun::isRunning).isPresent();
        boolean hasFailed = !isRecording && hasFailedChecks(t);
        Label state = new Label(
                isRecording
                        ? RecordTexts.DEVICE_RECORDING
                        : hasFailed ? RecordTexts.NOT_READY : t.state().title());
        state.setMinWidth(Region.USE_PREF_SIZE);
        state.getStyleClass()
                .addAll(
                        "tg-rec-device-state",
                        isRecording
                                ? "tg-rec-on"
                                : hasFailed
                                        ? "tg-warn"
                                        : switch (t.state()) {
                                            case READY -> "tg-ok";
                                            case UNAUTHORIZED -> "tg-warn";
                                            default -> "tg-off";
                                        });
        if (isRecording) {
            Region dot = new Region();
            dot.getStyleClass().add("tg-rec-dot");
            state.setGraphic(dot);
        }
        String icon = switch (t.platform()) {
            case ANDROID -> "phone";
            case LINUX -> "laptop";
            case CHROME -> "network";
        };
        // The second line continues below the state.
        VBox lines = new VBox(new HBox(8, name, space(), state), detail);
        lines.setMinWidth(0);
        HBox.setHgrow(lines, Priority.ALWAYS);
        HBox row = new HBox(8, new Icon(icon, 17), lines);
        row.setAlignment(Pos.TOP_LEFT);
        row.getStyleClass().add("tg-rec-device");
        row.setId("target-" + t.id().replaceAll("[^A-Za-z0-9]", "-"));
        boolean isSelected = model.targetProperty().get() != null
                && model.targetProperty().get().id().equals(t.id());
        row.pseudoClassStateChanged(Styles.SELECTED, isSelected);
        row.setFocusTraversable(true);
        row.setAccessibleRole(AccessibleRole.RADIO_BUTTON);
        row.setAccessibleText(RecordTexts.labelAndState(t.name(), state.getText()));
        row.setOnMouseClicked(e -> model.choose(t));
        row.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                model.choose(t);
                e.consume();
            }
        });
        return row;
    }

    private void showChecks() {
        checks.getChildren().clear();
        RecordingTarget t = model.targetProperty().get();
        if (t == null) {
            return;
        }
        Label heading = new Label(RecordTexts.checksFor(t.name()));
        heading.getStyleClass().add(Styles.SECTION);
        heading.setPadding(new Insets(0, 0, 4, 14));
        checks.getChildren().add(heading);
        TargetReport report = model.reportProperty().get();
        if (report == null) {
            Label wait = new Label(RecordTexts.CHECKING);
            wait.getStyleClass().add(Styles.TEXT_3);
            wait.setPadding(new Insets(0, 14, 0, 14));
            checks.getChildren().add(wait);
            return;
        }
        for (TargetReport.Check c : report.checks()) {
            Icon icon = new Icon(
                    c.state() == TargetReport.State.OK
                            ? "check"
                            : c.state() == TargetReport.State.WARNING ? "warn" : "error",
                    14);
            icon.getStyleClass()
                    .add(
                            c.state() == TargetReport.State.OK
                                    ? "tg-ok"
                                    : c.state() == TargetReport.State.WARNING ? "tg-warn" : "tg-error");
            Label label = new Label(c.label());
            Label value = new Label(SingleLineText.of(c.value()));
            label.getStyleClass().add("tg-rec-check");
            value.getStyleClass().addAll("tg-rec-check", Styles.TEXT_3);
            checks.getChildren().add(new CheckLine(icon, label, value));
            if (!c.help().isEmpty()) {
                checks.getChildren().add(hint(c.help()));
            }
        }
        if (t instanceof LocalTarget local && local.canUseRoot(report)) {
            checks.getChildren().add(new RootAccess(messages, model, local));
        }
    }

    /// Opens the form that connects a device over Wi-Fi or a browser.
    void connect() {
        if (form == null) {
            form = new ConnectForm(model);
        }
        form.show(wifi);
    }

    /// Asks adb to show the prompt again and reports a failure below the device.
    private void requestAuthorization(Label outcome) {
        outcome.setText("");
        Thread.ofPlatform().daemon().name("traceglass-authorization").start(() -> {
            try {
                model.environment().adb().requestAuthorization();
            } catch (RecordProblem e) {
                FxThread.later(() -> outcome.setText(e.getMessage()));
            }
        });
    }

    /// Line of a check with its value at the right, or below its name if both don't fit.
    private static final class CheckLine extends Pane {

        private static final double GAP = 8;

        private final Node icon;
        private final Label name;
        private final Label value;

        CheckLine(Node icon, Label name, Label value) {
            this.icon = icon;
            this.name = name;
            this.value = value;
            setPadding(new Insets(1, 14, 1, 14));
            value.setWrapText(true);
            getChildren().addAll(icon, name, value);
        }

        @Override
        public Orientation getContentBias() {
            return Orientation.HORIZONTAL;
        }

        private double indent() {
            return snappedLeftInset() + icon.prefWidth(-1) + GAP;
        }

        private boolean isOneLine(double width) {
            return width <= 0
                    || indent() + name.prefWidth(-1) + GAP + value.prefWidth(-1) + snappedRightInset() <= width;
        }

        @Override
        protected double computePrefWidth(double height) {
            return indent() + name.prefWidth(-1) + GAP + value.prefWidth(-1) + snappedRightInset();
        }

        @Override
        protected double computeMinWidth(double height) {
            return indent() + name.prefWidth(-1) + snappedRightInset();
        }

        @Override
        protected double computePrefHeight(double width) {
            double first = Math.max(icon.prefHeight(-1), name.prefHeight(-1));
            double second = isOneLine(width) ? 0 : value.prefHeight(width - indent() - snappedRightInset());
            return snappedTopInset() + first + second + snappedBottomInset();
        }

        @Override
        protected double computeMinHeight(double width) {
            return computePrefHeight(width);
        }

        @Override
        protected void layoutChildren() {
            double left = indent();
            double right = getWidth() - snappedRightInset();
            double top = snappedTopInset();
            double first = Math.max(icon.prefHeight(-1), name.prefHeight(-1));
            icon.resizeRelocate(
                    snappedLeftInset(),
                    top + (first - icon.prefHeight(-1)) / 2,
                    icon.prefWidth(-1),
                    icon.prefHeight(-1));
            name.resizeRelocate(left, top, name.prefWidth(-1), first);
            if (isOneLine(getWidth())) {
                double width = value.prefWidth(-1);
                value.resizeRelocate(right - width, top, width, first);
            } else {
                value.resizeRelocate(left, top + first, right - left, value.prefHeight(right - left));
            }
        }
    }
}
