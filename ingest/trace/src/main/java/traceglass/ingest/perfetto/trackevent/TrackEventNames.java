package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.protos.trace.InternedData;
import traceglass.store.table.StringPool;

/// Names and categories of track events, given inline or interned for their sequence.
final class TrackEventNames {

    private final StringPool strings;
    private final LongMap<Integer> joinedCategories = new LongMap<>();

    TrackEventNames(StringPool strings) {
        this.strings = strings;
    }

    /// Returns the string id of the event's categories, joined to one string; [StringPool#NULL] if there are none.
    int category(TrackEventFields event, SequenceState state) {
        TrackEventFields.Longs iids = event.categoryIids;
        TrackEventFields.Longs texts = event.categories;
        if (iids.size == 1 && texts.size == 0) {
            int id = state.internedString(InternedData.EVENT_CATEGORIES_FIELD_NUMBER, iids.values[0]);
            return id >= 0 ? id : strings.intern("unknown(" + Long.toUnsignedString(iids.values[0]) + ")");
        }
        if (iids.size == 0 && texts.size == 1) {
            return text(event, texts.values[0]);
        }
        if (iids.size == 2 && texts.size == 0) {
            int a = state.internedString(InternedData.EVENT_CATEGORIES_FIELD_NUMBER, iids.values[0]);
            int b = state.internedString(InternedData.EVENT_CATEGORIES_FIELD_NUMBER, iids.values[1]);
            if (a >= 0 && b >= 0) {
                // Not a lambda, which would be allocated for each event.
                long key = (long) a << 32 | b;
                Integer joined = joinedCategories.get(key);
                if (joined == null) {
                    joined = joined(a, b);
                    joinedCategories.put(key, joined);
                }
                return joined;
            }
        }
        if (iids.size + texts.size == 0) {
            return StringPool.NULL;
        }
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < iids.size; i++) {
            int id = state.internedString(InternedData.EVENT_CATEGORIES_FIELD_NUMBER, iids.values[i]);
            if (id >= 0) {
                all.append(all.isEmpty() ? "" : ",").append(known(id));
            }
        }
        for (int i = 0; i < texts.size; i++) {
            all.append(all.isEmpty() ? "" : ",").append(strings.get(text(event, texts.values[i])));
        }
        return all.isEmpty() ? StringPool.NULL : strings.intern(all.toString());
    }

    private int joined(int a, int b) {
        String all = known(a) + (known(a).isEmpty() ? "" : ",") + known(b);
        return all.isEmpty() ? StringPool.NULL : strings.intern(all);
    }

    /// Returns the name of an interned category, which may be missing.
    private String known(int id) {
        return id == StringPool.NULL ? "" : strings.get(id);
    }

    /// Returns the string id of an inline string in the event.
    int text(TrackEventFields event, long location) {
        return strings.intern(event.buffer, PendingEventBytes.offset(location), PendingEventBytes.length(location));
    }

    /// Returns the string id of the event's name; [StringPool#NULL] if it has none.
    int name(TrackEventFields event, SequenceState state) {
        long iid = event.nameIid != 0 ? event.nameIid : event.legacyNameIid;
        if (iid != 0) {
            return Math.max(StringPool.NULL, state.internedString(InternedData.EVENT_NAMES_FIELD_NUMBER, iid));
        }
        return event.hasName ? text(event, event.name) : StringPool.NULL;
    }
}
