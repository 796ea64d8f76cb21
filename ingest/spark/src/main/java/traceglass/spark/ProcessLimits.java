package traceglass.spark;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.network.util.ByteUnit;
import org.apache.spark.network.util.JavaUtils;
import traceglass.engine.fleet.source.ImportHeapLimit;

/// Limits that the tasks of one process share. Spark runs several tasks at the same time in a process without knowing
/// their memory needs.
final class ProcessLimits {

    /// Heap for all tasks in this process. Static, because Spark creates the objects of tasks.
    static final ImportHeapLimit HEAP = ImportHeapLimit.ofProcess();

    private static final long MIN_MEMORY_BYTES = 64L << 20;
    private static final long MAX_MEMORY_BYTES = 8L << 30;

    private ProcessLimits() {}

    /// Returns the memory limit in bytes for the database of one task: its share of the option `memory`, else of
    /// Spark's memory overhead outside the heap, else of half of the machine's memory without the heap.
    static long memoryOfTask(long option) {
        SparkConf conf = SparkEnv.get().conf();
        long total = option;
        if (total == 0 && conf.contains("spark.executor.memoryOverhead")) {
            total = JavaUtils.byteStringAs(conf.get("spark.executor.memoryOverhead"), ByteUnit.MiB) << 20;
        }
        if (total == 0) {
            long nonHeapBytes = physicalMemory() - Runtime.getRuntime().maxMemory();
            total = Math.min(MAX_MEMORY_BYTES, nonHeapBytes / 2);
        }
        return Math.max(MIN_MEMORY_BYTES, total / taskSlots(conf));
    }

    /// Returns the number of tasks that run at the same time in this process.
    static int taskSlots(SparkConf conf) {
        int processors = Runtime.getRuntime().availableProcessors();
        String master = conf.get("spark.master", "");
        String local = master.startsWith("local[") ? master.replaceAll("local\\[|[],].*", "") : "";
        int cores = local.matches("\\d{1,5}")
                ? Integer.parseInt(local)
                : master.equals("local") ? 1 : conf.getInt("spark.executor.cores", processors);
        return Math.max(1, cores / Math.max(1, conf.getInt("spark.task.cpus", 1)));
    }

    private static long physicalMemory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os
                ? os.getTotalMemorySize()
                : 2 * MAX_MEMORY_BYTES;
    }
}
