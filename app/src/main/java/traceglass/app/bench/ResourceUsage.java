package traceglass.app.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Resources used up to a point in time, or between two.
///
/// @param cpuNs CPU time of the counted threads, in ns
/// @param allocatedBytes bytes allocated on the Java heap by the counted threads
record ResourceUsage(long wallNs, long cpuNs, long allocatedBytes) {

    static final ResourceUsage NONE = new ResourceUsage(0, 0, 0);

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /// Returns what the calling thread has used until now.
    static ResourceUsage ofThread() {
        return new ResourceUsage(
                System.nanoTime(), THREADS.getCurrentThreadCpuTime(), THREADS.getCurrentThreadAllocatedBytes());
    }

    /// Returns what all threads of the process have used until now, including those of the virtual machine.
    static ResourceUsage ofProcess() {
        return new ResourceUsage(System.nanoTime(), SYSTEM.getProcessCpuTime(), Allocation.bytes());
    }

    ResourceUsage plus(ResourceUsage other) {
        return new ResourceUsage(wallNs + other.wallNs, cpuNs + other.cpuNs, allocatedBytes + other.allocatedBytes);
    }

    /// Returns the difference to another usage, at least 0.
    ResourceUsage minus(ResourceUsage other) {
        return new ResourceUsage(
                Math.max(0, wallNs - other.wallNs),
                Math.max(0, cpuNs - other.cpuNs),
                Math.max(0, allocatedBytes - other.allocatedBytes));
    }
}
