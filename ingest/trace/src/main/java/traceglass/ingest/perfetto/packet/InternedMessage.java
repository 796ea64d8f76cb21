package traceglass.ingest.perfetto.packet;

import traceglass.ingest.proto.ProtoCursor;
import traceglass.store.table.StringPool;

/// One entry of a sequence's interned data: the bytes of a message such as `EventName` or `Frame`, copied out of the
/// trace so that it does not keep the trace's buffers in memory.
public final class InternedMessage {

    private static final int VALUE_FIELD = 2;

    private final byte[] bytes;
    private int stringId = -1;
    private Object decoded;

    public InternedMessage(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Starts the cursor on the message.
    public ProtoCursor enter(ProtoCursor cursor) {
        return cursor.enter(bytes, 0, bytes.length);
    }

    /// The message's bytes; not to be changed.
    public byte[] bytes() {
        return bytes;
    }

    /// The text of a message of an id (field 1) and a string (field 2), as most interned messages are;
    /// [StringPool#NULL] if it has none.
    public int stringId(StringPool strings) {
        // Read once: another thread may note it, too.
        int id = stringId;
        if (id < 0) {
            ProtoCursor c = new ProtoCursor().enter(bytes, 0, bytes.length);
            id = c.seek(VALUE_FIELD) ? c.asStringId(strings) : StringPool.NULL;
            stringId = id;
        }
        return id;
    }

    /// The same for another thread than the one that interns; -1 if that has not interned the text yet, which is
    /// not noted. Both may note an id here, as it is the same.
    public int findString(StringPool.Lookup strings, ProtoCursor c) {
        int id = stringId;
        if (id < 0) {
            id = !enter(c).seek(VALUE_FIELD)
                    ? StringPool.NULL
                    : c.wire() == ProtoCursor.BYTES ? strings.find(bytes, c.offset(), c.length()) : -1;
            if (id >= 0) {
                stringId = id;
            }
        }
        return id;
    }

    /// What its reader made of it, kept for the next time; null at first.
    public Object decoded() {
        return decoded;
    }

    public void keepDecoded(Object object) {
        decoded = object;
    }
}
