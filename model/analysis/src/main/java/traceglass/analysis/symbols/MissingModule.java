package traceglass.analysis.symbols;

import java.util.List;

/// A mapped file with frames that have no symbols.
///
/// @param path path of the file on the traced machine
/// @param buildId build id in lower-case hexadecimal digits, empty if unknown
/// @param loadBias load bias of the file as recorded
/// @param memoryShift difference between an address in memory and one relative to the file
/// @param addresses addresses of all frames without symbols, relative to the file, sorted
/// @param unnamed number of addresses that have no function name either
/// @param samples number of samples and allocations with an unnamed frame of this file in their stack
public record MissingModule(
        String path, String buildId, long loadBias, long memoryShift, List<Long> addresses, int unnamed, long samples) {

    public MissingModule {
        addresses = List.copyOf(addresses);
    }

    /// Returns the file name without its path.
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// Returns whether it is the kernel.
    public boolean isKernel() {
        return isKernel(path);
    }

    static boolean isKernel(String path) {
        return path.startsWith("[kernel")
                || path.equals("[guest.kernel.kallsyms]")
                || path.equals("kernel")
                || path.equals("/kernel");
    }
}
