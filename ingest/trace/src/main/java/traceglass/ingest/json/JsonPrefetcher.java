package traceglass.ingest.json;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportProgress;

/// Reads an array of events on several threads ahead of the importer. The file is split into chunks at bytes that look
/// like the separator between two earlier events. Each thread takes the next chunk, which includes decompression, and
/// reads the events in it. The importer receives the chunks in file order.
///
/// A split may be wrong if a string or an argument contains bytes that look like a separator. The chunk before it then
/// does not end with an event. The bytes after its last event are returned to the input and read again.
final class JsonPrefetcher {

    /// Sizes, configurable for tests.
    ///
    /// @param threads number of reader threads; 0 to read nothing ahead
    /// @param windowBytes number of bytes that the importer's thread reads at a time
    /// @param chunkBytes size of a chunk in bytes
    record Sizes(int threads, int windowBytes, int chunkBytes) {

        static Sizes ofMachine() {
            return new Sizes(Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 6), 4 << 20, 1 << 19);
        }
    }

    /// A chunk without a separator grows up to this many times its size.
    private static final int MAX_GROWTH = 16;

    private static final long POLL_MS = 100;

    private final JsonInput in;
    private final byte[] separator;
    private final int chunkBytes;
    private final ImportProgress progress;
    private final List<Thread> threads = new ArrayList<>();
    private final BlockingQueue<JsonChunk> empty = new LinkedBlockingQueue<>();
    /// Chunks in file order, some of which may not be finished yet.
    private final BlockingQueue<JsonChunk> order = new LinkedBlockingQueue<>();

    /// Signals a thread to stop.
    private static final JsonChunk END = new JsonChunk(0);

    // Guarded by this:
    private boolean hasEnded;
    private byte[] carried = {};
    private int carriedLength;
    private long nextOffset;

    /// @param separator bytes from the closing brace of an event to the end of the first key of the next one
    /// @param offset file offset of the first byte of the input
    JsonPrefetcher(JsonInput in, byte[] separator, long offset, Sizes sizes, ImportProgress progress) {
        this.in = in;
        this.separator = separator.clone();
        this.nextOffset = offset;
        this.chunkBytes = sizes.chunkBytes();
        this.progress = progress;
        for (int i = 0; i < sizes.threads(); i++) {
            threads.add(Thread.ofPlatform().daemon().name("json-" + i).unstarted(this::run));
            // One chunk is read while the importer processes the other one.
            empty.add(new JsonChunk(chunkBytes));
            empty.add(new JsonChunk(chunkBytes));
        }
    }

    /// Passes chunks to the importer up to the first element that is not an event or is damaged, or the end of the
    /// array. The input continues there.
    ///
    /// @return number of chunks
    int readAll(Consumer<JsonChunk> importer) throws IOException {
        threads.forEach(Thread::start);
        List<JsonChunk> chunks = new ArrayList<>();
        int count = 0;
        try {
            while (chunks.isEmpty()) {
                JsonChunk chunk = next();
                fail(chunk.problem);
                importer.accept(chunk);
                count++;
                if (chunk.stoppedAt < chunk.length || chunk.isLast) {
                    chunks.add(chunk);
                } else {
                    chunk.clear();
                    empty.add(chunk);
                }
            }
        } finally {
            close();
        }
        returnChunk(chunks.getFirst());
        return count;
    }

    private void returnChunk(JsonChunk stopped) throws IOException {
        List<JsonInput.Range> ranges = new ArrayList<>();
        ranges.add(new JsonInput.Range(stopped.bytes, stopped.stoppedAt, stopped.length));
        for (JsonChunk chunk; (chunk = order.poll()) != null; ) {
            fail(chunk.problem);
            ranges.add(new JsonInput.Range(chunk.bytes, 0, chunk.length));
        }
        ranges.add(new JsonInput.Range(carried, 0, carriedLength));
        in.resume(stopped.offset + stopped.stoppedAt, ranges);
    }

    private static void fail(@Nullable Throwable problem) throws IOException {
        switch (problem) {
            case null -> {}
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IOException(problem);
        }
    }

    private JsonChunk next() throws IOException {
        long from = System.nanoTime();
        try {
            JsonChunk chunk;
            while ((chunk = order.poll(POLL_MS, TimeUnit.MILLISECONDS)) == null) {
                checkAlive();
            }
            while (!chunk.awaitFinish(POLL_MS)) {
                checkAlive();
            }
            return chunk;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        } finally {
            progress.addWaited(System.nanoTime() - from);
        }
    }

    private void checkAlive() {
        if (threads.stream().noneMatch(Thread::isAlive) && order.isEmpty()) {
            // A thread that runs out of memory may be unable to report it.
            throw new OutOfMemoryError("the threads that read the trace ran out of memory");
        }
    }

    /// Stops the threads and waits for them, because they may still be reading from the input. Does not
    /// interrupt them, since that would close the file.
    private void close() {
        synchronized (this) {
            hasEnded = true;
        }
        threads.forEach(t -> empty.add(END));
        boolean isInterrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        JsonChunkReader reader = new JsonChunkReader();
        try {
            for (JsonChunk chunk; (chunk = empty.take()) != END && fill(chunk); ) {
                try {
                    if (chunk.problem == null) {
                        reader.read(chunk);
                    }
                } catch (RuntimeException | Error e) {
                    chunk.problem = e;
                } finally {
                    chunk.finish();
                }
            }
        } catch (InterruptedException e) {
            // This thread is never interrupted.
        }
    }

    /// Fills a chunk with the next bytes; returns false if there are none.
    private synchronized boolean fill(JsonChunk chunk) {
        if (hasEnded) {
            return false;
        }
        chunk.offset = nextOffset;
        chunk.length = 0;
        order.add(chunk);
        try {
            fillToLastEvent(chunk);
            nextOffset += chunk.length;
        } catch (IOException | RuntimeException | Error e) {
            chunk.problem = e;
            hasEnded = true;
        }
        return true;
    }

    private void fillToLastEvent(JsonChunk chunk) throws IOException {
        int size = carriedLength;
        if (chunk.bytes.length < Math.max(chunkBytes, 2 * size)) {
            chunk.bytes = new byte[Math.max(chunkBytes, 2 * size)];
        }
        System.arraycopy(carried, 0, chunk.bytes, 0, size);
        carriedLength = 0;
        while (true) {
            size += in.readNext(chunk.bytes, size, chunk.bytes.length - size);
            chunk.length = size;
            boolean isEnd = size < chunk.bytes.length;
            int splitOffset = isEnd ? -1 : lastSeparator(chunk.bytes, size);
            if (splitOffset > 0) {
                chunk.length = splitOffset;
                carriedLength = size - splitOffset;
                if (carried.length < carriedLength) {
                    carried = new byte[Math.max(carriedLength, 1 << 12)];
                }
                System.arraycopy(chunk.bytes, splitOffset, carried, 0, carriedLength);
                return;
            }
            if (isEnd || size > (long) MAX_GROWTH * chunkBytes) {
                chunk.isLast = true;
                hasEnded = true;
                return;
            }
            chunk.bytes = Arrays.copyOf(chunk.bytes, size * 2);
        }
    }

    /// Returns the position after the closing brace of the last separator; −1 if there is none.
    private int lastSeparator(byte[] bytes, int size) {
        int n = separator.length;
        for (int p = size - n; p > 0; p--) {
            if (bytes[p] == separator[0] && Arrays.equals(bytes, p, p + n, separator, 0, n)) {
                return p + 1;
            }
        }
        return -1;
    }
}
