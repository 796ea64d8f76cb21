package traceglass.sdk.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import traceglass.sdk.proto.ProtoFields;
import traceglass.sdk.proto.ProtoWriter;

/// Writes packets through a small shared memory and reads them like the service.
@Timeout(120)
class SharedSinkTest {

    private static final int WRITERS = 6;

    private static MemorySegment memory(int kb) {
        return Arena.ofAuto().allocate(kb * 1024L, Long.BYTES);
    }

    /// Writes a packet of the given size that contains its writer and number.
    private static boolean write(SharedSink sink, ProtoWriter packet, int writer, int number, int size) {
        if (!sink.enter()) {
            return false;
        }
        try {
            if (size < 40 && number % 3 == 0) {
                long offset = sink.begin(40);
                if (offset < 0) {
                    return false;
                }
                // A fixed64 field with writer and number.
                sink.putWord(offset, 0x09L | (long) writer << 40 | (long) number << 8);
                sink.putWord(offset + 8, 0);
                sink.end(offset + 9);
                return true;
            }
            sink.begin(packet);
            packet.fixed64(1, (long) writer << 32 | number);
            for (int remaining = size; remaining > 0; remaining -= 100) {
                packet.bytes(2, new byte[Math.min(remaining, 100)]);
            }
            return sink.end(packet);
        } finally {
            sink.exit();
        }
    }

