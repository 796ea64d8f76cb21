package traceglass.ingest.perfetto.packet;

import traceglass.protos.decoder.AnyDecoder;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.profiling.InternedStringDecoder;
import traceglass.store.table.StringPool;

/// Entry of a sequence's interned data: the bytes of a message such as `EventName` or `Frame`, copied so that the entry
/// does not retain the trace's buffers.
public final class InternedMessage {

    private final byte[] bytes;
    /// Location of the string of a message like `InternedString`; a negative length if there is none.
    private final int textOffset;

    private final int textLength;
    private int stringId = -1;
    private Object decoded;

    /// @param bytes bytes of the message
    public InternedMessage(byte[] bytes) {
        this(bytes, decoded(bytes));
    }

    /// @param bytes bytes of the message
    /// @param fields the same bytes, decoded like an `InternedString`
    InternedMessage(byte[] bytes, InternedStringDecoder fields) {
        this.bytes = bytes;
        textOffset = fields.strOffset() - fields.offset();
        textLength = fields.hasStr() ? fields.strLength() : -1;
    }

    private static InternedStringDecoder decoded(byte[] bytes) {
        InternedStringDecoder fields = new InternedStringDecoder();
        fields.decode(bytes, 0, bytes.length);
        return fields;
    }

    /// Decodes the message and returns the decoder, which has only the fields before the damage if there is any.
    public <D extends AnyDecoder> D decode(D into) {
        ((MessageDecoder) into).decode(bytes, 0, bytes.length);
        return into;
    }

    /// Returns the bytes of the message. Not a copy; must not be modified.
    public byte[] bytes() {
        return bytes;
    }

    /// Returns the string id of a message with an id and a string like `InternedString`, as most interned messages
    /// are; [StringPool#NULL] if it has no string.
    public int stringId(StringPool strings) {
        // Read only once, because another thread may write it.
        int id = stringId;
        if (id < 0) {
            id = textLength < 0 ? StringPool.NULL : strings.intern(bytes, textOffset, textLength);
            stringId = id;
        }
        return id;
    }

    /// Returns the string id like [#stringId], for a thread other than the interning one; -1, which is not
    /// cached, if that thread has not interned the string yet. Both threads may cache the id, because it is the
    /// same.
    public int findString(StringPool.Lookup strings) {
        int id = stringId;
        if (id < 0) {
            id = textLength < 0 ? StringPool.NULL : strings.find(bytes, textOffset, textLength);
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

    /// Caches an object decoded from the message for [#decoded].
    public void cacheDecoded(Object object) {
        decoded = object;
    }
}
