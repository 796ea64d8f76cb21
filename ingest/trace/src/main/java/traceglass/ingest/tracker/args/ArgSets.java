package traceglass.ingest.tracker.args;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import traceglass.store.names.TableNames;
import traceglass.store.table.DoubleColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes arg sets to the `args` table. Equal sets are written once and share an `arg_set_id`. The id is the row in
/// `args` at which the set starts, except for deferred sets.
public final class ArgSets {

    private final Table table;
    private final IntColumn argSetId;
    private final IntColumn flatKey;
    private final IntColumn key;
    private final LongColumn intValue;
    private final IntColumn stringValue;
    private final DoubleColumn realValue;
    private final IntColumn valueType;
    private final int[] typeNames = new int[ArgSetBuilder.Type.values().length];
    private ArgSetBuilder[] free = new ArgSetBuilder[16];
    private int freeCount;
    private final IdByHash idByHash = new IdByHash();
    private final IdByHash deferredIdByHash = new IdByHash();
    private final List<DeferredSet> deferred = new ArrayList<>();

    /// First id of deferred sets, which are written at the end. These ids sort after all others, which are row
    /// numbers.
    private static final int FIRST_DEFERRED = 1 << 30;

    private record DeferredSet(ArgSetBuilder args, ArgTranslations translations) {}

    public ArgSets(TraceStorage storage) {
        table = storage.table(TableNames.Args.TABLE);
        argSetId = table.ints(TableNames.Args.ARG_SET_ID);
        flatKey = table.strings(TableNames.Args.FLAT_KEY);
        key = table.strings(TableNames.Args.KEY);
        intValue = table.longs(TableNames.Args.INT_VALUE);
        stringValue = table.strings(TableNames.Args.STRING_VALUE);
        realValue = table.doubles(TableNames.Args.REAL_VALUE);
        valueType = table.strings(TableNames.Args.VALUE_TYPE);
        StringPool strings = storage.strings();
        for (ArgSetBuilder.Type type : ArgSetBuilder.Type.values()) {
            typeNames[type.ordinal()] = strings.intern(type.name().toLowerCase(Locale.ROOT));
        }
    }

    /// Returns an empty builder from the pool. Pass it to [#commit], [#commitDeferred] or [#release] after use.
    public ArgSetBuilder builder() {
        return freeCount > 0 ? free[--freeCount] : new ArgSetBuilder();
    }

    /// Returns an unused builder to the pool.
    public void release(ArgSetBuilder b) {
        b.clear();
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = b;
    }

    /// Writes the arguments added by the writer.
    ///
    /// @return id of the arg set, [IntColumn#NULL] if nothing was added
    public int write(ArgsWriter writer) {
        ArgSetBuilder b = builder();
        writer.write(b);
        return commit(b);
    }

    /// Writes the set unless an equal one exists, and releases the builder.
    ///
    /// @return id of the arg set, [IntColumn#NULL] if the builder was empty
    public int commit(ArgSetBuilder b) {
        if (b.isEmpty()) {
            release(b);
            return IntColumn.NULL;
        }
        long hash = hash(b);
        int id = idByHash.get(hash);
        if (id < 0) {
            id = table.rowCount();
            idByHash.put(hash, id);
            for (int i = 0; i < b.size(); i++) {
                addRow(id, b, i);
            }
        }
        release(b);
        return id;
    }

    /// Stores a set until [#writeDeferred] translates and writes it. Takes ownership of the builder.
    ///
    /// @return id that the arg set will have
    public int commitDeferred(ArgSetBuilder b, ArgTranslations translations) {
        long hash = hash(b);
        int id = deferredIdByHash.get(hash);
        if (id >= 0) {
            release(b);
            return id;
        }
        id = FIRST_DEFERRED + deferred.size();
        deferredIdByHash.put(hash, id);
        deferred.add(new DeferredSet(b, translations));
        return id;
    }

    /// Writes the deferred sets. Called after all input has been read.
    public void writeDeferred() {
        for (int i = 0; i < deferred.size(); i++) {
            ArgSetBuilder b = builder();
            deferred.get(i).translations.translate(deferred.get(i).args, b);
            for (int k = 0; k < b.size(); k++) {
                addRow(FIRST_DEFERRED + i, b, k);
            }
            release(b);
        }
        deferred.clear();
    }

    private static long hash(ArgSetBuilder b) {
        long hash = 0x9E3779B97F4A7C15L;
        for (int i = 0; i < b.size(); i++) {
            hash = mix(hash, (long) b.key(i) << 3 | b.typeNumber(i));
            hash = mix(hash, b.value(i));
        }
        return hash;
    }

    private void addRow(int id, ArgSetBuilder b, int i) {
        int row = table.addRow();
        argSetId.set(row, id);
        flatKey.set(row, b.flatKey(i));
        key.set(row, b.key(i));
        ArgSetBuilder.Type type = b.type(i);
        long value = b.value(i);
        switch (type) {
            case INT, UINT, POINTER, BOOL -> intValue.set(row, value);
            case STRING, JSON -> stringValue.set(row, (int) value);
            case REAL -> realValue.set(row, Double.longBitsToDouble(value));
            case NULL -> {}
        }
        valueType.set(row, typeNames[type.ordinal()]);
    }

    /// Adds a value to a hash. Sets with equal 64-bit hashes are considered equal: with a million sets per trace,
    /// this is wrong in one of 37 million traces.
    private static long mix(long hash, long value) {
        long h = (hash ^ value) * 0xFF51AFD7ED558CCDL;
        h ^= h >>> 32;
        return h * 0xC4CEB9FE1A85EC53L + 0x52DCE729L;
    }

    /// Hash map with open addressing from 64-bit hashes to ids.
    private static final class IdByHash {

        /// Alternating hashes and ids, so that a lookup costs only one cache miss. Ids are stored as their
        /// complement, so that 0 marks a free slot.
        private long[] slots = new long[1 << 11];
        private int size;

        int get(long hash) {
            int mask = slots.length - 2;
            for (int slot = (int) hash << 1 & mask; slots[slot + 1] != 0; slot = slot + 2 & mask) {
                if (slots[slot] == hash) {
                    return (int) ~slots[slot + 1];
                }
            }
            return -1;
        }

        void put(long hash, int id) {
            if (++size * 4 > slots.length) {
                long[] old = slots;
                slots = new long[old.length * 2];
                for (int i = 0; i < old.length; i += 2) {
                    if (old[i + 1] != 0) {
                        insert(old[i], old[i + 1]);
                    }
                }
            }
            insert(hash, ~(long) id);
        }

        private void insert(long hash, long complement) {
            int mask = slots.length - 2;
            int slot = (int) hash << 1 & mask;
            while (slots[slot + 1] != 0) {
                slot = slot + 2 & mask;
            }
            slots[slot] = hash;
            slots[slot + 1] = complement;
        }
    }
}
