package traceglass.app.fleet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import traceglass.app.task.FxThread;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.FleetImport;
import traceglass.engine.fleet.FleetLabels;
import traceglass.engine.fleet.FleetRun;
import traceglass.engine.fleet.FleetTrace;
import traceglass.engine.fleet.measure.FleetMeasure;
import traceglass.engine.fleet.measure.MeasuredColumn;
import traceglass.engine.fleet.measure.MeasureRunner;

/// The open fleet and its table. Used on the JavaFX thread.
final class FleetModel {

    /// Metrics of a specification that become columns at once; the others can be added.
    private static final int SHOWN_METRICS = 8;

    private final FleetTaskQueue work = new FleetTaskQueue();
    private final ReadOnlyObjectWrapper<FleetSheet> sheet = new ReadOnlyObjectWrapper<>(FleetSheet.EMPTY);
    private final List<MeasuredColumn> shown = new ArrayList<>();
    private final Map<String, MeasuredColumn> computed = new LinkedHashMap<>();
    private List<FleetTrace> traces = List.of();
    private List<FleetFailure> failures = List.of();
    private List<String> sliceNames = List.of();
    private @Nullable Fleet fleet;

    /// An opened fleet.
    private record Opened(Fleet fleet, List<FleetTrace> traces, List<FleetFailure> failures, FleetSheet sheet) {}

    FleetTaskQueue work() {
        return work;
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

    /// Names of slices to choose from; empty until they are read.
    List<String> sliceNames() {
        return sliceNames;
    }

    /// All measures that were computed, by title.
    Map<String, MeasuredColumn> computed() {
        return computed;
    }

    boolean isShown(MeasuredColumn column) {
        return shown.contains(column);
    }

    /// Total size of the traces in bytes.
    long bytes() {
        return traces.stream().mapToLong(FleetTrace::bytes).sum();
    }

    /// Opens a fleet in place of the open one, which stays if that fails.
    void open(Path folder, Runnable opened, Consumer<String> failed) {
        work.run(
                FleetPageTexts.OPENING,
                _ -> read(Fleet.open(folder)),
                found -> {
                    take(found);
                    opened.run();
                    measureUsual();
                },
                failed);
    }

    private static Opened read(Fleet fleet) {
        List<FleetFailure> failures = new ArrayList<>();
        List<FleetTrace> traces = fleet.traces(failures);
        return new Opened(fleet, traces, failures, FleetSheet.of(traces, failures, List.of()));
    }

    private void take(Opened found) {
        fleet = found.fleet;
        traces = found.traces;
        failures = found.failures;
        shown.clear();
        computed.clear();
        sliceNames = List.of();
        // Filters and order of the former fleet end with it.
        sheet.set(FleetSheet.EMPTY);
        sheet.set(found.sheet);
    }

    /// Measures what most fleets have, so that there is something to sort by.
    private void measureUsual() {
        if (traces.stream().anyMatch(t -> t.rows("actual_frame_timeline_slice") > 0)) {
            measure(new FleetMeasure.LongestFrame(), _ -> {}, _ -> {});
        }
        if (traces.stream().anyMatch(t -> t.rows("slice") > 0)) {
            measure(new FleetMeasure.Slices(FleetMeasure.Slices.Figure.LONGEST, ""), _ -> {}, _ -> {});
            Fleet of = open();
            work.run(
                    FleetPageTexts.READING_NAMES,
                    _ -> MeasureRunner.sliceNames(of),
                    names -> {
                        if (of == fleet) {
                            sliceNames = names;
                        }
                    },
                    _ -> {});
        }
    }

    private Fleet open() {
        if (fleet == null) {
            throw new IllegalStateException("no fleet is open");
        }
        return fleet;
    }

    /// Computes a measure and adds its columns.
    ///
    /// @param failures receives the traces in which it could not be computed
    /// @param failed receives the reason if it could not be computed at all
    void measure(FleetMeasure measure, Consumer<List<FleetFailure>> failures, Consumer<String> failed) {
        Fleet of = open();
        work.run(
                FleetPageTexts.measuring(measure.title()),
                progress -> MeasureRunner.run(of, measure, FleetRun.onAll().withProgress(progress)),
                result -> {
                    if (of != fleet) {
                        return;
                    }
                    List<MeasuredColumn> columns = new ArrayList<>(result.columns());
                    columns.removeIf(c -> c.values().isEmpty());
                    columns.forEach(c -> computed.put(c.title(), c));
                    if (columns.size() > SHOWN_METRICS) {
                        // Metrics that most traces have tell most.
                        columns.sort(Comparator.comparingInt(c -> -c.values().size()));
                    }
                    columns.stream().limit(SHOWN_METRICS).forEach(c -> {
                        shown.removeIf(s -> s.title().equals(c.title()));
                        shown.add(c);
                    });
                    rebuild();
                    if (columns.isEmpty() && result.failures().isEmpty()) {
                        failed.accept(FleetPageTexts.noValues(measure.title()));
                    } else if (!result.failures().isEmpty()) {
                        failures.accept(result.failures());
                    }
                },
                failed);
    }

    /// Shows or hides a computed measure.
    void show(MeasuredColumn column, boolean visible) {
        shown.remove(column);
        if (visible) {
            shown.add(column);
        }
        rebuild();
    }

    private void rebuild() {
        List<MeasuredColumn> columns = List.copyOf(shown);
        Fleet of = fleet;
        List<FleetTrace> rows = traces;
        List<FleetFailure> failed = failures;
        Thread.ofVirtual().start(() -> {
            FleetSheet built = FleetSheet.of(rows, failed, columns);
            FxThread.later(() -> {
                if (of == fleet && columns.equals(shown)) {
                    sheet.set(built);
                }
            });
        });
    }

    /// How an import ended.
    ///
    /// @param traces number of traces in the fleet
    /// @param problem why it ended early, or null
    record Imported(int traces, @Nullable String problem) {}

    /// Imports traces into a fleet.
    ///
    /// @param pattern labels from paths, or empty
    /// @param done receives the result, also if the import was canceled
    void importTraces(Path source, Path target, String pattern, Consumer<Imported> done, Consumer<String> failed) {
        work.cancel();
        work.run(
                FleetPageTexts.IMPORTING,
                progress -> {
                    FleetLabels labels = FleetLabels.of(null, pattern.isBlank() ? null : pattern.strip());
                    Fleet of = Fleet.create(target);
                    String problem = null;
                    try {
                        of.add(new FleetImport(List.of(source.toString()), labels, 0, 0, progress));
                    } catch (EngineException e) {
                        problem = String.valueOf(e.getMessage());
                    }
                    return new Imported(of.traces().size(), problem);
                },
                done,
                failed);
    }

    /// Finds the traces of a folder without reading them. Does not wait for other work.
    void find(Path folder, Consumer<List<String>> done, Consumer<String> failed) {
        Thread.ofVirtual().start(() -> {
            try {
                List<String> found = Fleet.find(List.of(folder.toString()));
                FxThread.later(() -> done.accept(found));
            } catch (RuntimeException e) {
                FxThread.later(() -> failed.accept(String.valueOf(e.getMessage())));
            }
        });
    }

    void close() {
        work.close();
    }
}
