package traceglass.convert.symbols;

import java.util.List;

/// Addresses in one mapped file for which a trace has no function names.
///
/// @param path of the file on the traced machine; `[kernel.kallsyms]` or similar for the kernel
/// @param buildId lower-case hexadecimal digits, empty if unknown
/// @param loadBias as recorded in the trace
/// @param addresses relative to the file (`stack_profile_frame.rel_pc`)
public record UnsymbolizedModule(String path, String buildId, long loadBias, List<Long> addresses) {

    /// Returns whether these are addresses of the kernel.
    boolean isKernel() {
        return path.startsWith("[kernel") || path.equals("[guest.kernel.kallsyms]") || path.equals("kernel");
    }
}
