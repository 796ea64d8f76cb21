package traceglass.engine.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.QueryColumn;
import traceglass.engine.TraceProcessor;
import traceglass.engine.fleet.source.FileReason;
import traceglass.engine.fleet.source.FleetSource;
import traceglass.engine.fleet.sql.ParquetCheck;
import traceglass.ingest.open.FleetMember;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.processor.TraceSummarySpec;
import traceglass.store.database.StoreOptions;
import traceglass.store.parquet.ParquetFile;

/// A folder with the tables of many traces as Parquet files.
///
/// ```java
/// Fleet fleet = Fleet.create(Path.of("benchmarks.fleet"));
/// fleet.add(FleetImport.of(List.of("runs/")));
/// try (FleetRows rows = fleet.queryEach("SELECT count(*) AS slices FROM slice", FleetRun.onAll())) {
///     rows.forEach(System.out::println);
/// }
/// ```
///
/// Only one program can change a fleet at a time; any number of programs can read it at the same time.
public final class Fleet {

    /// Name of the file that marks a folder as a fleet.
    public static final String FILE = FleetMember.FLEET_FILE;

    /// Name of the folder with a JSON file for each trace; see [#traceFile].
    public static final String TRACES = FleetMember.TRACES;

    /// Name of the folder with the tables, each a folder with a Parquet file for each trace.
    public static final String TABLES = FleetMember.TABLES;

    /// JSON file of a trace of a fleet that need not be on a local disk.
    public interface TraceFile {

        /// Id of the trace, see [#traceId].
        long id();

        /// Path for messages.
        String path();

        /// Opens the file.
        ///
        /// @throws java.io.FileNotFoundException if it was removed
        InputStream open() throws IOException;
    }

    private final FleetFolder folder;

    private Fleet(FleetFolder folder) {
        this.folder = folder;
    }

    /// Creates a fleet in a folder that is empty or does not exist. Opens the fleet if the folder is already one.
    public static Fleet create(Path folder) {
        return new Fleet(FleetFolder.create(folder));
    }

    /// Opens a fleet.
    ///
    /// @throws EngineException if the folder is not a fleet, or has another version
    public static Fleet open(Path folder) {
        return new Fleet(FleetFolder.open(folder));
    }

    /// Returns whether a folder is a fleet.
    public static boolean isFleet(Path folder) {
        return FleetFolder.isFleet(folder);
    }

    /// Checks that a fleet that is not on a local disk has the format of this version.
    ///
    /// @param folder path for messages
    /// @param manifest its [#FILE]
    /// @throws EngineException if it has another version or can't be read
    public static void checkFormat(String folder, InputStream manifest) {
        FleetFolder.checkFormat(folder, manifest);
    }

    /// Returns whether a file in the folder [#TRACES] of a fleet is the JSON file of a trace.
    public static boolean isTraceFile(Path file) {
        return FleetMember.hasMemberName(file);
    }

    /// Returns the id of a trace from the name of its JSON file, see [#isTraceFile].
    public static long traceId(String name) {
        return FleetMember.id(name);
    }

    /// Reads the properties of traces from their JSON files, ordered by id. Skips files that were removed.
    ///
    /// @param threads number of files that are read at the same time
    /// @param onDamaged receives each file that can't be read; can throw an exception to end the reading
    public static List<FleetTrace> read(
            List<? extends TraceFile> files, int threads, Consumer<FleetFailure> onDamaged) {
        return FleetTraceFile.readAll(files, threads, null, onDamaged, _ -> {});
    }

    /// Returns the JSON file of a trace, which can be opened like a trace.
    public static Path traceFile(Path folder, long traceId) {
        return FleetMember.file(folder, traceId);
    }

    /// Returns the display names of all tables that a trace can have.
    public static List<String> tables() {
        return ParquetFile.tables().stream().map(ParquetFile::publicName).toList();
    }

    /// Returns the Parquet file of a table of a trace.
    ///
    /// @param table one of [#tables]
    public static Path tableFile(Path folder, String table, long traceId) {
        return FleetMember.table(folder, table, traceId);
    }

    /// Absolute path.
    public Path folder() {
        return folder.path();
    }

