package traceglass.service.probe.perf;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Functions of the kernel and its modules by address: `/proc/kallsyms`. Without the right to read addresses it is
/// empty.
final class KernelFunctions {

    private record Function(long address, String name) {}

    private final long[] addresses;
    private final String[] names;

    private KernelFunctions(List<Function> functions) {
        functions.sort(Comparator.comparing(Function::address, Long::compareUnsigned));
        addresses = functions.stream().mapToLong(Function::address).toArray();
        names = functions.stream().map(Function::name).toArray(String[]::new);
    }

    static KernelFunctions read(Path kallsyms) {
        List<Function> functions = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(kallsyms, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Function function = parse(line);
                if (function != null) {
                    functions.add(function);
                }
            }
        } catch (IOException e) {
            functions.clear();
        }
        return new KernelFunctions(functions);
    }

    /// Parses a line such as `ffffffff81000000 t name [module]`.
    private static @Nullable Function parse(String line) {
        int typeAt = line.indexOf(' ') + 1;
        boolean isText = typeAt > 1 && line.length() > typeAt + 2 && "tTwW".indexOf(line.charAt(typeAt)) >= 0;
        if (!isText) {
            return null;
        }
        int end = line.indexOf('\t', typeAt);
        try {
            long address = Long.parseUnsignedLong(line.substring(0, typeAt - 1), 16);
            return address == 0
                    ? null
                    : new Function(address, line.substring(typeAt + 2, end < 0 ? line.length() : end));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /// Returns the function at an address, or null.
    @Nullable
    String at(long address) {
        int low = 0;
        int high = addresses.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (Long.compareUnsigned(addresses[middle], address) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high < 0 ? null : names[high];
    }
}
