package traceglass.engine.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EncodedResult;
import traceglass.engine.EngineException;
import traceglass.engine.QueryColumn;
import traceglass.engine.QuerySession;
import traceglass.engine.SqlErrorException;
import traceglass.protos.processor.QueryResult;

/// Encodes a query's result as `QueryResult` messages, each with one batch. Concatenated, they are also one valid
/// message.
final class QueryReply {

    /// Sends encoded messages.
    interface Messages {

        /// @param hasStarted whether the statement ran; false if it failed before its first rows
        void send(ByteString message, boolean hasStarted) throws IOException;
    }

    private static final int COLUMN_NAMES = QueryResult.COLUMN_NAMES_FIELD_NUMBER;
    private static final int ERROR = QueryResult.ERROR_FIELD_NUMBER;
    private static final int BATCH = QueryResult.BATCH_FIELD_NUMBER;
    private static final int STATEMENTS = QueryResult.STATEMENT_COUNT_FIELD_NUMBER;
    private static final int WITH_OUTPUT = QueryResult.STATEMENT_WITH_OUTPUT_COUNT_FIELD_NUMBER;
    private static final int LAST_SQL = QueryResult.LAST_STATEMENT_SQL_FIELD_NUMBER;
    private static final int ELAPSED_MS = QueryResult.ELAPSED_TIME_MS_FIELD_NUMBER;
    private static final int HEADER_BYTES = 256;

    private final Messages messages;
    private final long startNs = System.nanoTime();
    private boolean isFirst = true;

    private QueryReply(Messages messages) {
        this.messages = messages;
    }

    /// Runs a query and sends its result. A failed query ends with an error message; rows sent before stay valid.
    ///
    /// @throws IOException if a message can't be sent; the query is canceled then
    static void run(QuerySession session, String sql, Messages messages) throws IOException {
        new QueryReply(messages).run(session, sql);
    }

    /// Encodes the reply to a query that can't be run.
    static ByteString errorReply(String message) {
        return QueryResult.newBuilder()
                .setError(message)
                .addBatch(QueryResult.CellsBatch.newBuilder().setIsLastBatch(true))
                .build()
                .toByteString();
    }

    private void run(QuerySession session, String sql) throws IOException {
        EncodedResult<ByteString> result = null;
        ByteString batch = ByteString.EMPTY;
        String error = "";
        try {
            result = session.encode(sql, new CellBatch());
            boolean isFirstBatch = true;
            for (ByteString next; (next = result.next()) != null; batch = next) {
                if (!isFirstBatch) {
                    send(result, batch, "");
                }
                isFirstBatch = false;
            }
        } catch (SqlErrorException e) {
            error = e.explain();
        } catch (EngineException e) {
            error = e.getMessage() == null || e.getMessage().isEmpty() ? e.toString() : e.getMessage();
        } catch (IOException | RuntimeException e) {
            if (result != null) {
                result.close();
            }
            throw e;
        }
        send(result, batch.concat(CellBatch.LAST), error);
    }

    private void send(@Nullable EncodedResult<ByteString> result, ByteString batch, String error) throws IOException {
        ByteString.Output head = ByteString.newOutput(HEADER_BYTES);
        CodedOutputStream out = CodedOutputStream.newInstance(head);
        if (isFirst && result != null) {
            for (QueryColumn column : result.columns()) {
                out.writeString(COLUMN_NAMES, column.name());
            }
        }
        isFirst = false;
        if (!error.isEmpty()) {
            out.writeString(ERROR, error);
        }
        if (result != null) {
            out.writeUInt32(STATEMENTS, result.statements());
            out.writeUInt32(WITH_OUTPUT, result.statementsWithColumns());
            out.writeString(LAST_SQL, result.statement());
        }
        out.writeDouble(ELAPSED_MS, (System.nanoTime() - startNs) / 1e6);
        // The batch follows without being copied.
        out.writeTag(BATCH, WireFormat.WIRETYPE_LENGTH_DELIMITED);
        out.writeUInt32NoTag(batch.size());
        out.flush();
        messages.send(head.toByteString().concat(batch), result != null);
    }
}
