package traceglass.app.record;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.beans.Observable;
import javafx.beans.binding.Bindings;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.record.running.RecordingRun;
import traceglass.app.record.running.RunningTask;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Page;
import traceglass.record.SessionState;
import traceglass.record.config.RecordSettings;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.RecordingTarget;

/// The page for recording traces. Devices are not queried before it is first shown.
public final class RecordPage implements Page {

    public static final String ID = "record";
    private static final double TWO_COLUMNS_WIDTH = 960;

    private final TraceSlot slot;
    private final Messages messages;
    private final BorderPane root = new BorderPane();
    private final StackPane center = new StackPane();
    /// Banners about the chosen target and the config. Those about recordings are shown on every page.
    private final Notices banners = new Notices("record-notices");
    private RecordEnvironment environment;
    private RecordModel model;
    private ConfigActions configActions;
    private final BooleanProperty narrowConfig = new SimpleBooleanProperty();
    private final StringProperty subtitle = new SimpleStringProperty("");
    private Node form;
    private RecordForm formPane;
    private ScrollPane formScroll;
    private ConfigPane config;
    private DevicePane devices;
    private RunningPane running;
    /// Whether the window closes once the recordings have ended.
    private boolean isClosing;

    public RecordPage(TraceSlot slot, WindowContext window) {
        this.slot = slot;
        this.messages = window.messages();
        this.environment = RecordEnvironment.ofPlatform();
        root.setId("record-page");
        root.getStyleClass().add("tg-page");
        StyleSheets.add(root, StyleSheets.RECORD);
        root.setTop(banners);
        root.setCenter(center);
        center.setMinSize(0, 0);
        register();
        window.guards().add(this::confirmClose);
        window.work().add(() -> model != null && model.runs().stream().anyMatch(RecordingRun::isRunning));
        slot.appearance().paletteProperty().addListener(o -> {
            if (config != null) {
                Platform.runLater(config::refresh);
            }
        });
    }

    /// Replaces the targets and folders of this computer; called before the page is first shown.
    void setEnvironment(RecordEnvironment newEnvironment) {
        environment = newEnvironment;
    }

    RecordModel model() {
        return model;
    }

    ConfigPane configPane() {
        return config;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return RecordTexts.TITLE;
    }

