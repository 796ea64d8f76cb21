package traceglass.engine.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.ExportFormat;
import traceglass.engine.OpenProgress;
import traceglass.engine.QuerySession;
import traceglass.engine.TraceProcessor;
import traceglass.engine.summary.Summaries;
import traceglass.engine.summary.SummaryRequest;
import traceglass.engine.summary.SummaryText;
import traceglass.ingest.open.FormatDetector;
import traceglass.protos.processor.AppendTraceDataResult;
import traceglass.protos.processor.ComputeMetricResult;
import traceglass.protos.processor.CreateSummarizerResult;
import traceglass.protos.processor.DestroySummarizerResult;
import traceglass.protos.processor.DisableAndReadMetatraceResult;
import traceglass.protos.processor.ExportArgs;
import traceglass.protos.processor.FinalizeDataResult;
import traceglass.protos.processor.QueryResult;
import traceglass.protos.processor.QuerySummarizerArgs;
import traceglass.protos.processor.QuerySummarizerResult;
import traceglass.protos.processor.RegisterSqlPackageArgs;
import traceglass.protos.processor.RegisterSqlPackageResult;
import traceglass.protos.processor.StatementArgs;
import traceglass.protos.processor.StatementResult;
import traceglass.protos.processor.StatusResult;
import traceglass.protos.processor.TraceProcessorApiVersion;
import traceglass.protos.processor.TraceSummary;
import traceglass.protos.processor.TraceSummaryArgs;
import traceglass.protos.processor.TraceSummaryResult;
import traceglass.protos.processor.TraceSummarySpec;
import traceglass.protos.processor.UpdateSummarizerSpecArgs;
import traceglass.protos.processor.UpdateSummarizerSpecResult;
import traceglass.store.database.TemporaryFiles;

/// Serves remote calls on one trace, which all clients share: as with Perfetto's trace processor, tables that one
/// client creates are visible to the others. Calls run one at a time.
public final class RpcEngine implements AutoCloseable {

    /// Receives a reply in pieces.
    public interface Pieces {
        void take(ByteString piece) throws IOException;
    }

    private static final int EXPORT_PIECE = 64 << 10;
    /// Minimum size of a first piece to detect its format.
    private static final int SNIFFED = 8;
    private static final int MAX_SNIFFED = 64 << 10;
    /// Longest time of a query while others wait.
    private static final Duration MAX_TURN = Duration.ofMinutes(5);
    private static final long AGAIN_MS = 1000;
    /// Start time of a call that still waits for its turn.
    private static final long WAITING = Long.MIN_VALUE;

