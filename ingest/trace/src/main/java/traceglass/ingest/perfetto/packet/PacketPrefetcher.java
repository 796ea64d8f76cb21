package traceglass.ingest.perfetto.packet;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Reads the packets of a trace on its own thread, some batches ahead of the importer: reading the file, decompressing
/// bundles, and locating packets and their fields is independent of the importer's state. Packets are delivered in
/// trace order.
public final class PacketPrefetcher {

    /// Consumer of packets, called on the thread that called [#readAll].
    public interface Sink {

        /// @param packet packet with located fields; reused after the call
        void onPacket(Packet packet) throws TraceProblem;

        /// Accepts a packet that contains a plain event.
        ///
        /// @param i index in `events`
        void onEvent(TrackEventBatch events, int i) throws TraceProblem;

        /// Reports a part of the trace that was skipped because it is not a packet or is damaged.
        ///
        /// @param position offset of that part in the trace, or in its bundle
        void onDamage(long position);
    }

    private static final int BATCH_PACKETS = 512;
    /// Maximum number of bytes in a batch of large packets, because the arrays that contain them stay alive until
    /// the importer has processed them.
    private static final int BATCH_BYTES = 256 << 10;
    private static final int BATCHES = 24;

    /// Consecutive packets and the damage between them.
    private static final class Batch {
        /// Kind of each entry: a plain event ([#EVENT]), a packet (its index), or damage ([#DAMAGE]).
        final int[] kinds = new int[BATCH_PACKETS];
        final TrackEventBatch events = new TrackEventBatch(BATCH_PACKETS);
        final Packet[] packets = new Packet[BATCH_PACKETS];
        /// Offset of the damage by entry.
        final long[] damage = new long[BATCH_PACKETS];
        int size;
        long bytes;
        int packetCount;
        boolean isLast;
        Throwable problem;

        void clear() {
            // Entries that the next batch does not fill would retain their buffers.
            events.clear(size);
            for (int i = 0; i < packetCount; i++) {
                packets[i].release();
            }
            size = 0;
            bytes = 0;
            packetCount = 0;
        }
    }

    private static final int EVENT = -1;
    private static final int DAMAGE = -2;

    private final TraceInput input;
    private final BlockingQueue<Batch> full = new ArrayBlockingQueue<>(BATCHES);
    private final BlockingQueue<Batch> empty = new ArrayBlockingQueue<>(BATCHES + 1);
    private final Thread thread;
    private volatile boolean isClosed;
    /// Batch being filled; used only by the reading thread.
    private Batch nextBatch = new Batch();
    private Packet scratch = new Packet();

    /// Thrown on the reading thread after the consumer has closed it.
    private static final class ClosedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        ClosedException() {
            super(null, null, false, false);
        }
    }

    private PacketPrefetcher(TraceInput input) {
        this.input = input;
        for (int i = 0; i < BATCHES; i++) {
            empty.add(new Batch());
        }
        thread = Thread.ofPlatform().daemon().name("packets " + input.name()).unstarted(this::run);
    }

    /// Passes all packets to the sink and returns it. Rethrows failures of the reading thread.
    ///
    /// @param sink creates the sink while reading starts
    public static <S extends Sink> S readAll(TraceInput input, Supplier<S> sink) throws IOException, TraceProblem {
        PacketPrefetcher prefetcher = new PacketPrefetcher(input);
        prefetcher.thread.start();
        try {
            S receiver = sink.get();
            prefetcher.deliver(receiver);
            return receiver;
        } finally {
            prefetcher.close();
        }
    }

    private void deliver(Sink sink) throws IOException, TraceProblem {
        while (true) {
            Batch batch;
            try {
                batch = next();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
            for (int i = 0; i < batch.size; i++) {
                int kind = batch.kinds[i];
                if (kind == EVENT) {
                    sink.onEvent(batch.events, i);
                } else if (kind == DAMAGE) {
                    sink.onDamage(batch.damage[i]);
                } else {
                    sink.onPacket(batch.packets[kind]);
                }
            }
            if (batch.problem != null) {
                fail(batch.problem);
            }
            if (batch.isLast) {
                return;
            }
            batch.clear();
            empty.add(batch);
        }
    }

    private static void fail(Throwable problem) throws IOException {
        switch (problem) {
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IOException(problem);
        }
    }

    private Batch next() throws InterruptedException {
        Batch ready = full.poll();
        if (ready != null) {
            return ready;
        }
        long from = System.nanoTime();
        try {
            return await();
        } finally {
            input.progress().addWaited(System.nanoTime() - from);
        }
    }

    private Batch await() throws InterruptedException {
        while (true) {
            // Check this first: then all batches that the thread passed on before it ended are visible.
            boolean isAlive = thread.isAlive();
            Batch batch = full.poll(isAlive ? 100 : 0, TimeUnit.MILLISECONDS);
            if (batch != null) {
                return batch;
            }
            if (!isAlive) {
                // The reader thread ran out of memory and could not report it.
                throw new OutOfMemoryError("the packet reader thread ran out of memory");
            }
        }
    }

    /// Stops the thread and waits for it, because it may still read from the input, which the caller closes next.
    private void close() {
        isClosed = true;
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            thread.interrupt();
            try {
                thread.join(100);
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            new PacketSplitter(this::onPacket, this::onDamage).readAll(input);
        } catch (ClosedException e) {
            return;
        } catch (IOException | RuntimeException | Error e) {
            nextBatch.problem = e;
        }
        nextBatch.isLast = true;
        try {
            handOver();
        } catch (ClosedException e) {
            // The consumer has closed the reader and waits for nothing more.
        }
    }

    private void onPacket(byte[] buffer, int offset, int length, long position) {
        if (nextBatch.size == BATCH_PACKETS || nextBatch.bytes >= BATCH_BYTES) {
            handOver();
        }
        nextBatch.bytes += length;
        Packet packet = scratch;
        if (!packet.read(buffer, offset, length, position)) {
            onDamage(position);
            return;
        }
        Batch batch = nextBatch;
        int i = batch.size++;
        if (batch.events.storeIfPlain(i, packet)) {
            batch.kinds[i] = EVENT;
            return;
        }
        int n = batch.packetCount++;
        batch.kinds[i] = n;
        // Swap the two, so that the next packet is read into memory that is likely cached.
        scratch = batch.packets[n] == null ? new Packet() : batch.packets[n];
        batch.packets[n] = packet;
    }

    private void onDamage(long position) {
        if (nextBatch.size == BATCH_PACKETS) {
            handOver();
        }
        int i = nextBatch.size++;
        nextBatch.kinds[i] = DAMAGE;
        nextBatch.damage[i] = position;
    }

    /// Hands over the filled batch and takes an empty one.
    private void handOver() {
        try {
            boolean isLast = nextBatch.isLast;
            while (!full.offer(nextBatch, 100, TimeUnit.MILLISECONDS)) {
                checkOpen();
            }
            if (isLast) {
                return;
            }
            Batch next;
            while ((next = empty.poll(100, TimeUnit.MILLISECONDS)) == null) {
                checkOpen();
            }
            nextBatch = next;
        } catch (InterruptedException e) {
            throw new ClosedException();
        }
    }

    private void checkOpen() {
        if (isClosed) {
            throw new ClosedException();
        }
    }
}
