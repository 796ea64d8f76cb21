package traceglass.app.record;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.LongProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleLongProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import traceglass.app.record.running.RecordingRun;
import traceglass.app.task.FxThread;
import traceglass.protos.config.TraceConfig;
import traceglass.record.DetachedRecordings;
import traceglass.record.RecordingFiles;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.config.Preset;
import traceglass.record.config.RecordSettings;
import traceglass.record.config.SettingsReader;
import traceglass.record.config.check.ConfigCheck;
import traceglass.record.config.check.ConfigProblem;
import traceglass.record.config.check.ConfigText;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;

/// State of the record page: targets, the selected target and its report, the settings of the form and their config
/// text, and the recordings. The form and the text are two views of one config and are kept in sync. Used on the JavaFX
/// thread.
final class RecordModel {

    private final RecordEnvironment environment;
    private final ObservableList<RecordingTarget> targets = FXCollections.observableArrayList();
    private final ObjectProperty<RecordProblem> deviceProblem = new SimpleObjectProperty<>();
    private final ObjectProperty<RecordingTarget> target = new SimpleObjectProperty<>();
    private final ObjectProperty<TargetReport> report = new SimpleObjectProperty<>();
    private final ObjectProperty<List<String>> processes = new SimpleObjectProperty<>(List.of());
    private final ObjectProperty<RecordSettings> settings = new SimpleObjectProperty<>();
    private final StringProperty configName = new SimpleStringProperty("");
    private final StringProperty text = new SimpleStringProperty("");
    private final ObjectProperty<ConfigProblem> textProblem = new SimpleObjectProperty<>();
    private final BooleanProperty openWhenDone = new SimpleBooleanProperty(true);
    private final ObjectProperty<Path> folder = new SimpleObjectProperty<>();
    private final LongProperty startAfter = new SimpleLongProperty();
    private final BooleanProperty recordsInBackground = new SimpleBooleanProperty();
    private final ObservableList<DetachedRecording> detached = FXCollections.observableArrayList();
    private final DetachedRecordings detachedList;
    private final ObservableList<RecordingRun> runs = FXCollections.observableArrayList();
    private RecordSettings initialSettings;
    private TraceConfig config;
    private AutoCloseable watch;
    private final List<RecordingTarget> otherTargets;
    private List<? extends RecordingTarget> devices = List.of();

    RecordModel(RecordEnvironment environment) {
        this.environment = environment;
        detachedList = new DetachedRecordings(environment.configs().resolveSibling("detached"));
        detached.setAll(detachedList.all());
        folder.set(environment.traces());
        otherTargets = new ArrayList<>(environment.targets());
        targets.setAll(otherTargets);
        usePreset(Preset.of(Platform.ANDROID).getFirst());
        select(targets.stream()
                .filter(t -> t.state() == RecordingTarget.State.READY)
                .findFirst()
                .orElse(targets.isEmpty() ? null : targets.getFirst()));
    }

    // ---- targets ----

    ObservableList<RecordingTarget> targets() {
        return targets;
    }

    ObjectProperty<RecordProblem> deviceProblemProperty() {
        return deviceProblem;
    }

    ObjectProperty<RecordingTarget> targetProperty() {
        return target;
    }

    /// Report on the selected target; null while it is being inspected.
    ObjectProperty<TargetReport> reportProperty() {
        return report;
    }

    /// Starts watching for devices, which keeps the list of targets up to date.
    void watch() {
        if (watch == null) {
            watch = environment.adb().watch((list, problem) -> FxThread.later(() -> devicesChanged(list, problem)));
        }
    }

    private void devicesChanged(List<? extends RecordingTarget> list, RecordProblem problem) {
        boolean isFirst = devices.isEmpty() && !list.isEmpty();
        devices = list;
        deviceProblem.set(problem);
        List<RecordingTarget> all = new ArrayList<>(list);
        all.addAll(otherTargets);
        targets.stream()
                .filter(t -> runOf(t).filter(RecordingRun::isRunning).isPresent()
                        && all.stream().noneMatch(a -> a.id().equals(t.id())))
                .forEach(all::add);
        if (!all.equals(targets)) {
            targets.setAll(all);
        }
        RecordingTarget selected = target.get();
        Optional<RecordingTarget> same = selected == null
                ? Optional.empty()
                : all.stream().filter(t -> t.id().equals(selected.id())).findFirst();
        Optional<? extends RecordingTarget> ready = list.stream()
                .filter(t -> t.state() == RecordingTarget.State.READY)
                .findFirst();
        // A newly connected device is most likely the one to record from.
        if (isFirst && ready.isPresent() && !isChosenByUser) {
            select(ready.get());
        } else if (same.isEmpty()) {
            select(all.isEmpty() ? null : all.getFirst());
        } else if (!same.get().equals(selected)) {
            select(same.get());
        }
    }

