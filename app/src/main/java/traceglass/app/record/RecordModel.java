package traceglass.app.record;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import traceglass.app.task.FxThread;
import traceglass.protos.config.TraceConfig;
import traceglass.record.DetachedRecordings;
import traceglass.record.RecordingFiles;
import traceglass.record.Session;
import traceglass.record.config.Preset;
import traceglass.record.config.RecordSettings;
import traceglass.record.config.SettingsReader;
import traceglass.record.config.check.ConfigCheck;
import traceglass.record.config.check.ConfigProblem;
import traceglass.record.config.check.ConfigText;
import traceglass.record.spi.Detached;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;

/// What the record page shows: targets, the chosen one and what is known of it, the form and its config as text, and
/// the recordings. The form and the text are two views of one config; whichever is changed, the other follows. Used on
/// the JavaFX thread.
final class RecordModel {

    private final RecordEnvironment environment;
    private final ObservableList<RecordingTarget> targets = FXCollections.observableArrayList();
    private final ObjectProperty<RecordProblem> deviceProblem = new SimpleObjectProperty<>();
    private final ObjectProperty<RecordingTarget> target = new SimpleObjectProperty<>();
    private final ObjectProperty<TargetReport> report = new SimpleObjectProperty<>();
    private final ObjectProperty<List<String>> processes = new SimpleObjectProperty<>(List.of());
    private final ObjectProperty<RecordSettings> settings = new SimpleObjectProperty<>();
    private final StringProperty chosen = new SimpleStringProperty("");
    private final StringProperty text = new SimpleStringProperty("");
    private final ObjectProperty<ConfigProblem> textProblem = new SimpleObjectProperty<>();
    private final BooleanProperty openWhenDone = new SimpleBooleanProperty(true);
    private final ObjectProperty<Path> folder = new SimpleObjectProperty<>();
    private final javafx.beans.property.LongProperty startAfter = new javafx.beans.property.SimpleLongProperty();
    private final BooleanProperty goesOnAlone = new SimpleBooleanProperty();
    private final ObservableList<Detached> detached = FXCollections.observableArrayList();
    private final DetachedRecordings detachedList;
    private final ObservableList<RecordingRun> runs = FXCollections.observableArrayList();
    private RecordSettings start;
    private TraceConfig config;
    private AutoCloseable watch;
    private final List<RecordingTarget> others;
    private List<? extends RecordingTarget> devices = List.of();

