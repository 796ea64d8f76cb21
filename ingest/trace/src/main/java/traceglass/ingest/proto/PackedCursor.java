package traceglass.ingest.proto;

/// Iterates over the elements of a packed repeated field.
public final class PackedCursor {

    private byte[] buffer;
    private int position;
    private int end;
    private long value;
    private boolean isDamaged;

    /// Starts at the current field of `cursor`. A field that was written unpacked (as a single number) yields
    /// that one element.
    public PackedCursor enter(ProtoCursor cursor) {
        if (cursor.wire() == ProtoCursor.BYTES) {
            return enter(cursor.buffer(), cursor.offset(), cursor.length());
        }
        byte[] single = new byte[10];
        int n = 0;
        for (long v = cursor.asLong(); ; v >>>= 7) {
            if (v >>> 7 == 0) {
                single[n++] = (byte) v;
                break;
            }
            single[n++] = (byte) (v & 0x7f | 0x80);
        }
        return enter(single, 0, n);
    }

    /// Starts at the first element in these bytes.
    public PackedCursor enter(byte[] bytes, int from, int size) {
        buffer = bytes;
        position = from;
        end = from + size;
        isDamaged = false;
        return this;
    }

    /// Advances to the next varint; returns false at the end or if a varint is truncated.
    public boolean nextVarint() {
        long v = 0;
        int p = position;
        for (int shift = 0; shift < 70 && p < end; shift += 7) {
            long x = buffer[p++];
            v |= (x & 0x7f) << shift;
            if (x >= 0) {
                value = v;
                position = p;
                return true;
            }
        }
        isDamaged = position < end;
        return false;
    }

    /// Advances to the next four-byte value.
    public boolean nextFixed32() {
        if (end - position < 4) {
            isDamaged = position < end;
            return false;
        }
        value = fixed(4);
        return true;
    }

    /// Advances to the next eight-byte value.
    public boolean nextFixed64() {
        if (end - position < 8) {
            isDamaged = position < end;
            return false;
        }
        value = fixed(8);
        return true;
    }

    private long fixed(int bytes) {
        long v = 0;
        for (int i = 0; i < bytes; i++) {
            v |= (buffer[position + i] & 0xffL) << i * 8;
        }
        position += bytes;
        return v;
    }

    /// Returns the current element; 32-bit values are zero-extended.
    public long asLong() {
        return value;
    }

    /// Returns whether the last step failed within an element.
    public boolean isDamaged() {
        return isDamaged;
    }

    /// Returns the number of remaining elements, assuming that they are varints.
    public int countVarints() {
        int n = 0;
        for (int p = position; p < end; p++) {
            if (buffer[p] >= 0) {
                n++;
            }
        }
        return n;
    }
}
