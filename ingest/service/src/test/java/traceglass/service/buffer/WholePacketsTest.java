package traceglass.service.buffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.protos.common.CommitDataRequest;
import traceglass.service.abi.SharedPages;
import traceglass.service.testing.PageWriter;

/// Sends random packets of many writers through a small shared memory, with scraping, late commits and reads in
/// between.
class WholePacketsTest {

    private static final int WRITERS = 6;
    private static final int PAGE_SIZE = 4096;

    private final Map<Integer, List<byte[]>> written = new HashMap<>();
    private final Map<Integer, Integer> readCounts = new HashMap<>();

    @Test
    void packetsAreReadIntactAndInOrder() {
        for (int seed = 0; seed < 12; seed++) {
            run(new Random(seed), 1 + seed % 5);
        }
    }

    private void run(Random random, int layout) {
        written.clear();
        readCounts.clear();
        TraceBuffer buffer = new TraceBuffer(8 << 20, false);
        MemorySegment memory = Arena.ofAuto().allocate(16 * PAGE_SIZE, PAGE_SIZE);
        SharedPages pages = new SharedPages(memory, PAGE_SIZE);
        List<PageWriter> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new PageWriter(memory, PAGE_SIZE, layout, i + 1, 1));
            written.put(i + 1, new ArrayList<>());
            readCounts.put(i + 1, 0);
        }
        List<CommitDataRequest.ChunksToMove> pending = new ArrayList<>();
        for (int step = 0; step < 3000; step++) {
            int id = 1 + random.nextInt(WRITERS);
            PageWriter writer = writers.get(id - 1);
            byte[] packet = new byte[1 + random.nextInt(random.nextInt(8) == 0 ? 6000 : 90)];
            random.nextBytes(packet);
            if (writer.write(packet)) {
                written.get(id).add(packet);
            } else if (random.nextBoolean()) {
                writer.finish();
            }
            pending.addAll(writer.commit().getChunksToMoveList());
            if (random.nextInt(30) == 0) {
                copyWrittenChunks(pages, buffer);
            }
            while (!pending.isEmpty() && (random.nextInt(3) == 0 || pending.size() > 8)) {
                move(pages, buffer, pending.remove(random.nextInt(Math.min(3, pending.size()))));
            }
            if (random.nextInt(20) == 0) {
                read(buffer, false);
            }
        }
        for (PageWriter writer : writers) {
            writer.finish();
            pending.addAll(writer.commit().getChunksToMoveList());
        }
        pending.forEach(m -> move(pages, buffer, m));
        read(buffer, true);
        written.forEach((id, packets) -> assertEquals(packets.size(), readCounts.get(id), "writer " + id));
        assertEquals(0, buffer.stats().getAbiViolations());
        for (int page = 0; page < pages.pages(); page++) {
            assertEquals(0, memory.get(ValueLayout.JAVA_INT, (long) page * PAGE_SIZE), "page " + page);
        }
    }

    private static void move(SharedPages pages, TraceBuffer buffer, CommitDataRequest.ChunksToMove m) {
        buffer.write(pages.take(1, m.getPage(), m.getChunk()));
    }

    private static void copyWrittenChunks(SharedPages pages, TraceBuffer buffer) {
        for (int page = 0; page < pages.pages(); page++) {
            for (int chunk = 0; chunk < pages.chunks(page); chunk++) {
                ChunkData data = pages.peek(1, page, chunk);
                if (data != null && data.writer().id() != 0) {
                    buffer.write(data);
                }
            }
        }
    }

    private void read(TraceBuffer buffer, boolean isLast) {
        for (BufferPacket p = buffer.read(isLast); p != null; p = buffer.read(isLast)) {
            int id = p.writer().id();
            int index = readCounts.merge(id, 1, Integer::sum) - 1;
            assertArrayEquals(written.get(id).get(index), p.bytes(), "writer " + id + ", packet " + index);
        }
    }
}
