package traceglass.ingest.json.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Writes the values of a JSON object as arguments: `args.a.b[1].c` is the key; the flat key is the key without
/// indices. Nulls, empty objects and empty arrays are omitted.
public final class JsonArgs {

    /// Deeper values are omitted and counted. Real files don't nest this deep; a malicious file might.
    private static final int MAX_DEPTH = 256;

    private final StringPool strings;
    private final RecentTexts keyTexts;
    private final RecentTexts valueTexts;
    private final Runnable onTooDeep;
    private final JsonCursor cursor = new JsonCursor();
    private byte[] key = new byte[256];
    private byte[] flat = new byte[256];

    /// @param context context whose statistics count the omitted values
    public JsonArgs(ImportContext context) {
        this(context.strings(), () -> context.stats().increment(StatNames.JSON_PARSER_FAILURE));
    }

    /// @param onTooDeep called for each omitted value
    JsonArgs(StringPool strings, Runnable onTooDeep) {
        this.strings = strings;
        keyTexts = new RecentTexts(strings);
        valueTexts = new RecentTexts(strings);
        this.onTooDeep = onTooDeep;
    }

    /// Adds the members of the object in `bytes` from `from` to `to`, with keys that start with `prefix`. Stops
    /// at the first value that cannot be read and keeps those before it.
    public void write(byte[] bytes, int from, int to, String prefix, ArgSetBuilder out) {
        byte[] p = prefix.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(p, 0, key, 0, p.length);
        System.arraycopy(p, 0, flat, 0, p.length);
        cursor.reset(bytes, from, to);
        try {
            if (cursor.peek() == '{') {
                cursor.expect('{');
                addObject(p.length, p.length, out, 0);
            }
        } catch (JsonSyntaxException e) {
            // The end of the object is known, but the arguments after the syntax error are lost.
        }
    }

    /// Adds a JSON value of any type under a key.
    ///
    /// @param fullKey key with array indices
    /// @param flatKey key without array indices
    public void writeValue(
            byte[] bytes,
            int from,
            int to,
            byte[] fullKey,
            int fullLength,
            byte[] flatKey,
            int flatLength,
            ArgSetBuilder out) {
        key = ensureCapacity(key, fullLength);
        flat = ensureCapacity(flat, flatLength);
        System.arraycopy(fullKey, 0, key, 0, fullLength);
        System.arraycopy(flatKey, 0, flat, 0, flatLength);
        cursor.reset(bytes, from, to);
        try {
            addValue(fullLength, flatLength, out, 0);
        } catch (JsonSyntaxException e) {
            // Values read before the syntax error are kept.
        }
    }

    private void addObject(int keyLength, int flatLength, ArgSetBuilder out, int depth) {
        while (cursor.nextKey()) {
            int n = cursor.keyLength();
            key = ensureCapacity(key, keyLength + 1 + n);
            flat = ensureCapacity(flat, flatLength + 1 + n);
            key[keyLength] = '.';
            flat[flatLength] = '.';
            System.arraycopy(cursor.keyBytes(), cursor.keyOffset(), key, keyLength + 1, n);
            System.arraycopy(cursor.keyBytes(), cursor.keyOffset(), flat, flatLength + 1, n);
            addValue(keyLength + 1 + n, flatLength + 1 + n, out, depth);
        }
    }

    private void addArray(int keyLength, int flatLength, ArgSetBuilder out, int depth) {
        int name = -1;
        while (cursor.nextElement()) {
            if (cursor.peek() == 'n') {
                cursor.readValue();
                continue;
            }
            name = name < 0 ? strings.intern(key, 0, keyLength) : name;
            byte[] index = ("[" + out.allocateArrayIndex(name) + "]").getBytes(StandardCharsets.US_ASCII);
            key = ensureCapacity(key, keyLength + index.length);
            System.arraycopy(index, 0, key, keyLength, index.length);
            addValue(keyLength + index.length, flatLength, out, depth);
        }
    }

    private void addValue(int keyLength, int flatLength, ArgSetBuilder out, int depth) {
        byte c = cursor.peek();
        if ((c == '{' || c == '[') && depth < MAX_DEPTH) {
            cursor.expect((char) c);
            if (c == '{') {
                addObject(keyLength, flatLength, out, depth + 1);
            } else {
                addArray(keyLength, flatLength, out, depth + 1);
            }
            return;
        }
        cursor.readValue();
        JsonKind kind = cursor.kind();
        if (kind == JsonKind.OBJECT || kind == JsonKind.ARRAY) {
            onTooDeep.run();
        }
        if (kind == JsonKind.NULL || kind == JsonKind.OBJECT || kind == JsonKind.ARRAY) {
            return;
        }
        int flatKey = keyTexts.intern(flat, 0, flatLength);
        // Without array indices, both keys are equal.
        int fullKey = keyLength == flatLength ? flatKey : keyTexts.intern(key, 0, keyLength);
        switch (kind) {
            case STRING ->
                out.addString(
                        flatKey, fullKey, valueTexts.intern(cursor.text(), cursor.textStart(), cursor.textLength()));
            case LONG -> out.addInt(flatKey, fullKey, cursor.longValue());
            case DOUBLE -> out.addReal(flatKey, fullKey, cursor.number());
            case TRUE -> out.addBool(flatKey, fullKey, true);
            case FALSE -> out.addBool(flatKey, fullKey, false);
            default -> {}
        }
    }

    private static byte[] ensureCapacity(byte[] b, int size) {
        return size <= b.length ? b : Arrays.copyOf(b, Math.max(size, b.length * 2));
    }
}
