package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.args.ArgStrings;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.packet.TrackEventMessage;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trackevent.TrackEventDecoder;
import traceglass.store.table.StringPool;

/// Names and categories of track events, given inline or interned for their sequence. If no strings may be interned,
/// an id that requires a new string is [TrackEventRecord#MISSING].
final class TrackEventNames {

    /// Length from which on no further categories are appended. No writer uses as many, but a damaged event may
    /// repeat an interned category millions of times.
    private static final int MAX_CATEGORY_CHARS = 1 << 14;

    private final ArgStrings argStrings;
    private final LongMap<Integer> joinedCategories = new LongMap<>();

    TrackEventNames(ArgStrings argStrings) {
        this.argStrings = argStrings;
    }

    /// Returns the string id of the event's categories, joined to one string; [StringPool#NULL] if there are none.
    int category(TrackEventMessage event, SequenceState state) {
        TrackEventDecoder e = event.fields();
        int iids = e.categoryIidsCount();
        int inline = e.categoriesCount();
        if (iids == 1 && inline == 0) {
            int id = argStrings.interned(state, InternedData.EVENT_CATEGORIES_FIELD_NUMBER, e.categoryIids(0));
            return id >= 0 || argStrings.isLookupOnly()
                    ? id
                    : argStrings.find("unknown(" + Long.toUnsignedString(e.categoryIids(0)) + ")");
        }
        if (iids + inline == 0) {
            return StringPool.NULL;
        }
        if (iids == 0 && inline == 1) {
            return argStrings.find(e.buffer(), e.categoriesOffset(0), e.categoriesLength(0));
        }
        if (iids == 2 && inline == 0) {
            int a = argStrings.interned(state, InternedData.EVENT_CATEGORIES_FIELD_NUMBER, e.categoryIids(0));
            int b = argStrings.interned(state, InternedData.EVENT_CATEGORIES_FIELD_NUMBER, e.categoryIids(1));
            if (a >= 0 && b >= 0) {
                // Not a lambda, which would be allocated for each event.
                long key = (long) a << 32 | b;
                Integer joined = joinedCategories.get(key);
                if (joined == null) {
                    joined = join(a, b);
                    if (joined != TrackEventRecord.MISSING) {
                        joinedCategories.put(key, joined);
                    }
                }
                return joined;
            }
        }
        argStrings.clearMisses();
        int joined = joinNames(e, state);
        return argStrings.isLookupOnly() && argStrings.hasMisses() ? TrackEventRecord.MISSING : joined;
    }

    private int joinNames(TrackEventDecoder e, SequenceState state) {
        StringBuilder text = new StringBuilder();
        int iids = e.categoryIidsCount();
        int total = iids + e.categoriesCount();
        int i = 0;
        for (; i < total && text.length() < MAX_CATEGORY_CHARS; i++) {
            int id = i < iids
                    ? argStrings.interned(state, InternedData.EVENT_CATEGORIES_FIELD_NUMBER, e.categoryIids(i))
                    : argStrings.find(e.buffer(), e.categoriesOffset(i - iids), e.categoriesLength(i - iids));
            if (id >= 0) {
                text.append(text.isEmpty() ? "" : ",").append(nameOf(id));
            } else {
                argStrings.recordMiss();
            }
        }
        if (i < total) {
            text.append(",…");
        }
        return text.isEmpty() ? StringPool.NULL : argStrings.find(text.toString());
    }

    private int join(int a, int b) {
        argStrings.clearMisses();
        String categories = nameOf(a) + (nameOf(a).isEmpty() ? "" : ",") + nameOf(b);
        if (argStrings.hasMisses()) {
            // Interned by the importer after the lookup was taken.
            return TrackEventRecord.MISSING;
        }
        return categories.isEmpty() ? StringPool.NULL : argStrings.find(categories);
    }

    /// Returns the name of an interned category, which may be missing.
    private String nameOf(int id) {
        return id == StringPool.NULL ? "" : argStrings.get(id);
    }

    /// Returns the string id of the event's name; [StringPool#NULL] if it has none.
    int name(TrackEventMessage event, SequenceState state) {
        TrackEventDecoder e = event.fields();
        long iid = e.nameIid() != 0 ? e.nameIid() : event.legacy().nameIid();
        if (iid != 0) {
            int id = argStrings.interned(state, InternedData.EVENT_NAMES_FIELD_NUMBER, iid);
            return id >= 0 || argStrings.isLookupOnly() ? id : StringPool.NULL;
        }
        return e.hasName() ? argStrings.find(e.buffer(), e.nameOffset(), e.nameLength()) : StringPool.NULL;
    }
}
