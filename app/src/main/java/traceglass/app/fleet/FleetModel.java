package traceglass.app.fleet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.FleetImport;
import traceglass.engine.fleet.FleetProgress;
import traceglass.engine.fleet.FleetRun;
import traceglass.engine.fleet.FleetTarget;
import traceglass.engine.fleet.FleetTrace;
import traceglass.engine.fleet.measure.FleetMeasure;
import traceglass.engine.fleet.measure.MeasureRunner;
import traceglass.engine.fleet.measure.MeasuredColumn;
import traceglass.engine.fleet.source.FleetLabels;

/// The open fleet and its table. Used on the JavaFX thread.
final class FleetModel {

    /// Number of metrics of a specification that are shown as columns at first; the user can add the others.
    private static final int MAX_INITIAL_METRICS = 8;

    private final FleetTaskQueue tasks = new FleetTaskQueue();
    private final ReadOnlyObjectWrapper<FleetSheet> sheet = new ReadOnlyObjectWrapper<>(FleetSheet.EMPTY);
    private final MeasureStore addedMeasures;
    private final ShownMeasures shownMeasures = new ShownMeasures();
    /// The measures of the computed columns that the user added, by title.
    private final Map<String, FleetMeasure> origins = new HashMap<>();
    private final Map<String, MeasuredColumn> computed = new LinkedHashMap<>();
    private List<FleetTrace> traces = List.of();
    private List<FleetFailure> failures = List.of();
    private List<String> sliceNames = List.of();
    private @Nullable Fleet fleet;
    /// Changes when a fleet starts to open and when that ends.
    private int openings;

    /// An opened fleet, or the part of it that has been read.
    private record OpenedFleet(Fleet fleet, List<FleetTrace> traces, List<FleetFailure> failures, FleetSheet sheet) {}

    /// @param addedMeasures measures that the user added to fleets
    FleetModel(MeasureStore addedMeasures) {
        this.addedMeasures = addedMeasures;
    }

    FleetTaskQueue tasks() {
        return tasks;
    }

    ReadOnlyObjectProperty<FleetSheet> sheetProperty() {
        return sheet.getReadOnlyProperty();
    }

    FleetSheet sheet() {
        return sheet.get();
    }

    @Nullable
    Fleet fleet() {
        return fleet;
    }

    /// Names of slices from which the user can choose; empty until they have been read.
    List<String> sliceNames() {
        return sliceNames;
    }

    /// All computed measures, by title.
    Map<String, MeasuredColumn> computed() {
        return computed;
    }

    boolean isShown(MeasuredColumn column) {
        return shownMeasures.contains(column);
    }

    /// Total size of the traces in bytes.
    long bytes() {
        return traces.stream().mapToLong(FleetTrace::bytes).sum();
    }

    /// Opens a fleet, which replaces the open one. If reading it takes long, its first traces are shown in the
    /// meantime. If it fails before that, the open fleet stays.
    ///
    /// @param whenStarted called when the first traces are shown
    /// @param whenOpened called when all traces are shown
    void open(Path folder, Runnable whenStarted, Runnable whenOpened, Consumer<String> failed) {
        int opening = ++openings;
        tasks.run(
                FleetPageTexts.opening(folder),
                progress -> read(
                        Fleet.open(folder),
                        progress,
                        found -> FxThread.later(() -> {
                            if (opening == openings) {
                                boolean isFirst = found.fleet != fleet;
                                show(found);
                                if (isFirst) {
                                    whenStarted.run();
                                }
                            }
                        })),
                found -> {
                    endOpening(opening);
                    show(found);
                    whenOpened.run();
                    computeDefaultMeasures();
                    computeAddedMeasures();
                },
                reason -> {
                    endOpening(opening);
                    failed.accept(reason);
                });
    }

    private void endOpening(int opening) {
        if (opening == openings) {
            openings++;
        }
    }

    /// @param part receives the traces that were read so far
    private static OpenedFleet read(Fleet fleet, FleetProgress progress, Consumer<OpenedFleet> part) {
        List<FleetFailure> failures = new ArrayList<>();
        List<FleetTrace> read = new ArrayList<>();
        TableTimer timer = new TableTimer();
        FleetProgress reportingProgress = step -> {
            if (step.done() < step.total() && timer.isDue(read.size())) {
                part.accept(of(fleet, read, List.of()));
                timer.end(read.size());
            }
            return progress.update(step);
        };
        List<FleetTrace> traces = fleet.traces(failures, reportingProgress, read::add);
        return of(fleet, traces, failures);
    }

