package traceglass.ingest.perfetto.patch;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.proto.ProtoCursor;

/// A position in a patch: a message or a number.
///
/// @param bytes bytes of the message; null for a number
/// @param wire wire type of the number
record PatchSource(byte[] bytes, int wire, long number) {

    static PatchSource of(byte[] message) {
        return new PatchSource(message, ProtoCursor.BYTES, 0);
    }

    private static PatchSource field(ProtoCursor c) {
        return c.wire() == ProtoCursor.BYTES ? of(c.asBytes()) : new PatchSource(null, c.wire(), c.asLong());
    }

    boolean isNumber() {
        return bytes == null;
    }

    private byte[] message() throws PatchException {
        if (bytes == null) {
            throw new PatchException("access to fields of a number");
        }
        return bytes;
    }

    /// Returns the field with this number at position `index` among its repetitions, or null if there are fewer.
    PatchSource field(int number, long index) throws PatchException {
        long i = 0;
        for (ProtoCursor c = new ProtoCursor().enter(message(), 0, bytes.length); c.seek(number); i++) {
            if (i == index) {
                return field(c);
            }
        }
        return null;
    }

    List<PatchSource> fields(int number) throws PatchException {
        List<PatchSource> sources = new ArrayList<>();
        for (ProtoCursor c = new ProtoCursor().enter(message(), 0, bytes.length); c.seek(number); ) {
            sources.add(field(c));
        }
        return sources;
    }
}
