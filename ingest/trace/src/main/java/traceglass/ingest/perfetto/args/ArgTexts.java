package traceglass.ingest.perfetto.args;

import java.nio.charset.StandardCharsets;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.store.table.StringPool;

/// The ids of the texts that arguments are made of. One that works beside the importer ([#knownOnly]) finds the texts
/// that the importer has interned before, and says when one was not among them.
public final class ArgTexts {

    private final StringPool pool;
    private StringPool.Lookup known;
    private boolean missed;
    private final ProtoCursor cursor = new ProtoCursor();

    private ArgTexts(StringPool pool) {
        this.pool = pool;
    }

    /// Interns what is new.
    public static ArgTexts of(StringPool pool) {
        return new ArgTexts(pool);
    }

    /// Interns nothing; what can be found is set by [#setKnown].
    public static ArgTexts knownOnly() {
        return new ArgTexts(null);
    }

    /// Sets where the ids of texts that the store knows are looked up.
    public void setKnown(StringPool.Lookup lookup) {
        known = lookup;
    }

    /// Whether what is made may only depend on what is known already.
    public boolean isKnownOnly() {
        return pool == null;
    }

    /// Forgets what was missed.
    public void begin() {
        missed = false;
    }

    /// Whether something since [#begin] was not known: what was made since means nothing.
    public boolean hasMissed() {
        return missed;
    }

    /// Says that the importer itself has to make this.
    public void miss() {
        missed = true;
    }

    /// Id of the text; any number if it is missed.
    int intern(byte[] buffer, int offset, int length) {
        if (pool != null) {
            return pool.intern(buffer, offset, length);
        }
        int id = known.find(buffer, offset, length);
        if (id < 0) {
            missed = true;
            return StringPool.NULL;
        }
        return id;
    }

    int intern(String text) {
        if (pool != null) {
            return pool.intern(text);
        }
        byte[] b = text.getBytes(StandardCharsets.UTF_8);
        return intern(b, 0, b.length);
    }

    /// Id of the text that is the cursor's field.
    int of(ProtoCursor c) {
        return c.wire() == ProtoCursor.BYTES ? intern(c.buffer(), c.offset(), c.length()) : intern("");
    }

    /// The text in an interned message; -1 if there is no such message or if it is missed.
    public int interned(SequenceState state, int field, long iid) {
        if (state == null) {
            return -1;
        }
        if (pool != null) {
            return state.internedString(field, iid);
        }
        InternedMessage message = state.find(field, iid);
        int id = message == null ? -1 : message.findString(known, cursor);
        missed |= id < 0;
        return id;
    }

    /// The text's bytes; empty for [StringPool#NULL], which an interned message without a text has, and for what is
    /// missed.
    byte[] utf8(int id) {
        byte[] utf8 = pool != null ? pool.utf8(id) : known.utf8(id);
        if (utf8 == null) {
            missed |= id != StringPool.NULL;
            return NONE;
        }
        return utf8;
    }

    String get(int id) {
        return pool != null ? pool.get(id) : new String(utf8(id), StandardCharsets.UTF_8);
    }

    private static final byte[] NONE = {};
}
