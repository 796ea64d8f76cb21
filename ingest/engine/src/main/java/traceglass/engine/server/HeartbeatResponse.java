package traceglass.engine.server;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import traceglass.protos.processor.QueryResult;

/// The body of a response that can take long. While there is nothing to send, messages without content are sent as
/// heartbeats. This fails if the client has disconnected, which can't be detected otherwise, because nothing is read
/// from the client until the response is complete. Concatenated with the content, they are one valid message.
final class HeartbeatResponse {

    /// Sends a message without content.
    interface Heartbeat {

        /// Sends a heartbeat if nothing was sent for some time.
        ///
        /// @param silentNs this time in ns
        void send(long silentNs) throws IOException;
    }

    private interface Message {

        /// Returns an encoded message without content.
        ///
        /// @param elapsedMs time since the start of the response
        ByteString of(double elapsedMs);
    }

    /// An unused field, which readers skip.
    private static final ByteString UNKNOWN_FIELD = ByteString.copyFrom(new byte[] {15 << 3, 0});

    private final OutputStream out;
    private final long everyNs;
    private final Heartbeat heartbeat;
    private final ReentrantLock lock = new ReentrantLock();
    private final long startNs = System.nanoTime();
    private volatile long lastNs = startNs;
    private final AtomicBoolean isSendingHeartbeat = new AtomicBoolean();
    private volatile boolean isDisconnected;
    private boolean hasEnded;

    private HeartbeatResponse(OutputStream out, long everyMs, @Nullable Heartbeat heartbeat, Message message) {
        this.out = out;
        everyNs = TimeUnit.MILLISECONDS.toNanos(everyMs);
        this.heartbeat = heartbeat == null ? silentNs -> sendHeartbeat(message, silentNs) : heartbeat;
    }

    /// Returns a response of `QueryResult` messages.
    ///
    /// @param everyMs time between heartbeats in milliseconds
    static HeartbeatResponse ofQuery(OutputStream out, long everyMs) {
        return new HeartbeatResponse(
                out,
                everyMs,
                null,
                elapsedMs -> QueryResult.newBuilder()
                        .setElapsedTimeMs(elapsedMs)
                        .build()
                        .toByteString());
    }

    /// Returns a response of one message whose type has no field 15.
    static HeartbeatResponse ofMessage(OutputStream out, long everyMs) {
        return new HeartbeatResponse(out, everyMs, null, _ -> UNKNOWN_FIELD);
    }

    /// Returns a response whose messages are numbered, so that the caller has to send the heartbeats.
    ///
    /// @param heartbeat sends a heartbeat
    static HeartbeatResponse ofStream(OutputStream out, long everyMs, Heartbeat heartbeat) {
        return new HeartbeatResponse(out, everyMs, heartbeat, _ -> ByteString.EMPTY);
    }

    void send(ByteString chunk) throws IOException {
        lock.lock();
        try {
            if (!hasEnded) {
                chunk.writeTo(out);
                lastNs = System.nanoTime();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Returns whether the client is known to have disconnected.
    boolean isGone() {
        if (!isDisconnected && System.nanoTime() - lastNs > everyNs && isSendingHeartbeat.compareAndSet(false, true)) {
            // On a separate thread, because even sending a few bytes blocks if the client reads nothing.
            Thread.ofVirtual().name("trace client heartbeat").start(this::sendHeartbeat);
        }
        return isDisconnected;
    }

    private void sendHeartbeat() {
        try {
            heartbeat.send(everyNs);
            flush();
        } catch (IOException e) {
            isDisconnected = true;
        } finally {
            isSendingHeartbeat.set(false);
        }
    }

    private void sendHeartbeat(Message message, long silentNs) throws IOException {
        lock.lock();
        try {
            long nowNs = System.nanoTime();
            // Rows or the end could have been sent in the meantime.
            if (!hasEnded && nowNs - lastNs > silentNs) {
                message.of((nowNs - startNs) / 1e6).writeTo(out);
                lastNs = nowNs;
            }
        } finally {
            lock.unlock();
        }
    }

    private void flush() throws IOException {
        lock.lock();
        try {
            if (!hasEnded) {
                out.flush();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Ends the response. Must not be called after a failure, so that the failure does not look like the end.
    void close() throws IOException {
        lock.lock();
        try {
            hasEnded = true;
            out.close();
        } finally {
            lock.unlock();
        }
    }

    /// Stops sending.
    void stop() {
        lock.lock();
        try {
            hasEnded = true;
        } finally {
            lock.unlock();
        }
    }
}