    private boolean isChosenByUser;

    /// Adds a target that the user entered, or replaces the one with the same id, and selects it.
    void add(RecordingTarget entered) {
        int index = -1;
        for (int i = 0; i < otherTargets.size(); i++) {
            index = otherTargets.get(i).id().equals(entered.id()) ? i : index;
        }
        if (index < 0) {
            otherTargets.add(entered);
        } else {
            otherTargets.set(index, entered);
        }
        devicesChanged(devices, deviceProblem.get());
        choose(entered);
    }

    void choose(RecordingTarget t) {
        isChosenByUser = true;
        select(t);
    }

    /// Selects a target. If the form is for another platform, switches to the first preset of the target's
    /// platform.
    void select(RecordingTarget t) {
        target.set(t);
        report.set(null);
        processes.set(List.of());
        if (t == null) {
            return;
        }
        if (settings.get().platform() != t.platform()) {
            usePreset(Preset.of(t.platform()).getFirst());
        }
        inspect();
    }

    /// Inspects the selected target again.
    void inspect() {
        RecordingTarget t = target.get();
        report.set(null);
        if (t != null) {
            Thread.ofPlatform().daemon().name("traceglass-inspect").start(() -> {
                TargetReport found = reportOn(t);
                FxThread.later(() -> {
                    if (t.equals(target.get())) {
                        report.set(found);
                    }
                });
            });
        }
    }

    /// Inspects a target. Reports unexpected errors as a failed check; otherwise the page would show “Checking…”
    /// forever.
    private static TargetReport reportOn(RecordingTarget t) {
        try {
            return t.inspect();
        } catch (RuntimeException e) {
            return TargetReport.failed(new TargetReport.Check(
                    RecordTexts.TRACING_SERVICE,
                    RecordTexts.UNKNOWN,
                    TargetReport.State.FAILED,
                    RecordTexts.cantCheck(t.nameInSentence(), e)));
        }
    }

    /// Names of the processes on the selected target; empty until [#queryProcesses] has a result.
    ObjectProperty<List<String>> processesProperty() {
        return processes;
    }

    /// Queries the processes of the selected target.
    void queryProcesses() {
        RecordingTarget t = target.get();
        if (t == null || !processes.get().isEmpty()) {
            return;
        }
        Thread.ofPlatform().daemon().name("traceglass-processes").start(() -> {
            try {
                List<String> names = t.processes();
                FxThread.later(() -> {
                    if (t.equals(target.get())) {
                        processes.set(names);
                    }
                });
            } catch (RecordProblem e) {
                // The user can still type process names.
            }
        });
    }

    RecordEnvironment environment() {
        return environment;
    }

    // ---- settings ----

    ObjectProperty<RecordSettings> settingsProperty() {
        return settings;
    }

    RecordSettings settings() {
        return settings.get();
    }

    /// Name of the preset or saved config from which the form was filled.
    StringProperty configNameProperty() {
        return configName;
    }

    /// Returns whether the settings differ from that preset or saved config.
    boolean isChanged() {
        return !settings.get().equals(initialSettings) || !config.equals(initialSettings.config());
    }

    StringProperty textProperty() {
        return text;
    }

    /// Error in the config text, or null.
    ObjectProperty<ConfigProblem> textProblemProperty() {
        return textProblem;
    }

    /// Returns the config of the next recording.
    TraceConfig config() {
        return config;
    }

    void usePreset(Preset preset) {
        configName.set(preset.title());
        initialSettings = preset.settings();
        change(initialSettings);
    }

    /// Uses a config read from a file.
    void useConfig(String name, TraceConfig from) {
        RecordSettings read = SettingsReader.read(from, settings.get().platform());
        configName.set(name);
        initialSettings = read;
        config = from;
        settings.set(read);
        textProblem.set(null);
        text.set(ConfigText.print(from));
    }

    /// Uses a config that was saved on this page. Changes made while it was written are kept, as changes of that
    /// config.
    void useSaved(String name, TraceConfig saved) {
        if (config == saved) {
            useConfig(name, saved);
            return;
        }
        initialSettings = SettingsReader.read(saved, settings.get().platform());
        configName.set(name);
    }

