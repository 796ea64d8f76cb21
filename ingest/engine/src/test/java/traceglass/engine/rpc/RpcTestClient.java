package traceglass.engine.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import traceglass.engine.EngineOptions;
import traceglass.protos.processor.QueryArgs;
import traceglass.protos.processor.QueryResult;
import traceglass.protos.processor.TraceProcessorRpc;
import traceglass.protos.processor.TraceProcessorRpc.TraceProcessorMethod;
import traceglass.protos.processor.TraceProcessorRpcStream;

/// An engine and one client's stream of calls to it.
final class RpcTestClient implements AutoCloseable {

    private final RpcEngine engine = new RpcEngine(EngineOptions.temporary(), "test");
    private ByteString sent = ByteString.EMPTY;
    private final RpcStream stream = new RpcStream(engine, bytes -> sent = sent.concat(bytes));
    private int sequence;

    TraceProcessorRpc.Builder call(TraceProcessorMethod method) {
        return TraceProcessorRpc.newBuilder().setSeq(sequence++).setRequest(method);
    }

    /// Sends a call and returns all replies.
    List<TraceProcessorRpc> send(TraceProcessorRpc.Builder call) throws IOException {
        byte[] bytes = TraceProcessorRpcStream.newBuilder().addMsg(call).build().toByteArray();
        assertTrue(stream.receive(ByteBuffer.wrap(bytes)));
        List<TraceProcessorRpc> replies =
                TraceProcessorRpcStream.parseFrom(sent).getMsgList();
        sent = ByteString.EMPTY;
        return replies;
    }

    /// Sends a call that has one reply.
    TraceProcessorRpc sendForOneReply(TraceProcessorRpc.Builder call) throws IOException {
        List<TraceProcessorRpc> replies = send(call);
        assertEquals(1, replies.size());
        assertEquals(call.getRequest(), replies.getFirst().getResponse());
        return replies.getFirst();
    }

    QueryResult query(String sql) throws IOException {
        QueryResult.Builder all = QueryResult.newBuilder();
        for (TraceProcessorRpc reply : send(call(TraceProcessorMethod.TPM_QUERY_STREAMING)
                .setQueryArgs(QueryArgs.newBuilder().setSqlQuery(sql)))) {
            all.mergeFrom(reply.getQueryResult());
        }
        return all.build();
    }

    void load(String trace) throws IOException {
        send(call(TraceProcessorMethod.TPM_APPEND_TRACE_DATA).setAppendTraceData(ByteString.copyFromUtf8(trace)));
        assertEquals(
                "",
                sendForOneReply(call(TraceProcessorMethod.TPM_FINALIZE_TRACE_DATA))
                        .getFinalizeDataResult()
                        .getError());
    }

    @Override
    public void close() {
        engine.close();
    }
}
