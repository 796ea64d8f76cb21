package traceglass.engine.server;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import traceglass.protos.processor.QueryResult;

/// The body of an answer that may take long. While there is nothing to send, messages without content are sent. That
/// fails if the client has disconnected, which cannot be detected otherwise, because no byte of it is read until it has
/// its answer. Joined with the rest they are one valid message.
final class WatchedAnswer {

    /// Sends a message without content.
    interface Heartbeat {

        /// @param silentNs time for which nothing must have been sent
        void send(long silentNs) throws IOException;
    }

    private interface Message {

        /// @param elapsedMs time since the start of the answer
        ByteString of(double elapsedMs);
    }

    /// A field that no version of a message has, which readers skip.
    private static final ByteString UNKNOWN_FIELD = ByteString.copyFrom(new byte[] {15 << 3, 0});

    private final OutputStream out;
    private final long everyNs;
    private final Heartbeat heartbeat;
    private final ReentrantLock turn = new ReentrantLock();
    private final long startNs = System.nanoTime();
    private volatile long lastNs = startNs;
    private final AtomicBoolean beating = new AtomicBoolean();
    private volatile boolean gone;
    private boolean ended;

    private WatchedAnswer(OutputStream out, long everyMs, @Nullable Heartbeat heartbeat, Message message) {
        this.out = out;
        everyNs = TimeUnit.MILLISECONDS.toNanos(everyMs);
        this.heartbeat = heartbeat == null ? silentNs -> beat(message, silentNs) : heartbeat;
    }

    /// An answer of `QueryResult` messages.
    ///
    /// @param everyMs time between heartbeats
    static WatchedAnswer ofQuery(OutputStream out, long everyMs) {
        return new WatchedAnswer(
                out,
                everyMs,
                null,
                elapsedMs -> QueryResult.newBuilder()
                        .setElapsedTimeMs(elapsedMs)
                        .build()
                        .toByteString());
    }

    /// An answer of one message that has no field 15.
    static WatchedAnswer ofMessage(OutputStream out, long everyMs) {
        return new WatchedAnswer(out, everyMs, null, _ -> UNKNOWN_FIELD);
    }

    /// An answer that numbers its messages, and so makes its heartbeats itself.
    static WatchedAnswer ofStream(OutputStream out, long everyMs, Heartbeat heartbeat) {
        return new WatchedAnswer(out, everyMs, heartbeat, _ -> ByteString.EMPTY);
    }

    void send(ByteString piece) throws IOException {
        turn.lock();
        try {
            if (!ended) {
                piece.writeTo(out);
                lastNs = System.nanoTime();
            }
        } finally {
            turn.unlock();
        }
    }

    /// Returns whether the client left, as far as is known.
    boolean isGone() {
        if (!gone && System.nanoTime() - lastNs > everyNs && beating.compareAndSet(false, true)) {
            // Even a few bytes may have to wait for a client that reads nothing.
            Thread.ofVirtual().name("trace client heartbeat").start(this::beat);
        }
        return gone;
    }

    private void beat() {
        try {
            heartbeat.send(everyNs);
            flush();
        } catch (IOException e) {
            gone = true;
        } finally {
            beating.set(false);
        }
    }

    private void beat(Message message, long silentNs) throws IOException {
        turn.lock();
        try {
            long nowNs = System.nanoTime();
            // Rows or the end may have come first.
            if (!ended && nowNs - lastNs > silentNs) {
                message.of((nowNs - startNs) / 1e6).writeTo(out);
                lastNs = nowNs;
            }
        } finally {
            turn.unlock();
        }
    }

    private void flush() throws IOException {
        turn.lock();
        try {
            if (!ended) {
                out.flush();
            }
        } finally {
            turn.unlock();
        }
    }

    /// Ends the answer. Not called after a failure, which must not look like the end.
    void close() throws IOException {
        turn.lock();
        try {
            ended = true;
            out.close();
        } finally {
            turn.unlock();
        }
    }

    /// Sends nothing from now on.
    void stop() {
        turn.lock();
        try {
            ended = true;
        } finally {
            turn.unlock();
        }
    }
}
