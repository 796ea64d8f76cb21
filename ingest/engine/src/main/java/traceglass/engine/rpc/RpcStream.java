package traceglass.engine.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.protos.processor.AppendTraceDataResult;
import traceglass.protos.processor.ComputeMetricResult;
import traceglass.protos.processor.ExportResult;
import traceglass.protos.processor.QueryResult;
import traceglass.protos.processor.RegisterSqlPackageResult;
import traceglass.protos.processor.StatementResult;
import traceglass.protos.processor.TraceProcessorRpc;
import traceglass.protos.processor.TraceProcessorRpc.TraceProcessorMethod;
import traceglass.protos.processor.TraceProcessorRpcStream;
import traceglass.protos.processor.TraceSummaryResult;

/// A client's stream of calls. Both directions are a `TraceProcessorRpcStream`, whose bytes can arrive in
/// pieces of any size. Each side numbers its messages.
public final class RpcStream implements AutoCloseable {

    /// Receives bytes for the client.
    public interface Client {
        void send(ByteString bytes) throws IOException;

        /// Returns whether the client is known to have disconnected; its queries are canceled then. Called by
        /// a thread that watches all clients, so it must not block.
        default boolean isGone() {
            return false;
        }

        /// Ends the connection without blocking. Can be called from any thread. The stream is closed then.
        default void disconnect() {}
    }

    /// Largest call in bytes; larger than the pieces of a trace that clients send.
    static final int MAX_MESSAGE_BYTES = (64 << 20) + 4096;
    /// A buffer larger than this is released when it is empty.
    private static final int MAX_RETAINED_BYTES = 1 << 20;

    private static final int MESSAGE_TAG =
            TraceProcessorRpcStream.MSG_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int MAX_LENGTH_BYTES = 10;
    private static final int QUERY_RESULT = TraceProcessorRpc.QUERY_RESULT_FIELD_NUMBER;
    private static final int STATEMENT_RESULT = TraceProcessorRpc.STATEMENT_RESULT_FIELD_NUMBER;

    private static final String NOT_SET = "RPC error: request field not set";
    private static final QueryResult NO_ARGUMENTS = QueryResult.newBuilder()
            .setError(NOT_SET)
            .addBatch(QueryResult.CellsBatch.newBuilder().setIsLastBatch(true))
            .build();

    private final RpcEngine engine;
    private final Client client;
    private final RequestMemory memory;
    /// Memory of the call that is being received or executed, if it is large.
    private volatile RequestMemory.@Nullable Request large;
    private volatile boolean isClosed;

    private byte[] pending = new byte[4096];
    private int start;
    private int end;
    private long received;
    private boolean isFirst = true;
    private boolean isBroken;

    /// Held while a message is numbered and sent.
    private final ReentrantLock sending = new ReentrantLock();
    private long sent;
    private long lastSentNs;
    private long callStartNs;
    /// The call whose rows are being sent.
    private @Nullable TraceProcessorRpc request;

    public RpcStream(RpcEngine engine, Client client) {
        this(engine, client, RequestMemory.ofProcess());
    }

    /// @param memory memory for large calls
    public RpcStream(RpcEngine engine, Client client, RequestMemory memory) {
        this.engine = engine;
        this.client = client;
        this.memory = memory;
    }

    /// Receives bytes from the client, runs the calls in them and sends the replies.
    ///
    /// @return false if the stream is invalid and must be closed; the reason was sent to the client
    /// @throws IOException if a reply can't be sent
    public boolean receive(ByteBuffer bytes) throws IOException {
        if (isBroken) {
            return false;
        }
        appendPending(bytes);
        while (!isBroken) {
            TraceProcessorRpc call = next();
            if (call == null) {
                break;
            }
            try {
                handle(call);
            } finally {
                releaseMemory();
            }
        }
        return !isBroken;
    }

    /// Releases the memory of an unfinished call. Call it when the client sends no more data.
    @Override
    public void close() {
        isClosed = true;
        releaseMemory();
    }

    private void releaseMemory() {
        RequestMemory.Request old = large;
        if (old != null) {
            large = null;
            old.close();
        }
    }

