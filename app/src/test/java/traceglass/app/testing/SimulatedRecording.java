package traceglass.app.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import traceglass.app.session.LiveSource;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.TraceFile;

/// A recording of a [GrowingTrace] that is written on a separate thread, in real time or faster.
public final class SimulatedRecording implements LiveSource, AutoCloseable {

    private static final long STEP_NS = 100_000_000;

    private final Path path;
    private final TraceFile file;
    private final GrowingTrace trace;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile boolean isWatched;

    /// @param periodNs time between two slices of a thread
    /// @param speed trace time that passes in one second
    public SimulatedRecording(Path path, long periodNs, int speed) throws IOException, RecordProblem {
        this.path = path;
        file = TraceFile.create(path);
        trace = new GrowingTrace(file, periodNs);
        thread = Thread.ofPlatform().daemon().name("simulated-recording").start(() -> {
            long startNs = System.nanoTime();
            try {
                while (!stopped) {
                    long delayNs = (System.nanoTime() - startNs) * speed - (trace.now() - GrowingTrace.START);
                    if (delayNs >= STEP_NS) {
                        trace.advance(STEP_NS * Math.max(1, Math.min(speed, delayNs / STEP_NS)));
                    } else {
                        Thread.sleep(5);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                // The test has ended.
            }
        });
    }

    @Override
    public Path file() {
        return path;
    }

    @Override
    public long readableBytes() {
        return file.readableBytes();
    }

    @Override
    public void setShown(boolean isShown) {
        isWatched = isShown;
    }

    public boolean isWatched() {
        return isWatched;
    }

    /// Returns the time up to which events have been written, ns.
    public long now() {
        return trace.now();
    }

    @Override
    public void stop() {
        stopped = true;
        try {
            thread.join();
            file.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