    private static OpenedFleet of(Fleet fleet, List<FleetTrace> traces, List<FleetFailure> failures) {
        return new OpenedFleet(fleet, List.copyOf(traces), failures, FleetSheet.of(traces, failures, List.of()));
    }

    /// Determines when to show the traces that were read so far. Building the growing table takes at most a tenth of
    /// the time.
    private static final class TableTimer {

        private static final long FIRST_NS = 400_000_000;
        /// Pause between two tables, as a multiple of the time that building the last one took.
        private static final int PAUSE_FACTOR = 10;

        private long dueNs = System.nanoTime() + FIRST_NS;
        private long startedNs;
        private int shownCount;

        /// Returns whether to show a table of this number of traces now, and starts to measure the time that it takes.
        boolean isDue(int traces) {
            startedNs = System.nanoTime();
            return traces > shownCount && startedNs - dueNs >= 0;
        }

        /// Called when the table is shown.
        void end(int traces) {
            shownCount = traces;
            long now = System.nanoTime();
            dueNs = now + Math.max(FIRST_NS, PAUSE_FACTOR * (now - startedNs));
        }
    }

    private void show(OpenedFleet found) {
        boolean isOtherFleet = found.fleet != fleet;
        fleet = found.fleet;
        traces = found.traces;
        failures = found.failures;
        if (isOtherFleet) {
            shownMeasures.clear();
            computed.clear();
            origins.clear();
            sliceNames = List.of();
            // Clear the filters and sort order of the previous fleet.
            sheet.set(FleetSheet.EMPTY);
        }
        sheet.set(found.sheet);
    }

    /// Computes measures that apply to most fleets, so that the user can sort by them.
    private void computeDefaultMeasures() {
        List<FleetMeasure> measures = new ArrayList<>();
        if (traces.stream().anyMatch(t -> t.rows("actual_frame_timeline_slice") > 0)) {
            measures.add(new FleetMeasure.LongestFrame());
        }
        boolean hasSlices = traces.stream().anyMatch(t -> t.rows("slice") > 0);
        if (hasSlices) {
            measures.add(new FleetMeasure.Slices(FleetMeasure.Slices.Aggregate.LONGEST, ""));
        }
        measures.forEach(shownMeasures::reserve);
        rebuild();
        measures.forEach(m -> compute(m, false, _ -> {}, _ -> {}));
        if (hasSlices) {
            Fleet current = requireFleet();
            tasks.run(
                    FleetPageTexts.READING_NAMES,
                    _ -> MeasureRunner.sliceNames(current),
                    names -> {
                        if (current == fleet) {
                            sliceNames = names;
                        }
                    },
                    _ -> {});
        }
    }

    /// Computes the measures that the user added when the fleet was open before.
    private void computeAddedMeasures() {
        for (FleetMeasure measure : addedMeasures.of(requireFleet().folder())) {
            compute(measure, true, _ -> {}, _ -> {});
        }
    }

    private Fleet requireFleet() {
        if (fleet == null) {
            throw new IllegalStateException("no fleet is open");
        }
        return fleet;
    }

    /// Computes a measure and adds its columns, now and whenever the fleet is opened.
    ///
    /// @param onFailures receives the traces in which it could not be computed
    /// @param failed receives the reason if it could not be computed at all
    void measure(FleetMeasure measure, Consumer<List<FleetFailure>> onFailures, Consumer<String> failed) {
        compute(measure, true, onFailures, failed);
    }