    /// Reserves memory for a call.
    ///
    /// @param length size of the call in bytes
    /// @param count number of its bytes received so far
    /// @return false if there is not enough memory; an error was sent to the client
    private boolean reserveMemory(long length, int count) throws IOException {
        if (length <= RequestMemory.MAX_UNCOUNTED_BYTES) {
            return true;
        }
        RequestMemory.Request call = large;
        if (call == null) {
            call = memory.begin(client::disconnect);
            large = call;
            if (isClosed) {
                releaseMemory();
            }
        }
        try {
            call.reserve(count);
            return true;
        } catch (IOException e) {
            fail(String.valueOf(e.getMessage()));
            return false;
        }
    }

    private void appendPending(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        if (large != null && !reserveMemory(MAX_MESSAGE_BYTES, length)) {
            return;
        }
        if (end + length > pending.length) {
            int size = end - start;
            byte[] larger = size + length <= pending.length
                    ? pending
                    : new byte[Math.max(size + length, (int) Math.min(pending.length * 2L, MAX_MESSAGE_BYTES))];
            System.arraycopy(pending, start, larger, 0, size);
            pending = larger;
            start = 0;
            end = size;
        }
        bytes.get(pending, end, length);
        end += length;
    }

    /// Returns the next complete call, or null if more bytes are needed.
    private @Nullable TraceProcessorRpc next() throws IOException {
        if (start == end) {
            return null;
        }
        if (pending[start] != MESSAGE_TAG) {
            fail("RPC framing error");
            return null;
        }
        long length = 0;
        int position = start + 1;
        for (int shift = 0; ; shift += 7) {
            if (position == end) {
                return null;
            }
            byte b = pending[position++];
            length |= (b & 0x7FL) << shift;
            if (b >= 0) {
                break;
            }
            if (position - start > MAX_LENGTH_BYTES) {
                fail("RPC framing error");
                return null;
            }
        }
        if (length < 0 || length > MAX_MESSAGE_BYTES) {
            fail("RPC framing error: a message of " + length + " bytes is too large");
            return null;
        }
        if (large == null && !reserveMemory(length, end - start) || end - position < length) {
            return null;
        }
        if (large != null) {
            large.complete();
        }
        try {
            CodedInputStream in = CodedInputStream.newInstance(pending, position, (int) length);
            in.enableAliasing(false);
            TraceProcessorRpc call = TraceProcessorRpc.parseFrom(in);
            start = position + (int) length;
            if (start == end && pending.length > MAX_RETAINED_BYTES) {
                pending = new byte[4096];
                start = 0;
                end = 0;
            }
            return call;
        } catch (InvalidProtocolBufferException e) {
            fail("RPC framing error");
            return null;
        }
    }

    private void fail(String reason) throws IOException {
        isBroken = true;
        send(TraceProcessorRpc.newBuilder().setFatalError(reason));
    }

    private void handle(TraceProcessorRpc call) throws IOException {
        long sequence = call.getSeq();
        if (sequence != 0 && !isFirst && sequence != received + 1) {
            fail("RPC request out of order. Expected " + (received + 1) + ", got " + sequence + " (ERR:rpc_seq)");
            return;
        }
        received = sequence;
        isFirst = false;
        if (!call.hasRequest()) {
            // The number of an unknown method is in the unknown fields.
            long number = call.getUnknownFields().getField(2).getVarintList().stream()
                    .findFirst()
                    .orElse(0L);
            rejectMethod(number);
            return;
        }
        execute(call);
    }

    private void rejectMethod(long method) throws IOException {
        sendFrame(16, out -> out.writeInt64(TraceProcessorRpc.INVALID_REQUEST_FIELD_NUMBER, method));
    }

