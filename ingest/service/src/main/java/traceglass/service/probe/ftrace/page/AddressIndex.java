package traceglass.service.probe.ftrace.page;

import java.util.Arrays;

/// Kernel addresses of one drain, numbered from 1 in the order of appearance. Traces hold the numbers, so that they do
/// not reveal where the kernel was loaded.
final class AddressIndex {

    private static final int FIRST_SLOTS = 256;

    private long[] addresses = new long[FIRST_SLOTS / 2];
    private int count;
    /// Open hash table of numbers.
    private int[] slots = new int[FIRST_SLOTS];

    /// Returns the number of an address.
    int of(long address) {
        int slot = slot(address);
        while (slots[slot] != 0) {
            if (addresses[slots[slot] - 1] == address) {
                return slots[slot];
            }
            slot = slot + 1 & slots.length - 1;
        }
        if (count == addresses.length) {
            grow();
            return of(address);
        }
        addresses[count++] = address;
        slots[slot] = count;
        return count;
    }

    int count() {
        return count;
    }

    long address(int number) {
        return addresses[number - 1];
    }

    void clear() {
        if (count > 0) {
            count = 0;
            Arrays.fill(slots, 0);
        }
    }

    private int slot(long address) {
        return (int) (address * 0x9E37_79B9_7F4A_7C15L >>> 32) & slots.length - 1;
    }

    private void grow() {
        addresses = Arrays.copyOf(addresses, 2 * addresses.length);
        slots = new int[2 * slots.length];
        for (int i = 0; i < count; i++) {
            int slot = slot(addresses[i]);
            while (slots[slot] != 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = i + 1;
        }
    }
}
