package traceglass.service.probe.journal;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import traceglass.protos.system.SystemdJournaldEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.proto.ProtoWriter;

/// Converts systemd's journal export format to packets. An entry has a line `NAME=value` for each field and ends with
/// an empty line. For a binary value, the line is `NAME`, followed by the size (8 bytes, little-endian), the bytes and
/// a newline (<https://systemd.io/JOURNAL_EXPORT_FORMATS/>).
final class JournalExport {

    private static final String TIME = "__MONOTONIC_TIMESTAMP";
    /// `BUILTIN_CLOCK_MONOTONIC` in `builtin_clock.proto`.
    private static final int MONOTONIC = 3;
    private static final long NS_PER_US = 1000;
    /// Limit for binary values, in bytes; longer ones are truncated.
    private static final long MAX_VALUE_BYTES = 16 << 20;

    private static final Map<String, Integer> TEXTS = Map.of(
            "MESSAGE", SystemdJournaldEvent.MESSAGE_FIELD_NUMBER,
            "SYSLOG_IDENTIFIER", SystemdJournaldEvent.TAG_FIELD_NUMBER,
            "_COMM", SystemdJournaldEvent.COMM_FIELD_NUMBER,
            "_EXE", SystemdJournaldEvent.EXE_FIELD_NUMBER,
            "_SYSTEMD_UNIT", SystemdJournaldEvent.SYSTEMD_UNIT_FIELD_NUMBER,
            "_HOSTNAME", SystemdJournaldEvent.HOSTNAME_FIELD_NUMBER,
            "_TRANSPORT", SystemdJournaldEvent.TRANSPORT_FIELD_NUMBER);
    private static final Map<String, Integer> NUMBERS = Map.of(
            "PRIORITY", SystemdJournaldEvent.PRIO_FIELD_NUMBER,
            "_PID", SystemdJournaldEvent.PID_FIELD_NUMBER,
            "_TID", SystemdJournaldEvent.TID_FIELD_NUMBER,
            "_UID", SystemdJournaldEvent.UID_FIELD_NUMBER,
            "_GID", SystemdJournaldEvent.GID_FIELD_NUMBER);

    private final InputStream in;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ProtoWriter event = new ProtoWriter();
    private long timeUs;
    private long untimedEntries;

    JournalExport(InputStream in) {
        this.in = in;
    }

    /// Returns the names of the fields to export.
    static Set<String> fields() {
        Set<String> names = new TreeSet<>(TEXTS.keySet());
        names.addAll(NUMBERS.keySet());
        return names;
    }

    /// Returns the number of entries without a time.
    long untimedEntries() {
        return untimedEntries;
    }

    /// Reads an entry and returns its packet, or null at the end. Drops an incomplete entry at the end.
    byte @Nullable [] next() throws IOException {
        event.reset();
        timeUs = -1;
        boolean isEmpty = true;
        while (readLine()) {
            if (line.size() > 0) {
                isEmpty = false;
                readField(line.toByteArray());
            } else if (timeUs >= 0) {
                return packet();
            } else if (!isEmpty) {
                untimedEntries++;
                event.reset();
                isEmpty = true;
            }
        }
        return null;
    }

    /// Reads a line; false at the end of the stream.
    private boolean readLine() throws IOException {
        line.reset();
        int b = in.read();
        while (b >= 0 && b != '\n') {
            line.write(b);
            b = in.read();
        }
        return b >= 0;
    }

    private void readField(byte[] text) throws IOException {
        int equals = 0;
        while (equals < text.length && text[equals] != '=') {
            equals++;
        }
        String name = new String(text, 0, equals, StandardCharsets.US_ASCII);
        if (equals < text.length) {
            readValue(name, text, equals + 1);
        } else {
            readValue(name, binaryValue(), 0);
        }
    }

    private byte[] binaryValue() throws IOException {
        long size = 0;
        byte[] head = in.readNBytes(Long.BYTES);
        for (int i = head.length - 1; i >= 0; i--) {
            size = size << 8 | head[i] & 0xff;
        }
        if (head.length < Long.BYTES || size < 0) {
            throw new EOFException("The journal output ends within a field");
        }
        byte[] value = in.readNBytes((int) Math.min(size, MAX_VALUE_BYTES));
        in.skipNBytes(size - value.length);
        in.skipNBytes(1);
        return value;
    }

    private void readValue(String name, byte[] bytes, int from) {
        Integer text = TEXTS.get(name);
        Integer number = NUMBERS.get(name);
        if (text != null && from < bytes.length) {
            event.bytes(text, bytes, from, bytes.length);
        } else if (number != null || name.equals(TIME)) {
            long value = number(bytes, from);
            if (name.equals(TIME)) {
                timeUs = value;
            } else if (number != null && value >= 0 && value <= 0xffff_ffffL) {
                event.varint(number, value);
            }
        }
    }

    /// Returns the decimal number in the bytes, or -1 if they are not a number.
    private static long number(byte[] bytes, int from) {
        try {
            return Long.parseLong(new String(bytes, from, bytes.length - from, StandardCharsets.US_ASCII));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private byte[] packet() {
        ProtoWriter packet = new ProtoWriter();
        packet.varint(TracePacket.TIMESTAMP_FIELD_NUMBER, timeUs * NS_PER_US);
        packet.varint(TracePacket.TIMESTAMP_CLOCK_ID_FIELD_NUMBER, MONOTONIC);
        packet.message(TracePacket.JOURNALD_EVENT_FIELD_NUMBER, event);
        return packet.toByteArray();
    }
}