    private void compute(
            FleetMeasure measure, boolean isAdded, Consumer<List<FleetFailure>> onFailures, Consumer<String> failed) {
        Fleet current = requireFleet();
        tasks.run(
                FleetPageTexts.measuring(measure.title()),
                progress -> MeasureRunner.run(current, measure, FleetRun.onAll().withProgress(progress)),
                result -> {
                    if (current != fleet) {
                        return;
                    }
                    List<MeasuredColumn> columns = new ArrayList<>(result.columns());
                    columns.removeIf(c -> c.values().isEmpty());
                    columns.forEach(c -> computed.put(c.title(), c));
                    if (isAdded && !columns.isEmpty()) {
                        columns.forEach(c -> origins.put(c.title(), measure));
                        addedMeasures.add(current.folder(), measure);
                    }
                    if (columns.size() > MAX_INITIAL_METRICS) {
                        // Metrics with a value in most traces are the most useful.
                        columns.sort(Comparator.comparingInt(c -> -c.values().size()));
                    }
                    columns.stream().limit(MAX_INITIAL_METRICS).forEach(shownMeasures::add);
                    shownMeasures.release(measure);
                    rebuild();
                    if (columns.isEmpty() && result.failures().isEmpty()) {
                        failed.accept(FleetPageTexts.noValues(measure.title()));
                    } else if (!result.failures().isEmpty()) {
                        onFailures.accept(result.failures());
                    }
                },
                reason -> {
                    if (current == fleet) {
                        shownMeasures.release(measure);
                        rebuild();
                    }
                    failed.accept(reason);
                });
    }

    /// Shows or hides a computed measure.
    void setShown(MeasuredColumn column, boolean isVisible) {
        shownMeasures.remove(column);
        if (isVisible) {
            shownMeasures.add(column);
        }
        FleetMeasure origin = origins.get(column.title());
        if (origin != null) {
            boolean isUsed = shownMeasures.columns().stream().anyMatch(c -> origin.equals(origins.get(c.title())));
            if (isUsed) {
                addedMeasures.add(requireFleet().folder(), origin);
            } else {
                addedMeasures.remove(requireFleet().folder(), origin);
            }
        }
        rebuild();
    }

    private void rebuild() {
        List<MeasuredColumn> columns = shownMeasures.columns();
        Fleet current = fleet;
        List<FleetTrace> rows = traces;
        List<FleetFailure> failed = failures;
        Thread.ofVirtual().start(() -> {
            FleetSheet newSheet = FleetSheet.of(rows, failed, columns);
            FxThread.later(() -> {
                if (current == fleet && columns.equals(shownMeasures.columns())) {
                    sheet.set(newSheet);
                }
            });
        });
    }

    /// Result of an import.
    ///
    /// @param traces number of traces in the fleet
    /// @param problem reason why it ended early, or null
    record Imported(int traces, @Nullable String problem) {}

    /// Imports traces into a fleet.
    ///
    /// @param pattern pattern that derives labels from paths, or empty
    /// @param done receives the result, even if the import was canceled
    void importTraces(
            List<Path> sources, Path target, String pattern, Consumer<Imported> done, Consumer<String> failed) {
        tasks.cancel();
        tasks.run(
                FleetPageTexts.IMPORTING,
                progress -> {
                    FleetLabels labels = FleetLabels.of(null, pattern.isBlank() ? null : pattern.strip());
                    try (FleetTarget created = FleetTarget.at(target)) {
                        String problem = null;
                        try {
                            created.fleet().add(new FleetImport(names(sources), labels, 0, 0, progress));
                        } catch (EngineException e) {
                            problem = String.valueOf(e.getMessage());
                        }
                        return new Imported(created.fleet().traces().size(), problem);
                    }
                },
                done,
                failed);
    }

    private static List<String> names(List<Path> files) {
        return files.stream().map(Path::toString).toList();
    }

    /// Finds the traces in files and folders without reading them. Does not wait for queued tasks.
    ///
    /// @param progress receives the number of files that were found so far
    /// @param failed receives the reason as one sentence, or [CommonTexts#CANCELED]
    /// @return cancels the search
    Runnable find(List<Path> files, Consumer<Integer> progress, Consumer<List<String>> done, Consumer<String> failed) {
        AtomicBoolean isCanceled = new AtomicBoolean();
        Consumer<Integer> latest = FxThread.latest(progress);
        Thread.ofVirtual().start(() -> {
            try {
                List<String> found = Fleet.find(names(files), count -> {
                    latest.accept(count);
                    return !isCanceled.get();
                });
                FxThread.later(() -> done.accept(found));
            } catch (RuntimeException e) {
                String reason = isCanceled.get() ? CommonTexts.CANCELED : String.valueOf(e.getMessage());
                FxThread.later(() -> failed.accept(reason));
            }
        });
        return () -> isCanceled.set(true);
    }

    void close() {
        tasks.close();
    }
}