    FleetFolder files() {
        return folder;
    }

    /// Reads the properties of all traces, ordered by id.
    public List<FleetTrace> traces() {
        return folder.readTraces(new ArrayList<>());
    }

    /// Reads the properties of all traces, ordered by id.
    ///
    /// @param damaged receives the files that can't be read
    public List<FleetTrace> readableTraces(List<FleetFailure> damaged) {
        return folder.readTraces(damaged);
    }

    /// Returns the traces that could not be imported, and damaged files of traces.
    public List<FleetFailure> failures() {
        List<FleetFailure> failures = new ArrayList<>();
        traces(failures);
        return failures;
    }

    /// Reads the properties of all traces, ordered by id.
    ///
    /// @param failures receives the traces that could not be imported, and damaged files of traces
    public List<FleetTrace> traces(List<FleetFailure> failures) {
        failures.addAll(FailureFile.read(folder.path()));
        return folder.readTraces(failures);
    }

    /// Reads the properties of all traces like [#traces(List)], and reports the progress.
    ///
    /// @param progress listener; the sizes in its steps are numbers of traces
    /// @param each receives each trace as it is read, ordered by id
    /// @throws EngineException if the listener cancels
    public List<FleetTrace> traces(List<FleetFailure> failures, FleetProgress progress, Consumer<FleetTrace> each) {
        failures.addAll(FailureFile.read(folder.path()));
        return folder.readTraces(failures, progress, each);
    }

    /// Returns the names of all labels of the traces, in the order of their columns in a query.
    public static List<String> labels(List<FleetTrace> traces) {
        return TracesTable.labels(traces);
    }

    /// Returns the size in bytes of a folder that is one trace, such as a CTF trace, or nothing for other folders.
    public static OptionalLong sizeOfTraceFolder(Path folder) throws IOException {
        return TraceOpener.isTraceFolder(folder, StoreOptions.uncached())
                ? OptionalLong.of(TraceOpener.sizeOf(folder))
                : OptionalLong.empty();
    }

    /// Returns the paths of the traces that an import of these sources would find. Searches folders, archives,
    /// lists of paths and patterns, but reads no trace.
    ///
    /// @param listener receives the number of files that were found so far, and returns false to cancel
    /// @throws EngineException if the listener cancels
    public static List<String> find(List<String> sources, IntPredicate listener) {
        List<FleetSource> found = FleetSources.find(sources, Set.of(), new ArrayList<>(), listener);
        try {
            return found.stream().map(FleetSource::path).toList();
        } finally {
            FleetSources.release(found);
        }
    }

    /// Reads the properties of the traces that the condition in the options selects, ordered by id. The progress
    /// listener in the options receives files that can't be read.
    public List<FleetTrace> traces(FleetRun options) {
        return new FleetQueries(folder, options).traces();
    }

    /// File of a trace, which can be opened like any trace: by the program, [TraceProcessor] or JDBC.
    public Path file(long traceId) {
        return folder.traceFile(traceId);
    }

    /// Opens a trace.
    public TraceProcessor open(long traceId, EngineOptions options) {
        return TraceProcessor.open(file(traceId), options);
    }

    /// Imports traces that are not in the fleet, several at the same time. Traces whose file has not changed since
    /// their import only get new labels. Can be repeated after any error.
    ///
    /// @throws EngineException if the fleet can't be written, or the import was canceled
    public FleetImport.Result add(FleetImport options) {
        return add(options, null);
    }

    /// Imports traces like [#add(FleetImport)], but lets other processes read them.
    ///
    /// @param reader passes the traces to these processes; null to read them in this process
    public FleetImport.Result add(FleetImport options, @Nullable FleetReader reader) {
        List<FleetFailure> missing = new ArrayList<>();
        Set<Path> excluded = new HashSet<>(Set.of(folder.path()));
        options.labels().file().ifPresent(excluded::add);
        List<FleetSource> sources = FleetSources.find(options.sources(), excluded, missing, reader);
        try (FleetFolder.Writer writer = folder.openWriter()) {
            return FleetImporter.run(folder, writer, options, reader, sources, missing);
        } finally {
            FleetSources.release(sources);
        }
    }

