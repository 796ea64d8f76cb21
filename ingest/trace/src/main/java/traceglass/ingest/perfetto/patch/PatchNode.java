package traceglass.ingest.perfetto.patch;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.proto.ProtoCursor;

/// A piece of a message that can be changed. It stays bytes until somebody looks into it; then it is fields by number,
/// or the elements of a repeated field by their place, or by a key that each has in it.
final class PatchNode {

    enum Kind {
        EMPTY,
        BYTES,
        NUMBER,
        MESSAGE,
        LIST,
        MAP
    }

    private static final int LONGEST_NUMBER = 10;

    private Kind kind = Kind.EMPTY;
    private byte[] bytes;
    private int wire;
    private long number;
    private TreeMap<Long, PatchNode> children;
    /// Set while a merge has written to it: the next field of its number makes a list of it.
    private boolean merged;

    static PatchNode ofBytes(byte[] bytes) {
        PatchNode node = new PatchNode();
        node.kind = Kind.BYTES;
        node.bytes = bytes;
        return node;
    }

    private static PatchNode ofField(ProtoCursor c) {
        if (c.wire() == ProtoCursor.BYTES) {
            return ofBytes(c.asBytes());
        }
        PatchNode node = new PatchNode();
        node.kind = Kind.NUMBER;
        node.wire = c.wire();
        node.number = c.asLong();
        return node;
    }

    Kind kind() {
        return kind;
    }

    /// Fields, or elements, in the order in which they are written.
    TreeMap<Long, PatchNode> children() {
        return children;
    }

    private static TreeMap<Long, PatchNode> newChildren() {
        return new TreeMap<>(Long::compareUnsigned);
    }

    private void becomes(Kind newKind) {
        kind = newKind;
        bytes = null;
        children = newKind == Kind.MESSAGE || newKind == Kind.LIST || newKind == Kind.MAP ? newChildren() : null;
    }

    /// Moves what it is into a new node.
    private PatchNode moved() {
        PatchNode node = new PatchNode();
        node.kind = kind;
        node.bytes = bytes;
        node.wire = wire;
        node.number = number;
        node.children = children;
        return node;
    }

    void clear() {
        becomes(Kind.EMPTY);
    }

    long number() throws PatchAbort {
        if (kind != Kind.NUMBER) {
            throw new PatchAbort("a number is asked of " + kind);
        }
        return number;
    }

    void setNumber(int wireType, long value) throws PatchAbort {
        if (kind != Kind.EMPTY && kind != Kind.NUMBER) {
            throw new PatchAbort("a number is set in " + kind);
        }
        becomes(Kind.NUMBER);
        wire = wireType;
        number = value;
    }

    void setBytes(byte[] value) throws PatchAbort {
        if (kind != Kind.EMPTY && kind != Kind.BYTES && kind != Kind.MESSAGE) {
            throw new PatchAbort("bytes are set in " + kind);
        }
        becomes(Kind.BYTES);
        bytes = value;
    }

    void toMessage() throws PatchAbort {
        if (kind == Kind.MESSAGE) {
            return;
        }
        if (kind != Kind.EMPTY && kind != Kind.BYTES) {
            throw new PatchAbort("fields are asked of " + kind);
        }
        byte[] source = kind == Kind.EMPTY ? new byte[0] : bytes;
        becomes(Kind.MESSAGE);
        for (ProtoCursor c = new ProtoCursor().enter(source, 0, source.length); c.next(); ) {
            PatchNode field = ofField(c);
            PatchNode before = children.putIfAbsent((long) c.field(), field);
            if (before != null) {
                before.toList();
                before.append(field);
            }
        }
    }

    /// Makes the elements of a repeated field of it; a single value becomes the first.
    void toList() throws PatchAbort {
        if (kind == Kind.LIST) {
            return;
        }
        if (kind == Kind.MAP) {
            throw new PatchAbort("a list is asked of " + kind);
        }
        PatchNode first = kind == Kind.EMPTY ? null : moved();
        becomes(Kind.LIST);
        if (first != null) {
            append(first);
        }
    }

    private void append(PatchNode element) {
        children.put((long) children.size(), element);
    }

