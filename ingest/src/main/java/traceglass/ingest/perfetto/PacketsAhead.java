package traceglass.ingest.perfetto;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Reads a trace's packets on a thread of its own, some batches ahead of the importer: reading the file, unpacking bundles, finding the
/// packets and their fields needs nothing that the importer knows. Packets come out in the order of the trace.
final class PacketsAhead {

    /// Takes packets, on the thread that called [#readAll].
    interface Sink {

        /// @param packet its fields were found; it is used again when the call returns
        void packet(Packet packet) throws TraceProblem;

        /// Something in the trace was no packet, or damaged, and was passed over.
        ///
        /// @param position where it begins in the trace, or in its bundle
        void damaged(long position);
    }

    private static final int PACKETS = 512;
    private static final int BATCHES = 4;

    /// Some packets that follow one another, and damage among them.
    private static final class Batch {
        final Packet[] packets = new Packet[PACKETS];
        /// Per packet where damage was found in its place, -1 for none.
        final long[] damage = new long[PACKETS];
        int size;
        boolean last;
        Throwable problem;

        Packet add() {
            damage[size] = -1;
            Packet p = packets[size];
            if (p == null) {
                p = new Packet();
                packets[size] = p;
            }
            size++;
            return p;
        }
    }

    private final TraceInput input;
    private final BlockingQueue<Batch> full = new ArrayBlockingQueue<>(BATCHES);
    private final BlockingQueue<Batch> empty = new ArrayBlockingQueue<>(BATCHES + 1);
    private final Thread thread;
    private volatile boolean closed;
    /// Of the reading thread: being filled.
    private Batch filling = new Batch();

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
    static void readAll(TraceInput input, Sink sink) throws IOException, TraceProblem {
        PacketsAhead ahead = new PacketsAhead(input);
        ahead.thread.start();
        try {
            ahead.giveOut(sink);
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
                if (batch.damage[i] >= 0) {
                    sink.damaged(batch.damage[i]);
                } else {
                    sink.packet(batch.packets[i]);
                }
            }
            switch (batch.problem) {
                case null -> { }
                case IOException e -> throw e;
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new IOException(batch.problem);
            }
            if (batch.last) {
                return;
            }
            batch.size = 0;
            empty.add(batch);
        }
    }

    private Batch next() throws InterruptedException {
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
        if (filling.size == PACKETS) {
            pass();
        }
        Packet packet = filling.add();
        if (packet.read(buffer, offset, length, position)) {
            packet.readHead();
        } else {
            filling.damage[filling.size - 1] = position;
        }
    }

    private void damaged(long position) {
        if (filling.size == PACKETS) {
            pass();
        }
        filling.add();
        filling.damage[filling.size - 1] = position;
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