    private static final ScheduledExecutorService WATCH = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trace server watch");
        thread.setDaemon(true);
        return thread;
    });

    private final EngineOptions options;
    private final String version;
    private final Map<String, String> modules;
    private final long maxTurnMs;
    private final ReentrantLock lock = new ReentrantLock(true);
    private volatile long lastCallNs = System.nanoTime();
    private final AtomicInteger running = new AtomicInteger();

    private final SummarizerCalls summarizers = new SummarizerCalls();
    private @Nullable TraceProcessor trace;
    private volatile @Nullable QuerySession session;
    private volatile boolean closing;
    /// Whether pieces of the current upload were lost.
    private boolean uploadFailed;

    private volatile String traceName = "";
    /// A trace that is being received in pieces. It is complete when `trace` is set.
    private @Nullable TraceUpload upload;

    /// @param version shown to clients, such as `Traceglass 1.0`
    public RpcEngine(EngineOptions options, String version) {
        this(options, version, Map.of());
    }

    /// @param version shown to clients, such as `Traceglass 1.0`
    /// @param modules texts of SQL modules by name, which each trace gets
    public RpcEngine(EngineOptions options, String version, Map<String, String> modules) {
        this(options, version, modules, MAX_TURN);
    }

    /// @param version shown to clients, such as `Traceglass 1.0`
    /// @param modules texts of SQL modules by name, which each trace gets
    /// @param maxTurn time after which a query is canceled if other calls wait for it
    public RpcEngine(EngineOptions options, String version, Map<String, String> modules, Duration maxTurn) {
        OpenProgress listener = options.progress();
        // Closing the server also cancels an import.
        this.options = options.withProgress(
                (phase, read, total) -> !closing && (listener == null || listener.update(phase, read, total)));
        this.version = version;
        this.modules = Map.copyOf(modules);
        maxTurnMs = maxTurn.toMillis();
    }

    private interface Call<R> {
        R run() throws IOException;
    }

    private interface Step {
        void run() throws IOException;
    }

    /// Runs calls one at a time.
    private <R> R inTurn(Call<R> call) throws IOException {
        return inTurn(() -> false, call);
    }

    /// Runs a call when it is its turn.
    ///
    /// @param isGone returns whether the client has disconnected; called once per second
    private <R> R inTurn(BooleanSupplier isGone, Call<R> call) throws IOException {
        AtomicLong sinceNs = new AtomicLong(WAITING);
        Future<?> watch =
                WATCH.scheduleWithFixedDelay(() -> watch(isGone, sinceNs), AGAIN_MS, AGAIN_MS, TimeUnit.MILLISECONDS);
        lock.lock();
        running.incrementAndGet();
        try {
            if (closing) {
                throw new IOException("The server ends");
            }
            if (isGone.getAsBoolean()) {
                throw new IOException("The client disconnected before its turn");
            }
            sinceNs.set(System.nanoTime());
            return call.run();
        } finally {
            synchronized (sinceNs) {
                // From now on, the watch thread must not cancel, because it would cancel the query of the next call.
                sinceNs.set(WAITING);
            }
            watch.cancel(false);
            running.decrementAndGet();
            lastCallNs = System.nanoTime();
            lock.unlock();
        }
    }

    /// Cancels a query that takes long while others wait, or whose client has disconnected.
    ///
    /// @param sinceNs start of the call
    private void watch(BooleanSupplier isGone, AtomicLong sinceNs) {
        boolean isUnwanted = isGone.getAsBoolean();
        synchronized (sinceNs) {
            long start = sinceNs.get();
            if (start != WAITING
                    && (isUnwanted
                            || lock.hasQueuedThreads()
                                    && System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(maxTurnMs))) {
                cancelRunning();
            }
        }
    }

    private void cancelRunning() {
        QuerySession busy = session;
        if (busy != null) {
            busy.cancel();
        }
    }

    private void performInTurn(Step step) throws IOException {
        performInTurn(() -> false, step);
    }

    private void performInTurn(BooleanSupplier isGone, Step step) throws IOException {
        inTurn(isGone, () -> {
            step.run();
            return Boolean.TRUE;
        });
    }

    /// Nanoseconds since the last call ended; 0 while one runs.
    public long idleNs() {
        return running.get() > 0 ? 0 : System.nanoTime() - lastCallNs;
    }

    /// Opens a trace for the clients.
    ///
    /// @throws EngineException if it can't be read
    public void open(Path file) throws IOException {
        performInTurn(() -> {
            drop();
            use(TraceProcessor.open(file, options), String.valueOf(file.getFileName()));
        });
    }

    private void use(TraceProcessor opened, String name) {
        modules.forEach(opened::addModule);
        trace = opened;
        session = opened.newSession();
        traceName = name;
    }

    /// Returns the version and the name of the loaded trace.
    public StatusResult status() {
        StatusResult.Builder status = StatusResult.newBuilder()
                .setHumanReadableVersion(version)
                .setApiVersion(TraceProcessorApiVersion.TRACE_PROCESSOR_CURRENT_API_VERSION.getNumber());
        if (!traceName.isEmpty()) {
            status.setLoadedTraceName(traceName);
        }
        return status.build();
    }

    /// Adds a piece of a trace. A piece after the end of a trace starts a new one.
    public AppendTraceDataResult append(ByteString piece) throws IOException {
        return inTurn(() -> {
            AppendTraceDataResult.Builder result = AppendTraceDataResult.newBuilder();
            if (piece.isEmpty()) {
                return result.setTotalBytesParsed(upload == null ? 0 : upload.bytes())
                        .build();
            }
            if (trace != null) {
                drop();
            }
            if (uploadFailed) {
                return result.setError("An earlier piece of the trace is missing")
                        .build();
            }
            if (upload == null && piece.size() >= SNIFFED) {
                // Clients check for errors in replies to pieces, but not in the reply to the end of a trace.
                Optional<String> problem = FormatDetector.problemOfText(
                        piece.substring(0, Math.min(piece.size(), MAX_SNIFFED)).toByteArray());
                if (problem.isPresent()) {
                    uploadFailed = true;
                    return result.setError("The file " + problem.get()).build();
                }
            }
            try {
                TraceUpload target = upload == null ? TraceUpload.begin() : upload;
                upload = target;
                return result.setTotalBytesParsed(target.add(piece)).build();
            } catch (IOException e) {
                dropUpload();
                uploadFailed = true;
                return result.setError("Can't store the trace: " + e.getMessage())
                        .build();
            }
        });
    }

    /// Ends a trace that was received in pieces, and opens it.
    public FinalizeDataResult finish() throws IOException {
        return inTurn(() -> {
            if (trace != null) {
                return FinalizeDataResult.getDefaultInstance();
            }
            if (uploadFailed) {
                uploadFailed = false;
                return FinalizeDataResult.newBuilder()
                        .setError("A piece of the trace is missing")
                        .build();
            }
            try {
                TraceUpload complete = upload == null ? TraceUpload.begin() : upload;
                upload = complete;
                use(TraceProcessor.open(complete.end(), options.withoutCache()), "");
                return FinalizeDataResult.getDefaultInstance();
            } catch (EngineException | IOException e) {
                dropUpload();
                return FinalizeDataResult.newBuilder()
                        .setError(String.valueOf(e.getMessage()))
                        .build();
            }
        });
    }

    /// Runs a query and sends its result as `QueryResult` messages.
    ///
    /// @param isGone returns whether the client has disconnected; its query is canceled then
    public void query(String sql, BooleanSupplier isGone, Pieces pieces) throws IOException {
        performInTurn(isGone, () -> {
            if (sql.isBlank()) {
                pieces.take(problem("There is no statement to run"));
                return;
            }
            QuerySession current;
            try {
                current = current();
            } catch (EngineException e) {
                pieces.take(problem(String.valueOf(e.getMessage())));
                return;
            }
            if (current == null) {
                pieces.take(problem("No trace is loaded"));
                return;
            }
            QueryReply.run(current, sql, (message, _) -> pieces.take(message));
        });
    }

    /// Runs the next statement of a text and sends its result as `StatementResult` messages, the first of which
    /// contains the end position of the statement.
    ///
    /// @param isGone returns whether the client has disconnected; its query is canceled then
    public void statement(StatementArgs args, BooleanSupplier isGone, Pieces pieces) throws IOException {
        performInTurn(isGone, () -> {
            StatementCursor next;
            QuerySession current;
            try {
                next = StatementCursor.next(args.getSql(), args.getStartOffset());
                current = current();
            } catch (EngineException | IllegalArgumentException e) {
                pieces.take(noStatement(String.valueOf(e.getMessage())).toByteString());
                return;
            }
            if (current == null) {
                pieces.take(noStatement("No trace is loaded").toByteString());
                return;
            }
            if (next.sql().isEmpty()) {
                pieces.take(StatementResult.newBuilder(noStatement(""))
                        .setTailOffset(next.tail())
                        .setStatementExecuted(false)
                        .build()
                        .toByteString());
                return;
            }
            boolean[] isFirst = {true};
            QueryReply.run(current, next.sql(), (message, started) -> {
                StatementResult.Builder head = StatementResult.newBuilder();
                if (isFirst[0]) {
                    head.setTailOffset(started ? next.tail() : args.getStartOffset())
                            .setStatementExecuted(started);
                }
                isFirst[0] = false;
                // Concatenated, both are one message.
                ByteString.Output bytes = ByteString.newOutput(message.size() + 16);
                CodedOutputStream out = CodedOutputStream.newInstance(bytes);
                out.writeBytes(StatementResult.RESULT_FIELD_NUMBER, message);
                out.flush();
                pieces.take(head.build().toByteString().concat(bytes.toByteString()));
            });
        });
    }

    private static StatementResult noStatement(String error) {
        QueryResult.Builder result = QueryResult.newBuilder()
                .addBatch(QueryResult.CellsBatch.newBuilder().setIsLastBatch(true));
        return StatementResult.newBuilder()
                .setResult(error.isEmpty() ? result : result.setError(error))
                .build();
    }

    /// Creates a summarizer under an id that the client chose.
    public CreateSummarizerResult createSummarizer(String id) throws IOException {
        return inTurn(() -> summarizers.create(current(), id));
    }

    /// Replaces the queries of a summarizer.
    public UpdateSummarizerSpecResult updateSummarizer(UpdateSummarizerSpecArgs args) throws IOException {
        return inTurn(() -> summarizers.update(args));
    }

    /// Runs a query of a summarizer.
    ///
    /// @param isGone returns whether the client has disconnected; its query is canceled then
    public QuerySummarizerResult querySummarizer(QuerySummarizerArgs args, BooleanSupplier isGone) throws IOException {
        return inTurn(isGone, () -> summarizers.query(args));
    }

    /// Drops a summarizer with its tables.
    public DestroySummarizerResult destroySummarizer(String id) throws IOException {
        return inTurn(() -> summarizers.destroy(id));
    }

    /// Returns the session of the trace. Without a trace, clients can query an empty one.
    private @Nullable QuerySession current() {
        if (session == null && upload == null) {
            use(TraceProcessor.open(new byte[0], options.withoutCache()), "");
        }
        return session;
    }

    private static ByteString problem(String message) {
        return QueryResult.newBuilder()
                .setError(message)
                .addBatch(QueryResult.CellsBatch.newBuilder().setIsLastBatch(true))
                .build()
                .toByteString();
    }

    /// Drops all objects that clients created.
    public void restoreInitialTables() throws IOException {
        performInTurn(() -> {
            if (trace != null && session != null) {
                session.close();
                session = trace.newSession();
                summarizers.restart(session);
            }
        });
    }

    /// Closes the trace.
    public void reset() throws IOException {
        performInTurn(() -> {
            drop();
        });
    }

    /// Adds SQL modules to the trace.
    public RegisterSqlPackageResult register(RegisterSqlPackageArgs args) throws IOException {
        return inTurn(() -> {
            RegisterSqlPackageResult.Builder result = RegisterSqlPackageResult.newBuilder();
            current();
            TraceProcessor current = trace;
            if (current == null) {
                return result.setError("No trace is loaded").build();
            }
            String prefix = args.getPackageName() + ".";
            for (RegisterSqlPackageArgs.Module module : args.getModulesList()) {
                String name = module.getName();
                if (!name.startsWith(prefix)) {
                    return result.setError("Module " + name + " is not in package " + args.getPackageName())
                            .build();
                }
                if (!args.getAllowOverride() && current.modules().contains(name)) {
                    return result.setError("Module " + name + " is already registered")
                            .build();
                }
            }
            args.getModulesList().forEach(m -> current.addModule(m.getName(), m.getSql()));
            return result.build();
        });
    }

    /// Sends a whole database in pieces.
    ///
    /// @throws EngineException if the format is not supported or no trace is loaded; then nothing was sent
    public void export(ExportArgs.Format format, Pieces pieces) throws IOException {
        ExportFormat chosen = switch (format) {
            case SQLITE -> ExportFormat.SQLITE;
            case ARROW_TAR -> ExportFormat.ARROW_TAR;
            case PERFETTO ->
                throw new EngineException("Databases are exported as SQLite or as a tar file of Arrow tables", null);
            case FORMAT_UNSPECIFIED -> throw new EngineException("Export format is required", null);
        };
        performInTurn(() -> {
            current();
            TraceProcessor current = trace;
            if (current == null) {
                throw new EngineException("No trace is loaded", null);
            }
            Path folder = TemporaryFiles.folder("export");
            Path file = folder.resolve("export");
            try {
                current.export(chosen, file);
                try (InputStream in = Files.newInputStream(file)) {
                    for (byte[] piece = in.readNBytes(EXPORT_PIECE);
                            piece.length > 0;
                            piece = in.readNBytes(EXPORT_PIECE)) {
                        pieces.take(ByteString.copyFrom(piece));
                    }
                }
            } finally {
                deleteAll(folder);
            }
        });
    }

    /// Deletes a folder and the files that a writer left in it.
    private static void deleteAll(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // Ignore the failure: the folder is in the system's temporary folder.
        }
    }

    /// Returns an error, because version 1 metrics are not supported.
    public ComputeMetricResult computeMetric() {
        return ComputeMetricResult.newBuilder()
                .setError("Version 1 metrics are not supported. Standard modules give the same data as"
                        + " tables, for example INCLUDE PERFETTO MODULE android.startup.startups")
                .build();
    }

    /// Computes a summary. Errors in the specification or a query are returned in the reply.
    ///
    /// @param isGone returns whether the client has disconnected; its queries are canceled then
    public TraceSummaryResult summarize(TraceSummaryArgs args, BooleanSupplier isGone) throws IOException {
        return inTurn(isGone, () -> {
            TraceSummaryResult.Builder result = TraceSummaryResult.newBuilder();
            QuerySession current = current();
            if (current == null) {
                return result.setError("No trace is loaded").build();
            }
            try {
                TraceSummary summary = Summaries.compute(current, request(args));
                return args.getOutputFormat() == TraceSummaryArgs.Format.TEXTPROTO
                        ? result.setTextprotoSummary(SummaryText.of(summary)).build()
                        : result.setProtoSummary(summary.toByteString()).build();
            } catch (EngineException e) {
                return result.setError(String.valueOf(e.getMessage())).build();
            }
        });
    }

    private static SummaryRequest request(TraceSummaryArgs args) {
        List<TraceSummarySpec> specs = new ArrayList<>(args.getProtoSpecsList());
        args.getTextprotoSpecsList().forEach(text -> specs.add(Summaries.parse(text)));
        TraceSummaryArgs.ComputationSpec wanted = args.getComputationSpec();
        return new SummaryRequest(
                specs,
                wanted.getRunAllMetrics() ? null : wanted.getMetricIdsList(),
                wanted.hasMetadataQueryId() ? wanted.getMetadataQueryId() : null);
    }

    /// Returns an empty metatrace.
    public DisableAndReadMetatraceResult metatrace() {
        return DisableAndReadMetatraceResult.newBuilder()
                .setMetatrace(ByteString.EMPTY)
                .build();
    }

    private void drop() {
        if (trace != null) {
            trace.close();
        }
        trace = null;
        session = null;
        summarizers.restart(null);
        traceName = "";
        uploadFailed = false;
        dropUpload();
    }

    private void dropUpload() {
        if (upload != null) {
            upload.delete();
            upload = null;
        }
    }

    @Override
    public void close() {
        closing = true;
        try {
            // Repeatedly, because other calls can wait for their turn, and canceling too early has no effect.
            do {
                cancelRunning();
            } while (!lock.tryLock(50, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            drop();
        } finally {
            lock.unlock();
        }
    }
}
