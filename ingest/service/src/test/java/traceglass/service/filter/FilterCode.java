package traceglass.service.filter;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// Writes filter bytecode.
public final class FilterCode {

    private final List<Integer> words = new ArrayList<>();

    public FilterCode keep(int field) {
        return word(field << 3 | 1);
    }

    public FilterCode range(int first, int count) {
        return word(first << 3 | 2).word(count);
    }

    public FilterCode nested(int field, int message) {
        return word(field << 3 | 3).word(message);
    }

    public FilterCode text(int field) {
        return word(field << 3 | 4);
    }

    public FilterCode text(int field, int type) {
        return word(field << 3 | 5).word(type);
    }

    public FilterCode end() {
        return word(0);
    }

    public FilterCode word(int word) {
        words.add(word);
        return this;
    }

    public byte[] bytes() {
        long hash = 0xcbf29ce484222325L;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int word : words) {
            for (int i = 0; i < 4; i++) {
                hash = (hash ^ word >>> 8 * i & 0xFF) * 0x100000001b3L;
            }
            put(out, word);
        }
        put(out, (int) hash);
        return out.toByteArray();
    }

    /// Writes a varint.
    static void put(ByteArrayOutputStream out, int word) {
        long remaining = Integer.toUnsignedLong(word);
        for (; remaining > 0x7F; remaining >>>= 7) {
            out.write((int) (remaining & 0x7F | 0x80));
        }
        out.write((int) remaining);
    }
}
