package traceglass.ingest.ctf;

import java.util.HashMap;
import java.util.Map;

/// Threads that run on the CPUs, which all streams of the kernel share.
final class KernelState {

    private final Map<Integer, Long> running = new HashMap<>();

    long running(int cpu) {
        return running.getOrDefault(cpu, 0L);
    }

    void setRunning(int cpu, long tid) {
        running.put(cpu, tid);
    }
}
