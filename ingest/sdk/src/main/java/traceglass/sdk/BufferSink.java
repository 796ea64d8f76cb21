package traceglass.sdk;

import org.jspecify.annotations.Nullable;
import traceglass.sdk.SessionBuffer.Chunk;
import traceglass.sdk.proto.ProtoWriter;

/// Copies the packets of one sequence into the chunks of a session, framed as a trace file has them.
final class BufferSink implements SequenceSink {

    /// The field `packet` of a trace, with its length.
    private static final int PACKET_TAG = 1 << 3 | 2;
    /// The field `trusted_packet_sequence_id` of a packet.
    private static final int SEQUENCE_TAG = 10 << 3;

    private final SessionBuffer buffer;
    private final int sequence;
    private final int sequenceSize;
    private final @Nullable Thread writer;
    private @Nullable Chunk chunk;
    private int number;

    BufferSink(SessionBuffer buffer, int sequence, @Nullable Thread writer) {
        this.writer = writer;
        this.buffer = buffer;
        this.sequence = sequence;
        sequenceSize = 1 + ProtoWriter.sizeOfVarint(sequence);
    }

    @Override
    public boolean write(byte[] packet, int size, boolean isClearing) {
        int all = size + sequenceSize;
        int framed = 1 + ProtoWriter.sizeOfVarint(all) + all;
        Chunk to = chunk;
        if (to == null || to.space() < framed) {
            to = buffer.next(to, sequence, number, framed, writer);
            chunk = to;
            if (to == null) {
                return false;
            }
            number++;
        }
        int start = to.end();
        int at = start;
        to.bytes[at++] = PACKET_TAG;
        at = varint(to.bytes, at, all);
        to.bytes[at++] = SEQUENCE_TAG;
        at = varint(to.bytes, at, sequence);
        System.arraycopy(packet, 0, to.bytes, at, size);
        if (isClearing && to.clearedAt < 0) {
            to.clearedAt = start;
        }
        to.publish(at + size);
        return true;
    }

    private static int varint(byte[] to, int start, int value) {
        int at = start;
        int rest = value;
        while (rest >= 0x80) {
            to[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[at++] = (byte) rest;
        return at;
    }
}
