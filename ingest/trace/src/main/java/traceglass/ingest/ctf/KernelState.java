package traceglass.ingest.ctf;

import java.util.HashMap;
import java.util.Map;

/// Threads running on the CPUs, shared by all kernel streams.
final class KernelState {

    private final Map<Integer, Long> running = new HashMap<>();

    long running(int cpu) {
        return running.getOrDefault(cpu, 0L);
    }

    void setRunning(int cpu, long tid) {
        running.put(cpu, tid);
    }
}
