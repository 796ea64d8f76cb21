package traceglass.ingest.spans.otlp;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.foreign.otlp.KeyValue;
import traceglass.protos.foreign.otlp.ProfilesData;
import traceglass.store.names.StatNames;

/// Imports OpenTelemetry traces, logs, metrics and profiles as protobuf: a single message, or several messages that
/// are each preceded by a four-byte length, as the collector writes them. The messages for the four kinds of data have
/// the same outer structure and are distinguished by their innermost fields.
public final class OtlpProtoImporter implements Importer {

    private static final int TAG = ProfilesData.RESOURCE_PROFILES_FIELD_NUMBER << 3 | MessageDecoder.BYTES;
    private static final int DICTIONARY_TAG = ProfilesData.DICTIONARY_FIELD_NUMBER << 3 | MessageDecoder.BYTES;
    private static final int MAX_MESSAGE_BYTES = 1 << 30;

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
        return head[offset + outer] == (KeyValue.VALUE_FIELD_NUMBER << 3 | MessageDecoder.BYTES);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        OtlpReader reader = new OtlpReader(context);
        OtlpMessageReader messages = new OtlpMessageReader(reader);
        boolean hasLengths = hasLengths(input.head());
        InputStream in = input.asStream();
        try {
            for (int first = in.read(); first >= 0; first = in.read()) {
                if (hasLengths) {
                    int length = first << 24 | readByte(in) << 16 | readByte(in) << 8 | readByte(in);
                    byte[] message = readMessage(in, length);
                    messages.read(message);
                    reader.end();
                    checkLength(message, length);
                } else {
                    if (first != TAG && first != DICTIONARY_TAG) {
                        throw new EOFException();
                    }
                    int length = readLength(in);
                    byte[] message = readMessage(in, length);
                    messages.readField(first >> 3, message, 0, message.length);
                    checkLength(message, length);
                }
            }
            reader.end();
        } catch (EOFException e) {
            reader.end();
            context.logs().recordAt(StatNames.SPANS_TRUNCATED, input.position(), null);
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
        if (length < 0 || length > MAX_MESSAGE_BYTES) {
            throw new EOFException();
        }
        return in.readNBytes(length);
    }

    private static void checkLength(byte[] message, int length) throws EOFException {
        if (message.length < length) {
            throw new EOFException();
        }
    }
}
