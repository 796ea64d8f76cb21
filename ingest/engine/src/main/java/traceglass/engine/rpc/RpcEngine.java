package traceglass.engine.rpc;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.ExportFormat;
import traceglass.engine.OpenProgress;
import traceglass.engine.QuerySession;
import traceglass.protos.processor.AppendTraceDataResult;
import traceglass.protos.processor.ComputeMetricResult;
import traceglass.protos.processor.CreateSummarizerResult;
import traceglass.protos.processor.DestroySummarizerResult;
import traceglass.protos.processor.DisableAndReadMetatraceResult;
import traceglass.protos.processor.ExportArgs;
import traceglass.protos.processor.FinalizeDataResult;
import traceglass.protos.processor.QuerySummarizerArgs;
import traceglass.protos.processor.QuerySummarizerResult;
import traceglass.protos.processor.RegisterSqlPackageArgs;
import traceglass.protos.processor.RegisterSqlPackageResult;
import traceglass.protos.processor.ResetTraceProcessorArgs;
import traceglass.protos.processor.StatementArgs;
import traceglass.protos.processor.StatusResult;
import traceglass.protos.processor.TraceProcessorApiVersion;
import traceglass.protos.processor.TraceSummaryArgs;
import traceglass.protos.processor.TraceSummaryResult;
import traceglass.protos.processor.UpdateSummarizerSpecArgs;
import traceglass.protos.processor.UpdateSummarizerSpecResult;

/// Serves remote calls on one trace, which all clients share: as with Perfetto's trace processor, tables that one
/// client creates are visible to the others. Calls run one at a time.
public final class RpcEngine implements AutoCloseable {

    /// Sends a reply to a client in pieces.
    public interface ReplySink {
        void send(ByteString chunk) throws IOException;
    }

    static final String NO_TRACE = "No trace is loaded";

    /// Maximum duration of a query while others wait.
    private static final Duration MAX_TURN = Duration.ofMinutes(5);

    private final String version;
    private final CallQueue calls;
    private final ServedTrace trace;

    /// @param version version shown to clients, such as `Traceglass 1.0`
    public RpcEngine(EngineOptions options, String version) {
        this(options, version, Map.of());
    }

    /// @param version version shown to clients, such as `Traceglass 1.0`
    /// @param modules texts of SQL modules by name, which each trace gets
    public RpcEngine(EngineOptions options, String version, Map<String, String> modules) {
        this(options, version, modules, MAX_TURN);
    }

    /// @param version version shown to clients, such as `Traceglass 1.0`
    /// @param modules texts of SQL modules by name, which each trace gets
    /// @param maxTurn time after which a query is canceled if other calls wait for it
    public RpcEngine(EngineOptions options, String version, Map<String, String> modules, Duration maxTurn) {
        OpenProgress listener = options.progress();
        this.version = version;
        calls = new CallQueue(this::cancelQuery, maxTurn);
        // Closing the server also cancels a running import.
        EngineOptions cancelable = options.withProgress((phase, read, total) ->
                !calls.isClosing() && (listener == null || listener.update(phase, read, total)));
        trace = new ServedTrace(cancelable, Map.copyOf(modules));
    }

    private void cancelQuery() {
        trace.cancelQuery();
    }

    /// Nanoseconds since the last call ended; 0 while one runs.
    public long idleNs() {
        return calls.idleNs();
    }

    /// Opens a trace for the clients.
    ///
    /// @throws EngineException if it can't be read
    public void open(Path file) throws IOException {
        calls.perform(() -> trace.open(file));
    }

    /// Returns the version and the name of the loaded trace.
    public StatusResult status() {
        StatusResult.Builder status = StatusResult.newBuilder()
                .setHumanReadableVersion(version)
                .setApiVersion(TraceProcessorApiVersion.TRACE_PROCESSOR_CURRENT_API_VERSION.getNumber());
        String name = trace.name();
        if (!name.isEmpty()) {
            status.setLoadedTraceName(name);
        }
        return status.build();
    }

