package traceglass.ingest.ftrace.format;

import java.util.Arrays;
import traceglass.ingest.collection.LongMap;

/// Names of kernel addresses: functions, as in `/proc/kallsyms`, and the strings to which events refer, as in
/// `printk_formats` of tracefs.
public final class KernelNames {

    /// Maximum distance in bytes of an address from the start of its function.
    private static final long MAX_FUNCTION_BYTES = 1 << 20;

    private final LongMap<String> texts = new LongMap<>();
    private long[] addresses = new long[0];
    private String[] functions = new String[0];
    private int count;
    private boolean isSorted = true;

    /// Adds the functions from lines of the form `address type name [module]`. Other lines are ignored.
    public void addFunctions(String kallsyms) {
        kallsyms.lines().forEach(line -> {
            String[] words = line.strip().split("\\s+", 4);
            if (words.length >= 3 && words[1].length() == 1) {
                long address = parseHex(words[0]);
                if (address != 0) {
                    addFunction(address, words[2]);
                }
            }
        });
    }

    /// Adds a function by its start address.
    public void addFunction(long address, String name) {
        if (count == addresses.length) {
            int capacity = Math.max(1024, count * 2);
            addresses = Arrays.copyOf(addresses, capacity);
            functions = Arrays.copyOf(functions, capacity);
        }
        isSorted &= count == 0 || Long.compareUnsigned(addresses[count - 1], address) <= 0;
        addresses[count] = address;
        functions[count++] = name;
    }

    /// Adds the strings from lines of the form `0xaddress : "text"`.
    public void addTexts(String printkFormats) {
        for (String line : printkFormats.split("\n")) {
            int colon = line.indexOf(" : \"");
            int end = line.lastIndexOf('"');
            if (colon > 0 && end > colon + 3) {
                long address = parseHex(line.substring(0, colon).strip());
                if (address != 0) {
                    texts.put(address, line.substring(colon + 4, end));
                }
            }
        }
    }

    /// Returns the function that contains an address, or null.
    public String function(long address) {
        if (count == 0) {
            return null;
        }
        if (!isSorted) {
            sort();
        }
        int low = 0;
        int high = count;
        while (low < high) {
            int mid = low + high >>> 1;
            if (Long.compareUnsigned(addresses[mid], address) <= 0) {
                low = mid + 1;
            } else {
                high = mid;
            }
        }
        return low > 0 && address - addresses[low - 1] < MAX_FUNCTION_BYTES ? functions[low - 1] : null;
    }

    /// Returns the string at an address, or null.
    public String text(long address) {
        return texts.get(address);
    }

    private void sort() {
        Integer[] order = new Integer[count];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compareUnsigned(addresses[a], addresses[b]));
        long[] byAddress = new long[count];
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            byAddress[i] = addresses[order[i]];
            names[i] = functions[order[i]];
        }
        addresses = byAddress;
        functions = names;
        isSorted = true;
    }

    private static long parseHex(String digits) {
        String d = digits.startsWith("0x") ? digits.substring(2) : digits;
        try {
            return d.isEmpty() || d.length() > 16 ? 0 : Long.parseUnsignedLong(d, 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
