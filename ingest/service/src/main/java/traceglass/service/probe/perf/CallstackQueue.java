package traceglass.service.probe.perf;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Encodes samples on a separate thread, so that reading symbols of large files does not delay other probes. When its
/// memory is full, samples get no callstack; when its number of entries is full, samples are counted as lost.
final class CallstackQueue implements AutoCloseable {

    private static final int MAX_WAITING_SAMPLES = 1 << 18;

    private final SampleEncoder encoder;
    private final long maxBytes;
    private final int maxWaiting;
    private final Thread thread;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final List<byte[]> packets = new ArrayList<>();
    private long bytes;
    private long lostCount;
    private boolean isBusy;
    private boolean isClosed;
    private @Nullable RuntimeException failure;

    CallstackQueue(SampleEncoder encoder, long maxBytes) {
        this(encoder, maxBytes, MAX_WAITING_SAMPLES);
    }

    CallstackQueue(SampleEncoder encoder, long maxBytes, int maxWaiting) {
        this.encoder = encoder;
        this.maxBytes = maxBytes;
        this.maxWaiting = maxWaiting;
        thread = new Thread(this::run, "tracing callstacks");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    synchronized void add(RawSample sample) {
        if (waiting.size() >= maxWaiting) {
            lostCount += Math.max(1, sample.lostCount());
            return;
        }
        if (lostCount > 0) {
            RawSample loss = new RawSample(sample.cpu(), 0, 0, 0, sample.ts(), new long[0], new long[0], lostCount);
            lostCount = 0;
            enqueue(() -> encoder.packet(loss), 0);
        }
        long size = sample.bytes();
        boolean isFull = bytes + size > maxBytes;
        if (isFull && sample.callchain().length > 0) {
            // Queued in order with the others, because it refers to the same defaults.
            RawSample withoutStack = new RawSample(
                    sample.cpu(),
                    sample.cpuMode(),
                    sample.pid(),
                    sample.tid(),
                    sample.ts(),
                    sample.counts(),
                    new long[0],
                    0);
            enqueue(() -> encoder.skipped(withoutStack), 0);
            return;
        }
        enqueue(() -> encoder.packet(sample), size);
    }

    /// Starts or restarts the sequence.
    synchronized void restart() {
        enqueue(encoder::start, 0);
    }

    /// Runs a task on the encoding thread, between two samples.
    synchronized void runBetween(Runnable task) {
        waiting.add(task);
        notifyAll();
    }

    private interface Encoding {
        byte[] encode();
    }

    private void enqueue(Encoding encoding, long size) {
        bytes += size;
        waiting.add(() -> {
            byte[] packet = encoding.encode();
            synchronized (this) {
                bytes -= size;
                packets.add(packet);
            }
        });
        notifyAll();
    }

    @SuppressWarnings("IllegalCatch") // It is thrown where the session can report it.
    private void run() {
        try {
            while (true) {
                Runnable next;
                synchronized (this) {
                    isBusy = false;
                    notifyAll();
                    while (waiting.isEmpty()) {
                        if (isClosed) {
                            return;
                        }
                        wait();
                    }
                    next = waiting.remove();
                    isBusy = true;
                }
                next.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            synchronized (this) {
                failure = e instanceof RuntimeException known ? known : new IllegalStateException(e);
                waiting.clear();
                isBusy = false;
            }
        }
    }

    /// Removes and returns the encoded packets. Rethrows the exception that ended the thread, if any.
    synchronized List<byte[]> drainPackets() {
        if (failure != null) {
            throw failure;
        }
        List<byte[]> finished = List.copyOf(packets);
        packets.clear();
        return finished;
    }

    /// Waits until all samples are encoded.
    synchronized void await(long timeoutMs) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        try {
            while ((!waiting.isEmpty() || isBusy) && System.nanoTime() < end) {
                wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        waiting.clear();
        notifyAll();
    }
}
