package traceglass.ingest.spans;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.store.names.StatNames;

/// Imports OpenTelemetry traces, logs, metrics and profiles as protobuf: a single message, or several messages that
/// are each preceded by a four-byte length, as the collector writes them. The messages for the four kinds of data have
/// the same outer structure and are distinguished by their innermost fields.
public final class OtlpProtoImporter implements Importer {

    private static final int TAG = 1 << 3 | ProtoCursor.BYTES;
    /// Field of the outermost message that only profiles have: the names and stacks that they share.
    private static final int DICTIONARY = 2;
    private static final int MAX_MESSAGE = 1 << 30;

    @Override
    public String id() {
        return "otlp_proto";
    }

    @Override
    public String displayName() {
        return "OpenTelemetry (OTLP) protobuf";
    }

    @Override
    public int priority() {
        return 215;
    }

    @Override
    public boolean sniff(byte[] head) {
        return isData(head, 0) || hasLengths(head);
    }

    private static boolean hasLengths(byte[] head) {
        return head.length > 5 && head[0] == 0 && head[4] == TAG && isData(head, 4);
    }

    /// Returns whether a message begins with a resource whose first attribute has a string key.
    private static boolean isData(byte[] head, int from) {
        int offset = from;
        int outer = Integer.MAX_VALUE;
        // The levels are data, resource, attribute and key.
        for (int level = 0; level < 4; level++) {
            if (offset >= head.length || head[offset] != TAG) {
                return false;
            }
            int length = 0;
            int shift = 0;
            do {
                if (++offset >= head.length || shift > 28) {
                    return false;
                }
                length |= (head[offset] & 0x7f) << shift;
                shift += 7;
            } while (head[offset] < 0);
            offset++;
            if (length <= 0 || length > outer) {
                return false;
            }
            outer = length;
        }
        if (outer > 200 || offset + outer >= head.length) {
            return false;
        }
        for (int i = offset; i < offset + outer; i++) {
            if (head[i] < 0x21 || head[i] > 0x7e) {
                return false;
            }
        }
        return head[offset + outer] == (2 << 3 | ProtoCursor.BYTES);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        OtlpReader reader = new OtlpReader(context);
        boolean hasLengths = hasLengths(input.head());
        InputStream in = input.asStream();
        try {
            for (int first = in.read(); first >= 0; first = in.read()) {
                if (hasLengths) {
                    int length = first << 24 | readByte(in) << 16 | readByte(in) << 8 | readByte(in);
                    byte[] message = readMessage(in, length);
                    ProtoCursor cursor = new ProtoCursor();
                    for (cursor.enter(message, 0, message.length); cursor.next(); ) {
                        if (cursor.wire() == ProtoCursor.BYTES) {
                            readField(cursor.field(), message, cursor.offset(), cursor.length(), reader);
                        }
                    }
                    reader.end();
                    checkLength(message, length);
                } else {
                    if (first != TAG && first != (DICTIONARY << 3 | ProtoCursor.BYTES)) {
                        throw new EOFException();
                    }
                    int length = readLength(in);
                    byte[] message = readMessage(in, length);
                    readField(first >> 3, message, 0, message.length, reader);
                    checkLength(message, length);
                }
            }
            reader.end();
        } catch (EOFException e) {
            reader.end();
            context.logs().recordAt(StatNames.SPANS_TRUNCATED, input.position(), null);
        }
    }

    /// Reads a field of the outermost message.
    private static void readField(int field, byte[] bytes, int from, int size, OtlpReader reader) {
        if (field == 1) {
            readResource(bytes, from, size, reader);
        } else if (field == DICTIONARY) {
            ProtoTree.read(bytes, from, size, OtlpMessages.DICTIONARY)
                    .forEach((table, entries) ->
                            ((List<?>) entries).forEach(entry -> reader.readDictionaryEntry(table, entry)));
        }
    }

    private static int readByte(InputStream in) throws IOException {
        int value = in.read();
        if (value < 0) {
            throw new EOFException();
        }
        return value;
    }

