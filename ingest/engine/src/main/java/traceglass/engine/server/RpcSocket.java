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
import traceglass.engine.rpc.RequestMemory;
import traceglass.engine.rpc.RpcEngine;
import traceglass.engine.rpc.RpcStream;

/// A WebSocket with a stream of calls. The boundaries of WebSocket messages and frames are ignored.
public final class RpcSocket extends Session.Listener.AbstractAutoDemanding {

    /// Time after which a client that reads nothing is considered disconnected.
    private static final long SEND_SECONDS = 60;

    private final RpcStream stream;
    private final long pingNs;
    private volatile long pingedNs = System.nanoTime();
    private volatile boolean isDisconnected;

    /// @param pingMs time after which to check whether a client is still connected while its query runs
    /// @param memory memory for large calls
    RpcSocket(RpcEngine engine, long pingMs, RequestMemory memory) {
        pingNs = TimeUnit.MILLISECONDS.toNanos(pingMs);
        RpcStream.Client client = new RpcStream.Client() {
            @Override
            public void send(ByteString bytes) throws IOException {
                RpcSocket.this.send(bytes);
            }

            @Override
            public boolean isGone() {
                return RpcSocket.this.isGone();
            }

            @Override
            public void disconnect() {
                getSession().disconnect();
            }
        };
        stream = new RpcStream(engine, client, memory);
    }

    @Override
    public void onWebSocketClose(int statusCode, String reason, Callback callback) {
        stream.close();
        super.onWebSocketClose(statusCode, reason, callback);
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        stream.close();
    }

    /// Returns whether the client has disconnected. While a query runs, no frames of the client are read, not
    /// even its close frame, but sending a ping fails after a disconnect.
    private boolean isGone() {
        if (!isDisconnected && System.nanoTime() - pingedNs > pingNs) {
            pingedNs = System.nanoTime();
            getSession().sendPing(ByteBuffer.allocate(0), Callback.from(() -> {}, _ -> isDisconnected = true));
        }
        return isDisconnected || !getSession().isOpen();
    }

    private void send(ByteString bytes) throws IOException {
        Callback.Completable sent = new Callback.Completable();
        getSession().sendBinary(bytes.asReadOnlyByteBuffer(), sent);
        try {
            sent.get(SEND_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The client does not read the replies", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public void onWebSocketPartialBinary(ByteBuffer payload, boolean isLast, Callback callback) {
        try {
            if (stream.receive(payload)) {
                callback.succeed();
            } else {
                callback.succeed();
                getSession().close(StatusCode.PROTOCOL, "The stream of calls is invalid", Callback.NOOP);
            }
        } catch (IOException e) {
            callback.fail(e);
            getSession().disconnect();
        }
    }
}
