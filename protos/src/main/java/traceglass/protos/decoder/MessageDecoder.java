package traceglass.protos.decoder;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Decoder of one message type, reused for all its messages. Finds all fields in one pass over the bytes, without
/// copying or allocating: numbers are stored as `long`, strings, bytes and messages as their location, and a bit set
/// indicates which fields are present. Generated subclasses give the fields their names.
///
/// A field that occurs more than once has its last value; all values of a repeated field are kept, packed or not.
/// Fields without a slot, such as extensions, unknown fields and the members of a large `oneof`, are kept in a list in
/// the order of the message. A number that was written as a number of another type is read as it is. A number instead
/// of a string, bytes or a message, or the reverse, is skipped. The wire format is described at protobuf.dev,
/// "Encoding"; groups count as damage.
public abstract non-sealed class MessageDecoder implements AnyDecoder {

    /// Wire types, see [#otherWire].
    public static final int VARINT = 0;
    public static final int FIXED64 = 1;
    public static final int BYTES = 2;
    public static final int FIXED32 = 5;

    /// Maximum number of fields with a slot: one bit of a `long` for each.
    private static final int MAX_SLOTS = 64;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] NO_BYTES = {};
    private static final long[] NO_VALUES = {};
    private static final int[] NO_OTHERS = {};
    private static final int FIRST_VALUES = 4;
    private static final int FIRST_OTHERS = 4;
    private static final int OTHER_INTS = 4;

    /// Number of values of a field for which memory is kept for later messages. A field with more of them is so rare
    /// that its memory would only add up.
    private static final int KEPT_VALUES = 1 << 16;
    /// Number of values like [#KEPT_VALUES], but after [#release], when many decoders may wait for their next
    /// message.
    private static final int KEPT_WHILE_RELEASED = 64;

    // Kinds of fields: how the value is stored. A table entry has the kind in the bits above the slot.
    protected static final int NUMBER = 0;
    protected static final int REAL = 1;
    protected static final int LOCATION = 2;
    protected static final int VARINTS = 3;
    protected static final int FIXED64S = 4;
    protected static final int LOCATIONS = 5;
    protected static final int FIXED32S = 6;
    private static final int KIND_SHIFT = 6;
    private static final int PACKABLE = 1 << VARINTS | 1 << FIXED64S | 1 << FIXED32S;
    /// Kinds that may be written as bytes, as a bit set.
    private static final int KINDS_OF_BYTES = 1 << LOCATION | 1 << LOCATIONS | PACKABLE;
    private static final int BYTES_SHIFT = 8;
    /// Kinds that may be written as numbers, and from bit [#BYTES_SHIFT] on those that may be written as bytes.
    private static final int KINDS = 1 << NUMBER | 1 << REAL | PACKABLE | KINDS_OF_BYTES << BYTES_SHIFT;
    private static final short OTHER = -1;

    /// Slot and kind of each field by its number; [#OTHER] for numbers without a slot.
    private final short[] table;
    private final long[] values;
    /// Values of repeated fields, which have the first slots.
    private final long[][] lists;
    /// Number of values of each repeated field; undefined for those that are not present.
    private final int[] sizes;

    private byte[] buffer = NO_BYTES;
    private int offset;
    private int length;
    private long present;
    /// Repeated fields whose last packed value is truncated.
    private long truncated;
    /// Number, wire type, offset and length of each field without a slot.
    private int[] others = NO_OTHERS;
    private int otherCount;
    /// At least the capacity of the largest list, in values.
    private int largest = FIRST_VALUES;
    /// The varint that [#varint] read last.
    private long varint;

    /// @param table created by [#table]
    /// @param slots number of slots
    /// @param repeated how many of them, the first ones, are for repeated fields
    protected MessageDecoder(short[] table, int slots, int repeated) {
        this.table = table;
        values = new long[slots];
        lists = new long[repeated][];
        Arrays.fill(lists, NO_VALUES);
        sizes = new int[repeated];
    }

    /// Creates the table of a message type.
    ///
    /// @param fields number and kind of the field of each slot
    protected static short[] table(int... fields) {
        int max = 0;
        for (int i = 0; i < fields.length; i += 2) {
            max = Math.max(max, fields[i]);
        }
        short[] table = new short[max + 1];
        Arrays.fill(table, OTHER);
        for (int i = 0; i < fields.length; i += 2) {
            table[fields[i]] = (short) (fields[i + 1] << KIND_SHIFT | i / 2);
        }
        return table;
    }

    /// Decodes the message in these bytes, which must not change while its fields are read.
    ///
    /// @return false if the message is damaged; it then has the fields before the damage
    public final boolean decode(byte[] bytes, int from, int total) {
        if (largest > KEPT_VALUES) {
            shrink(KEPT_VALUES);
        }
        present = 0;
        truncated = 0;
        otherCount = 0;
        return merge(bytes, from, total);
    }

    /// Decodes the next part of a message that was written as several fields, in addition to those already
    /// decoded. All parts are in the same array.
    ///
    /// @return false if this part is damaged
    public final boolean merge(byte[] bytes, int from, int total) {
        // Runs for every message of a trace and keeps its state in local variables.
        buffer = bytes;
        offset = from;
        length = total;
        short[] fields = table;
        int p = from;
        int end = from + total;
        while (p < end) {
            int tag = bytes[p++];
            if (tag < 0) {
                int second = p < end ? bytes[p] : -1;
                if (second >= 0) {
                    tag = tag & 0x7f | second << 7;
                    p++;
                } else {
                    p = varint(bytes, p, end, tag & 0x7f);
                    if (p < 0 || varint >>> Integer.SIZE != 0) {
                        return false;
                    }
                    tag = (int) varint;
                }
            }
            int wire = tag & 7;
            int number = tag >>> 3;
            if (p >= end || number == 0) {
                return false;
            }
            long value;
            if (wire == VARINT || wire == BYTES) {
                value = bytes[p++];
                if (value < 0) {
                    value &= 0x7f;
                    long next;
                    int shift = 7;
                    do {
                        if (p >= end || shift >= 70) {
                            return false;
                        }
                        next = bytes[p++];
                        value |= (next & 0x7f) << shift;
                        shift += 7;
                    } while (next < 0);
                }
            } else {
                int width = wire == FIXED64 ? Long.BYTES : wire == FIXED32 ? Integer.BYTES : Integer.MAX_VALUE;
                if (width > end - p) {
                    return false;
                }
                value = wire == FIXED64 ? (long) LONGS.get(bytes, p) : (int) INTS.get(bytes, p) & 0xFFFF_FFFFL;
                p += width;
            }
            int size = 0;
            if (wire == BYTES) {
                if (value < 0 || value > end - p) {
                    return false;
                }
                size = (int) value;
                value = 0;
            }
            int entry = number < fields.length ? fields[number] : OTHER;
            if (entry == OTHER) {
                addOther(number, wire, p, size);
            } else {
                int slot = entry & MAX_SLOTS - 1;
                if (entry == slot && wire != BYTES) {
                    // A number, like most fields of most messages.
                    values[slot] = value;
                    present |= 1L << slot;
                } else if ((KINDS >>> (entry >> KIND_SHIFT) + (wire == BYTES ? BYTES_SHIFT : 0) & 1) != 0) {
                    store(entry >> KIND_SHIFT, slot, wire, value, p, size);
                    present |= 1L << slot;
                }
            }
            p += size;
        }
        return true;
    }

    /// Stores a field that is not of the kind [#NUMBER].
    private void store(int kind, int slot, int wire, long value, int from, int size) {
        switch (kind) {
            case REAL ->
                values[slot] = wire == FIXED32 ? Double.doubleToRawLongBits(Float.intBitsToFloat((int) value)) : value;
            case LOCATION -> values[slot] = location(from, size);
            case LOCATIONS -> add(slot, location(from, size));
            default -> {
                if (wire != BYTES) {
                    add(slot, value);
                } else if (kind == VARINTS) {
                    addVarints(slot, from, from + size);
                } else {
                    addFixed(slot, from, from + size, kind == FIXED64S ? Long.BYTES : Integer.BYTES);
                }
            }
        }
    }

    /// Reads the rest of a varint into [#varint]. Returns the position after it, or -1 if it does not end within ten
    /// bytes or before `end`.
    private int varint(byte[] bytes, int from, int end, long low) {
        long v = low;
        int p = from;
        for (int shift = 7; shift < 70 && p < end; shift += 7) {
            long next = bytes[p++];
            v |= (next & 0x7f) << shift;
            if (next >= 0) {
                varint = v;
                return p;
            }
        }
        return -1;
    }

    private void add(int slot, long value) {
        int size = size(slot);
        long[] list = lists[slot];
        if (size == list.length) {
            list = grow(slot);
        }
        list[size] = value;
        sizes[slot] = size + 1;
    }

    /// Doubles the list of a field.
    private long[] grow(int slot) {
        long[] list = Arrays.copyOf(lists[slot], Math.max(FIRST_VALUES, lists[slot].length * 2));
        lists[slot] = list;
        largest = Math.max(largest, list.length);
        return list;
    }

    /// Removes the values of fields whose list is larger than `limit`, together with the memory.
    private void shrink(int limit) {
        for (int slot = 0; slot < lists.length; slot++) {
            if (lists[slot].length > limit) {
                lists[slot] = NO_VALUES;
                present &= ~(1L << slot);
            }
        }
        if (others.length > limit * OTHER_INTS) {
            others = NO_OTHERS;
            otherCount = 0;
        }
        largest = limit;
    }

    /// Returns for how many values of repeated fields and other fields there is memory.
    final int capacity() {
        int capacity = others.length / OTHER_INTS;
        for (long[] list : lists) {
            capacity += list.length;
        }
        return capacity;
    }

    /// Adds packed values; a truncated last one is skipped.
    private void addVarints(int slot, int from, int end) {
        int size = size(slot);
        long[] list = lists[slot];
        int p = from;
        while (p < end) {
            long value = buffer[p++];
            if (value < 0) {
                p = varint(buffer, p, end, value & 0x7f);
                value = varint;
                if (p < 0) {
                    truncated |= 1L << slot;
                    break;
                }
            }
            if (size == list.length) {
                list = grow(slot);
            }
            list[size++] = value;
        }
        sizes[slot] = size;
    }

    /// Adds packed values of four or eight bytes; a truncated last one is skipped.
    private void addFixed(int slot, int from, int end, int width) {
        if ((end - from) % width != 0) {
            truncated |= 1L << slot;
        }
        // `add` needs the size of a field that is present.
        sizes[slot] = size(slot);
        present |= 1L << slot;
        for (int p = from; end - p >= width; p += width) {
            add(slot, width == Long.BYTES ? (long) LONGS.get(buffer, p) : (int) INTS.get(buffer, p) & 0xFFFF_FFFFL);
        }
    }

    private void addOther(int number, int wire, int from, int size) {
        int i = otherCount * OTHER_INTS;
        if (i == others.length) {
            others = Arrays.copyOf(others, Math.max(FIRST_OTHERS * OTHER_INTS, i * 2));
            largest = Math.max(largest, others.length / OTHER_INTS);
        }
        others[i] = number;
        others[i + 1] = wire;
        others[i + 2] = from;
        others[i + 3] = size;
        otherCount++;
    }

    private static long location(int from, int size) {
        return (long) from << Integer.SIZE | size;
    }

    /// Releases the array that contains the message, and long lists. Numbers of fields that are not repeated stay
    /// available, locations become invalid.
    public final void release() {
        buffer = NO_BYTES;
        if (largest > KEPT_WHILE_RELEASED) {
            shrink(KEPT_WHILE_RELEASED);
        }
    }

    /// Returns the array that contains the message. Not a copy; must not be modified.
    public final byte[] buffer() {
        return buffer;
    }

    /// Returns the offset of the message in [#buffer].
    public final int offset() {
        return offset;
    }

    /// Returns the length of the message in bytes.
    public final int length() {
        return length;
    }

    /// Returns whether the message has at least one of these fields.
    ///
    /// @param fields combination of the field constants of the subclass
    public final boolean hasAny(long fields) {
        return (present & fields) != 0;
    }

    /// Returns whether the packed values of at least one of these repeated fields end within a value, which was left
    /// out.
    ///
    /// @param fields combination of the field constants of the subclass
    public final boolean hasTruncated(long fields) {
        return (truncated & fields) != 0;
    }

    /// Returns the number of fields without a slot.
    public final int otherCount() {
        return otherCount;
    }

    /// Returns the number of a field without a slot.
    public final int otherNumber(int i) {
        return others[i * OTHER_INTS];
    }

    /// Returns the wire type of a field without a slot: [#VARINT], [#FIXED64], [#BYTES] or [#FIXED32].
    public final int otherWire(int i) {
        return others[i * OTHER_INTS + 1];
    }

    /// Returns the offset in [#buffer] of the bytes of a field without a slot; for a number, the offset after it.
    public final int otherOffset(int i) {
        return others[i * OTHER_INTS + 2];
    }

    /// Returns the length in bytes of a field without a slot; 0 for a number.
    public final int otherLength(int i) {
        return others[i * OTHER_INTS + 3];
    }

    /// Returns the value of a field without a slot: the number, with a fixed 32-bit one zero-extended; 0 for bytes.
    public final long otherValue(int i) {
        int end = otherOffset(i);
        return switch (otherWire(i)) {
            case FIXED64 -> (long) LONGS.get(buffer, end - Long.BYTES);
            case FIXED32 -> (int) INTS.get(buffer, end - Integer.BYTES) & 0xFFFF_FFFFL;
            case VARINT -> varintBefore(end);
            default -> 0;
        };
    }

    /// Returns the string in a field without a slot.
    public final String otherText(int i) {
        return text(otherOffset(i), otherLength(i));
    }

    /// Decodes the message in a field without a slot with another decoder, and returns that decoder.
    public final <D extends AnyDecoder> D other(int i, D decoder) {
        return decode(otherOffset(i), otherLength(i), decoder);
    }

    /// Returns the varint that ends before this offset. It starts after the last byte of its tag, which is the first
    /// one backwards without a continuation bit.
    private long varintBefore(int end) {
        long value = buffer[end - 1];
        for (int p = end - 2; buffer[p] < 0; p--) {
            value = value << 7 | buffer[p] & 0x7f;
        }
        return value;
    }

    // For generated subclasses.

    /// Decodes the message in these bytes of this message with another decoder, and returns that decoder.
    protected final <D extends AnyDecoder> D decode(int from, int total, D decoder) {
        ((MessageDecoder) decoder).decode(buffer, from, total);
        return decoder;
    }

    protected final String text(int from, int total) {
        return new String(buffer, from, total, StandardCharsets.UTF_8);
    }

    protected final byte[] copy(int from, int total) {
        return Arrays.copyOfRange(buffer, from, from + total);
    }

    /// Returns the number that a ZigZag value stands for.
    protected static long signed(long value) {
        return value >>> 1 ^ -(value & 1);
    }

    /// Returns the constant of a field by its number; 0 if it has no slot.
    protected static long bit(short[] table, int number) {
        int entry = number < table.length ? table[number] : OTHER;
        return entry == OTHER ? 0 : 1L << (entry & MAX_SLOTS - 1);
    }

    protected final boolean has(int slot) {
        return (present >>> slot & 1) != 0;
    }

    /// Returns the value of a number field; 0 if it is missing.
    protected final long number(int slot) {
        return (present >>> slot & 1) != 0 ? values[slot] : 0;
    }

    protected final int offset(int slot) {
        return (int) (number(slot) >>> Integer.SIZE);
    }

    protected final int length(int slot) {
        return (int) number(slot);
    }

    /// Returns the number of values of a repeated field.
    protected final int size(int slot) {
        return (present >>> slot & 1) != 0 ? sizes[slot] : 0;
    }

    protected final long element(int slot, int i) {
        return lists[slot][i];
    }

    protected final int elementOffset(int slot, int i) {
        return (int) (lists[slot][i] >>> Integer.SIZE);
    }

    protected final int elementLength(int slot, int i) {
        return (int) lists[slot][i];
    }
}