    /// Adds a piece of a trace. A piece after the end of a trace starts a new one.
    public AppendTraceDataResult append(ByteString chunk) throws IOException {
        return calls.run(() -> trace.append(chunk));
    }

    /// Ends a trace that was received in pieces, and opens it.
    public FinalizeDataResult finish() throws IOException {
        return calls.run(trace::finish);
    }

    /// Runs a query and sends its result as `QueryResult` messages.
    ///
    /// @param isGone returns whether the client has disconnected; its query is canceled then
    public void query(String sql, BooleanSupplier isGone, ReplySink sink) throws IOException {
        calls.perform(isGone, () -> {
            if (sql.isBlank()) {
                sink.send(QueryReply.errorReply("The text contains no SQL statement"));
                return;
            }
            QuerySession current;
            try {
                current = trace.session();
            } catch (EngineException e) {
                sink.send(QueryReply.errorReply(String.valueOf(e.getMessage())));
                return;
            }
            if (current == null) {
                sink.send(QueryReply.errorReply(trace.unavailableReason()));
                return;
            }
            QueryReply.run(current, sql, (message, _) -> sink.send(message));
        });
    }

    /// Runs the next statement of a text and sends its result as `StatementResult` messages, the first of which
    /// contains the end position of the statement.
    ///
    /// @param isGone returns whether the client has disconnected; its query is canceled then
    public void statement(StatementArgs args, BooleanSupplier isGone, ReplySink sink) throws IOException {
        calls.perform(isGone, () -> StatementReply.run(trace, args, sink));
    }

    /// Creates a summarizer under an id that the client chose.
    public CreateSummarizerResult createSummarizer(String id) throws IOException {
        return calls.run(() -> trace.summarizers().create(trace.session(), id));
    }

    /// Replaces the queries of a summarizer.
    public UpdateSummarizerSpecResult updateSummarizer(UpdateSummarizerSpecArgs args) throws IOException {
        return calls.run(() -> trace.summarizers().update(args));
    }

    /// Runs a query of a summarizer.
    ///
    /// @param isGone returns whether the client has disconnected; its query is canceled then
    public QuerySummarizerResult querySummarizer(QuerySummarizerArgs args, BooleanSupplier isGone) throws IOException {
        return calls.run(isGone, () -> trace.summarizers().query(args));
    }

    /// Drops a summarizer with its tables.
    public DestroySummarizerResult destroySummarizer(String id) throws IOException {
        return calls.run(() -> trace.summarizers().destroy(id));
    }

    /// Drops all objects that clients created.
    public void restoreInitialTables() throws IOException {
        calls.perform(trace::restoreInitialTables);
    }

    /// Closes the trace.
    ///
    /// @param args options for reading the next traces
    public void reset(ResetTraceProcessorArgs args) throws IOException {
        calls.perform(() -> trace.reset(args));
    }

    /// Adds SQL modules to the trace.
    public RegisterSqlPackageResult register(RegisterSqlPackageArgs args) throws IOException {
        return calls.run(() -> trace.register(args));
    }

    /// Sends a whole database in pieces.
    ///
    /// @throws EngineException if the format is not supported or no trace is loaded; then nothing was sent
    public void export(ExportArgs.Format format, ReplySink sink) throws IOException {
        ExportFormat chosen = ExportReply.format(format);
        calls.perform(() -> ExportReply.run(trace.trace(), chosen, sink));
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
        return calls.run(isGone, () -> SummaryReply.of(trace.session(), args));
    }

    /// Returns an empty metatrace.
    public DisableAndReadMetatraceResult metatrace() {
        return DisableAndReadMetatraceResult.newBuilder()
                .setMetatrace(ByteString.EMPTY)
                .build();
    }

    /// Cancels the running query and closes the trace.
    @Override
    public void close() {
        calls.close(trace::drop);
    }
}
