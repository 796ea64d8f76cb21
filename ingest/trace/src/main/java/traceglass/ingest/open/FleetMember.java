package traceglass.ingest.open;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.TraceProblem;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.parquet.ParquetFile;
import traceglass.store.text.Json;

/// A trace of a fleet: a JSON file about it, and its tables as Parquet files.
///
/// ```
/// FLEET/fleet.json                marks the folder as a fleet
/// FLEET/traces/17.json            properties of trace 17; "tables" has the number of rows by table
/// FLEET/tables/slice/17.parquet   its slices
/// ```
///
/// The JSON file is written after the tables, so a trace without it is incomplete.
public final class FleetMember {

    /// Name of the file that marks a folder as a fleet.
    public static final String FLEET_FILE = "fleet.json";

    /// Name of the folder with the traces' JSON files.
    public static final String TRACES = "traces";

    /// Name of the folder with the tables, each a folder with a file for each trace.
    public static final String TABLES = "tables";

    /// Key in a trace's JSON file of the object with the number of rows by table.
    public static final String ROWS = "tables";

    private static final int MAX_JSON_BYTES = 16 << 20;

    private FleetMember() {}

    /// Returns the JSON file of a trace.
    public static Path file(Path fleet, long traceId) {
        return fleet.resolve(TRACES).resolve(traceId + ".json");
    }

    /// Returns the Parquet file of a table.
    ///
    /// @param table display name, see [ParquetFile#publicName]
    public static Path table(Path fleet, String table, long traceId) {
        return fleet.resolve(TABLES).resolve(table).resolve(traceId + ".parquet");
    }

    /// Returns whether the path of a file is that of a trace in a fleet.
    public static boolean isMember(Path file) {
        Path traces = file.toAbsolutePath().getParent();
        return traces != null
                && traces.endsWith(TRACES)
                && hasMemberName(file)
                && Files.isRegularFile(traces.resolveSibling(FLEET_FILE));
    }

    /// Returns whether a file in the folder [#TRACES] of a fleet is the JSON file of a trace.
    public static boolean hasMemberName(Path file) {
        return file.getFileName().toString().matches("\\d{1,18}\\.json");
    }

    /// Returns the id of a trace from the name of its JSON file, which [#hasMemberName] accepts.
    public static long id(String name) {
        return Long.parseLong(name.substring(0, name.length() - ".json".length()));
    }

    /// Reads a JSON file of a fleet.
    ///
    /// @throws IOException if it can't be read, or is too large to be such a file
    public static byte[] readJson(InputStream in) throws IOException {
        byte[] content = in.readNBytes(MAX_JSON_BYTES + 1);
        if (content.length > MAX_JSON_BYTES) {
            throw new IOException("it is larger than 16 MB");
        }
        return content;
    }

    /// Returns the name of the file from which a trace of a fleet was imported; empty if the given file is not
    /// part of a fleet.
    public static Optional<String> name(Path file) {
        try {
            if (isMember(file)
                    && Files.size(file) <= MAX_JSON_BYTES
                    && Json.read(Files.readAllBytes(file)) instanceof Map<?, ?> properties
                    && properties.get("path") instanceof String path) {
                return Optional.of(path.substring(
                        Math.max(path.lastIndexOf('/'), Math.max(path.lastIndexOf('\\'), path.lastIndexOf('!'))) + 1));
            }
        } catch (IOException | IllegalArgumentException e) {
            // The error is reported when the trace is opened.
            return Optional.empty();
        }
        return Optional.empty();
    }

    /// Opens a trace of a fleet.
    ///
    /// @return the trace; empty if the file is not part of a fleet
    static Optional<TraceStore> open(Path file, StoreOptions options) throws TraceProblem, IOException {
        if (!isMember(file)) {
            return Optional.empty();
        }
        Path fleet = file.toAbsolutePath().normalize().getParent().getParent();
        long traceId = id(file.getFileName().toString());
        Map<?, ?> rows = rows(file);
        Map<String, ParquetFile> files = new HashMap<>();
        for (String table : ParquetFile.tables()) {
            if (rows.get(ParquetFile.publicName(table)) instanceof Long count) {
                Path path = table(fleet, ParquetFile.publicName(table), traceId);
                if (!Files.exists(path)) {
                    throw new TraceProblem(missingFileMessage(fleet, path, traceId));
                }
                files.put(table, new ParquetFile(table, path, count));
            }
        }
        try {
            return Optional.of(TraceStore.ofParquet(files, fleet.resolve(TABLES), options));
        } catch (StoreException e) {
            throw new TraceProblem(e.getMessage(), e);
        }
    }

    /// Returns the message for a missing file of a table.
    public static String missingFileMessage(Path fleet, Path file, long traceId) {
        return "The file " + fleet.relativize(file) + " of the fleet is missing. Remove trace " + traceId
                + " from the fleet and add it again.";
    }

    private static Map<?, ?> rows(Path file) throws TraceProblem, IOException {
        if (Files.size(file) <= MAX_JSON_BYTES) {
            try {
                @Nullable Object read = Json.read(Files.readAllBytes(file));
                if (read instanceof Map<?, ?> properties && properties.get(ROWS) instanceof Map<?, ?> rows) {
                    return rows;
                }
            } catch (IllegalArgumentException e) {
                throw new TraceProblem(file + " is damaged: " + e.getMessage(), e);
            }
        }
        throw new TraceProblem(file + " is damaged: it does not name its tables");
    }
}
