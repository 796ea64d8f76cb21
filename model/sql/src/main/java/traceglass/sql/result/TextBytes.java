package traceglass.sql.result;

import java.nio.charset.StandardCharsets;

/// A text of a result in UTF-8, as part of a larger array.
public final class TextBytes {

    private byte[] array = new byte[0];
    private int offset;
    private int length;

    TextBytes() {}

    static TextBytes of(byte[] utf8) {
        TextBytes text = new TextBytes();
        text.set(utf8, 0, utf8.length);
        return text;
    }

    void set(byte[] newArray, int newOffset, int newLength) {
        array = newArray;
        offset = newOffset;
        length = newLength;
    }

    /// Returns the array that contains the bytes. It must not be changed.
    public byte[] array() {
        return array;
    }

    /// Returns the index of the first byte in the array.
    public int offset() {
        return offset;
    }

    /// Returns the number of bytes.
    public int length() {
        return length;
    }

    /// Copies all bytes to an array, which must have room for them.
    public void copyTo(byte[] target, int start) {
        System.arraycopy(array, offset, target, start, length);
    }

    @Override
    public String toString() {
        return new String(array, offset, length, StandardCharsets.UTF_8);
    }
}
