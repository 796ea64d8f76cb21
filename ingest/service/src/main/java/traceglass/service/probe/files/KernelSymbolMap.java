package traceglass.service.probe.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Functions of the kernel and its modules by address, from `/proc/kallsyms`. Names are stored as bytes to save
/// memory: a kernel has over 100,000 functions.
public final class KernelSymbolMap {

    private static final int INITIAL_SYMBOLS = 1 << 16;

    private long[] addresses = new long[INITIAL_SYMBOLS];
    private int[] offsets = new int[INITIAL_SYMBOLS + 1];
    private byte[] names = new byte[INITIAL_SYMBOLS << 4];
    private int count;

    private KernelSymbolMap() {}

    /// Reads the file. Without permission to see addresses, the map is empty.
    public static KernelSymbolMap read(Path kallsyms) {
        KernelSymbolMap map = new KernelSymbolMap();
        try (BufferedReader lines = Files.newBufferedReader(kallsyms, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                map.add(line);
            }
        } catch (IOException e) {
            map.count = 0;
        }
        map.sort();
        return map;
    }

    /// Parses a line such as `ffffffff81000000 T name [module]` and adds it if it is a function.
    private void add(String line) {
        int space = line.indexOf(' ');
        int start = space + 3;
        boolean isFunction = space > 0
                && line.length() > start
                && "tTwW".indexOf(line.charAt(space + 1)) >= 0
                && line.charAt(start) != '$';
        if (!isFunction) {
            return;
        }
        long address;
        try {
            address = Long.parseUnsignedLong(line, 0, space, 16);
        } catch (NumberFormatException e) {
            return;
        }
        int tab = line.indexOf('\t', start);
        if (address != 0) {
            append(address, line, start, tab < 0 ? line.length() : tab);
        }
    }

    private void append(long address, String line, int from, int end) {
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * count);
            offsets = Arrays.copyOf(offsets, 2 * count + 1);
        }
        int position = offsets[count];
        if (names.length - position < end - from) {
            names = Arrays.copyOf(names, Math.max(2 * names.length, position + end - from));
        }
        for (int i = from; i < end; i++) {
            names[position++] = (byte) line.charAt(i);
        }
        addresses[count++] = address;
        offsets[count] = position;
    }

    private void sort() {
        int[] order = IntStream.range(0, count)
                .boxed()
                .sorted((a, b) -> Long.compareUnsigned(addresses[a], addresses[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        long[] sorted = new long[count];
        int[] starts = new int[count + 1];
        byte[] texts = new byte[offsets[count]];
        for (int i = 0; i < count; i++) {
            int from = offsets[order[i]];
            int size = offsets[order[i] + 1] - from;
            sorted[i] = addresses[order[i]];
            System.arraycopy(names, from, texts, starts[i], size);
            starts[i + 1] = starts[i] + size;
        }
        addresses = sorted;
        offsets = starts;
        names = texts;
    }

    /// Returns the number of functions.
    public int count() {
        return count;
    }

    /// Returns the memory of the map in kilobytes.
    public int sizeKb() {
        return (addresses.length * Long.BYTES + offsets.length * Integer.BYTES + names.length) >> 10;
    }

    /// Returns the function that contains an address, or null.
    public @Nullable String at(long address) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (Long.compareUnsigned(addresses[middle], address) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high < 0
                ? null
                : new String(names, offsets[high], offsets[high + 1] - offsets[high], StandardCharsets.ISO_8859_1);
    }
}