    /// Runs statements in each trace separately, in the dialect of Perfetto's trace processor. Returns the rows
    /// of the last statement, trace by trace, preceded by columns with the trace's id, name and labels.
    public FleetRows queryEach(String sql, FleetRun options) {
        return new FleetQueries(folder, options).queryEach(sql, null);
    }

    /// Runs statements in each trace like [#queryEach(String, FleetRun)], then a SELECT in DuckDB's dialect, which
    /// can use the view `result` with these rows and the table `traces`.
    public FleetRows queryEach(String sql, String then, FleetRun options) {
        return new FleetQueries(folder, options).queryEach(sql, then);
    }

    /// Runs a SELECT on all traces together, in DuckDB's dialect. Each table and view has the column
    /// `trace_id`, and there is a table `traces`. Views with joins and tables of modules are computed in each
    /// trace when they are first used, and kept.
    ///
    /// @param sql the SELECT; can be preceded by statements to run in each trace, such as `INCLUDE PERFETTO MODULE`
    public FleetRows queryTogether(String sql, FleetRun options) {
        return new FleetQueries(folder, options).queryTogether(sql);
    }

    /// Columns of the table `traces`, which queries on all traces can read: properties of the traces, and their labels.
    public List<QueryColumn> traceColumns() {
        try (FleetRows none = queryTogether("SELECT * FROM " + TracesTable.NAME + " LIMIT 0", FleetRun.onAll())) {
            return none.columns();
        }
    }

    /// Computes metrics in each trace.
    ///
    /// @param specs specifications of the metrics, see [FleetMetrics#defaults]
    /// @param ids ids of the metrics, or null for all metrics in the specifications
    public FleetMetrics<FleetTrace> metrics(
            List<TraceSummarySpec> specs, @Nullable List<String> ids, FleetRun options) {
        FleetQueries queries = new FleetQueries(folder, options);
        List<FleetTrace> chosen = queries.traces();
        return new MetricRun(specs, ids, options).inFleet(folder, chosen).withFailures(queries.damaged());
    }

    /// Computes metrics in each trace. Returns a row for each trace and combination of dimensions, with the
    /// trace's id, name and labels, `metric`, `dimensions`, `value`, `unit` and `polarity`.
    public FleetRows summarize(List<TraceSummarySpec> specs, @Nullable List<String> ids, FleetRun options) {
        FleetMetrics<FleetTrace> metrics = metrics(specs, ids, options);
        // Damaged traces have been reported.
        return new FleetQueries(folder, options.withProgress(null)).summarize(metrics);
    }

    /// Removes traces and all their tables.
    ///
    /// @throws EngineException if the fleet has no trace with one of these ids
    public void remove(Collection<Long> traceIds) {
        try (FleetFolder.Writer writer = folder.openWriter()) {
            for (long id : traceIds) {
                if (!Files.exists(folder.traceFile(id))) {
                    throw new EngineException("The fleet has no trace " + id, null);
                }
            }
            for (long id : traceIds) {
                writer.remove(id);
            }
        } catch (IOException e) {
            throw new EngineException("A trace can't be removed: " + FileReason.reason(e), e);
        }
    }

    /// Checks that every trace has its tables with all rows, and that there are no other files.
    ///
    /// @return problems, one sentence each; empty if there are none
    public List<String> verify() {
        List<FleetFailure> damaged = new ArrayList<>();
        List<FleetTrace> traces = folder.readTraces(damaged);
        List<String> problems = new ArrayList<>();
        damaged.forEach(d -> problems.add(d.path() + " " + d.reason()));
        try {
            List<ParquetCheck.TableFile> files = new ArrayList<>();
            for (FleetTrace trace : traces) {
                trace.rows()
                        .forEach((table, rows) -> files.add(
                                new ParquetCheck.TableFile(folder.tableFile(table, trace.id()), trace.id(), rows)));
            }
            ParquetCheck.run(folder.path(), files, problems);
            folder.orphans().forEach(f -> problems.add(folder.path().relativize(f) + " does not belong to a trace"));
        } catch (IOException e) {
            throw new EngineException("The fleet " + folder.path() + " can't be read: " + FileReason.reason(e), e);
        }
        return problems;
    }
}
