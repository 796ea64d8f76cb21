package traceglass.engine.server;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import traceglass.engine.rpc.RpcEngine;
import traceglass.engine.rpc.RpcStream;

/// A WebSocket with a stream of calls. Messages and their pieces are joined; their borders mean nothing.
public final class RpcSocket extends Session.Listener.AbstractAutoDemanding {

    /// A client that takes nothing for so long has gone.
    private static final long SEND_SECONDS = 60;

    private final RpcStream stream;

    RpcSocket(RpcEngine engine) {
        stream = new RpcStream(engine, this::send);
    }

    private void send(ByteString bytes) throws IOException {
        Callback.Completable sent = new Callback.Completable();
        getSession().sendBinary(bytes.asReadOnlyByteBuffer(), sent);
        try {
            sent.get(SEND_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The client takes no answers", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public void onWebSocketPartialBinary(ByteBuffer payload, boolean last, Callback callback) {
        try {
            if (stream.receive(payload)) {
                callback.succeed();
            } else {
                callback.succeed();
                getSession().close(StatusCode.PROTOCOL, "The stream of calls is broken", Callback.NOOP);
            }
        } catch (IOException e) {
            callback.fail(e);
            getSession().disconnect();
        }
    }
}
