package traceglass.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import traceglass.engine.archive.TraceArchive;
import traceglass.sql.export.TableFormat;
import traceglass.sql.export.TableFormats;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.TemporaryFiles;

/// A trace that is open for queries. Supports every trace format of Traceglass.
///
/// ```java
/// record Slow(String name, long dur) {}
///
/// try (TraceProcessor trace = TraceProcessor.open(Path.of("trace.pftrace"))) {
///     trace.query("SELECT name, dur FROM slice WHERE dur > ? ORDER BY dur DESC", 16_000_000)
///             .as(Slow.class)
///             .forEach(System.out::println);
/// }
/// ```
///
/// Any number of traces can be open at the same time. Thread-safe: queries of one session run one at a time,
/// queries of different sessions run concurrently.
public final class TraceProcessor implements AutoCloseable {

    private final TraceStore store;
    private final List<String> warnings;
    private final EngineOptions options;
    private final ModuleLibrary library;
    /// Temporary folder of the trace if it was opened from bytes or from several files.
    private final @Nullable Path temporary;

    private final List<QuerySession> sessions = new ArrayList<>();
    private @Nullable QuerySession main;

    private TraceProcessor(OpenedTrace opened, EngineOptions options, @Nullable Path temporary) {
        store = opened.store();
        warnings = opened.warnings();
        this.options = options;
        library = new ModuleLibrary(options.moduleFolders());
        this.temporary = temporary;
    }

    /// Opens a trace with a temporary database.
    ///
    /// @throws EngineException if it can't be read
    public static TraceProcessor open(Path trace) {
        return open(trace, EngineOptions.temporary());
    }

    /// Opens a trace, an archive of traces, or a folder with a trace of several files.
    ///
    /// @throws EngineException if it can't be read
    public static TraceProcessor open(Path trace, EngineOptions options) {
        return new TraceProcessor(OpenedTrace.open(trace, options), options, null);
    }

    /// Opens the bytes of a trace.
    ///
    /// @throws EngineException if they can't be read
    public static TraceProcessor open(byte[] trace, EngineOptions options) {
        return ofCopy(folder -> Files.write(folder.resolve("trace"), trace), options);
    }

    /// Opens several traces on one timeline, like an archive that contains them.
    ///
    /// @throws EngineException if a trace can't be read, or the list is empty
    public static TraceProcessor openTogether(List<Path> traces, EngineOptions options) {
        if (traces.isEmpty()) {
            throw new EngineException("No traces to open", null);
        }
        return ofCopy(folder -> TraceArchive.write(traces, folder.resolve("traces.zip")), options);
    }

    private interface Copy {
        Path into(Path folder) throws IOException;
    }

    private static TraceProcessor ofCopy(Copy copy, EngineOptions options) {
        Path folder = null;
        TraceProcessor opened = null;
        try {
            folder = TemporaryFiles.folder("engine");
            Path trace = copy.into(folder);
            opened = new TraceProcessor(OpenedTrace.open(trace, options), options, folder);
            return opened;
        } catch (IOException e) {
            throw new EngineException("The trace can't be copied: " + e.getMessage(), e);
        } finally {
            if (opened == null && folder != null) {
                StoreDatabase.deleteTree(folder);
            }
        }
    }

    /// Adds an SQL module that sessions of this trace can include with `INCLUDE PERFETTO MODULE`.
    ///
    /// @param name name, such as `my.module`; replaces a module with the same name
    /// @throws IllegalArgumentException if the name can't be that of a module, or the SQL is null
    public void addModule(String name, String sql) {
        library.add(name, sql);
    }

    /// Names of all modules that can be included with `INCLUDE PERFETTO MODULE`.
    public List<String> modules() {
        return library.names();
    }

    /// Opens a session with its own tables, views and functions. It is closed with the trace at the latest.
    public synchronized QuerySession newSession() {
        sessions.removeIf(QuerySession::isClosed);
        QuerySession session = QuerySession.on(store, options, library);
        sessions.add(session);
        return session;
    }

    /// The session that [#query] and [#execute] use.
    private synchronized QuerySession main() {
        if (main == null) {
            main = newSession();
        }
        return main;
    }

    /// Runs statements in the trace's own session, see [QuerySession#query(String, Object...)].
    public QueryResult query(String sql, @Nullable Object... values) {
        return main().query(sql, values);
    }

    /// Runs statements in the trace's own session, see [QuerySession#query(String, Map)].
    public QueryResult query(String sql, Map<String, ? extends @Nullable Object> values) {
        return main().query(sql, values);
    }

    /// Runs statements in the trace's own session and discards their rows.
    public void execute(String sql, @Nullable Object... values) {
        main().execute(sql, values);
    }

    /// First timestamp of the trace in nanoseconds of its clock.
    public long startNs() {
        return store.bounds().start();
    }

    /// End of the last event in nanoseconds of the trace's clock.
    public long endNs() {
        return store.bounds().end();
    }

    /// Warnings about the trace for users, one sentence each.
    public List<String> warnings() {
        return warnings;
    }

    /// Reads the trace's metadata about the device, the recording and the trace, by name.
    public Map<String, String> metadata() {
        Map<String, String> all = new TreeMap<>();
        try (QuerySession session = newSession()) {
            for (QueryRow row :
                    session.query("SELECT name, coalesce(str_value, CAST(int_value AS TEXT)) AS value FROM metadata")) {
                String value = row.getString(1);
                if (value != null) {
                    all.put(String.valueOf(row.getString(0)), value);
                }
            }
        }
        return all;
    }

    /// Reads the statistics that are not zero.
    public List<StatValue> stats() {
        try (QuerySession session = newSession()) {
            return session
                    .query("SELECT name, idx, severity, source, value, description FROM stats WHERE value <> 0")
                    .stream()
                    .map(row -> new StatValue(
                            String.valueOf(row.getString(0)),
                            row.isNull(1) ? OptionalLong.empty() : OptionalLong.of(row.getLong(1)),
                            String.valueOf(row.getString(2)),
                            String.valueOf(row.getString(3)),
                            row.getLong(4),
                            String.valueOf(row.getString(5))))
                    .toList();
        }
    }

    /// Lists the tables and views that queries can use without including a module, by name.
    public List<TableInfo> tables() {
        try (QuerySession session = newSession()) {
            return session.tables();
        }
    }

    /// Writes all tables and views to a file, which must not exist.
    ///
    /// @throws IOException if it can't be written
    public void export(ExportFormat format, Path file) throws IOException {
        if (!options.allowsFiles()) {
            // From now on, other sessions can't access files, even if this one can.
            newSession().close();
        }
        TableFormat writer = TableFormats.byId(format.id()).orElseThrow();
        try (SqlSession session = SqlSession.on(store, SqlPolicy.WITH_FILES, library)) {
            writer.write(session, writer.tables(session), file);
        } catch (SqlProblem | QueryException e) {
            throw new EngineException(e.getMessage(), e);
        }
    }

    /// Closes the trace and its sessions. Results that are open end with an error.
    @Override
    public void close() {
        List<QuerySession> open;
        synchronized (this) {
            open = List.copyOf(sessions);
            sessions.clear();
        }
        try {
            open.forEach(TraceProcessor::closeQuietly);
        } finally {
            try {
                store.close();
            } finally {
                if (temporary != null) {
                    StoreDatabase.deleteTree(temporary);
                }
            }
        }
    }

    private static void closeQuietly(QuerySession session) {
        try {
            session.close();
        } catch (EngineException e) {
            // Ignore the failure: the store closes the connection.
        }
    }
}
