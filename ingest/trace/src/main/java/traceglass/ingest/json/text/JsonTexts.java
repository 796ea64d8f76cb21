package traceglass.ingest.json.text;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgSets;
import traceglass.store.table.StringPool;

/// Strings and arguments found by a thread that reads ahead, under local ids, and the importer's ids for them.
/// Arguments with equal text are read only once, and the importer looks up each string and each text only once.
///
/// The reader thread adds entries. The importer resolves the entries that were added before a [Snapshot] was created
/// and published.
public final class JsonTexts {

    private static final int MAX_TEXTS = 1 << 16;
    private static final int MAX_BYTES = 8 << 20;

    private final StringPool strings = new StringPool();
    /// Local ids of arguments by two checksums of their text. The texts are not stored: differences within eight
    /// bytes always change one of the checksums, others with near certainty, like the hashes in [ArgSets].
    private final LongIntMap argIds = new LongIntMap();

    private final CRC32 checksum = new CRC32();
    private final CRC32C otherChecksum = new CRC32C();
    private int argCount;
    private final JsonArgs args;
    private final ArgSetBuilder builder = new ArgSetBuilder();
    private final Set<Integer> tooDeepArgSets = new HashSet<>();
    private boolean isTooDeep;
    private int bytes;
    /// Index of the first argument of each JSON text; its arguments end where the next text's start.
    private int[] starts = new int[1 << 10];
    private int[] flatKeys = new int[1 << 12];
    private int[] keys = new int[1 << 12];
    private byte[] types = new byte[1 << 12];
    private long[] values = new long[1 << 12];

    // Importer state: the importer's ids; 0 if not yet known.
    private int[] ids = new int[1 << 10];
    private int[] argSets = new int[1 << 10];
    /// Added to arg set ids so that none is stored as 0.
    private static final int STORED_OFFSET = 1;

    /// Creates an empty pool.
    public JsonTexts() {
        args = new JsonArgs(strings, () -> isTooDeep = true);
    }

    /// Returns the pool of the texts.
    public StringPool strings() {
        return strings;
    }

    /// Returns whether so much was added that a new instance should replace this one, to free memory.
    public boolean isFull() {
        return strings.size() > MAX_TEXTS || argCount > MAX_TEXTS || bytes > MAX_BYTES;
    }

    /// Returns the local id of arguments; −1 if only the importer can read them.
    public int args(byte[] buffer, int from, int to) {
        int length = to - from;
        checksum.reset();
        checksum.update(buffer, from, length);
        otherChecksum.reset();
        otherChecksum.update(buffer, from, length);
        long key = checksum.getValue() << 32 | otherChecksum.getValue();
        int id = argIds.get(key);
        if (id == LongIntMap.NONE) {
            id = addArgs(buffer, from, to);
            argIds.put(key, id);
        }
        return !tooDeepArgSets.isEmpty() && tooDeepArgSets.contains(id) ? -1 : id;
    }

    private int addArgs(byte[] buffer, int from, int to) {
        int id = argCount++;
        if (id + 1 == starts.length) {
            starts = Arrays.copyOf(starts, starts.length * 2);
        }
        bytes += to - from;
        isTooDeep = false;
        builder.clear();
        args.write(buffer, from, to, "args", builder);
        if (isTooDeep) {
            // The importer must count the omitted values for each event.
            tooDeepArgSets.add(id);
        }
        append(id);
        return id;
    }

    /// Stores the builder's arguments for the last text.
    private void append(int id) {
        int from = starts[id];
        int to = from + builder.size();
        if (to > keys.length) {
            int capacity = Math.max(to, keys.length * 2);
            flatKeys = Arrays.copyOf(flatKeys, capacity);
            keys = Arrays.copyOf(keys, capacity);
            types = Arrays.copyOf(types, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        builder.copyTo(flatKeys, keys, types, values, from);
        starts[id + 1] = to;
    }

    /// Returns the entries added so far, for the importer.
    public Snapshot snapshot() {
        return new Snapshot(this, strings.snapshot(), starts, flatKeys, keys, types, values);
    }

    /// The entries that a reader thread had added when the snapshot was taken. Only the importer's thread calls its
    /// methods.
    public record Snapshot(
            JsonTexts texts,
            StringPool.Snapshot strings,
            int[] starts,
            int[] flatKeys,
            int[] keys,
            byte[] types,
            long[] values) {

        /// Returns the importer's id of a string.
        public int id(int local, StringPool pool) {
            int[] ids = texts.ids;
            if (local >= ids.length) {
                ids = Arrays.copyOf(ids, Math.max(local + 1, ids.length * 2));
                texts.ids = ids;
            }
            if (local != StringPool.NULL && ids[local] == StringPool.NULL) {
                byte[] text = Objects.requireNonNull(strings.utf8(local));
                ids[local] = pool.intern(text, 0, text.length);
            }
            return ids[local];
        }

        /// Returns the importer's arg set of arguments.
        public int argSet(int local, StringPool pool, ArgSets sets) {
            if (local >= texts.argSets.length) {
                texts.argSets = Arrays.copyOf(texts.argSets, Math.max(local + 1, texts.argSets.length * 2));
            }
            int argSet = texts.argSets[local];
            if (argSet != 0) {
                return argSet - STORED_OFFSET;
            }
            ArgSetBuilder out = sets.builder();
            for (int i = starts[local], to = starts[local + 1]; i < to; i++) {
                int flatKey = id(flatKeys[i], pool);
                int key = keys[i] == flatKeys[i] ? flatKey : id(keys[i], pool);
                boolean isText = types[i] == ArgSetBuilder.Type.STRING.ordinal();
                out.add(flatKey, key, ArgSetBuilder.Type.of(types[i]), isText ? id((int) values[i], pool) : values[i]);
            }
            int set = sets.commit(out);
            // With the offset added, IntColumn.NULL does not become 0 either.
            texts.argSets[local] = set + STORED_OFFSET;
            return set;
        }
    }
}
