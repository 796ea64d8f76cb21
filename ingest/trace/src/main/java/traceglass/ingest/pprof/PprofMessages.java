package traceglass.ingest.pprof;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.proto.PackedCursor;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.store.names.StatNames;

/// Fields of a profile in encoded form: they may be in any order in the file, so nothing can be decoded before
/// the end.
final class PprofMessages {

    private static final int TAG_BITS = 3;
    private static final long END = -1;
    private static final long DAMAGED = -2;

    private final List<String> strings = new ArrayList<>();
    private final LongMap<List<byte[]>> messages = new LongMap<>();
    private final LongMap<Long> numbers = new LongMap<>();
    private final List<Long> comments = new ArrayList<>();

    private PprofMessages() {}

    /// Reads all fields; of a truncated or damaged file, those before the damage.
    static PprofMessages read(TraceInput input, ImportContext context) throws IOException {
        PprofMessages messages = new PprofMessages();
        InputStream in = new BufferedInputStream(input.asStream(), 1 << 16);
        while (true) {
            long tag = readVarint(in);
            if (tag == END) {
                return messages;
            }
            if (tag < 0 || !messages.add(in, (int) (tag >>> TAG_BITS), (int) (tag & 7))) {
                context.logs().recordAt(StatNames.PPROF_TRUNCATED, input.position(), null);
                return messages;
            }
        }
    }

    /// Returns a varint of at most 63 bits; [#END] at the end of the input, [#DAMAGED] if it is truncated or
    /// too long.
    private static long readVarint(InputStream in) throws IOException {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int b = in.read();
            if (b < 0) {
                return shift == 0 ? END : DAMAGED;
            }
            value |= (long) (b & 0x7f) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        return DAMAGED;
    }

    private boolean add(InputStream in, int field, int wire) throws IOException {
        switch (wire) {
            case MessageDecoder.VARINT -> {
                return addNumber(in, field);
            }
            case MessageDecoder.FIXED64 -> {
                return in.readNBytes(Long.BYTES).length == Long.BYTES;
            }
            case MessageDecoder.FIXED32 -> {
                return in.readNBytes(Integer.BYTES).length == Integer.BYTES;
            }
            case MessageDecoder.BYTES -> {
                return addBytes(in, field);
            }
            default -> {
                return false;
            }
        }
    }

    private boolean addNumber(InputStream in, int field) throws IOException {
        long value = 0;
        int shift = 0;
        int b;
        do {
            b = in.read();
            if (b < 0 || shift >= 70) {
                return false;
            }
            value |= (long) (b & 0x7f) << shift;
            shift += 7;
        } while (b >= 0x80);
        if (field == Profile.COMMENT_FIELD_NUMBER) {
            comments.add(value);
        } else {
            numbers.put(field, value);
        }
        return true;
    }

    private boolean addBytes(InputStream in, int field) throws IOException {
        long length = readVarint(in);
        if (length < 0 || length > Integer.MAX_VALUE) {
            return false;
        }
        // Read in steps, so that an invalid length allocates no more memory than the input has bytes.
        byte[] bytes = in.readNBytes((int) length);
        if (bytes.length < length) {
            return false;
        }
        if (field == Profile.STRING_TABLE_FIELD_NUMBER) {
            strings.add(new String(bytes, StandardCharsets.UTF_8));
        } else if (field == Profile.COMMENT_FIELD_NUMBER) {
            PackedCursor packed = new PackedCursor();
            for (packed.enter(bytes, 0, bytes.length); packed.nextVarint(); ) {
                comments.add(packed.asLong());
            }
        } else {
            messages.computeIfAbsent(field, f -> new ArrayList<>()).add(bytes);
        }
        return true;
    }

    List<String> strings() {
        return strings;
    }

    /// Returns the string at an index of the string table, or null if there is none.
    String string(long index) {
        return index >= 0 && index < strings.size() ? strings.get((int) index) : null;
    }

    /// Returns the encoded messages of a repeated field, in file order.
    List<byte[]> messages(int field) {
        List<byte[]> found = messages.get(field);
        return found == null ? List.of() : found;
    }

    boolean has(int field) {
        return numbers.containsKey(field);
    }

    /// Returns the value of a number field; 0 if it is missing.
    long number(int field) {
        Long value = numbers.get(field);
        return value == null ? 0 : value;
    }

    /// Returns the string indexes of the comments.
    List<Long> comments() {
        return comments;
    }
}
