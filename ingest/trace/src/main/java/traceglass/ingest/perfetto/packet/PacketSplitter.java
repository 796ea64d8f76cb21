package traceglass.ingest.perfetto.packet;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import traceglass.ingest.TraceInput;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// Splits the bytes of a trace into packets, and compressed bundles into their packets. Bytes are read into large
/// arrays that packets refer to; an array is retained until the last of its events has been processed.
///
/// Damage: a bundle that cannot be decompressed and a field that is not a packet are skipped and reported. After a
/// field of unknown length nothing can be located, so reading ends there.
public final class PacketSplitter {

    /// Consumer of packets.
    public interface Sink {
        /// @param position offset of the packet in the trace, or in its bundle
        void onPacket(byte[] buffer, int offset, int length, long position);
    }

    /// Listener for skipped data.
    public interface Damage {
        void onDamage(long position);
    }

    private static final int CHUNK_BYTES = 1 << 20;
    /// Maximum size of a packet in bytes. No writer produces larger packets, because the service's buffers are
    /// smaller.
    private static final int MAX_PACKET = 256 << 20;
    /// Maximum size of an uncompressed bundle in bytes. The service compresses far less at a time.
    private static final int MAX_BUNDLE = 64 << 20;
    private static final int MAX_HEADER_BYTES = 20;
    private static final int PACKET_TAG = Trace.PACKET_FIELD_NUMBER << 3 | ProtoCursor.BYTES;

    private final Sink sink;
    private final Damage damage;
    private final ProtoCursor cursor = new ProtoCursor();

    // Bytes that have been read but not split yet.
    private byte[] chunk = new byte[CHUNK_BYTES];
    private int length;
    /// Position of the first of these bytes in the trace.
    private long start;

    // Results of [#readHeader].
    private long tag;
    private long size;
    private int headerEnd;

    public PacketSplitter(Sink sink, Damage damage) {
        this.sink = sink;
        this.damage = damage;
    }

    /// Reads a trace to its end.
    public void readAll(TraceInput input) throws IOException {
        while (true) {
            int n = input.read(chunk, length, chunk.length - length);
            if (n < 0) {
                if (length > 0) {
                    // The trace is truncated within a packet.
                    damage.onDamage(start);
                }
                return;
            }
            if (!add(n)) {
                return;
            }
        }
    }

    /// Reads the next bytes of a trace that is still being written. A packet that they contain only in part is
    /// emitted once the rest has been read.
    ///
    /// @param length minimum number of bytes available from `in`
    /// @return false if nothing after these bytes can be read because of damage
    public boolean read(InputStream in, long length) throws IOException {
        for (long rest = length; rest > 0; ) {
            int n = in.read(chunk, this.length, (int) Math.min(rest, chunk.length - this.length));
            if (n < 0) {
                throw new EOFException();
            }
            rest -= n;
            if (!add(n)) {
                return false;
            }
        }
        return true;
    }

    /// Splits the bytes in the array after `n` were added; returns false at damage.
    private boolean add(int n) {
        length += n;
        int used = split(chunk, length, start);
        if (used < 0) {
            damage.onDamage(start);
            return false;
        }
        int rest = length - used;
        // The length is not trusted: the array for a large packet grows with the bytes actually read.
        long capacity = Math.min(rest * 2L, Math.max(size, 0) + MAX_HEADER_BYTES + CHUNK_BYTES);
        byte[] next = new byte[(int) Math.max(CHUNK_BYTES, capacity)];
        System.arraycopy(chunk, used, next, 0, rest);
        chunk = next;
        length = rest;
        start += used;
        return true;
    }

    /// Emits the complete packets in the first `end` bytes. Returns the offset of the first incomplete one, or -1
    /// at damage.
    private int split(byte[] b, int end, long start) {
        int p = 0;
        while (true) {
            if (end - p > 2 && b[p] == PACKET_TAG && b[p + 1] >= 0) {
                tag = PACKET_TAG;
                size = b[p + 1];
                headerEnd = p + 2;
            } else if (!readHeader(b, p, end)) {
                return end - p < MAX_HEADER_BYTES ? p : -1;
            }
            if ((int) (tag & 7) == ProtoCursor.BYTES && (size < 0 || size > MAX_PACKET)) {
                return -1;
            }
            if (size < 0) {
                return -1;
            }
            if (size > end - headerEnd) {
                return p;
            }
            int length = (int) size;
            int from = headerEnd;
            p = from + length;
            if (tag == PACKET_TAG && length > 0) {
                readPacket(b, from, length, start + from);
            }
        }
    }