    /// The same by the number in field `keyField` of each element.
    void toMap(int keyField) throws PatchAbort {
        switch (kind) {
            case MAP -> {}
            case EMPTY -> becomes(Kind.MAP);
            case BYTES, MESSAGE -> {
                PatchNode first = moved();
                long key = first.numberIn(keyField);
                becomes(Kind.MAP);
                children.put(key, first);
            }
            case LIST -> {
                var elements = children.values();
                TreeMap<Long, PatchNode> byKey = newChildren();
                for (PatchNode element : elements) {
                    byKey.put(element.numberIn(keyField), element);
                }
                kind = Kind.MAP;
                children = byKey;
            }
            default -> throw new PatchAbort("a map is asked of " + kind);
        }
    }

    private long numberIn(int field) throws PatchAbort {
        if (kind == Kind.BYTES) {
            ProtoCursor c = new ProtoCursor().enter(bytes, 0, bytes.length);
            if (c.seek(field) && c.wire() != ProtoCursor.BYTES) {
                return c.asLong();
            }
        } else if (kind == Kind.MESSAGE && children.get((long) field) != null) {
            return children.get((long) field).number();
        }
        throw new PatchAbort("an element has no key");
    }

    /// Takes over the fields of a message: those that repeat replace all that there were.
    ///
    /// @param keepMessages fields that were looked into stay as they are
    /// @param emptyDeletes an empty message in the patch removes the field
    void merge(byte[] message, boolean keepMessages, boolean emptyDeletes) throws PatchAbort {
        if (kind != Kind.EMPTY && kind != Kind.BYTES && kind != Kind.MESSAGE) {
            throw new PatchAbort("a message is merged into " + kind);
        }
        if (message.length == 0) {
            return;
        }
        toMessage();
        for (ProtoCursor c = new ProtoCursor().enter(message, 0, message.length); c.next(); ) {
            long field = c.field();
            PatchNode before = children.get(field);
            if (before != null && emptyDeletes && c.wire() == ProtoCursor.BYTES && c.length() == 0) {
                children.remove(field);
            } else if (before == null || !(keepMessages && before.kind == Kind.MESSAGE)) {
                mergeField(field, before, ofField(c));
            }
        }
        children.values().forEach(n -> n.merged = false);
    }

    private void mergeField(long field, PatchNode before, PatchNode value) throws PatchAbort {
        if (before != null && before.kind == Kind.MAP) {
            throw new PatchAbort("a field is merged into a map");
        }
        if (before != null && before.merged) {
            before.toList();
        }
        if (before != null && before.kind == Kind.LIST) {
            if (!before.merged) {
                before.children.clear();
                before.merged = true;
            }
            before.append(value);
        } else {
            value.merged = true;
            children.put(field, value);
        }
    }

    /// The bytes of the message that this is.
    byte[] serialized() {
        if (kind == Kind.BYTES) {
            return bytes;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (kind == Kind.MESSAGE) {
            for (Map.Entry<Long, PatchNode> field : children.entrySet()) {
                field.getValue().write(out, field.getKey());
            }
        }
        return out.toByteArray();
    }

    private void write(ByteArrayOutputStream out, long field) {
        switch (kind) {
            case EMPTY -> {}
            case NUMBER -> writeNumber(out, field);
            case BYTES, MESSAGE -> {
                byte[] message = serialized();
                writeVarint(out, field << 3 | ProtoCursor.BYTES);
                writeVarint(out, message.length);
                out.writeBytes(message);
            }
            case LIST, MAP -> children.values().forEach(n -> n.write(out, field));
        }
    }

    private void writeNumber(ByteArrayOutputStream out, long field) {
        writeVarint(out, field << 3 | wire);
        if (wire == ProtoCursor.VARINT) {
            writeVarint(out, number);
            return;
        }
        for (int shift = 0; shift < (wire == ProtoCursor.FIXED32 ? Integer.SIZE : Long.SIZE); shift += Byte.SIZE) {
            out.write((int) (number >>> shift));
        }
    }

    static void writeVarint(ByteArrayOutputStream out, long value) {
        long v = value;
        for (int i = 1; i < LONGEST_NUMBER && (v & ~0x7fL) != 0; i++) {
            out.write((int) (v & 0x7f | 0x80));
            v >>>= 7;
        }
        out.write((int) v);
    }
}