    /// Applies a change of the form to the text.
    void change(RecordSettings changed) {
        config = changed.config();
        textProblem.set(null);
        settings.set(changed);
        text.set(ConfigText.print(config));
    }

    /// Applies an edit of the text to the settings that the form supports.
    void edit(String changed) {
        if (changed.equals(text.get())) {
            return;
        }
        try {
            config = ConfigText.parse(changed).config();
            text.set(changed);
            textProblem.set(null);
            settings.set(SettingsReader.read(config, settings.get().platform()));
        } catch (ConfigProblem e) {
            textProblem.set(e);
        }
    }

    /// Returns the problems of the config on the selected target, most severe first.
    List<ConfigCheck.Issue> issues() {
        TargetReport r = report.get();
        return ConfigCheck.check(config, r == null ? 0 : r.memoryBytes());
    }

    // ---- recordings ----

    BooleanProperty openWhenDoneProperty() {
        return openWhenDone;
    }

    ObjectProperty<Path> folderProperty() {
        return folder;
    }

    ObservableList<RecordingRun> runs() {
        return runs;
    }

    /// Returns the recording shown for a target.
    Optional<RecordingRun> runOf(RecordingTarget t) {
        return t == null
                ? Optional.empty()
                : runs.stream().filter(r -> r.target().id().equals(t.id())).findFirst();
    }

    /// Starts a recording on the selected target.
    RecordingRun record(Consumer<RecordingRun> onEnd) {
        RecordingTarget t = target.get();
        runOf(t).ifPresent(runs::remove);
        TraceConfig recorded = config;
        String title =
                RecordTexts.runTitle(configName.get(), isChanged(), settings.get(), config.getDataSourcesCount());
        return run(t, title, () -> t.connect(recorded), startAfter.get(), onEnd);
    }

    private RecordingRun run(
            RecordingTarget t, String title, Session.Connector connector, long afterMs, Consumer<RecordingRun> onEnd) {
        // Recordings of two phones of the same model started in the same minute would get the same name.
        Path file = RecordingFiles.claim(folder.get(), t.name(), LocalDateTime.now());
        RecordingRun run = new RecordingRun(
                t, title, show -> Session.start(t.nameInSentence(), connector, file, afterMs, show), onEnd);
        runs.add(run);
        return run;
    }

    /// Delay between the start command and the start of the recording, in ms.
    LongProperty startAfterProperty() {
        return startAfter;
    }

    /// Whether a long recording continues when this program is closed.
    BooleanProperty recordsInBackgroundProperty() {
        return recordsInBackground;
    }

    /// Recordings that run in the background or have not been fetched yet.
    ObservableList<DetachedRecording> detached() {
        return detached;
    }

    /// Starts a recording in the background.
    ///
    /// @param onResult called on the JavaFX thread with the error, or with null after a successful start
    void detach(Consumer<RecordProblem> onResult) {
        RecordingTarget t = target.get();
        TraceConfig recorded = config;
        String key =
                "traceglass-" + DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now());
        Thread.ofPlatform().daemon().name("traceglass-detach").start(() -> {
            RecordProblem problem = null;
            try {
                detachedList.add(t.detach(recorded, key));
            } catch (RecordProblem e) {
                problem = e;
            }
            RecordProblem result = problem;
            FxThread.later(() -> {
                detached.setAll(detachedList.all());
                onResult.accept(result);
            });
        });
    }

    /// Stops a background recording and fetches its trace, which is shown as a recording on the page.
    ///
    /// @return null if its target is not available
    RecordingRun fetch(DetachedRecording d, Consumer<RecordingRun> onEnd) {
        RecordingTarget t = targets.stream()
                .filter(x -> x.id().equals(d.targetId()) && x.state() == RecordingTarget.State.READY)
                .findFirst()
                .orElse(null);
        if (t == null || runOf(t).filter(RecordingRun::isRunning).isPresent()) {
            return null;
        }
        runOf(t).ifPresent(runs::remove);
        RecordingRun run = run(t, RecordTexts.fetching(d.key()), () -> t.fetch(d), 0, r -> {
            if (r.view().state() == SessionState.DONE) {
                detachedList.remove(d.key());
                detached.setAll(detachedList.all());
            }
            onEnd.accept(r);
        });
        choose(t);
        return run;
    }

    /// Removes a finished recording from the page.
    void dismiss(RecordingRun run) {
        runs.remove(run);
    }

    void close() {
        if (watch != null) {
            try {
                watch.close();
            } catch (Exception e) {
                // The watch only reads a list, so no data is lost.
            }
            watch = null;
        }
    }
}
