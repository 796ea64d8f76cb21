package traceglass.engine.server;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import traceglass.protos.processor.QueryResult;

/// The body of an answer to `/query`. While no rows come, messages that have only the elapsed time are sent, which
/// fails if the client has disconnected, which cannot be detected otherwise, because no byte of it is read until it has
/// its answer. Joined with the rows they are one valid message.
final class WatchedAnswer {

    private final OutputStream out;
    private final long everyNs;
    private final ReentrantLock turn = new ReentrantLock();
    private final long startNs = System.nanoTime();
    private volatile long lastNs = startNs;
    private final AtomicBoolean beating = new AtomicBoolean();
    private volatile boolean gone;
    private boolean ended;

    /// @param everyMs time between messages
    WatchedAnswer(OutputStream out, long everyMs) {
        this.out = out;
        everyNs = TimeUnit.MILLISECONDS.toNanos(everyMs);
    }

    void send(ByteString piece) throws IOException {
        turn.lock();
        try {
            piece.writeTo(out);
            lastNs = System.nanoTime();
        } finally {
            turn.unlock();
        }
    }

    /// Returns whether the client left, as far as is known.
    boolean isGone() {
        if (!gone && System.nanoTime() - lastNs > everyNs && beating.compareAndSet(false, true)) {
            // Even a few bytes may have to wait for a client that takes nothing.
            Thread.ofVirtual().name("trace client heartbeat").start(this::beat);
        }
        return gone;
    }

    private void beat() {
        turn.lock();
        try {
            long nowNs = System.nanoTime();
            // Rows or the end may have come first.
            if (!ended && nowNs - lastNs > everyNs) {
                QueryResult.newBuilder()
                        .setElapsedTimeMs((nowNs - startNs) / 1e6)
                        .build()
                        .writeTo(out);
                out.flush();
                lastNs = nowNs;
            }
        } catch (IOException e) {
            gone = true;
        } finally {
            turn.unlock();
            beating.set(false);
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
