package traceglass.store.database;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// Size of this machine's memory, or of the container's if it is less. Read once: the first reading takes 20 ms.
public final class PhysicalMemory {

    private static final long UNKNOWN = 4L << 30;
    private static final long BYTES =
            ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                    ? system.getTotalMemorySize()
                    : UNKNOWN;

    private PhysicalMemory() {}

    /// Returns the size in bytes, or 4 GB if it is unknown.
    public static long bytes() {
        return BYTES;
    }
}
