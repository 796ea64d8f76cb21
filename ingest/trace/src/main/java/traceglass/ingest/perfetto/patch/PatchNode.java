package traceglass.ingest.perfetto.patch;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.proto.ProtoCursor;

/// A mutable part of a message. It remains bytes until it is accessed; then it becomes fields by number, or the
/// elements of a repeated field by index or by a key in each element.
final class PatchNode {

    enum Kind {
        EMPTY,
        BYTES,
        NUMBER,
        MESSAGE,
        LIST,
        MAP
    }

    private static final int MAX_VARINT_BYTES = 10;

    private Kind kind = Kind.EMPTY;
    private byte[] bytes;
    private int wire;
    private long number;
    private TreeMap<Long, PatchNode> children;
    /// Set if a merge has written to this node; another field with the same number then turns it into a list.
    private boolean isMerged;

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

    /// Returns the fields or elements in serialization order.
    TreeMap<Long, PatchNode> children() {
        return children;
    }

    private static TreeMap<Long, PatchNode> newChildren() {
        return new TreeMap<>(Long::compareUnsigned);
    }

    private void changeKind(Kind newKind) {
        kind = newKind;
        bytes = null;
        children = newKind == Kind.MESSAGE || newKind == Kind.LIST || newKind == Kind.MAP ? newChildren() : null;
    }

    /// Moves the content into a new node.
    private PatchNode moveToNewNode() {
        PatchNode node = new PatchNode();
        node.kind = kind;
        node.bytes = bytes;
        node.wire = wire;
        node.number = number;
        node.children = children;
        return node;
    }

    void clear() {
        changeKind(Kind.EMPTY);
    }

    long number() throws PatchException {
        if (kind != Kind.NUMBER) {
            throw new PatchException("read of a number from " + kind);
        }
        return number;
    }

    void setNumber(int wireType, long value) throws PatchException {
        if (kind != Kind.EMPTY && kind != Kind.NUMBER) {
            throw new PatchException("write of a number to " + kind);
        }
        changeKind(Kind.NUMBER);
        wire = wireType;
        number = value;
    }

    void setBytes(byte[] value) throws PatchException {
        if (kind != Kind.EMPTY && kind != Kind.BYTES && kind != Kind.MESSAGE) {
            throw new PatchException("write of bytes to " + kind);
        }
        changeKind(Kind.BYTES);
        bytes = value;
    }

    void convertToMessage() throws PatchException {
        if (kind == Kind.MESSAGE) {
            return;
        }
        if (kind != Kind.EMPTY && kind != Kind.BYTES) {
            throw new PatchException("access to fields of " + kind);
        }
        byte[] source = kind == Kind.EMPTY ? new byte[0] : bytes;
        changeKind(Kind.MESSAGE);
        for (ProtoCursor c = new ProtoCursor().enter(source, 0, source.length); c.next(); ) {
            PatchNode field = ofField(c);
            PatchNode previous = children.putIfAbsent((long) c.field(), field);
            if (previous != null) {
                previous.convertToList();
                previous.append(field);
            }
        }
    }

    /// Converts the node to the elements of a repeated field; a single value becomes the first element.
    void convertToList() throws PatchException {
        if (kind == Kind.LIST) {
            return;
        }
        if (kind == Kind.MAP) {
            throw new PatchException("list access to " + kind);
        }
        PatchNode first = kind == Kind.EMPTY ? null : moveToNewNode();
        changeKind(Kind.LIST);
        if (first != null) {
            append(first);
        }
    }

    private void append(PatchNode element) {
        children.put((long) children.size(), element);
    }

    /// Converts the node to the elements of a repeated field, keyed by the number in field `keyField` of each
    /// element.
    void convertToMap(int keyField) throws PatchException {
        switch (kind) {
            case MAP -> {}
            case EMPTY -> changeKind(Kind.MAP);
            case BYTES, MESSAGE -> {
                PatchNode first = moveToNewNode();
                long key = first.numberIn(keyField);
                changeKind(Kind.MAP);
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
            default -> throw new PatchException("map access to " + kind);
        }
    }

    private long numberIn(int field) throws PatchException {
        if (kind == Kind.BYTES) {
            ProtoCursor c = new ProtoCursor().enter(bytes, 0, bytes.length);
            if (c.seek(field) && c.wire() != ProtoCursor.BYTES) {
                return c.asLong();
            }
        } else if (kind == Kind.MESSAGE && children.get((long) field) != null) {
            return children.get((long) field).number();
        }
        throw new PatchException("element without a key");
    }

    /// Merges the fields of a message; repeated fields replace all existing elements.
    ///
    /// @param keepsMessages whether fields that have been accessed as messages are kept
    /// @param deletesIfEmpty whether an empty message in the patch removes the field
    void merge(byte[] message, boolean keepsMessages, boolean deletesIfEmpty) throws PatchException {
        if (kind != Kind.EMPTY && kind != Kind.BYTES && kind != Kind.MESSAGE) {
            throw new PatchException("merge of a message into " + kind);
        }
        if (message.length == 0) {
            return;
        }
        convertToMessage();
        for (ProtoCursor c = new ProtoCursor().enter(message, 0, message.length); c.next(); ) {
            long field = c.field();
            PatchNode previous = children.get(field);
            if (previous != null && deletesIfEmpty && c.wire() == ProtoCursor.BYTES && c.length() == 0) {
                children.remove(field);
            } else if (previous == null || !(keepsMessages && previous.kind == Kind.MESSAGE)) {
                mergeField(field, previous, ofField(c));
            }
        }
        children.values().forEach(n -> n.isMerged = false);
    }

    private void mergeField(long field, PatchNode before, PatchNode value) throws PatchException {
        if (before != null && before.kind == Kind.MAP) {
            throw new PatchException("merge of a field into a map");
        }
        if (before != null && before.isMerged) {
            before.convertToList();
        }
        if (before != null && before.kind == Kind.LIST) {
            if (!before.isMerged) {
                before.children.clear();
                before.isMerged = true;
            }
            before.append(value);
        } else {
            value.isMerged = true;
            children.put(field, value);
        }
    }

    /// Returns the serialized message.
    byte[] serialize() {
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
                byte[] message = serialize();
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
        for (int i = 1; i < MAX_VARINT_BYTES && (v & ~0x7fL) != 0; i++) {
            out.write((int) (v & 0x7f | 0x80));
            v >>>= 7;
        }
        out.write((int) v);
    }
}