    /// Sends a message with only the elapsed time if a query has sent nothing for some time. This fails if the
    /// client has disconnected, which can't be detected otherwise while the client sends nothing. Does nothing
    /// between queries.
    ///
    /// @param silentNs this time in ns
    public void sendHeartbeat(long silentNs) throws IOException {
        sending.lock();
        try {
            TraceProcessorRpc call = request;
            long nowNs = System.nanoTime();
            if (call == null || nowNs - lastSentNs < silentNs) {
                return;
            }
            QueryResult elapsed = QueryResult.newBuilder()
                    .setElapsedTimeMs((nowNs - callStartNs) / 1e6)
                    .build();
            if (call.getRequest() == TraceProcessorMethod.TPM_QUERY_STREAMING) {
                sendResult(call, QUERY_RESULT, elapsed.toByteString());
            } else {
                sendResult(
                        call,
                        STATEMENT_RESULT,
                        StatementResult.newBuilder().setResult(elapsed).build().toByteString());
            }
        } finally {
            sending.unlock();
        }
    }

    private interface Rows {
        void send() throws IOException;
    }

    /// Sends the rows of a query. [#sendHeartbeat] has an effect only during that time.
    private void sendRows(TraceProcessorRpc call, Rows rows) throws IOException {
        sending.lock();
        try {
            request = call;
            callStartNs = System.nanoTime();
            lastSentNs = callStartNs;
        } finally {
            sending.unlock();
        }
        try {
            rows.send();
        } finally {
            sending.lock();
            try {
                request = null;
            } finally {
                sending.unlock();
            }
        }
    }

    private void execute(TraceProcessorRpc call) throws IOException {
        switch (call.getRequest()) {
            case TPM_QUERY_STREAMING -> {
                if (call.hasQueryArgs()) {
                    sendRows(
                            call,
                            () -> engine.query(
                                    call.getQueryArgs().getSqlQuery(),
                                    client::isGone,
                                    chunk -> sendResult(call, QUERY_RESULT, chunk)));
                } else {
                    sendResult(call, QUERY_RESULT, NO_ARGUMENTS.toByteString());
                }
            }
            case TPM_STATEMENT_STREAMING -> {
                if (call.hasStatementArgs()) {
                    sendRows(
                            call,
                            () -> engine.statement(
                                    call.getStatementArgs(),
                                    client::isGone,
                                    chunk -> sendResult(call, STATEMENT_RESULT, chunk)));
                } else {
                    ByteString none = StatementResult.newBuilder()
                            .setResult(NO_ARGUMENTS)
                            .build()
                            .toByteString();
                    sendResult(call, STATEMENT_RESULT, none);
                }
            }
            case TPM_EXPORT -> export(call);
            case TPM_CREATE_SUMMARIZER, TPM_UPDATE_SUMMARIZER_SPEC, TPM_QUERY_SUMMARIZER, TPM_DESTROY_SUMMARIZER ->
                send(summarizerReply(call));
            case TPM_UNSPECIFIED -> rejectMethod(call.getRequest().getNumber());
            default -> send(singleReply(call));
        }
    }

    /// Runs a call with a single reply, and returns the reply.
    private TraceProcessorRpc.Builder singleReply(TraceProcessorRpc call) throws IOException {
        TraceProcessorRpc.Builder reply = TraceProcessorRpc.newBuilder().setResponse(call.getRequest());
        switch (call.getRequest()) {
            case TPM_APPEND_TRACE_DATA ->
                reply.setAppendResult(
                        call.hasAppendTraceData()
                                ? engine.append(call.getAppendTraceData())
                                : AppendTraceDataResult.newBuilder()
                                        .setError(NOT_SET)
                                        .build());
            case TPM_FINALIZE_TRACE_DATA -> reply.setFinalizeDataResult(engine.finish());
            case TPM_COMPUTE_METRIC ->
                reply.setMetricResult(
                        call.hasComputeMetricArgs()
                                ? engine.computeMetric()
                                : ComputeMetricResult.newBuilder()
                                        .setError(NOT_SET)
                                        .build());
            case TPM_RESTORE_INITIAL_TABLES -> engine.restoreInitialTables();
            case TPM_DISABLE_AND_READ_METATRACE -> reply.setMetatrace(engine.metatrace());
            case TPM_GET_STATUS -> reply.setStatus(engine.status());
            case TPM_RESET_TRACE_PROCESSOR -> engine.reset(call.getResetTraceProcessorArgs());
            case TPM_REGISTER_SQL_PACKAGE ->
                reply.setRegisterSqlPackageResult(
                        call.hasRegisterSqlPackageArgs()
                                ? engine.register(call.getRegisterSqlPackageArgs())
                                : RegisterSqlPackageResult.newBuilder()
                                        .setError(NOT_SET)
                                        .build());
            case TPM_SUMMARIZE_TRACE ->
                reply.setTraceSummaryResult(
                        call.hasTraceSummaryArgs()
                                ? engine.summarize(call.getTraceSummaryArgs(), client::isGone)
                                : TraceSummaryResult.newBuilder()
                                        .setError(NOT_SET)
                                        .build());
            default -> {
                // The replies to TPM_GET_METRIC_DESCRIPTORS and TPM_ENABLE_METATRACE have no content.
            }
        }
        return reply;
    }

