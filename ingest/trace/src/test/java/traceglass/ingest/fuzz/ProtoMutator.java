package traceglass.ingest.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Damage that leaves a protobuf message parsable, so that it passes the framing and reaches the code for single
/// fields: implausible values, fields that are missing, duplicated, swapped, renumbered or nested in themselves,
/// invalid UTF-8.
final class ProtoMutator {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;
    private static final int MAX_FIELD = 1 << 29;
    private static final int DEEP = 3000;
    private static final long[] HOSTILE = {
        0,
        1,
        2,
        -1,
        127,
        255,
        1023,
        4095,
        4096,
        65_535,
        1L << 31,
        (1L << 31) - 1,
        (1L << 32) - 1,
        1L << 32,
        1L << 53,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -(1L << 31),
        1_000_000_007L,
        0x8000_0000_0000_0001L
    };

    private ProtoMutator() {}

    private record Field(int number, int wire, long value, byte[] bytes) {}

    /// Returns the message with some of its fields damaged; the same bytes if it is not a message.
    static byte[] mutate(byte[] message, Random random) {
        byte[] b = message;
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            b = mutateOnce(b, random, 0);
        }
        return b;
    }

    private static byte[] mutateOnce(byte[] message, Random random, int depth) {
        List<Field> fields = parse(message);
        if (fields == null || fields.isEmpty()) {
            return depth == 0 ? message : text(message, random);
        }
        int i = random.nextInt(fields.size());
        Field f = fields.get(i);
        if (f.wire == BYTES && depth < 12 && random.nextInt(8) != 0) {
            fields.set(i, new Field(f.number, BYTES, 0, mutateOnce(f.bytes, random, depth + 1)));
            return write(fields);
        }
        switch (random.nextInt(8)) {
            case 0 -> fields.remove(i);
            case 1 -> fields.add(random.nextInt(fields.size() + 1), f);
            case 2 -> Collections.swap(fields, i, random.nextInt(fields.size()));
            case 3 ->
                fields.set(
                        i,
                        new Field(
                                1 + random.nextInt(random.nextBoolean() ? 64 : MAX_FIELD - 1),
                                f.wire,
                                f.value,
                                f.bytes));
            case 4 -> fields.set(i, new Field(f.number, BYTES, 0, deep(f.number, random)));
            case 5 ->
                fields.set(
                        i,
                        new Field(
                                f.number,
                                f.wire == BYTES ? VARINT : BYTES,
                                HOSTILE[random.nextInt(HOSTILE.length)],
                                noise(random)));
            default ->
                fields.set(
                        i,
                        new Field(
                                f.number,
                                f.wire,
                                HOSTILE[random.nextInt(HOSTILE.length)],
                                f.wire == BYTES ? text(f.bytes, random) : null));
        }
        return write(fields);
    }

    private static byte[] noise(Random random) {
        byte[] b = new byte[random.nextInt(200)];
        random.nextBytes(b);
        return b;
    }

    /// Returns bytes to replace a string or packed numbers.
    private static byte[] text(byte[] before, Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> new byte[0];
            case 1 ->
                new byte[] {(byte) 0xc3, (byte) 0x28, (byte) 0xff, (byte) 0xfe, 0, (byte) 0xed, (byte) 0xa0, (byte) 0x80
                };
            case 2 -> noise(random);
            case 3 ->
                "%s%n\u0000\\\"'{}[]|;-1 99999999999999999999 0x".getBytes(java.nio.charset.StandardCharsets.UTF_8);
            case 4 -> {
                byte[] many = new byte[random.nextInt(100_000)];
                Arrays.fill(many, (byte) 'A');
                yield many;
            }
            default -> before.length == 0 ? before : ByteMutator.mutate(before, random);
        };
    }

    /// Returns a field nested in itself many times.
    private static byte[] deep(int number, Random random) {
        int times = 1 + random.nextInt(DEEP);
        byte[] tag = varint((long) number << 3 | BYTES);
        byte[][] headers = new byte[times][];
        int length = 0;
        for (int i = 0; i < times; i++) {
            byte[] size = varint(length);
            headers[i] = ByteMutator.splice(tag, tag.length, 0, size);
            length += headers[i].length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length);
        for (int i = times - 1; i >= 0; i--) {
            out.writeBytes(headers[i]);
        }
        return out.toByteArray();
    }

    private static List<Field> parse(byte[] b) {
        List<Field> fields = new ArrayList<>();
        int[] p = {0};
        while (p[0] < b.length) {
            long tag = read(b, p);
            int number = (int) (tag >>> 3);
            if (p[0] < 0 || number <= 0 || tag >>> 3 >= MAX_FIELD) {
                return null;
            }
            int wire = (int) (tag & 7);
            long value = 0;
            byte[] bytes = null;
            switch (wire) {
                case VARINT -> value = read(b, p);
                case FIXED64, FIXED32 -> {
                    int size = wire == FIXED64 ? 8 : 4;
                    if (b.length - p[0] < size) {
                        return null;
                    }
                    for (int i = size - 1; i >= 0; i--) {
                        value = value << 8 | b[p[0] + i] & 0xff;
                    }
                    p[0] += size;
                }
                case BYTES -> {
                    long size = read(b, p);
                    if (p[0] < 0 || size < 0 || size > b.length - p[0]) {
                        return null;
                    }
                    bytes = Arrays.copyOfRange(b, p[0], p[0] + (int) size);
                    p[0] += (int) size;
                }
                default -> {
                    return null;
                }
            }
            if (p[0] < 0) {
                return null;
            }
            fields.add(new Field(number, wire, value, bytes));
        }
        return fields;
    }

    /// Reads a varint; afterwards, the position is negative if the varint is invalid.
    private static long read(byte[] b, int[] p) {
        long v = 0;
        for (int i = p[0], shift = 0; i < b.length && shift < 70; i++, shift += 7) {
            v |= (b[i] & 0x7fL) << shift;
            if (b[i] >= 0) {
                p[0] = i + 1;
                return v;
            }
        }
        p[0] = -1;
        return 0;
    }

    static byte[] varint(long value) {
        byte[] b = new byte[10];
        int n = 0;
        long v = value;
        while ((v & ~0x7fL) != 0) {
            b[n++] = (byte) (v & 0x7f | 0x80);
            v >>>= 7;
        }
        b[n++] = (byte) v;
        return Arrays.copyOf(b, n);
    }

    private static byte[] write(List<Field> fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Field f : fields) {
            out.writeBytes(varint((long) f.number << 3 | f.wire));
            switch (f.wire) {
                case VARINT -> out.writeBytes(varint(f.value));
                case FIXED64, FIXED32 -> {
                    for (int i = 0; i < (f.wire == FIXED64 ? 8 : 4); i++) {
                        out.write((int) (f.value >>> 8 * i));
                    }
                }
                default -> {
                    out.writeBytes(varint(f.bytes.length));
                    out.writeBytes(f.bytes);
                }
            }
        }
        return out.toByteArray();
    }
}
