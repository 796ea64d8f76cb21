package traceglass.service.probe;

import java.io.ByteArrayOutputStream;
import traceglass.protos.config.DataSourceConfig;
import traceglass.service.buffer.ChunkData;

/// Splits the packets of one instance into chunks.
final class ProbePackets {

    /// A finished chunk.
    ///
    /// @param fragments number of packets and packet fragments
    /// @param flags flags of [ChunkData#flags]
    record Chunk(int writer, int id, int fragments, int flags, byte[] payload) {}

    /// Receives chunks.
    interface Sink {
        void take(Chunk chunk, int targetBuffer);
    }

    private static final int PAYLOAD_BYTES = 32 << 10;
    private static final int LENGTH_BYTES = 4;

    private final int writer;
    private final int target;
    private final Sink sink;
    private final ByteArrayOutputStream payload = new ByteArrayOutputStream(PAYLOAD_BYTES);
    private int chunk;
    private int fragments;
    private int flags;

    ProbePackets(int writer, Sink sink, DataSourceConfig config) {
        this.writer = writer;
        this.sink = sink;
        target = config.getTargetBuffer();
    }

    int writer() {
        return writer;
    }

    void write(byte[] packet) {
        int done = 0;
        do {
            if (payload.size() + LENGTH_BYTES >= PAYLOAD_BYTES) {
                commit();
            }
            int size = Math.min(packet.length - done, PAYLOAD_BYTES - payload.size() - LENGTH_BYTES);
            if (done > 0) {
                flags |= ChunkData.CONTINUES_FROM_PREVIOUS;
            }
            writeFragment(packet, done, size);
            done += size;
            if (done < packet.length) {
                flags |= ChunkData.CONTINUES_ON_NEXT;
                commit();
            }
        } while (done < packet.length);
    }

    private void writeFragment(byte[] packet, int from, int size) {
        int remaining = size;
        while (remaining > 0x7f) {
            payload.write(remaining | 0x80);
            remaining >>>= 7;
        }
        payload.write(remaining);
        payload.write(packet, from, size);
        fragments++;
    }

    /// Passes the data written since the last call to the sink.
    void commit() {
        if (fragments > 0) {
            sink.take(new Chunk(writer, chunk++, fragments, flags, payload.toByteArray()), target);
            payload.reset();
            fragments = 0;
            flags = 0;
        }
    }
}
