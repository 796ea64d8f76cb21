package traceglass.sdk.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.sdk.proto.ProtoFields;

/// Reads shared memory as the tracing service does, and frees the chunks.
public final class PageReader {

    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final int[] CHUNKS = {0, 1, 2, 4, 7, 14, 0, 0};
    private static final int DROPPED = 0x0fffffff;

    /// Packets of a writer, and the beginning of a packet that continues in the writer's next chunk.
    public static final class Sequence {
        public final List<byte[]> packets = new ArrayList<>();
        int nextChunk;
        int dropped;
        ByteArrayOutputStream partial = new ByteArrayOutputStream();
    }

    private final MemorySegment memory;
    private final int pageSize;
    private final Map<Integer, Sequence> sequences = new HashMap<>();

    public PageReader(MemorySegment memory, int pageSize) {
        this.memory = memory;
        this.pageSize = pageSize;
    }

    public Map<Integer, Sequence> sequences() {
        return sequences;
    }

    /// Reads the chunks of a commit.
    public void commit(byte[] request) {
        for (ProtoFields fields = new ProtoFields(request); fields.next(); ) {
            if (fields.field() == 1) {
                int page = 0;
                int chunk = 0;
                byte[] inline = null;
                for (ProtoFields move = new ProtoFields(fields.content()); move.next(); ) {
                    switch (move.field()) {
                        case 1 -> page = (int) move.number();
                        case 2 -> chunk = (int) move.number();
                        case 4 -> inline = move.content();
                        default -> {}
                    }
                }
                read(inline == null ? copyAndRelease(page, chunk) : inline);
            }
        }
    }

    private byte[] copyAndRelease(int page, int chunk) {
        long header = (long) page * pageSize;
        int word = (int) INT.getAcquire(memory, header);
        if ((word >>> 2 * chunk & 3) != 3) {
            throw new IllegalStateException("chunk " + chunk + " of page " + page + " is not complete");
        }
        int size = (pageSize - 8) / CHUNKS[word >>> 28] / 4 * 4;
        long start = header + 8 + (long) chunk * size;
        byte[] content = memory.asSlice(start, size).toArray(JAVA_BYTE);
        INT.setRelease(memory, start, 0);
        INT.setRelease(memory, start + 4, 0);
        while (true) {
            int before = (int) INT.getAcquire(memory, header);
            int after = before & ~(3 << 2 * chunk);
            if (INT.compareAndSet(memory, header, before, (after & 0xfffffff) == 0 ? 0 : after)) {
                return content;
            }
        }
    }

    private void read(byte[] content) {
        int id = number(content, 0, 4);
        int count = number(content, 6, 2);
        Sequence sequence = sequences.computeIfAbsent(number(content, 4, 2), writer -> new Sequence());
        if (id != sequence.nextChunk++) {
            throw new IllegalStateException("chunk " + id + " follows " + (sequence.nextChunk - 2));
        }
        boolean continues = (count & 1 << 10) != 0;
        boolean isContinued = (count & 2 << 10) != 0;
        if (!continues) {
            sequence.partial.reset();
        }
        int offset = 8;
        for (int i = 0, n = count & 1023; i < n; i++) {
            int size = 0;
            int shift = 0;
            byte b;
            do {
                b = content[offset++];
                size |= (b & 0x7f) << shift;
                shift += 7;
            } while (b < 0);
            if (size == DROPPED) {
                sequence.dropped++;
                sequence.partial.reset();
                return;
            }
            sequence.partial.write(content, offset, size);
            offset += size;
            if (i < n - 1 || !isContinued) {
                if (sequence.partial.size() > 0) {
                    sequence.packets.add(sequence.partial.toByteArray());
                }
                sequence.partial.reset();
            }
        }
    }

    private static int number(byte[] from, int offset, int size) {
        int value = 0;
        for (int i = 0; i < size; i++) {
            value |= (from[offset + i] & 0xff) << 8 * i;
        }
        return value;
    }
}