    private TraceProcessorRpc.Builder summarizerReply(TraceProcessorRpc call) throws IOException {
        TraceProcessorRpc.Builder reply = TraceProcessorRpc.newBuilder().setResponse(call.getRequest());
        return switch (call.getRequest()) {
            case TPM_CREATE_SUMMARIZER ->
                reply.setCreateSummarizerResult(
                        engine.createSummarizer(call.getCreateSummarizerArgs().getSummarizerId()));
            case TPM_UPDATE_SUMMARIZER_SPEC ->
                reply.setUpdateSummarizerSpecResult(engine.updateSummarizer(call.getUpdateSummarizerSpecArgs()));
            case TPM_QUERY_SUMMARIZER ->
                reply.setQuerySummarizerResult(engine.querySummarizer(call.getQuerySummarizerArgs(), client::isGone));
            default ->
                reply.setDestroySummarizerResult(
                        engine.destroySummarizer(call.getDestroySummarizerArgs().getSummarizerId()));
        };
    }

    private void sendResult(TraceProcessorRpc call, int field, ByteString result) throws IOException {
        sendFrame(result.size() + 32, out -> {
            out.writeEnum(
                    TraceProcessorRpc.RESPONSE_FIELD_NUMBER, call.getRequest().getNumber());
            out.writeBytes(field, result);
        });
    }

    private void export(TraceProcessorRpc call) throws IOException {
        // The last piece is marked as the last one, so each piece is sent when the next one is available.
        ByteString[] previous = {null};
        try {
            engine.export(call.getExportArgs().getFormat(), chunk -> {
                if (previous[0] != null) {
                    sendExport(ExportResult.newBuilder().setData(previous[0]).setHasMore(true));
                }
                previous[0] = chunk;
            });
            sendExport(ExportResult.newBuilder().setData(previous[0] == null ? ByteString.EMPTY : previous[0]));
        } catch (EngineException e) {
            sendExport(ExportResult.newBuilder().setError(String.valueOf(e.getMessage())));
        }
    }

    private void sendExport(ExportResult.Builder result) throws IOException {
        send(TraceProcessorRpc.newBuilder()
                .setResponse(TraceProcessorMethod.TPM_EXPORT)
                .setExportResult(result));
    }

    private void send(TraceProcessorRpc.Builder reply) throws IOException {
        TraceProcessorRpc message = reply.build();
        sendFrame(message.getSerializedSize() + 16, message::writeTo);
    }

    private interface Content {
        void writeTo(CodedOutputStream out) throws IOException;
    }

    /// Sends a message with the next number.
    ///
    /// @param size expected size of its content in bytes
    private void sendFrame(int size, Content content) throws IOException {
        sending.lock();
        try {
            ByteString.Output message = ByteString.newOutput(size);
            CodedOutputStream out = CodedOutputStream.newInstance(message);
            out.writeInt64(TraceProcessorRpc.SEQ_FIELD_NUMBER, sent++);
            content.writeTo(out);
            out.flush();
            ByteString.Output head = ByteString.newOutput(12);
            out = CodedOutputStream.newInstance(head);
            out.writeUInt32NoTag(MESSAGE_TAG);
            out.writeUInt32NoTag(message.size());
            out.flush();
            client.send(head.toByteString().concat(message.toByteString()));
            lastSentNs = System.nanoTime();
        } finally {
            sending.unlock();
        }
    }
}
