package traceglass.sdk.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.memory.SessionBuffer.Chunk;
import traceglass.sdk.proto.ProtoWriter;

/// Writes the packets of one sequence into the chunks of a session, framed as in a trace file.
public final class BufferSink extends SequenceSink {

    /// Tag of the field `packet` of a trace. The length of the packet follows.
    private static final int PACKET_TAG = 1 << 3 | 2;
    /// Tag of the field `trusted_packet_sequence_id` of a packet.
    private static final int SEQUENCE_TAG = 10 << 3;

    private final SessionBuffer buffer;
    private final int sequence;
    private final @Nullable Thread writer;
    private @Nullable Chunk chunk;
    private int number;
    private boolean isClearing;

    /// @param writer the thread after whose end the chunk can be reused, or null if several threads share the
    ///     sequence
    public BufferSink(SessionBuffer buffer, int sequence, @Nullable Thread writer) {
        super(head(sequence), 3 + ProtoWriter.sizeOfVarint(sequence), 1);
        this.writer = writer;
        this.buffer = buffer;
        this.sequence = sequence;
    }

    private static long head(int sequence) {
        long head = PACKET_TAG | SEQUENCE_TAG << 16;
        int shift = 24;
        for (int remaining = sequence; remaining != 0; remaining >>>= 7) {
            head |= (remaining & 0x7fL | (remaining >= 0x80 ? 0x80 : 0)) << shift;
            shift += 8;
        }
        return head;
    }

    @Override
    protected boolean nextChunk(int bytes) {
        Chunk next = buffer.next(chunk, sequence, number, bytes, writer);
        chunk = next;
        position = 0;
        limit = 0;
        if (next == null) {
            return false;
        }
        number++;
        memory = next.memory;
        limit = next.memory.byteSize();
        return true;
    }

    @Override
    public void markCleared() {
        isClearing = true;
    }

    @Override
    protected void publish(long end) {
        Chunk to = chunk;
        if (to == null) {
            throw new IllegalStateException("A packet ends where none began");
        }
        if (isClearing) {
            isClearing = false;
            if (to.clearedAt < 0) {
                to.clearedAt = (int) position;
            }
        }
        position = end;
        to.publish((int) end);
    }

    @Override
    protected boolean copy(ProtoWriter packet) {
        int framed = framedSize(packet);
        if (limit - position < framed && !nextChunk(framed)) {
            return false;
        }
        publish(putWhole(position, packet));
        return true;
    }

    /// Returns whether the thread that wrote here has ended.
    public boolean isAbandoned() {
        return writer != null && !writer.isAlive();
    }

    /// Releases the chunk. Readers see its packets as soon as they are published.
    @Override
    protected void finish() {
        chunk = null;
        memory = MemorySegment.NULL;
        position = 0;
        limit = 0;
    }
}
