package traceglass.service.buffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.service.testing.PageWriter;

class TraceBufferTest {

    private static final Writer A = new Writer(1, 1);
    private static final Writer B = new Writer(1, 2);

    private final TraceBuffer buffer = new TraceBuffer(64 << 10, false);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static ChunkData chunk(Writer writer, int id, int flags, String... packets) {
        return chunk(writer, id, flags, true, packets.length, packets);
    }

    private static ChunkData chunk(Writer writer, int id, int flags, boolean isComplete, int count, String... packets) {
        byte[][] all = new byte[packets.length][];
        for (int i = 0; i < all.length; i++) {
            all[i] = bytes(packets[i]);
        }
        return new ChunkData(writer, id, count, flags, isComplete, PageWriter.fragments(all));
    }

    private List<String> read(boolean isLast) {
        List<String> all = new ArrayList<>();
        for (BufferPacket p = buffer.read(isLast); p != null; p = buffer.read(isLast)) {
            all.add(new String(p.bytes(), StandardCharsets.ISO_8859_1) + (p.loss() == 0 ? "" : "!" + p.loss()));
        }
        return all;
    }

    @Test
    void returnsPacketsInTheOrderOfArrivalAcrossWriters() {
        buffer.write(chunk(B, 0, 0, "b0", "b1"));
        buffer.write(chunk(A, 0, 0, "a0"));
        buffer.write(chunk(B, 1, 0, "b2"));
        assertEquals(List.of("b0", "b1", "a0", "b2"), read(false));
        assertEquals(List.of(), read(true), "each packet is returned once");
    }

    @Test
    void joinsPacketsThatSpanChunks() {
        buffer.write(chunk(A, 0, 2, "one", "tw"));
        assertEquals(List.of("one"), read(false), "the end of the second packet is missing");
        buffer.write(chunk(A, 1, 3, "o-"));
        buffer.write(chunk(A, 2, 1, "end", "three"));
        assertEquals(List.of("two-end", "three"), read(false));
    }

    @Test
    void waitsForChunksThatArriveLateAndMarksThoseThatNeverDo() {
        buffer.write(chunk(A, 1, 0, "a1"));
        assertEquals(List.of(), read(false));
        buffer.write(chunk(A, 0, 0, "a0"));
        buffer.write(chunk(A, 3, 0, "a3"));
        assertEquals(List.of("a0", "a1"), read(false));
        assertEquals(List.of("a3!3"), read(true));
        assertEquals(1, buffer.stats().getChunksCommittedOutOfOrder());
    }

    @Test
    void holdsBackChunksThatNeedPatches() {
        buffer.write(chunk(A, 0, 4, "a\0\0\0\0z"));
        assertEquals(List.of(), read(true));
        buffer.patch(A, 0, List.of(new Patch(2, bytes("1234"))), false);
        assertEquals(List.of("a1234z"), read(false));
        buffer.patch(A, 9, List.of(new Patch(0, bytes("1234"))), false);
        buffer.patch(A, 0, List.of(new Patch(4, bytes("1234"))), false);
        assertEquals(2, buffer.stats().getPatchesFailed());
        assertEquals(1, buffer.stats().getPatchesSucceeded());
    }

    @Test
    void completesScrapedChunksWithoutRepeatingPackets() {
        buffer.write(chunk(A, 0, 2, false, 3, "a0", "a1", "a"));
        assertEquals(List.of("a0", "a1"), read(false));
        buffer.write(chunk(A, 0, 2, "a0", "a1", "a2", "a"));
        buffer.write(chunk(A, 1, 1, "3"));
        assertEquals(List.of("a2", "a3"), read(false));
        buffer.write(chunk(A, 0, 2, "a0", "a1", "a2", "a"));
        assertEquals(List.of(), read(true));
        assertEquals(0, buffer.stats().getAbiViolations());
        assertEquals(1, buffer.stats().getChunksRewritten());
    }

