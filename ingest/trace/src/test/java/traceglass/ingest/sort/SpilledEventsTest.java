package traceglass.ingest.sort;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.database.StoreDatabase;

/// Tests that events written to disk are emitted in the same order as events kept in memory.
class SpilledEventsTest {

    @TempDir
    Path dir;

    private final List<Path> removed = new ArrayList<>();

    /// Codec of events whose object is a string.
    private static final class TextCodec implements EventCodec {

        @Override
        public int size(long data, Object ref) {
            return ((String) ref).length();
        }

        @Override
        public void write(long data, Object ref, RunOutput out) {
            out.writeSigned(data);
            out.writeFixed(~data);
            byte[] text = ((String) ref).getBytes();
            out.writeBytes(text, 0, text.length);
        }

        @Override
        public void read(RunInput in) {
            long data = in.signed();
            assertEquals(~data, in.fixed());
            in.setEvent(data, new String(in.buffer(), in.position(), in.remaining()));
        }
    }

    private SortSpace space(long bytes) {
        return new SortSpace(bytes, () -> Files.createTempDirectory(dir, "sort"), folder -> {
            removed.add(folder);
            StoreDatabase.deleteTree(folder);
        });
    }

    /// Checks that exactly the announced events are emitted next.
    private static final class Listener implements PrefetchListener {
        private final ArrayList<Long> announced = new ArrayList<>();
        private int next;
        int announcedCount;

        @Override
        public boolean hasCapacity() {
            return announced.size() - next < 3 * BATCH_EVENTS;
        }

        @Override
        public void add(long data, Object ref) {
            announced.add(data);
        }

        @Override
        public void flush() {}

        @Override
        public void skip() {
            next += next < announced.size() ? 1 : 0;
        }

        @Override
        public void discardAll() {
            announced.clear();
            next = 0;
        }

        void event(long data) {
            if (next < announced.size()) {
                assertEquals(announced.get(next++), data);
                announcedCount++;
            }
        }
    }

    private record Run(List<String> events, int dropped, int announcedCount, long written) {}

    /// Pushes random events to several queues, with early emission in some rounds, and returns the emitted events.
    private Run emit(int seed, long bytes) {
        Random random = new Random(seed);
        List<String> out = new ArrayList<>();
        int[] dropped = new int[1];
        Listener listener = new Listener();
        int kind = seed % 4;
        int n = seed % 20 == 0 ? 30_000 : 1 + random.nextInt(4000);
        SortSpace space = space(bytes);
        try (EventSorter sorter = new EventSorter(() -> dropped[0]++, () -> dropped[0]++)) {
            if (bytes > 0) {
                sorter.spillTo(space);
            }
            List<EventSorter.Queue> queues = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                int queue = k;
                queues.add(
                        queue == 2
                                ? sorter.queue(sink(2, out, listener), new TextCodec())
                                : sorter.queue(
                                        (ts, data, ref) -> out.add(queue + ":" + ts + ":" + data + ":" + ref),
                                        queue == 3 ? null : new TextCodec()));
            }
            for (int i = 0; i < n; i++) {
                long delay = kind == 0 ? random.nextInt(n) : random.nextInt(20);
                long ts = Math.max(0, (kind == 3 ? i / 50 : i) - delay);
                int k = random.nextInt(4);
                String text = "x".repeat(random.nextInt(200) == 0 ? random.nextInt(5000) : random.nextInt(10)) + i;
                if (k == 1 && kind > 0) {
                    queues.get(k).push(ts, random.nextInt(3) - 1, i, text);
                } else {
                    queues.get(k).push(ts, i, text);
                }
                if (kind != 1 && random.nextInt(700) == 0) {
                    sorter.markFlushed();
                    sorter.markFlushed();
                    sorter.markBuffersRead();
                }
            }
            sorter.drain();
        }
        return new Run(out, dropped[0], listener.announcedCount, space.written());
    }

    private static EventSink sink(int queue, List<String> out, Listener listener) {
        return new EventSink() {
            @Override
            public void handleEvent(long ts, long data, Object ref) {
                listener.event(data);
                out.add(queue + ":" + ts + ":" + data + ":" + ref);
            }

            @Override
            public PrefetchListener prefetchListener() {
                return listener;
            }
        };
    }

    @Test
    void emitsSpilledEventsInTheSameOrder() throws IOException {
        int spilled = 0;
        int count = 0;
        for (int seed = 0; seed < 40; seed++) {
            Run inMemory = emit(seed, 0);
            assertEquals(0, inMemory.written);
            for (long bytes : new long[] {2_000, 30_000}) {
                Run onDisk = emit(seed, bytes);
                assertEquals(inMemory.events, onDisk.events, "seed " + seed + ", " + bytes + " bytes");
                assertEquals(inMemory.dropped, onDisk.dropped);
                spilled += onDisk.written > 0 ? 1 : 0;
                count += onDisk.announcedCount;
            }
        }
        assertTrue(spilled > 50, "rounds with files: " + spilled);
        assertTrue(count > 3_000, "prefetched events: " + count);
        assertEquals(List.of(), remainingFiles());
    }

    @Test
    void mergesFilesSoThatFewAreOpen() throws IOException {
        int maxOpen = 0;
        List<Long> out = new ArrayList<>();
        int n = 20_000;
        try (EventSorter sorter = new EventSorter(() -> {}, () -> {})) {
            sorter.spillTo(space(2_000));
            EventSorter.Queue queue = sorter.queue((ts, data, ref) -> out.add(ts), new TextCodec());
            Random random = new Random(1);
            for (int i = 0; i < n; i++) {
                queue.push(random.nextInt(), 0, "");
                if (i % 1000 == 0) {
                    maxOpen = Math.max(maxOpen, remainingFiles().size());
                }
            }
            assertFalse(remainingFiles().isEmpty());
            assertTrue(maxOpen < 60, "files: " + maxOpen);
            sorter.drain();
            assertEquals(out.stream().sorted().toList(), out);
            // The last files are deleted as soon as they have been read.
            assertEquals(List.of(), remainingFiles());
        }
        assertEquals(1, removed.size());
    }

    @Test
    void deletesFilesWhenTheImportEndsEarly() throws IOException {
        try (EventSorter sorter = new EventSorter(() -> {}, () -> {})) {
            sorter.spillTo(space(1_000));
            EventSorter.Queue queue = sorter.queue((ts, data, ref) -> {}, new TextCodec());
            for (int i = 0; i < 1000; i++) {
                queue.push(i, 0, "event");
            }
            assertFalse(remainingFiles().isEmpty());
        }
        assertEquals(List.of(), remainingFiles());
        assertEquals(1, removed.size());
    }

    @Test
    void reportsFilesThatCannotBeWritten() {
        SortSpace full = new SortSpace(
                1_000,
                () -> {
                    throw new IOException("No space left on device");
                },
                folder -> {});
        EventSorter sorter = new EventSorter(() -> {}, () -> {});
        sorter.spillTo(full);
        EventSorter.Queue queue = sorter.queue((ts, data, ref) -> {}, new TextCodec());
        UncheckedIOException e = assertThrows(UncheckedIOException.class, () -> {
            for (int i = 0; i < 1000; i++) {
                queue.push(i, 0, "event");
            }
        });
        assertEquals("No space left on device", e.getCause().getMessage());
        sorter.close();
    }

    private List<Path> remainingFiles() throws IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
