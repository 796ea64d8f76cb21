package traceglass.analysis.flame;

import java.util.List;
import java.util.Locale;

/// Recognizes frames of an operating system's kernel by their module.
public final class KernelFrames {

    /// Names that perf and simpleperf use for the kernel, and kernel images of Linux, macOS and Windows.
    private static final List<String> STARTS = List.of(
            "[kernel", "[guest.kernel", "vmlinu", "mach_kernel", "kernel.release", "kernel.development", "ntoskrnl");

    /// Modules of the kernels of Linux and Windows.
    private static final List<String> ENDS = List.of(".ko", ".ko.xz", ".ko.gz", ".ko.zst", ".sys");

    private KernelFrames() {}

    /// @param module name or path of the module; may be empty
    public static boolean isKernel(String module) {
        String name = module.substring(Math.max(module.lastIndexOf('/'), module.lastIndexOf('\\')) + 1)
                .toLowerCase(Locale.ROOT);
        return name.equals("kernel")
                || STARTS.stream().anyMatch(name::startsWith)
                || ENDS.stream().anyMatch(name::endsWith);
    }
}