    @Test
    void marksPacketsAfterOverwrittenOnes() {
        String large = "x".repeat(3000);
        for (int i = 0; i < 40; i++) {
            buffer.write(chunk(A, i, 0, i + large));
        }
        List<String> all = read(true);
        assertTrue(all.size() < 40 && all.size() > 15, "" + all.size());
        assertTrue(all.getFirst().endsWith("!" + (LossReason.LOST | LossReason.OVERWRITTEN)));
        assertTrue(all.getLast().startsWith("39x") && all.getLast().endsWith("x"));
        assertEquals(40 - all.size(), buffer.stats().getChunksOverwritten());
        assertEquals(1, buffer.stats().getWriteWrapCount());
    }

    @Test
    void keepsTheOldestPacketsIfTheNewestAreDiscarded() {
        TraceBuffer full = new TraceBuffer(4096, true);
        for (int i = 0; i < 10; i++) {
            full.write(chunk(A, i, 0, i + "x".repeat(900)));
        }
        for (int i = 0; i < 4; i++) {
            assertEquals('0' + i, full.read(true).bytes()[0]);
        }
        assertNull(full.read(true));
        assertEquals(6, full.stats().getChunksDiscarded());
    }

    @Test
    void cutsDamagedChunksToTheirValidFragments() {
        byte[] payload = PageWriter.fragments(bytes("ok"), bytes("longer"));
        buffer.write(new ChunkData(A, 0, 2, 0, true, Arrays.copyOf(payload, 6)));
        buffer.write(new ChunkData(A, 1, 2, 0, true, new byte[] {1, 'k', -1, -1, -1, 0x7F, 9}));
        buffer.write(new ChunkData(A, 2, 1, 0, true, new byte[] {-1, -1, -1, -1, -1, 1}));
        buffer.write(chunk(A, 3, 0, "next"));
        assertEquals(
                List.of(
                        "ok",
                        "k!5",
                        "next!" + (LossReason.LOST | LossReason.DROPPED_BY_WRITER | LossReason.CORRUPT_CHUNK)),
                read(true));
        assertEquals(2, buffer.stats().getAbiViolations());
        assertEquals(1, buffer.stats().getTraceWriterPacketLoss());
    }

    @Test
    void readsInOrderWhenChunkIdsOverflowOrWriterIdsAreReused() {
        buffer.write(chunk(A, 0, 0, "first"));
        read(false);
        buffer.endWriter(A);
        buffer.write(chunk(A, 0, 0, "second"));
        assertEquals(List.of("second"), read(false));
        buffer.write(chunk(B, -1, 0, "b"));
        buffer.write(chunk(B, 0, 0, "c"));
        assertEquals(List.of("b!3", "c"), read(true));
    }

    @Test
    void clonesContentsAndReadPositions() {
        buffer.write(chunk(A, 0, 0, "a0"));
        read(false);
        buffer.write(chunk(A, 1, 0, "a1"));
        TraceBuffer copy = buffer.copy();
        assertEquals(List.of("a1"), read(false));
        assertArrayEquals(bytes("a1"), copy.read(true).bytes());
        assertNull(copy.read(true));
        TraceBuffer empty = buffer.createEmptyCopy();
        empty.write(chunk(A, 2, 0, "a2"));
        BufferPacket packet = empty.read(false);
        assertArrayEquals(bytes("a2"), packet.bytes());
        assertNotEquals(0, packet.loss());
    }

    @Test
    void survivesRandomChunks() {
        Random random = new Random(20261127);
        for (int i = 0; i < 20_000; i++) {
            byte[] payload = new byte[random.nextInt(300)];
            random.nextBytes(payload);
            for (int k = 0; k < payload.length; k += 1 + random.nextInt(9)) {
                payload[k] &= 0x0F;
            }
            buffer.write(new ChunkData(
                    new Writer(1, random.nextInt(5)),
                    random.nextInt(8) == 0 ? random.nextInt() : i / 5,
                    random.nextInt(20),
                    random.nextInt(64),
                    random.nextInt(4) != 0,
                    payload));
            if (random.nextInt(4) == 0) {
                buffer.patch(
                        new Writer(1, random.nextInt(5)),
                        i / 5,
                        List.of(new Patch(random.nextInt(40) - 2, bytes("abcd"))),
                        random.nextBoolean());
            }
            for (int k = 0; k < 3; k++) {
                buffer.read(random.nextInt(10) == 0);
            }
        }
        read(true);
        assertTrue(buffer.stats().getChunksRead() > 100);
    }
}
