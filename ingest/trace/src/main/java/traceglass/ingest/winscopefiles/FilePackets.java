package traceglass.ingest.winscopefiles;

import java.io.IOException;
import java.io.InputStream;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.winscope.FrameworksBaseWinscopeTracePacket;
import traceglass.protos.winscope.FrameworksNativeWinscopeTracePacket;

/// Converts the entries of a file to a Perfetto trace, one packet at a time. In all kinds of files, field 2 holds the
/// entries and field 3 or 4 holds the offset of the wall clock from the boot-time clock. Fields are read by number
/// instead of with a decoder, because each kind of file has its own message.
final class FilePackets extends InputStream {

    private static final int PACKET = Trace.PACKET_FIELD_NUMBER;
    private static final int ENTRY = 2;
    private static final int OFFSET = 3;
    /// Field 3 of files from the shell, whose clock offset is in field 4.
    private static final int HANDLERS = 3;
    private static final int SHELL_OFFSET = 4;
    private static final int CLOCK = ClockSnapshot.CLOCKS_FIELD_NUMBER;
    private static final int CLOCK_ID = ClockSnapshot.Clock.CLOCK_ID_FIELD_NUMBER;
    private static final int CLOCK_TIME = ClockSnapshot.Clock.TIMESTAMP_FIELD_NUMBER;
    private static final int TIME = 1;
    private static final int SEQUENCE = 1;
    private static final int MAX_ENTRY_BYTES = 256 << 20;
    private static final int MAX_TAG_BYTES = 10;

    private final InputStream in;
    private final FileKind kind;
    private final ProtoBytes message = new ProtoBytes();
    private final ProtoBytes packet = new ProtoBytes();
    private final ProtoCursor cursor = new ProtoCursor();
    private byte[] ready = {};
    private int position;
    private long lastTime;
    private long offset;
    private boolean hasOffset;
    private boolean isAtEnd;
    private boolean isTruncated;

    FilePackets(InputStream in, FileKind kind) {
        this.in = in;
        this.kind = kind;
    }

    /// Returns whether the file ends within a field or has an invalid field.
    boolean isTruncated() {
        return isTruncated;
    }

    @Override
    public int read() throws IOException {
        return fill() ? ready[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] b, int off, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int n = Math.min(length, ready.length - position);
        System.arraycopy(ready, position, b, off, n);
        position += n;
        return n;
    }

    /// Reads until there are bytes of a packet; returns false at the end.
    private boolean fill() throws IOException {
        while (position == ready.length) {
            if (isAtEnd) {
                return false;
            }
            packet.clear();
            if (!nextField()) {
                isAtEnd = true;
                if (hasOffset) {
                    addClocks();
                }
            }
            ready = packet.size() == 0
                    ? new byte[0]
                    : new ProtoBytes()
                            .bytes(PACKET, packet.buffer(), 0, packet.size())
                            .toBytes();
            position = 0;
        }
        return true;
    }

    /// Reads a field of the file; returns false at the end.
    private boolean nextField() throws IOException {
        long tag = varint();
        if (tag <= 0) {
            isTruncated |= tag == 0;
            return false;
        }
        int number = (int) Math.min(tag >>> 3, Integer.MAX_VALUE);
        switch ((int) tag & 7) {
            case ProtoCursor.VARINT -> {
                return varint() >= 0 || markTruncated();
            }
            case ProtoCursor.FIXED64 -> {
                byte[] bytes = in.readNBytes(Long.BYTES);
                if (bytes.length < Long.BYTES) {
                    return markTruncated();
                }
                writeFixed(number, bytes);
            }
            case ProtoCursor.FIXED32 -> {
                if (in.readNBytes(Integer.BYTES).length < Integer.BYTES) {
                    return markTruncated();
                }
            }
            case ProtoCursor.BYTES -> {
                long length = varint();
                if (length < 0 || length > MAX_ENTRY_BYTES) {
                    return markTruncated();
                }
                byte[] bytes = in.readNBytes((int) length);
                if (bytes.length < length) {
                    return markTruncated();
                }
                writeMessage(number, bytes);
            }
            default -> {
                return markTruncated();
            }
        }
        return true;
    }