    private static int readLength(InputStream in) throws IOException {
        long length = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int value = readByte(in);
            length |= (value & 0x7fL) << shift;
            if (value < 0x80) {
                return (int) Math.min(length, Integer.MAX_VALUE);
            }
        }
        throw new EOFException();
    }

    /// Reads a message, or the start of a truncated one.
    private static byte[] readMessage(InputStream in, int length) throws IOException {
        if (length < 0 || length > MAX_MESSAGE) {
            throw new EOFException();
        }
        return in.readNBytes(length);
    }

    private static void checkLength(byte[] message, int length) throws EOFException {
        if (message.length < length) {
            throw new EOFException();
        }
    }

    /// Returns the start of the content of the second field that extends beyond the end of the bytes, as in a
    /// truncated message; returns the end if there is no such field.
    private static int startOfRest(byte[] bytes, ProtoCursor cursor) {
        int start = cursor.position();
        if (!cursor.isDamaged() || bytes[start] != (2 << 3 | ProtoCursor.BYTES)) {
            return cursor.end();
        }
        do {
            start++;
        } while (start < cursor.end() && bytes[start] < 0);
        return Math.min(start + 1, cursor.end());
    }

    private static void readResource(byte[] bytes, int from, int size, OtlpReader reader) {
        reader.startResource();
        ProtoCursor cursor = new ProtoCursor();
        for (cursor.enter(bytes, from, size); cursor.next(); ) {
            if (cursor.field() == 1 && cursor.wire() == ProtoCursor.BYTES) {
                reader.setResource(ProtoTree.read(bytes, cursor.offset(), cursor.length(), OtlpMessages.RESOURCE));
            }
        }
        for (cursor.enter(bytes, from, size); cursor.next(); ) {
            if (cursor.field() == 2 && cursor.wire() == ProtoCursor.BYTES) {
                readScope(bytes, cursor.offset(), cursor.length(), reader);
            }
        }
        int restStart = startOfRest(bytes, cursor);
        if (restStart < cursor.end()) {
            readScope(bytes, restStart, cursor.end() - restStart, reader);
        }
    }

    private static void readScope(byte[] bytes, int from, int size, OtlpReader reader) {
        reader.startScope();
        ProtoCursor cursor = new ProtoCursor();
        for (cursor.enter(bytes, from, size); cursor.next(); ) {
            if (cursor.field() == 1 && cursor.wire() == ProtoCursor.BYTES) {
                reader.setScope(ProtoTree.read(bytes, cursor.offset(), cursor.length(), OtlpMessages.SCOPE));
            }
        }
        for (cursor.enter(bytes, from, size); cursor.next(); ) {
            if (cursor.field() == 2 && cursor.wire() == ProtoCursor.BYTES) {
                readItem(bytes, cursor.offset(), cursor.length(), reader);
            }
        }
    }

    private static void readItem(byte[] bytes, int from, int size, OtlpReader reader) {
        if (hasFixed(bytes, from, size, 7)) {
            // The field is the start of a span.
            reader.readSpan(ProtoTree.read(bytes, from, size, OtlpMessages.SPAN));
        } else if (hasFixed(bytes, from, size, 1) || hasFixed(bytes, from, size, 11)) {
            // The field is a time of a log record.
            reader.readLogRecord(ProtoTree.read(bytes, from, size, OtlpMessages.LOG_RECORD));
        } else if (hasFixed(bytes, from, size, 3) || hasSampleType(bytes, from, size)) {
            // The field is the start of a profile.
            readProfile(bytes, from, size, reader.startProfile());
        } else {
            reader.readMetric(ProtoTree.read(bytes, from, size, OtlpMessages.METRIC));
        }
    }

    /// Returns whether the first field is a message with a number, rather than the name of a metric.
    private static boolean hasSampleType(byte[] bytes, int from, int size) {
        ProtoCursor cursor = new ProtoCursor();
        return cursor.enter(bytes, from, size).seek(1)
                && cursor.wire() == ProtoCursor.BYTES
                && cursor.length() > 0
                && bytes[cursor.offset()] == 1 << 3;
    }

    private static void readProfile(byte[] bytes, int from, int size, OtlpProfiles profiles) {
        ProtoTree.read(bytes, from, size, OtlpMessages.PROFILE).forEach(profiles::set);
        ProtoCursor cursor = new ProtoCursor();
        for (cursor.enter(bytes, from, size); cursor.next(); ) {
            if (cursor.field() == 2 && cursor.wire() == ProtoCursor.BYTES) {
                profiles.addSample(ProtoTree.read(bytes, cursor.offset(), cursor.length(), OtlpMessages.SAMPLE));
            }
        }
    }

    private static boolean hasFixed(byte[] bytes, int from, int size, int field) {
        ProtoCursor cursor = new ProtoCursor();
        return cursor.enter(bytes, from, size).seek(field) && cursor.wire() == ProtoCursor.FIXED64;
    }
}
