package traceglass.app.fleet;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.app.settings.StateFile;
import traceglass.engine.fleet.measure.FleetMeasure;
import traceglass.protos.processor.TraceSummarySpec;
import traceglass.store.text.Json;

/// Measures that the user added to the tables of fleets, by fleet, in a file next to the settings. If the file can't be
/// read, there are none. Not thread-safe.
final class MeasureStore {

    private static final int MAX_FLEETS = 100;
    private static final int MAX_MEASURES = 50;

    /// Key in files of earlier versions, too.
    private static final String AGGREGATE = "figure";
    private static final String NAME = "name";
    private static final String FRAME = "longest_frame";
    private static final String ROWS = "rows";
    private static final String SQL = "sql";
    private static final String TITLE = "title";
    private static final String SPECS = "specs";

    private static final Map<Path, MeasureStore> SHARED = new HashMap<>();

    private final StateFile file;
    /// Measures by fleet, in the order in which they were changed last.
    private final Map<String, List<FleetMeasure>> fleets = new LinkedHashMap<>();

    /// @param file null to store nothing
    MeasureStore(@Nullable Path file) {
        this.file = new StateFile(file);
        String text = this.file.read();
        if (!text.isEmpty()) {
            try {
                read(Json.read(text));
            } catch (RuntimeException e) {
                System.getLogger(MeasureStore.class.getName())
                        .log(System.Logger.Level.WARNING, "can't parse " + file, e);
            }
        }
    }

    /// The store shared by all windows that use the same file. Called on the JavaFX thread.
    static MeasureStore shared(@Nullable Path file) {
        return file == null ? new MeasureStore(null) : SHARED.computeIfAbsent(file.toAbsolutePath(), MeasureStore::new);
    }

    /// Returns the measures of a fleet in the order in which they were added.
    List<FleetMeasure> of(Path fleet) {
        return List.copyOf(fleets.getOrDefault(fleet.toString(), List.of()));
    }

    void add(Path fleet, FleetMeasure measure) {
        List<FleetMeasure> all = new ArrayList<>(of(fleet));
        if (!all.contains(measure) && all.size() < MAX_MEASURES) {
            all.add(measure);
            set(fleet, all);
        }
    }

    void remove(Path fleet, FleetMeasure measure) {
        List<FleetMeasure> all = new ArrayList<>(of(fleet));
        if (all.remove(measure)) {
            set(fleet, all);
        }
    }

    private void set(Path fleet, List<FleetMeasure> measures) {
        fleets.remove(fleet.toString());
        if (!measures.isEmpty()) {
            fleets.put(fleet.toString(), measures);
        }
        while (fleets.size() > MAX_FLEETS) {
            fleets.remove(fleets.keySet().iterator().next());
        }
        write();
    }

    private void write() {
        Map<String, Object> all = new LinkedHashMap<>();
        fleets.forEach((fleet, measures) ->
                all.put(fleet, measures.stream().map(MeasureStore::toFields).toList()));
        file.write(Json.spaced(json -> Json.write(all, json)));
    }

    private static Map<String, Object> toFields(FleetMeasure measure) {
        return switch (measure) {
            case FleetMeasure.Slices(FleetMeasure.Slices.Aggregate aggregate, String name) ->
                Map.of(AGGREGATE, aggregate.name(), NAME, name);
            case FleetMeasure.LongestFrame() -> Map.of(FRAME, true);
            case FleetMeasure.Rows(String table) -> Map.of(ROWS, table);
            case FleetMeasure.Sql(String title, String sql) -> Map.of(SQL, sql, TITLE, title);
            case FleetMeasure.Summary(String title, List<TraceSummarySpec> specs) ->
                Map.of(
                        TITLE,
                        title,
                        SPECS,
                        specs.stream()
                                .map(s -> Base64.getEncoder().encodeToString(s.toByteArray()))
                                .toList());
        };
    }

    private void read(@Nullable Object content) {
        if (!(content instanceof Map<?, ?> all)) {
            return;
        }
        all.forEach((fleet, list) -> {
            List<FleetMeasure> measures = new ArrayList<>();
            if (list instanceof List<?> elements) {
                for (Object element : elements) {
                    FleetMeasure measure = element instanceof Map<?, ?> map ? measure(map) : null;
                    if (measure != null) {
                        measures.add(measure);
                    }
                }
            }
            fleets.put(String.valueOf(fleet), measures);
        });
    }

    /// Returns null for a measure of a later version of the program.
    private static @Nullable FleetMeasure measure(Map<?, ?> map) {
        try {
            if (map.get(AGGREGATE) instanceof String aggregate && map.get(NAME) instanceof String name) {
                return new FleetMeasure.Slices(FleetMeasure.Slices.Aggregate.valueOf(aggregate), name);
            }
            if (map.containsKey(FRAME)) {
                return new FleetMeasure.LongestFrame();
            }
            if (map.get(ROWS) instanceof String table) {
                return new FleetMeasure.Rows(table);
            }
            if (map.get(SQL) instanceof String sql && map.get(TITLE) instanceof String title) {
                return new FleetMeasure.Sql(title, sql);
            }
            if (map.get(SPECS) instanceof List<?> texts && map.get(TITLE) instanceof String title) {
                List<TraceSummarySpec> specs = new ArrayList<>();
                for (Object text : texts) {
                    specs.add(TraceSummarySpec.parseFrom(Base64.getDecoder().decode(String.valueOf(text))));
                }
                return new FleetMeasure.Summary(title, specs);
            }
        } catch (IllegalArgumentException | InvalidProtocolBufferException e) {
            System.getLogger(MeasureStore.class.getName()).log(System.Logger.Level.DEBUG, "an unknown measure", e);
        }
        return null;
    }
}