    private boolean markTruncated() {
        isTruncated = true;
        return false;
    }

    /// Returns the next number; -1 at the end of the file. A number too large for a file also counts as the end.
    private long varint() throws IOException {
        long value = 0;
        for (int i = 0; i < MAX_TAG_BYTES; i++) {
            int b = in.read();
            if (b < 0) {
                isTruncated |= i > 0;
                return -1;
            }
            value |= (b & 0x7fL) << 7 * i;
            if (b < 0x80) {
                return value & Long.MAX_VALUE;
            }
        }
        isTruncated = true;
        return -1;
    }

    private void writeFixed(int number, byte[] bytes) {
        if (number == (kind == FileKind.SHELL_TRANSITIONS ? SHELL_OFFSET : OFFSET)) {
            offset = 0;
            for (int i = Long.BYTES - 1; i >= 0; i--) {
                offset = offset << 8 | bytes[i] & 0xff;
            }
            hasOffset = true;
        }
    }

    private void writeMessage(int number, byte[] bytes) {
        if (number == ENTRY) {
            switch (kind) {
                case TRANSITIONS -> TransitionFields.WINDOW_MANAGER.convert(bytes, message.clear());
                case SHELL_TRANSITIONS -> TransitionFields.SHELL.convert(bytes, message.clear());
                default -> message.clear().raw(bytes, 0, bytes.length);
            }
            addEntry(bytes);
        } else if (number == HANDLERS && kind == FileKind.SHELL_TRANSITIONS) {
            message.clear().bytes(1, bytes);
            packet.number(TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER, SEQUENCE)
                    .bytes(
                            FrameworksBaseWinscopeTracePacket.SHELL_HANDLER_MAPPINGS_FIELD_NUMBER,
                            message.buffer(),
                            0,
                            message.size());
        }
    }

    private void addEntry(byte[] entry) {
        long time = time(entry);
        lastTime = Math.max(lastTime, time);
        packet.number(TracePacket.TIMESTAMP_FIELD_NUMBER, time)
                .number(TracePacket.TIMESTAMP_CLOCK_ID_FIELD_NUMBER, ClockId.BOOTTIME)
                .number(TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER, SEQUENCE);
        if (kind.isExtension) {
            byte[] extension = new ProtoBytes()
                    .bytes(kind.field, message.buffer(), 0, message.size())
                    .toBytes();
            packet.bytes(FrameworksNativeWinscopeTracePacket.WINSCOPE_EXTENSIONS_FIELD_NUMBER, extension);
        } else {
            packet.bytes(kind.field, message.buffer(), 0, message.size());
        }
    }

    /// Returns the time of an entry: its time field, or for transitions the last one of their times.
    private long time(byte[] entry) {
        boolean isTransition = kind == FileKind.TRANSITIONS || kind == FileKind.SHELL_TRANSITIONS;
        if (isTransition) {
            TransitionFields fields =
                    kind == FileKind.TRANSITIONS ? TransitionFields.WINDOW_MANAGER : TransitionFields.SHELL;
            return Math.max(0, fields.lastTime(entry));
        }
        cursor.enter(entry, 0, entry.length);
        return cursor.seek(TIME) ? Math.max(0, cursor.asLong()) : 0;
    }

    private void addClocks() {
        ProtoBytes snapshot = new ProtoBytes();
        addClock(snapshot, ClockId.BOOTTIME, lastTime);
        addClock(snapshot, ClockId.REALTIME, lastTime + offset);
        packet.number(TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER, SEQUENCE)
                .bytes(TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER, snapshot.toBytes());
    }

    private static void addClock(ProtoBytes snapshot, int id, long time) {
        snapshot.bytes(
                CLOCK,
                new ProtoBytes().number(CLOCK_ID, id).number(CLOCK_TIME, time).toBytes());
    }
}
