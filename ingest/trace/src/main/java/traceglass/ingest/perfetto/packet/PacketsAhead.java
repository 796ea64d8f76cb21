package traceglass.ingest.perfetto.packet;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Reads a trace's packets on a thread of its own, some batches ahead of the importer: reading the file, unpacking
/// bundles, finding the packets and their fields needs nothing that the importer knows. Packets come out in the order
/// of the trace.
public final class PacketsAhead {

    /// Takes packets, on the thread that called [#readAll].
    public interface Sink {

        /// @param packet its fields were found; it is used again when the call returns
        void packet(Packet packet) throws TraceProblem;

        /// The same for a packet that is hardly more than an event.
        ///
        /// @param i its number among these
        void event(PlainEvents events, int i) throws TraceProblem;

        /// Something in the trace was no packet, or damaged, and was passed over.
        ///
        /// @param position where it begins in the trace, or in its bundle
        void damaged(long position);
    }

    private static final int PACKETS = 512;
    /// A batch of large packets ends when it holds so many bytes: arrays that hold packets live until the importer
    /// has seen them.
    private static final int BYTES = 256 << 10;
    private static final int BATCHES = 24;

    /// Some packets that follow one another, and damage among them.
    private static final class Batch {
        /// What stands at each place: a plain event ([#EVENT]), a packet (its number), or damage ([#DAMAGE]).
        final int[] kinds = new int[PACKETS];
        final PlainEvents events = new PlainEvents(PACKETS);
        final Packet[] packets = new Packet[PACKETS];
        /// Where damage was found, by the place.
        final long[] damage = new long[PACKETS];
        int size;
        long bytes;
        int packetCount;
        boolean last;
        Throwable problem;

        void clear() {
            // Places that the next batch does not fill would keep what they held alive.
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
    private volatile boolean closed;
    /// Of the reading thread: being filled.
    private Batch filling = new Batch();
    private Packet scratch = new Packet();

    /// Thrown in the reading thread when nobody wants more.
    private static final class Closed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Closed() {
            super(null, null, false, false);
        }
    }

    private PacketsAhead(TraceInput input) {
        this.input = input;
        for (int i = 0; i < BATCHES; i++) {
            empty.add(new Batch());
        }
        thread = Thread.ofPlatform().daemon().name("packets " + input.name()).unstarted(this::run);
    }

    /// Gives all packets to the sink. What goes wrong on the reading thread is thrown here.
    ///
    /// @param sink made here while reading begins
    public static void readAll(TraceInput input, Supplier<Sink> sink) throws IOException, TraceProblem {
        PacketsAhead ahead = new PacketsAhead(input);
        ahead.thread.start();
        try {
            ahead.giveOut(sink.get());
        } finally {
            ahead.close();
        }
    }

    private void giveOut(Sink sink) throws IOException, TraceProblem {
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
                    sink.event(batch.events, i);
                } else if (kind == DAMAGE) {
                    sink.damaged(batch.damage[i]);
                } else {
                    sink.packet(batch.packets[kind]);
                }
            }
            if (batch.problem != null) {
                fail(batch.problem);
            }
            if (batch.last) {
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
            // Asked first: what it passed on before it ended is there then.
            boolean alive = thread.isAlive();
            Batch batch = full.poll(alive ? 100 : 0, TimeUnit.MILLISECONDS);
            if (batch != null) {
                return batch;
            }
            if (!alive) {
                // It had not the memory even to say so.
                throw new OutOfMemoryError("the thread that reads packets ended");
            }
        }
    }

    /// Ends the thread and waits for it: it may still read from the input, which the caller closes next.
    private void close() {
        closed = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            thread.interrupt();
            try {
                thread.join(100);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            new PacketSplitter(this::packet, this::damaged).readAll(input);
        } catch (Closed e) {
            return;
        } catch (IOException | RuntimeException | Error e) {
            filling.problem = e;
        }
        filling.last = true;
        try {
            pass();
        } catch (Closed e) {
            // Nobody waits for the end.
        }
    }

    private void packet(byte[] buffer, int offset, int length, long position) {
        if (filling.size == PACKETS || filling.bytes >= BYTES) {
            pass();
        }
        filling.bytes += length;
        Packet packet = scratch;
        if (!packet.read(buffer, offset, length, position)) {
            damaged(position);
            return;
        }
        Batch batch = filling;
        int i = batch.size++;
        if (batch.events.take(i, packet)) {
            batch.kinds[i] = EVENT;
            return;
        }
        int n = batch.packetCount++;
        batch.kinds[i] = n;
        // The two change places: what is read into next stays where it is mostly.
        scratch = batch.packets[n] == null ? new Packet() : batch.packets[n];
        batch.packets[n] = packet;
    }

    private void damaged(long position) {
        if (filling.size == PACKETS) {
            pass();
        }
        int i = filling.size++;
        filling.kinds[i] = DAMAGE;
        filling.damage[i] = position;
    }

    /// Hands over what was filled and takes a batch to fill next.
    private void pass() {
        try {
            boolean last = filling.last;
            while (!full.offer(filling, 100, TimeUnit.MILLISECONDS)) {
                checkOpen();
            }
            if (last) {
                return;
            }
            Batch next;
            while ((next = empty.poll(100, TimeUnit.MILLISECONDS)) == null) {
                checkOpen();
            }
            filling = next;
        } catch (InterruptedException e) {
            throw new Closed();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new Closed();
        }
    }
}
