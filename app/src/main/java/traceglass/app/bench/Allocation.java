package traceglass.app.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// What the threads of this process have allocated on the Java heap.
final class Allocation {

    private Allocation() {}

    /// Bytes since the process began, of all threads, ended ones included; -1 where the virtual machine does not
    /// count them.
    static long bytes() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                ? threads.getTotalThreadAllocatedBytes()
                : -1;
    }
}
