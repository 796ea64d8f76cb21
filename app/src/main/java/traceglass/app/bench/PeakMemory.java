package traceglass.app.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Peak resident memory of this process.
final class PeakMemory {

    private static final Path STATUS = Path.of("/proc/self/status");

    private PeakMemory() {}

    /// Returns `VmHWM` of the kernel in MB; on systems without it, the current size of the Java heap.
    static double mb() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
                }
            }
        } catch (IOException | NumberFormatException e) {
            // The system is not Linux.
        }
        return Runtime.getRuntime().totalMemory() / (1024.0 * 1024);
    }
}
