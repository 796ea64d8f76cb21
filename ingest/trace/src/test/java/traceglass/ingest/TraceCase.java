package traceglass.ingest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import traceglass.analysis.timeline.StoreTracks;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Small synthetic trace with queries and their expected results.
///
/// @param sql file of the queries; the trace and the results are next to it
/// @param trace trace to import, in one of the formats of [CaseBytes]
record TraceCase(Path sql, Path trace) {

    private static final String HEADING = "-- @case ";
    /// Query that is run on every trace without being listed; its result is stored only if it is not empty.
    static final String PROBLEMS = "the import counts these problems";

    private static final String PROBLEMS_SQL = """
        SELECT name, idx, value FROM stats WHERE severity IN ('error', 'data_loss') AND value > 0 ORDER BY name, idx\
        """;

    /// Returns all cases below a folder of subjects, the cases of one subject, or the single case of a file of
    /// queries.
    static List<TraceCase> findIn(Path folder) throws IOException {
        List<TraceCase> cases = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> queries =
                    files.filter(f -> f.toString().endsWith(".sql")).sorted().toList();
            for (Path sql : queries) {
                cases.add(new TraceCase(sql, traceOf(sql)));
            }
        }
        return cases;
    }

    private static Path traceOf(Path sql) throws IOException {
        String stem = stem(sql);
        try (Stream<Path> files = Files.list(sql.toAbsolutePath().getParent())) {
            List<Path> traces = files.filter(f -> stem(f).equals(stem))
                    .filter(f -> !f.toString().endsWith(".sql") && !f.toString().endsWith(".out"))
                    .sorted(Comparator.naturalOrder())
                    .toList();
            if (traces.size() != 1) {
                throw new IOException(sql + " needs exactly one trace next to it, but has " + traces);
            }
            return traces.getFirst();
        }
    }

    private static String stem(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /// Returns the name of the case with its subject, such as `ftrace/sched`.
    String name() {
        return sql.toAbsolutePath().getParent().getFileName() + "/" + stem(sql);
    }

    Path resultsFile() {
        return sql.resolveSibling(stem(sql) + ".out");
    }

    /// Returns the queries by their descriptions, in file order.
    Map<String, String> queries() throws IOException {
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put(PROBLEMS, PROBLEMS_SQL);
        queries.putAll(sections(sql));
        return queries;
    }

    /// Returns the expected results by the descriptions of the queries; empty results may be omitted.
    Map<String, String> expected() throws IOException {
        return Files.exists(resultsFile()) ? sections(resultsFile()) : Map.of();
    }

    private static Map<String, String> sections(Path file) throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        String heading = null;
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(HEADING)) {
                heading = line.substring(HEADING.length()).strip();
                if (sections.put(heading, "") != null) {
                    throw new IOException(file + ": \"" + heading + "\" occurs twice");
                }
            } else if (heading != null) {
                sections.merge(heading, line + "\n", String::concat);
            } else if (!line.isBlank()) {
                throw new IOException(file + ": the first line must be \"" + HEADING + "…\"");
            }
        }
        sections.replaceAll((h, text) -> text.strip());
        return sections;
    }

    /// Imports the trace once and runs all queries.
    ///
    /// @param folder folder for the trace while it is read
    Map<String, String> results(Path folder) throws IOException {
        Path file = folder.resolve(name().replace('/', '-') + ".trace");
        Files.write(file, CaseBytes.of(trace));
        Map<String, String> results = new LinkedHashMap<>();
        StoreOptions options = StoreOptions.uncached().withTempDir(folder).withThreads(1);
        try (TraceStore store = TraceOpener.openLazily(file, options, new ImportProgress(), storage -> {})
                .store()) {
            runQueries(store, results);
        } catch (TraceProblem e) {
            String problem = "ERROR: " + e.getMessage().replace(file.toString(), "TRACE");
            queries().keySet().forEach(q -> results.put(q, q.equals(PROBLEMS) ? "" : problem));
        } finally {
            Files.deleteIfExists(file);
        }
        if (results.get(PROBLEMS).lines().count() < 2) {
            results.put(PROBLEMS, "");
        }
        return results;
    }

    private void runQueries(TraceStore store, Map<String, String> results) throws IOException {
        StoreTracks tracks = null;
        try {
            for (Map.Entry<String, String> query : queries().entrySet()) {
                String sql = query.getValue();
                if (sql.startsWith(".")) {
                    tracks = tracks == null ? StoreTracks.read(store) : tracks;
                    results.put(query.getKey(), AnalysisCommands.runAll(store, tracks, sql));
                } else {
                    results.put(query.getKey(), run(store, sql));
                }
            }
        } catch (QueryException e) {
            throw new IOException(e);
        } finally {
            if (tracks != null) {
                tracks.data().close();
            }
        }
    }

    private static String run(TraceStore store, String sql) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            session.run(sql, new CsvPrinter(bytes));
        } catch (SqlProblem | QueryException e) {
            return "ERROR: " + (e instanceof SqlProblem p ? p.describe() : e.getMessage()).strip();
        }
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    /// Replaces the results file. Empty results are omitted.
    void write(Map<String, String> results) throws IOException {
        StringBuilder text = new StringBuilder();
        results.forEach((sentence, result) -> {
            if (!result.isEmpty()) {
                text.append(text.isEmpty() ? "" : "\n")
                        .append(HEADING)
                        .append(sentence)
                        .append('\n');
                text.append(result).append('\n');
            }
        });
        Files.writeString(resultsFile(), text);
    }
}