    RecordModel(RecordEnvironment environment) {
        this.environment = environment;
        detachedList = new DetachedRecordings(environment.configs().resolveSibling("detached"));
        detached.setAll(detachedList.all());
        folder.set(environment.traces());
        others = new ArrayList<>(environment.others());
        targets.setAll(others);
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

    /// What is known of the chosen target; null while it is looked at.
    ObjectProperty<TargetReport> reportProperty() {
        return report;
    }

    /// Begins to keep the list of devices up to date.
    void watch() {
        if (watch == null) {
            watch = environment.adb().watch((list, problem) -> FxThread.later(() -> devicesChanged(list, problem)));
        }
    }

    private void devicesChanged(List<? extends RecordingTarget> list, RecordProblem problem) {
        boolean first = devices.isEmpty() && !list.isEmpty();
        devices = list;
        deviceProblem.set(problem);
        List<RecordingTarget> all = new ArrayList<>(list);
        all.addAll(others);
        targets.stream()
                .filter(t -> runOf(t).filter(RecordingRun::isRunning).isPresent()
                        && all.stream().noneMatch(a -> a.id().equals(t.id())))
                .forEach(all::add);
        if (!all.equals(targets)) {
            targets.setAll(all);
        }
        RecordingTarget now = target.get();
        Optional<RecordingTarget> same = now == null
                ? Optional.empty()
                : all.stream().filter(t -> t.id().equals(now.id())).findFirst();
        Optional<? extends RecordingTarget> ready = list.stream()
                .filter(t -> t.state() == RecordingTarget.State.READY)
                .findFirst();
        // A device that is attached is most likely what somebody wants to record from.
        if (first && ready.isPresent() && !isChosenByHand) {
            select(ready.get());
        } else if (same.isEmpty()) {
            select(all.isEmpty() ? null : all.getFirst());
        } else if (!same.get().equals(now)) {
            select(same.get());
        }
    }

    private boolean isChosenByHand;

    /// Adds a target that somebody named, or puts it in the place of the one with the same id, and chooses it.
    void add(RecordingTarget named) {
        int at = -1;
        for (int i = 0; i < others.size(); i++) {
            at = others.get(i).id().equals(named.id()) ? i : at;
        }
        if (at < 0) {
            others.add(named);
        } else {
            others.set(at, named);
        }
        devicesChanged(devices, deviceProblem.get());
        choose(named);
    }

    void choose(RecordingTarget t) {
        isChosenByHand = true;
        select(t);
    }

    /// Chooses a target; a form for another platform gives way to that platform's first preset.
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

    /// Looks at the chosen target again.
    void inspect() {
        RecordingTarget t = target.get();
        report.set(null);
        if (t != null) {
            Thread.ofPlatform().daemon().name("traceglass-inspect").start(() -> {
                TargetReport found = look(t);
                FxThread.later(() -> {
                    if (t.equals(target.get())) {
                        report.set(found);
                    }
                });
            });
        }
    }

    /// Whatever goes wrong on the way, something is known in the end: a page that looks for ever says nothing.
    private static TargetReport look(RecordingTarget t) {
        try {
            return t.inspect();
        } catch (RuntimeException e) {
            return TargetReport.failed(new TargetReport.Check(
                    "Tracing service",
                    "not known",
                    TargetReport.State.FAILED,
                    t.name() + " could not be looked at: " + e + ". Choose it again to look once more."));
        }
    }

    /// Names of processes on the chosen target; empty until [#askProcesses] has an answer.
    ObjectProperty<List<String>> processesProperty() {
        return processes;
    }

    /// Asks the chosen target which processes run there.
    void askProcesses() {
        RecordingTarget t = target.get();
        if (t == null || !processes.get().isEmpty()) {
            return;
        }
        Thread.ofPlatform().daemon().name("traceglass-processes").start(() -> {
            try {
                List<String> found = t.processes();
                FxThread.later(() -> {
                    if (t.equals(target.get())) {
                        processes.set(found);
                    }
                });
            } catch (RecordProblem e) {
                // Names can be typed all the same.
            }
        });
    }

    RecordEnvironment environment() {
        return environment;
    }

    // ---- what is recorded ----

    ObjectProperty<RecordSettings> settingsProperty() {
        return settings;
    }

    RecordSettings settings() {
        return settings.get();
    }

    /// The name of the preset or saved config that the form started from.
    StringProperty chosenProperty() {
        return chosen;
    }

    /// Whether something was changed since.
    boolean isChanged() {
        return !settings.get().equals(start) || !config.equals(start.config());
    }

    StringProperty textProperty() {
        return text;
    }

    /// What is wrong with the text, or null.
    ObjectProperty<ConfigProblem> textProblemProperty() {
        return textProblem;
    }

    /// The config that would be recorded now.
    TraceConfig config() {
        return config;
    }

    void usePreset(Preset preset) {
        chosen.set(preset.title());
        start = preset.settings();
        change(start);
    }

    /// Takes a config from a file.
    void useConfig(String name, TraceConfig from) {
        RecordSettings read = SettingsReader.read(from, settings.get().platform());
        chosen.set(name);
        start = read;
        config = from;
        settings.set(read);
        textProblem.set(null);
        text.set(ConfigText.print(from));
    }

    /// The form was changed: the text follows.
    void change(RecordSettings changed) {
        config = changed.config();
        textProblem.set(null);
        settings.set(changed);
        text.set(ConfigText.print(config));
    }

    /// The text was changed by hand: the form follows as far as it can.
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

    /// What is wrong with the config for the chosen target, serious things first.
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

    /// The recording of a target that is shown for it.
    Optional<RecordingRun> runOf(RecordingTarget t) {
        return t == null
                ? Optional.empty()
                : runs.stream().filter(r -> r.target().id().equals(t.id())).findFirst();
    }

    /// Starts to record from the chosen target.
    RecordingRun record(java.util.function.Consumer<RecordingRun> ended) {
        RecordingTarget t = target.get();
        runOf(t).ifPresent(runs::remove);
        RecordSettings s = settings.get();
        TraceConfig what = config;
        String title = "“" + chosen.get() + "”" + (isChanged() ? ", changed" : "") + " · "
                + s.mode().title().toLowerCase(java.util.Locale.ROOT)
                + (s.triggers() == null
                        ? ""
                        : " · " + TriggersCard.words(s.triggers()).toLowerCase(java.util.Locale.ROOT))
                + " · "
                + config.getDataSourcesCount() + " data source" + (config.getDataSourcesCount() == 1 ? "" : "s");
        return run(t, title, () -> t.connect(what), startAfter.get(), ended);
    }

    private RecordingRun run(
            RecordingTarget t,
            String title,
            Session.Connector connector,
            long afterMs,
            java.util.function.Consumer<RecordingRun> ended) {
        // Two phones of one make, begun in the same minute, have one name between them.
        Path file = RecordingFiles.claim(folder.get(), t.name(), LocalDateTime.now());
        RecordingRun run =
                new RecordingRun(t, title, show -> Session.start(t.name(), connector, file, afterMs, show), ended);
        runs.add(run);
        return run;
    }

    /// Milliseconds between asking for a recording and its beginning.
    javafx.beans.property.LongProperty startAfterProperty() {
        return startAfter;
    }

    /// Whether a long recording goes on when this program is closed.
    BooleanProperty goesOnAloneProperty() {
        return goesOnAlone;
    }

    /// Recordings that go on by themselves, or wait to be fetched.
    ObservableList<Detached> detached() {
        return detached;
    }

    /// Starts a recording that goes on by itself.
    ///
    /// @param told called on the JavaFX thread with what went wrong, or null
    void detach(java.util.function.Consumer<RecordProblem> told) {
        RecordingTarget t = target.get();
        TraceConfig what = config;
        String key = "traceglass-"
                + java.time.format.DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
                        .format(LocalDateTime.now());
        Thread.ofPlatform().daemon().name("traceglass-detach").start(() -> {
            RecordProblem problem = null;
            try {
                detachedList.add(t.detach(what, key));
            } catch (RecordProblem e) {
                problem = e;
            }
            RecordProblem said = problem;
            FxThread.later(() -> {
                detached.setAll(detachedList.all());
                told.accept(said);
            });
        });
    }

    /// Ends a recording that goes on by itself, and brings its trace as a recording of its own on the page.
    ///
    /// @return null if its target is not there
    RecordingRun fetch(Detached d, java.util.function.Consumer<RecordingRun> ended) {
        RecordingTarget t = targets.stream()
                .filter(x -> x.id().equals(d.targetId()) && x.state() == RecordingTarget.State.READY)
                .findFirst()
                .orElse(null);
        if (t == null || runOf(t).filter(RecordingRun::isRunning).isPresent()) {
            return null;
        }
        runOf(t).ifPresent(runs::remove);
        RecordingRun run = run(t, "Fetching " + d.key(), () -> t.fetch(d), 0, r -> {
            if (r.view().state() == traceglass.record.SessionState.DONE) {
                detachedList.remove(d.key());
                detached.setAll(detachedList.all());
            }
            ended.accept(r);
        });
        choose(t);
        return run;
    }

    /// Takes a recording that has ended from the page.
    void dismiss(RecordingRun run) {
        runs.remove(run);
    }

    void close() {
        if (watch != null) {
            try {
                watch.close();
            } catch (Exception e) {
                // It only reads a list.
            }
            watch = null;
        }
    }
}