    @Override
    public String icon() {
        return "record";
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<String> subtitle() {
        return subtitle;
    }

    /// Returns the name of the config and of the target.
    private String description() {
        RecordingTarget target = model.targetProperty().get();
        String name = model.configNameProperty().get();
        return target == null ? RecordTexts.config(name) : RecordTexts.configAndTarget(name, target.name());
    }

    @Override
    public boolean needsTrace() {
        return false;
    }

    @Override
    public boolean isComplete() {
        return model == null || configActions.isIdle() && isTargetKnown();
    }

    ConfigActions configActions() {
        return configActions;
    }

    private boolean isTargetKnown() {
        return model.targetProperty().get() == null
                || model.reportProperty().get() != null
                || model.targetProperty().get().state() != RecordingTarget.State.READY;
    }

    private boolean isShown() {
        return root.getScene() != null;
    }

    private void register() {
        // Also enabled while the last recording is open as a trace, to record again with one key.
        add(
                "record.start",
                RecordTexts.START_RECORDING,
                "record",
                "Ctrl+R",
                () -> model != null && !isRecordingTarget(),
                () -> {
                    slot.navigation().navigator().showPage(ID);
                    actions.start();
                });
        add(
                "record.stop",
                RecordTexts.STOP_RECORDING,
                "stop",
                "",
                this::isRecordingTarget,
                () -> current().ifPresent(RecordingRun::stop));
        add(
                "record.snapshot",
                RecordTexts.TAKE_SNAPSHOT,
                "camera",
                "",
                () -> current().filter(RecordingRun::canSnapshot).isPresent(),
                () -> current().ifPresent(RecordingRun::snapshot));
        add(
                "record.cancel",
                RecordTexts.CANCEL_RECORDING,
                "cancel",
                "",
                this::isRecordingTarget,
                () -> current().ifPresent(RecordingRun::cancel));
        add(
                "record.watch",
                RecordTexts.SHOW_LIVE,
                "timeline",
                "",
                () -> current().filter(RecordingRun::canViewLive).isPresent(),
                () -> current().ifPresent(actions::showTimeline));
        add(
                "record.import",
                RecordTexts.IMPORT_TRACE_CONFIG,
                "file",
                "",
                this::isShown,
                () -> configActions.importText());
        add("record.save", RecordTexts.SAVE_TRACE_CONFIG, "save", "", this::isShown, () -> configActions.export());
        add("record.connect", RecordTexts.CONNECT_DEVICE, "wifi", "", this::isShown, () -> devices.connect());
        add("record.earlier", RecordTexts.CHOOSE_RECENT_RECORDING, "history", "", this::isShown, this::showRecent);
    }

    private void add(String id, String title, String icon, String keys, BooleanSupplier enabled, Runnable action) {
        slot.host().commands().register(Command.of(id, CommandGroups.RECORD, title, icon, keys, enabled, action));
    }

    private Optional<RecordingRun> current() {
        return model == null
                ? Optional.empty()
                : model.runOf(model.targetProperty().get()).filter(RecordingRun::isRunning);
    }

    private boolean isRecordingTarget() {
        return current().isPresent();
    }

    @Override
    public void onShown() {
        if (model == null) {
            build();
        } else {
            formPane.show();
            devices.fit(root.getWidth());
        }
        model.watch();
        root.requestFocus();
        // The editor can only take its colors once the styles of the window are loaded.
        Platform.runLater(config::refresh);
    }

    @Override
    public void onClosed() {
        if (model != null) {
            model.close();
        }
    }

    private void build() {
        model = new RecordModel(environment);
        configActions = new ConfigActions(
                messages,
                banners,
                model,
                new SavedConfigs(environment.configs()),
                () -> formPane.show(),
                file -> slot.navigation().navigator().openTrace(file));
        devices = new DevicePane(messages, model, actions);
        formPane = new RecordForm(model, actions);
        configActions.listSaved();
        config = new ConfigPane(model, actions);
        formPane.setMinWidth(0);
        formScroll = new ScrollPane(formPane);
        formScroll.setId("record-form-scroll");
        formScroll.setFitToWidth(true);
        formScroll.setFitToHeight(true);
        formScroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        formScroll.setFocusTraversable(false);
        formScroll.setMinSize(0, 0);
        HBox.setHgrow(formScroll, Priority.ALWAYS);
        HBox both = new HBox(formScroll, config);
        both.setMinSize(0, 0);
        // If there is no room for both, only one of them is shown.
        both.widthProperty().addListener(o -> arrange(both.getWidth()));
        narrowConfig.addListener(o -> arrange(both.getWidth()));
        BorderPane pane = new BorderPane(both);
        // Content without room is clipped at the right only.
        pane.setMinWidth(0);
        root.widthProperty().addListener(o -> devices.fit(root.getWidth()));
        devices.fit(root.getWidth());
        pane.setBottom(new StartBar(model, actions, slot.host().commands()));
        form = pane;
        root.setLeft(devices);
        model.targetProperty().addListener((_, oldValue, newValue) -> {
            if (oldValue == null || newValue == null || !oldValue.id().equals(newValue.id())) {
                banners.close("record");
            }
            showTarget();
        });
        model.runs().addListener((Observable o) -> showTarget());
        subtitle.bind(
                Bindings.createStringBinding(this::description, model.targetProperty(), model.configNameProperty()));
        showTarget();
    }

    private void arrange(double width) {
        boolean hasRoom = width >= TWO_COLUMNS_WIDTH * StyleSheets.factor();
        formPane.setConfigLink(!hasRoom);
        show(config, hasRoom || narrowConfig.get());
        show(formScroll, hasRoom || !narrowConfig.get());
        config.setWide(!hasRoom, () -> narrowConfig.set(false));
    }

    private static void show(Node node, boolean isShown) {
        node.setVisible(isShown);
        node.setManaged(isShown);
    }

    /// Shows the form, or the recording of the chosen target.
    private void showTarget() {
        RecordingRun run = model.runOf(model.targetProperty().get()).orElse(null);
        if (running != null && running.run() != run) {
            running.detach();
            running = null;
        }
        if (run == null) {
            center.getChildren().setAll(form);
        } else if (running == null) {
            running = new RunningPane(run, model, actions);
            center.getChildren().setAll(running);
        }
    }

    private void ended(RecordingRun run) {
        devices.show();
        if (isClosing && run.view().state() == SessionState.FAILED) {
            // The window stays open so that the user can read the error.
            isClosing = false;
            reportRecording(Notices.Severity.ERROR, run.view().problem().getMessage());
            return;
        }
        if (isClosing) {
            if (model.runs().stream().noneMatch(RecordingRun::isRunning)) {
                slot.host().commands().run("window.quit");
            }
            return;
        }
        SessionState state = run.view().state();
        if (run.view().hasTrace() && slot.navigation().navigator().isShownLive(run.file())) {
            // The complete trace replaces the live one, regardless of why the recording ended.
            actions.open(run);
            return;
        }
        if (state == SessionState.CANCELED) {
            if (slot.navigation().navigator().isShownLive(run.file())) {
                slot.host().commands().run("trace.close");
            }
            model.dismiss(run);
        } else if (state == SessionState.FAILED && run.view().problem() instanceof ConfigRefused refused) {
            // Show the form again, where the config can be fixed.
            model.dismiss(run);
            reportRecording(Notices.Severity.ERROR, refused.getMessage());
            config.mark(refused.field());
        } else if (state == SessionState.DONE && model.openWhenDoneProperty().get()) {
            actions.open(run);
        } else if (state == SessionState.DONE) {
            messages.notices()
                    .show(
                            Notices.Scope.RECORDING,
                            Notices.Severity.OK,
                            "record",
                            RecordTexts.recorded(run.view().file()),
                            List.of(new Notices.Action(RecordTexts.OPEN, () -> actions.open(run))));
        }
    }

    /// Reports the outcome of a recording, even if another page is shown.
    private void reportRecording(Notices.Severity severity, String text) {
        messages.notices().show(Notices.Scope.RECORDING, severity, "record", text);
    }

    /// Asks before the window closes during recordings; returns whether it may close.
    private boolean confirmClose() {
        if (model == null) {
            return true;
        }
        List<RecordingRun> active =
                model.runs().stream().filter(RecordingRun::isRunning).toList();
        if (!active.isEmpty() && isClosing) {
            // On a second attempt the user may close without waiting.
            String closeNow = RecordTexts.CLOSE_NOW;
            boolean closesNow = messages.dialogs()
                    .ask(RecordTexts.STILL_SAVING, RecordTexts.STILL_SAVING_DETAIL, List.of(RecordTexts.WAIT, closeNow))
                    .filter(closeNow::equals)
                    .isPresent();
            if (!closesNow) {
                return false;
            }
        } else if (!active.isEmpty()) {
            String keep = RecordTexts.STOP_AND_SAVE;
            String discard = RecordTexts.DISCARD;
            Optional<String> answer = messages.dialogs()
                    .ask(
                            RecordTexts.recordingsRunning(active.size()),
                            RecordTexts.closingStops(model.folderProperty().get()),
                            List.of(keep, discard));
            if (answer.isEmpty()) {
                return false;
            }
            // The window closes after they have ended; nothing is blocked in the meantime.
            isClosing = true;
            active.forEach(answer.get().equals(keep) ? RecordingRun::stop : RecordingRun::cancel);
            reportRecording(Notices.Severity.INFO, RecordTexts.CLOSES_WHEN_SAVED);
            return false;
        }
        model.close();
        return true;
    }

    private void showRecent() {
        Path folder = model.folderProperty().get();
        RecentRecordings.find(folder, files -> {
            if (files.isEmpty()) {
                banners.show(Notices.Severity.INFO, "record", RecordTexts.noRecordings(folder));
            } else if (root.getScene() != null) {
                RecentRecordings.showMenu(root, files, slot.navigation().navigator()::openTrace);
            }
        });
    }

    private final RecordActions actions = new RecordActions() {

        @Override
        public ConfigActions configs() {
            return configActions;
        }

        @Override
        public void start() {
            if (model == null || !StartBar.blockingReason(model).isEmpty()) {
                return;
            }
            messages.notices().closeAll(Notices.Scope.RECORDING);
            banners.getChildren().clear();
            if (model.settings().mode() == RecordSettings.Mode.LONG_TRACE
                    && model.recordsInBackgroundProperty().get()) {
                model.detach(problem -> {
                    if (problem == null) {
                        banners.show(Notices.Severity.OK, "record", RecordTexts.RECORDING_IN_BACKGROUND);
                    } else {
                        banners.show(Notices.Severity.ERROR, "record", problem.getMessage());
                    }
                });
                return;
            }
            new RunningTask(
                    messages.status(),
                    model.record(RecordPage.this::ended),
                    () -> slot.navigation().navigator().showPage(ID));
            devices.show();
        }

        @Override
        public void backToForm(RecordingRun run) {
            model.dismiss(run);
        }

        @Override
        public void open(RecordingRun run) {
            messages.notices().closeAll(Notices.Scope.RECORDING);
            model.dismiss(run);
            slot.navigation().navigator().openTrace(run.view().file());
        }

        @Override
        public void showTimeline(RecordingRun run) {
            slot.navigation().navigator().showLive(run.liveSource());
        }

        @Override
        public void openFile(Path file) {
            slot.navigation().navigator().openTrace(file);
        }

        @Override
        public void showRecent() {
            RecordPage.this.showRecent();
        }

        @Override
        public void fetch(DetachedRecording detached) {
            banners.close("record");
            RecordingRun run = model.fetch(detached, RecordPage.this::ended);
            if (run == null) {
                banners.show(Notices.Severity.WARN, "record", RecordTexts.cantFetch(detached.targetName()));
            } else {
                new RunningTask(
                        messages.status(),
                        run,
                        () -> slot.navigation().navigator().showPage(ID));
                devices.show();
            }
        }

        @Override
        public void showConfig() {
            narrowConfig.set(true);
        }

        @Override
        public void chooseFolder() {
            messages.dialogs().chooseFolder(RecordTexts.RECORDING_FOLDER_TITLE).ifPresent(model.folderProperty()::set);
        }
    };
}