    /// Reads tag and length of the field at `p`. Returns false if there are too few bytes or they are not a valid
    /// field. Sets the length to -1 for an invalid wire type.
    private boolean readHeader(byte[] b, int p, int end) {
        int q = varint(b, p, Math.min(end, p + 10));
        if (q < 0) {
            return false;
        }
        tag = size;
        switch ((int) (tag & 7)) {
            case ProtoCursor.VARINT -> {
                q = varint(b, q, Math.min(end, q + 10));
                if (q < 0) {
                    return false;
                }
                size = 0;
            }
            case ProtoCursor.FIXED64 -> size = 8;
            case ProtoCursor.FIXED32 -> size = 4;
            case ProtoCursor.BYTES -> {
                q = varint(b, q, Math.min(end, q + 10));
                if (q < 0) {
                    return false;
                }
            }
            default -> size = -1;
        }
        headerEnd = q;
        return true;
    }

    private int varint(byte[] b, int from, int end) {
        long v = 0;
        int shift = 0;
        for (int p = from; p < end; p++, shift += 7) {
            v |= (b[p] & 0x7fL) << shift;
            if (b[p] >= 0) {
                size = v;
                return p + 1;
            }
        }
        return -1;
    }

    private void readPacket(byte[] b, int from, int length, long position) {
        // A bundle contains nothing else, so its field comes first. The tag has two bytes.
        if (b[from] < 0 && cursor.enter(b, from, length).next() && isBundle(cursor)) {
            readBundle(cursor, position);
        } else {
            sink.onPacket(b, from, length, position);
        }
    }

    /// Returns whether a field of a packet is a compressed bundle of packets.
    public static boolean isBundle(ProtoCursor field) {
        return field.field() == TracePacket.COMPRESSED_PACKETS_FIELD_NUMBER
                || field.field() == TracePacket.ZSTD_COMPRESSED_PACKETS_FIELD_NUMBER;
    }

    private void readBundle(ProtoCursor field, long position) {
        byte[] packets;
        try {
            packets = decompress(field);
        } catch (IOException e) {
            damage.onDamage(position);
            return;
        }
        int end = packets.length;
        int p = 0;
        while (end - p > 2) {
            if (!readHeader(packets, p, end) || tag != PACKET_TAG || size < 0 || size > end - headerEnd) {
                damage.onDamage(position);
                return;
            }
            int from = headerEnd;
            int length = (int) size;
            p = from + length;
            if (length > 0) {
                sink.onPacket(packets, from, length, from);
            }
        }
    }

    /// Decompresses a bundle, see [#isBundle].
    public static byte[] decompress(ProtoCursor field) throws IOException {
        if (field.field() == TracePacket.ZSTD_COMPRESSED_PACKETS_FIELD_NUMBER) {
            return readAll(
                    new ZstdInputStream(new ByteArrayInputStream(field.buffer(), field.offset(), field.length())),
                    field.length());
        }
        return inflate(field.buffer(), field.offset(), field.length());
    }

    /// Decompresses bytes in zlib or gzip format.
    public static byte[] inflate(byte[] b, int from, int length) throws IOException {
        InputStream bytes = new ByteArrayInputStream(b, from, length);
        boolean isGzip = length > 2 && b[from] == 0x1f && (b[from + 1] & 0xff) == 0x8b;
        return readAll(isGzip ? new GZIPInputStream(bytes) : new InflaterInputStream(bytes), length);
    }

    private static byte[] readAll(InputStream in, int length) throws IOException {
        try (in) {
            byte[] out = new byte[Math.max(1 << 12, (int) Math.min(MAX_BUNDLE, (long) length * 6))];
            int filled = 0;
            while (true) {
                int n = in.read(out, filled, out.length - filled);
                if (n < 0) {
                    return Arrays.copyOf(out, filled);
                }
                filled += n;
                if (filled == out.length) {
                    if (filled >= MAX_BUNDLE) {
                        throw new IOException("bundle too large");
                    }
                    out = Arrays.copyOf(out, (int) Math.min(MAX_BUNDLE, filled * 2L));
                }
            }
        }
    }
}
