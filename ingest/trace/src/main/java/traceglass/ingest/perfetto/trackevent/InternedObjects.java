package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.perfetto.args.ArgStrings;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.SequenceState;

/// Objects that the importer decodes from interned messages, and which the prefetch thread may use afterwards.
final class InternedObjects {

    private InternedObjects() {}

    /// Returns the object that the importer has already decoded from an interned message; returns null and records a
    /// miss if there is none.
    static <T> T findDecoded(SequenceState state, ArgStrings argStrings, int field, long iid, Class<T> type) {
        InternedMessage m = state == null ? null : state.find(field, iid);
        Object decoded = m == null ? null : m.decoded();
        if (type.isInstance(decoded)) {
            return type.cast(decoded);
        }
        argStrings.recordMiss();
        return null;
    }
}