    private static int size(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> random.nextInt(20_000);
            case 1, 2 -> random.nextInt(4096);
            case 3 -> 4030 + random.nextInt(60);
            case 4, 5 -> 100 + random.nextInt(40);
            default -> random.nextInt(30);
        };
    }

    private static int number(byte[] packet) {
        return ByteBuffer.wrap(packet, 1, 8)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .getInt();
    }

    private static int writer(byte[] packet) {
        return ByteBuffer.wrap(packet, 5, 4)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .getInt();
    }

    @ParameterizedTest
    @CsvSource({"128, 4096, false", "256, 32768, false", "64, 4096, true", "128, 8192, false", "32, 4096, false"})
    void randomPacketsOfManyThreadsArriveCompleteAndInOrder(int kb, int pageSize, boolean isEmulated) throws Exception {
        MemorySegment memory = memory(kb);
        Thread reading = Thread.currentThread();
        SharedBuffer buffer = new SharedBuffer(memory, pageSize, isEmulated, () -> LockSupport.unpark(reading));
        PageReader reader = new PageReader(memory, pageSize);
        List<Thread> threads = new ArrayList<>();
        List<SharedSink> sinks = new ArrayList<>();
        for (int w = 1; w <= WRITERS; w++) {
            int writer = w;
            SharedSink sink = new SharedSink(buffer, w, 1, null, () -> true);
            sinks.add(sink);
            threads.add(Thread.ofPlatform().start(() -> {
                Random random = new Random(writer);
                ProtoWriter packet = new ProtoWriter();
                for (int i = 0; i < 3000; i++) {
                    assertTrue(write(sink, packet, writer, i, size(random)));
                }
                sink.close();
            }));
        }
        Random random = new Random(0);
        while (threads.stream().anyMatch(Thread::isAlive)) {
            reader.commit(buffer.takeCommit(0).toByteArray());
            if (random.nextInt(10) == 0) {
                sinks.get(random.nextInt(WRITERS)).flush();
            }
            LockSupport.parkNanos(50_000);
        }
        do {
            reader.commit(buffer.takeCommit(0).toByteArray());
        } while (buffer.hasPending());
        assertEquals(WRITERS, reader.sequences().size());
        for (Map.Entry<Integer, PageReader.Sequence> one : reader.sequences().entrySet()) {
            List<byte[]> packets = one.getValue().packets;
            assertEquals(3000, packets.size());
            Random sizes = new Random(one.getKey());
            for (int i = 0; i < 3000; i++) {
                byte[] packet = packets.get(i);
                int size = size(sizes);
                assertEquals(i, number(packet));
                assertEquals(one.getKey(), writer(packet));
                int fields = size < 40 && i % 3 == 0 ? 0 : (size + 99) / 100;
                assertEquals(9 + (fields == 0 ? 0 : size + 2 * fields), packet.length);
            }
        }
        for (long page = 0; page < memory.byteSize(); page += pageSize) {
            assertEquals(0, memory.get(ValueLayout.JAVA_INT, page));
        }
    }

    @Test
    void dropsPacketsWhileTheMemoryIsFullAndContinuesLater() throws Exception {
        MemorySegment memory = memory(12);
        SharedBuffer buffer = new SharedBuffer(memory, 4096, false, () -> {});
        PageReader reader = new PageReader(memory, 4096);
        SharedSink sink = new SharedSink(buffer, 1, 1, null, null);
        ProtoWriter packet = new ProtoWriter();
        int written = 0;
        while (write(sink, packet, 1, written, 20)) {
            written++;
        }
        assertFalse(write(sink, packet, 1, -1, 9000));
        reader.commit(buffer.takeCommit(0).toByteArray());
        assertTrue(write(sink, packet, 1, written++, 20));
        // Longer than the free space: the fragments written so far are marked as dropped.
        assertFalse(write(sink, packet, 1, -1, 13_000));
        reader.commit(buffer.takeCommit(0).toByteArray());
        assertTrue(write(sink, packet, 1, written++, 20));
        sink.close();
        reader.commit(buffer.takeCommit(0).toByteArray());
        PageReader.Sequence read = reader.sequences().get(1);
        assertEquals(1, read.dropped);
        assertEquals(written, read.packets.size());
        for (int i = 0; i < written; i++) {
            assertEquals(i, number(read.packets.get(i)));
        }
    }

    @Test
    void waitsForFreeChunksUntilTheSessionStops() throws Exception {
        SharedBuffer buffer = new SharedBuffer(memory(8), 4096, false, () -> {});
        AtomicBoolean runs = new AtomicBoolean(true);
        SharedSink sink = new SharedSink(buffer, 1, 1, null, runs::get);
        ProtoWriter packet = new ProtoWriter();
        Thread writer = Thread.ofPlatform().start(() -> {
            while (write(sink, packet, 1, 0, 20)) {
                Thread.onSpinWait();
            }
        });
        writer.join(200);
        assertTrue(writer.isAlive());
        runs.set(false);
        writer.join(5000);
        assertFalse(writer.isAlive());
        sink.close();
        assertFalse(write(sink, packet, 1, 0, 20));
    }

    @Test
    void supportsManyMoreThreadsThanPages() throws Exception {
        MemorySegment memory = memory(256);
        SharedBuffer buffer = new SharedBuffer(memory, 4096, false, () -> {});
        PageReader reader = new PageReader(memory, 4096);
        ProtoWriter packet = new ProtoWriter();
        List<SharedSink> sinks = new ArrayList<>();
        for (int w = 1; w <= 140; w++) {
            SharedSink sink = new SharedSink(buffer, w, 1, null, null);
            assertTrue(write(sink, packet, w, 7, 20), "writer " + w);
            sinks.add(sink);
        }
        sinks.forEach(SharedSink::close);
        reader.commit(buffer.takeCommit(0).toByteArray());
        assertEquals(140, reader.sequences().size());
        assertArrayEquals(new byte[(int) memory.byteSize() / 4096], pageStates(memory));
    }

    @Test
    void commitsOfManyChunksFitIntoFrames() throws Exception {
        MemorySegment memory = memory(32 << 10);
        SharedBuffer buffer = new SharedBuffer(memory, 4096, false, () -> {});
        List<Integer> chunks = new ArrayList<>();
        for (int chunk = buffer.acquire(); chunk >= 0; chunk = buffer.acquire()) {
            chunks.add(chunk);
        }
        assertTrue(chunks.size() > 14_000, chunks.size() + " chunks");
        chunks.forEach(chunk -> buffer.complete(chunk, 40_000));
        int commits = 0;
        int moves = 0;
        int flushes = 0;
        do {
            byte[] commit = buffer.takeCommit(7).toByteArray();
            assertTrue(commit.length < 128 << 10, commit.length + " bytes");
            commits++;
            for (ProtoFields fields = new ProtoFields(commit); fields.next(); ) {
                moves += fields.field() == 1 ? 1 : 0;
                flushes += fields.field() == 3 ? 1 : 0;
            }
        } while (buffer.hasMore());
        assertTrue(commits > 1);
        assertEquals(chunks.size(), moves);
        assertEquals(1, flushes);
        assertFalse(buffer.hasPending());
    }

    private static byte[] pageStates(MemorySegment memory) {
        byte[] states = new byte[(int) memory.byteSize() / 4096];
        for (int page = 0; page < states.length; page++) {
            states[page] = (byte) (memory.get(ValueLayout.JAVA_INT, page * 4096L) == 0 ? 0 : 1);
        }
        return states;
    }
}
