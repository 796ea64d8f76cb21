package traceglass.service.probe.files;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Maps strings to numbers. Looks up keys directly in byte arrays, without creating objects.
public final class KeyTable {

    private final byte[] @Nullable [] keys;
    private final int[] numbers;
    private final int mask;

    /// @param entries keys with positive numbers
    public KeyTable(Map<String, Integer> entries) {
        int capacity = Integer.highestOneBit(Math.max(4, entries.size())) << 2;
        keys = new byte[capacity][];
        numbers = new int[capacity];
        mask = capacity - 1;
        entries.forEach(this::add);
    }

    private void add(String text, int number) {
        byte[] key = text.getBytes(StandardCharsets.UTF_8);
        int i = hash(key, 0, key.length) & mask;
        while (numbers[i] != 0) {
            i = i + 1 & mask;
        }
        keys[i] = key;
        numbers[i] = number;
    }

    private static int hash(byte[] bytes, int from, int to) {
        int hash = 0x811c9dc5;
        for (int i = from; i < to; i++) {
            hash = (hash ^ bytes[i]) * 0x01000193;
        }
        return hash ^ hash >>> 15;
    }

    /// Returns the number of the key in the bytes `[from, to)`, or 0.
    public int find(byte[] bytes, int from, int to) {
        int i = hash(bytes, from, to) & mask;
        while (numbers[i] != 0) {
            byte[] key = keys[i];
            if (key != null && Arrays.equals(key, 0, key.length, bytes, from, to)) {
                return numbers[i];
            }
            i = i + 1 & mask;
        }
        return 0;
    }

    /// Returns the number of the cursor's current word, or 0.
    public int find(LineCursor word) {
        return find(word.bytes(), word.start(), word.end());
    }
}
