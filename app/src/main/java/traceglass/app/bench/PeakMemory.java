package traceglass.app.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The most memory that this process has had resident.
final class PeakMemory {

    private static final Path STATUS = Path.of("/proc/self/status");

    private PeakMemory() {}

    /// MiB from the kernel's `VmHWM`; on systems without it, what the Java heap takes now.
    static double mib() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
                }
            }
        } catch (IOException | NumberFormatException e) {
            // Not Linux.
        }
        return Runtime.getRuntime().totalMemory() / (1024.0 * 1024);
    }
}
