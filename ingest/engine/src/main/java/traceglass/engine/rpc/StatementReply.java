package traceglass.engine.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import traceglass.engine.EngineException;
import traceglass.engine.QuerySession;
import traceglass.protos.processor.QueryResult;
import traceglass.protos.processor.StatementArgs;
import traceglass.protos.processor.StatementResult;

/// Runs one statement of a text and encodes its result as `StatementResult` messages, the first of which contains
/// the end position of the statement.
final class StatementReply {

    private static final int HEADER_BYTES = 16;

    private StatementReply() {}

    static void run(ServedTrace trace, StatementArgs args, RpcEngine.ReplySink sink) throws IOException {
        StatementCursor next;
        QuerySession current;
        try {
            next = StatementCursor.next(args.getSql(), args.getStartOffset());
            current = trace.session();
        } catch (EngineException | IllegalArgumentException e) {
            sink.send(withoutStatement(String.valueOf(e.getMessage())).toByteString());
            return;
        }
        if (current == null) {
            sink.send(withoutStatement(trace.unavailableReason()).toByteString());
            return;
        }
        if (next.sql().isEmpty()) {
            sink.send(StatementResult.newBuilder(withoutStatement(""))
                    .setTailOffset(next.endOffset())
                    .setStatementExecuted(false)
                    .build()
                    .toByteString());
            return;
        }
        boolean[] isFirst = {true};
        QueryReply.run(current, next.sql(), (message, hasStarted) -> {
            StatementResult.Builder head = StatementResult.newBuilder();
            if (isFirst[0]) {
                head.setTailOffset(hasStarted ? next.endOffset() : args.getStartOffset())
                        .setStatementExecuted(hasStarted);
            }
            isFirst[0] = false;
            // Concatenated, both are one message.
            ByteString.Output bytes = ByteString.newOutput(message.size() + HEADER_BYTES);
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            out.writeBytes(StatementResult.RESULT_FIELD_NUMBER, message);
            out.flush();
            sink.send(head.build().toByteString().concat(bytes.toByteString()));
        });
    }

    private static StatementResult withoutStatement(String error) {
        QueryResult.Builder result = QueryResult.newBuilder()
                .addBatch(QueryResult.CellsBatch.newBuilder().setIsLastBatch(true));
        return StatementResult.newBuilder()
                .setResult(error.isEmpty() ? result : result.setError(error))
                .build();
    }
}
