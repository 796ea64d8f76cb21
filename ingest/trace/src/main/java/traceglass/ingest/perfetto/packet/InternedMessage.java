package traceglass.ingest.perfetto.packet;

import traceglass.ingest.proto.ProtoCursor;
import traceglass.store.table.StringPool;

/// Entry of a sequence's interned data: the bytes of a message such as `EventName` or `ExecutionFrame`, copied so that
/// the entry does not retain the trace's buffers.
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

    /// Returns the bytes of the message. Not a copy; must not be modified.
    public byte[] bytes() {
        return bytes;
    }

    /// Returns the string id of a message with an id (field 1) and a string (field 2), like most interned messages;
    /// [StringPool#NULL] if it has no string.
    public int stringId(StringPool strings) {
        // Read only once, because another thread may write it.
        int id = stringId;
        if (id < 0) {
            ProtoCursor c = new ProtoCursor().enter(bytes, 0, bytes.length);
            id = c.seek(VALUE_FIELD) ? c.asStringId(strings) : StringPool.NULL;
            stringId = id;
        }
        return id;
    }

    /// Returns the string id like [#stringId], for a thread other than the interning one; -1, which is not
    /// cached, if that thread has not interned the string yet. Both threads may cache the id, because it is the
    /// same.
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

    /// Returns the object cached by its reader, initially null.
    public Object decoded() {
        return decoded;
    }

    public void cacheDecoded(Object object) {
        decoded = object;
    }
}
