package traceglass.convert.symbols;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Symbolizes kernel addresses with a list of symbols, `/proc/kallsyms` or `System.map`, which has a line
/// `ADDRESS TYPE NAME [MODULE]` for each symbol. A list with hidden addresses (all zero) counts as empty.
final class KernelSymbols implements Symbolizer {

    /// Assumed largest size of the last symbol, because the list has no sizes.
    private static final long MAX_SIZE_OF_LAST = 1 << 20;

    private final TreeMap<Long, String> functions = new TreeMap<>(Long::compareUnsigned);

    KernelSymbols(Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] parts = line.split("[ \t]+");
                if (parts.length >= 3 && parts[1].length() == 1 && "tTwW".contains(parts[1])) {
                    add(parts);
                }
            }
        }
    }

    private void add(String[] parts) {
        try {
            long address = Long.parseUnsignedLong(parts[0], 16);
            if (address != 0) {
                functions.putIfAbsent(address, parts[2] + (parts.length > 3 ? " " + parts[3] : ""));
            }
        } catch (NumberFormatException e) {
            // Skip a line that is not a symbol; the others are still useful.
        }
    }

    boolean isEmpty() {
        return functions.isEmpty();
    }

    @Override
    public List<SourceFrame> find(long address) {
        Map.Entry<Long, String> function = functions.floorEntry(address);
        boolean isBehindAll = function != null
                && function.getKey().equals(functions.lastKey())
                && address - function.getKey() > MAX_SIZE_OF_LAST;
        return function == null || isBehindAll ? List.of() : List.of(new SourceFrame(function.getValue(), null, 0));
    }

    @Override
    public void close() {
        // The file was read completely.
    }
}
