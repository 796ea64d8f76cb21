package traceglass.service.filter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Copies one packet, without the fields that a filter drops.
final class MessageFilter {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;
    private static final int MAX_DEPTH = 100;
    private static final int TYPE_BITS = 3;

    private final FilterProgram program;
    private final StringRules strings;
    private final byte[] in;
    private final byte[] out;
    private int position;
    private int written;
    private boolean isDamaged;

    MessageFilter(FilterProgram program, StringRules strings, byte[] packet) {
        this.program = program;
        this.strings = strings;
        in = packet;
        out = new byte[packet.length];
    }

    /// Returns the filtered packet, or null if the packet is malformed.
    byte @Nullable [] run(int root) {
        filterMessage(program.message(root), in.length, 0);
        return isDamaged ? null : Arrays.copyOf(out, written);
    }

    private void filterMessage(FieldRules rules, int end, int depth) {
        while (position < end && !isDamaged) {
            int start = position;
            long tag = varint(end);
            int rule = rules.rule((int) (tag >>> TYPE_BITS));
            switch ((int) tag & (1 << TYPE_BITS) - 1) {
                case VARINT -> {
                    varint(end);
                    copy(start, rule == FieldRules.KEEP);
                }
                case FIXED64 -> filterFixed(start, Long.BYTES, end, rule);
                case FIXED32 -> filterFixed(start, Integer.BYTES, end, rule);
                case BYTES -> filterBytes(tag, rule, end, depth);
                default -> isDamaged = true;
            }
        }
    }

    private void filterFixed(int start, int size, int end, int rule) {
        position += size;
        isDamaged |= position > end;
        copy(start, rule == FieldRules.KEEP);
    }

    /// Copies the bytes read since `start`.
    private void copy(int start, boolean isKept) {
        if (isKept && !isDamaged) {
            System.arraycopy(in, start, out, written, position - start);
            written += position - start;
        }
    }

    private void filterBytes(long tag, int rule, int end, int depth) {
        long length = varint(end);
        if (isDamaged || length < 0 || length > end - position) {
            isDamaged = true;
            return;
        }
        int size = (int) length;
        if (rule == FieldRules.DROP) {
            position += size;
            return;
        }
        put(tag);
        int sizeStart = written;
        put(length);
        int contentStart = written;
        if (FieldRules.isNested(rule) && size > 0) {
            if (depth == MAX_DEPTH) {
                isDamaged = true;
                return;
            }
            filterMessage(program.message(rule), position + size, depth + 1);
            fillIn(sizeStart, contentStart);
            return;
        }
        System.arraycopy(in, position, out, written, size);
        position += size;
        written += size;
        if (FieldRules.isText(rule)) {
            strings.apply(out, contentStart, written, FilterProgram.semanticType(rule));
        }
    }

    /// Writes the size of a filtered message, using as many bytes as its original size.
    private void fillIn(int sizeStart, int contentStart) {
        int size = written - contentStart;
        for (int i = sizeStart; i < contentStart; i++) {
            out[i] = (byte) (size & 0x7F | (i < contentStart - 1 ? 0x80 : 0));
            size >>>= 7;
        }
    }

    private void put(long value) {
        long remaining = value;
        for (; (remaining & ~0x7FL) != 0; remaining >>>= 7) {
            out[written++] = (byte) (remaining & 0x7F | 0x80);
        }
        out[written++] = (byte) remaining;
    }

    private long varint(int end) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (position >= end) {
                isDamaged = true;
                return 0;
            }
            byte b = in[position++];
            value |= (b & 0x7FL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        isDamaged = true;
        return 0;
    }
}
