package traceglass.app.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Allocations of this process on the Java heap.
final class Allocation {

    private Allocation() {}

    /// Returns the bytes allocated since the start of the process by all threads, including ended ones; −1 if the
    /// virtual machine does not count them.
    static long bytes() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                ? threads.getTotalThreadAllocatedBytes()
                : -1;
    }
}
