package traceglass.convert.roundtrip;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.convert.Conversions;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Converts traces, opens the results, and runs the queries of `queries.txt` on the traces and the results.
final class RoundTripRunner {

    /// A query.
    ///
    /// @param formats formats that contain the data for the query
    private record SavedQuery(List<String> formats, String name, String sql) {}

    private final Path dir;
    private final List<SavedQuery> savedQueries = new ArrayList<>();

    RoundTripRunner(Path dir) {
        this.dir = dir;
        for (String line : lines("queries.txt")) {
            int space = line.indexOf(' ');
            int colon = line.indexOf(": ");
            savedQueries.add(new SavedQuery(
                    List.of(line.substring(0, space).split(",")),
                    line.substring(space + 1, colon),
                    line.substring(colon + 2)));
        }
    }

    /// Returns the lines of a resource, without comments.
    static List<String> lines(String resource) {
        try (InputStream in = RoundTripRunner.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(l -> !l.isBlank() && !l.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the queries of `queries.txt` with different results for trace and conversion, by name with the first
    /// difference.
    Map<String, String> differences(Path trace, String format) throws Exception {
        Map<String, String> formatQueries = new TreeMap<>();
        savedQueries.stream().filter(q -> q.formats.contains(format)).forEach(q -> formatQueries.put(q.name, q.sql));
        return differences(trace, format, formatQueries);
    }

    /// Returns the queries with different results for trace and conversion, by name with the first difference.
    ///
    /// @param queries queries by name
    Map<String, String> differences(Path trace, String format, Map<String, String> queries) throws Exception {
        Path result = dir.resolve("result." + format);
        Map<String, List<String>> before = new TreeMap<>();
        try (TraceStore store = open(trace)) {
            Conversion.Request request =
                    new Conversion.Request(trace, () -> new TraceRows(store), Conversion.Options.DEFAULT);
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(result))) {
                Conversions.byId(format).orElseThrow().convert(request, out, new ImportProgress(), note -> {});
            }
            runQueries(store, queries, before);
        }
        Map<String, String> different = new TreeMap<>();
        try (TraceStore store = open(result)) {
            Map<String, List<String>> after = new TreeMap<>();
            runQueries(store, queries, after);
            before.forEach((name, expected) -> {
                List<String> found = after.get(name);
                if (!found.equals(expected)) {
                    List<String> lost = new ArrayList<>(expected);
                    lost.removeAll(found);
                    List<String> added = new ArrayList<>(found);
                    added.removeAll(expected);
                    different.put(
                            name,
                            "lost " + lost.size() + ": " + first(lost) + "; new " + added.size() + ": " + first(added));
                }
            });
        } finally {
            Files.delete(result);
        }
        return different;
    }

    private static String first(List<String> rows) {
        return rows.isEmpty() ? "" : rows.getFirst();
    }

    private static TraceStore open(Path trace) throws Exception {
        return TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                .store();
    }

    private static void runQueries(TraceStore store, Map<String, String> queries, Map<String, List<String>> results)
            throws IOException, ConvertProblem {
        for (Map.Entry<String, String> query : queries.entrySet()) {
            List<String> rows = new ArrayList<>();
            new TraceRows(store).query(query.getValue(), c -> {
                while (c.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int i = 0; i < c.columns().size(); i++) {
                        row.append(i == 0 ? "" : "|").append(c.getString(i));
                    }
                    rows.add(row.toString());
                }
            });
            results.put(query.getKey(), rows);
        }
    }
}
