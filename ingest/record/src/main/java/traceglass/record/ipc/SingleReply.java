package traceglass.record.ipc;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/// A call with a single reply.
record SingleReply<T extends MessageLite>(CompletableFuture<T> response, Parser<T> parser)
        implements PendingCalls.Call {

    @Override
    public void reply(byte[] bytes, int offset, int length, boolean hasMore) throws IOException {
        response.complete(parser.parseFrom(bytes, offset, length));
    }

    @Override
    public void fail(IOException reason) {
        response.completeExceptionally(reason);
    }
}
