package traceglass.ingest.perfetto.args;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.proto.MessageType;

/// Key of the current argument, which grows and shrinks during the traversal of nested messages. Kept with array
/// indices (the key) and without (the flat key).
///
/// Most keys recur. A tree of [Node]s, one for each key reached so far, caches their ids, so that only keys with
/// array indices are looked up by their text.
final class ArgKey {

    /// Node in the tree of keys.
    static final class Node {
        private final int flatKey;
        private final boolean isInArray;
        private final LongMap<Node> children = new LongMap<>();
        /// Replaces the default conversion of the field; null for most fields.
        final ProtoArgs.Override override;

        private Node(int flatKey, boolean isInArray, ProtoArgs.Override override) {
            this.flatKey = flatKey;
            this.isInArray = isInArray;
            this.override = override;
        }
    }

    private static final int ELEMENT = -1;

    private final ArgStrings strings;
    private final Map<String, ProtoArgs.Override> overrides;
    private final LongMap<Node> roots = new LongMap<>();
    private byte[] flat = new byte[128];
    private byte[] full = new byte[128];
    private int flatLength;
    private int fullLength;
    private Node node;

    /// Saved state of the key.
    static final class Mark {
        private int flatLength;
        private int fullLength;
        private Node node;
    }

    ArgKey(ArgStrings strings, Map<String, ProtoArgs.Override> overrides) {
        this.strings = strings;
        this.overrides = overrides;
    }

    /// Starts with an empty key or with a prefix.
    ///
    /// @param id identifies the root node; an id must always have the same prefix
    void start(long id, String prefix) {
        byte[] p = prefix.getBytes(StandardCharsets.UTF_8);
        flatLength = 0;
        fullLength = 0;
        append(p);
        Node root = roots.get(id);
        if (root == null) {
            root = new Node(p.length == 0 ? strings.intern("") : strings.intern(prefix), false, null);
            if (!strings.hasMisses()) {
                roots.put(id, root);
            }
        }
        node = root;
    }

    void mark(Mark mark) {
        mark.flatLength = flatLength;
        mark.fullLength = fullLength;
        mark.node = node;
    }

    void reset(Mark mark) {
        flatLength = mark.flatLength;
        fullLength = mark.fullLength;
        node = mark.node;
    }

    /// Appends a field.
    ///
    /// @param index index in a repeated field, -1 if the field is not repeated
    void enterField(MessageType.Field field, int index) {
        append(field.nameBytes);
        if (index >= 0) {
            appendIndex(index);
        }
        step(field.serial(), node.isInArray || field.isRepeated);
    }

    /// Appends a dictionary entry. `.`, `[` and `]` in its name are replaced by `_`, because they are delimiters in
    /// keys.
    void enterName(int nameId) {
        byte[] name = strings.utf8(nameId);
        int from = flatLength;
        int fullFrom = fullLength;
        append(name);
        for (int i = flatLength - name.length; i < flatLength; i++) {
            flat[i] = sanitize(flat[i]);
        }
        for (int i = fullLength - name.length; i < fullLength; i++) {
            full[i] = sanitize(full[i]);
        }
        assert from <= flatLength && fullFrom <= fullLength;
        step(Long.MIN_VALUE + nameId, node.isInArray);
    }

    private static byte sanitize(byte b) {
        return b == '.' || b == '[' || b == ']' ? (byte) '_' : b;
    }

    /// Appends an index into the array at the current key.
    void enterElement(int index) {
        appendIndex(index);
        step(ELEMENT, true);
    }

    private void step(long edge, boolean isInArray) {
        Node next = node.children.get(edge);
        if (next == null) {
            int flatKey = strings.intern(flat, 0, flatLength);
            next = new Node(flatKey, isInArray, overrides.isEmpty() ? null : overrides.get(strings.get(flatKey)));
            if (!strings.hasMisses()) {
                node.children.put(edge, next);
            }
        }
        node = next;
    }

    private void append(byte[] name) {
        flat = ensureCapacity(flat, flatLength + name.length + 1);
        full = ensureCapacity(full, fullLength + name.length + 1);
        if (flatLength > 0) {
            flat[flatLength++] = '.';
        }
        if (fullLength > 0) {
            full[fullLength++] = '.';
        }
        System.arraycopy(name, 0, flat, flatLength, name.length);
        System.arraycopy(name, 0, full, fullLength, name.length);
        flatLength += name.length;
        fullLength += name.length;
    }

    private void appendIndex(int index) {
        full = ensureCapacity(full, fullLength + 12);
        full[fullLength++] = '[';
        int digits = 1;
        for (int i = index; i >= 10; i /= 10) {
            digits++;
        }
        int i = index;
        for (int p = fullLength + digits - 1; p >= fullLength; p--, i /= 10) {
            full[p] = (byte) ('0' + i % 10);
        }
        fullLength += digits;
        full[fullLength++] = ']';
    }

    private static byte[] ensureCapacity(byte[] b, int size) {
        return size <= b.length ? b : Arrays.copyOf(b, Math.max(size, b.length * 2));
    }

    /// Returns the override of the field at the current key, or null.
    ProtoArgs.Override override() {
        return node.override;
    }

    int flatId() {
        return node.flatKey;
    }

    int fullId() {
        return node.isInArray ? strings.intern(full, 0, fullLength) : node.flatKey;
    }

    byte[] flatBytes() {
        return flat;
    }

    int flatLength() {
        return flatLength;
    }

    byte[] fullBytes() {
        return full;
    }

    int fullLength() {
        return fullLength;
    }
}
