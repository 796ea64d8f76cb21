package traceglass.convert.symbols;

import java.util.List;

/// Addresses in one mapped file for which a trace has no function names.
///
/// @param path path of the file on the traced machine; `[kernel.kallsyms]` or similar for the kernel
/// @param buildId lower-case hexadecimal digits; empty if unknown
/// @param loadBias load bias recorded in the trace
/// @param memoryShift an address in memory minus the address in `addresses`, for lists of kernel symbols
/// @param addresses addresses relative to the file (`stack_profile_frame.rel_pc`)
public record UnsymbolizedModule(String path, String buildId, long loadBias, long memoryShift, List<Long> addresses) {

    public UnsymbolizedModule {
        addresses = List.copyOf(addresses);
    }

    /// Returns whether these are addresses of the kernel.
    public boolean isKernel() {
        return path.startsWith("[kernel")
                || path.equals("[guest.kernel.kallsyms]")
                || path.equals("kernel")
                || path.equals("/kernel");
    }
}
