package traceglass.app.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// CPU times of the threads of this process since it was started. A thread reads them repeatedly, because those of
/// ended threads are unknown; the time of a thread after its last reading is part of [#OTHER].
final class ThreadTimes implements AutoCloseable {

    /// Compiler threads of the virtual machine; on Linux only.
    static final String COMPILER = "compiler";
    /// Threads that collect garbage; on Linux only.
    static final String COLLECTOR = "collector";
    /// All that is not known by thread.
    static final String OTHER = "other";

    private static final String NAME = "thread-times";
    /// Default interval between two readings, each of which takes up to 0.1 ms.
    static final long INTERVAL_MS = 20;

    /// @param threadS CPU time in s by name of the thread, in descending order; threads with the same name are added
    ///     up. A number in the name is part of it, the name of the file is not
    /// @param totalS CPU time of the process, in s
    /// @param longestS largest CPU time of a thread of the program, in s
    record Times(Map<String, Double> threadS, double totalS, double longestS) {}

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long intervalMs;
    private final Set<Long> existing = new HashSet<>();
    private final Map<Long, ResourceUsage> usages = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread reader = Thread.ofPlatform().daemon().name(NAME).unstarted(this::readUntilEnd);

    private ThreadTimes(long intervalMs) {
        this.intervalMs = intervalMs;
        for (long id : threads.getAllThreadIds()) {
            existing.add(id);
        }
        existing.add(reader.threadId());
    }

    /// Starts reading CPU times every `intervalMs` milliseconds.
    static ThreadTimes start(long intervalMs) {
        ThreadTimes times = new ThreadTimes(intervalMs);
        times.reader.start();
        return times;
    }

    private void readUntilEnd() {
        try {
            do {
                read();
            } while (!end.await(intervalMs, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void read() {
        long[] ids = threads.getAllThreadIds();
        long[] ns = threads.getThreadCpuTime(ids);
        long[] allocated = threads.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            if (ns[i] >= 0) {
                usages.put(ids[i], new ResourceUsage(0, ns[i], Math.max(0, allocated[i])));
                names.computeIfAbsent(ids[i], this::name);
            }
        }
    }

    private String name(long id) {
        ThreadInfo info = threads.getThreadInfo(id);
        if (info == null) {
            return OTHER;
        }
        String name = info.getThreadName();
        // A file name follows the space.
        int space = name.indexOf(' ');
        return space < 0 ? name : name.substring(0, space);
    }

    /// Stops and returns the times up to now.
    Times stop() {
        read();
        close();
        double totalS =
                ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
        Map<String, Double> seconds = new HashMap<>();
        synchronized (this) {
            usages.forEach((id, usage) -> seconds.merge(names.get(id), usage.cpuNs() / 1e9, Double::sum));
        }
        seconds.remove(OTHER);
        double longestS =
                seconds.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        addVirtualMachine(seconds);
        double knownS =
                seconds.values().stream().mapToDouble(Double::doubleValue).sum();
        seconds.put(OTHER, Math.max(0, totalS - knownS));
        Map<String, Double> ordered = new LinkedHashMap<>();
        seconds.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .filter(e -> e.getValue() >= 0.001)
                .forEach(e -> ordered.put(e.getKey(), e.getValue()));
        return new Times(ordered, totalS, longestS);
    }

    /// Reads the times up to now, and returns what was used by threads that were started since [#start], by name.
    ///
    /// @param wallNs duration for all of them, in ns
    synchronized Map<String, ResourceUsage> started(long wallNs) {
        read();
        Map<String, ResourceUsage> started = new TreeMap<>();
        usages.forEach((id, usage) -> {
            if (!existing.contains(id)) {
                started.merge(names.get(id), usage, ResourceUsage::plus);
            }
        });
        started.replaceAll((name, usage) -> new ResourceUsage(wallNs, usage.cpuNs(), usage.allocatedBytes()));
        return started;
    }

    /// Stops reading.
    @Override
    public void close() {
        end.countDown();
    }

    private static void addVirtualMachine(Map<String, Double> seconds) {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                String group = virtualMachineGroup(Files.readString(task.resolve("comm")));
                if (group != null) {
                    // The first number is the CPU time in ns.
                    String times = Files.readString(task.resolve("schedstat"));
                    seconds.merge(group, Long.parseLong(times.substring(0, times.indexOf(' '))) / 1e9, Double::sum);
                }
            }
        } catch (IOException | RuntimeException e) {
            // The system is not Linux, or a thread has just ended.
        }
    }

    private static String virtualMachineGroup(String name) {
        if (name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler")) {
            return COMPILER;
        }
        // The serial collector runs on the thread for operations of the virtual machine.
        return name.startsWith("GC Thread") || name.startsWith("G1 ") || name.startsWith("VM Thread")
                ? COLLECTOR
                : null;
    }
}
