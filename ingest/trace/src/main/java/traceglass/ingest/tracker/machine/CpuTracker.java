package traceglass.ingest.tracker.machine;

import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// CPUs of one machine: rows of the `cpu` table. The row of a CPU (`ucpu`) is its number plus 4,096 per preceding
/// machine, as in trace processor, so that no lookup is needed.
public final class CpuTracker {

    /// Maximum number of CPUs of a machine.
    public static final int MAX_CPUS = 4096;

    private final TraceStorage storage;
    private final IntColumn number;
    private final int first;

    public CpuTracker(TraceStorage storage, int machineId) {
        this.storage = storage;
        Table table = storage.table("__intrinsic_cpu");
        number = table.ints("cpu");
        first = machineId * MAX_CPUS;
        while (table.rowCount() < first + MAX_CPUS) {
            int row = table.addRow();
            table.ints("machine_id").set(row, row / MAX_CPUS);
            table.longs("cluster_id").set(row, 0);
        }
    }

    /// Returns the row of this CPU and marks the CPU as seen. Numbers out of range yield the row of CPU 0.
    public int ucpu(int cpu) {
        if (cpu < 0 || cpu >= MAX_CPUS) {
            return first;
        }
        number.set(first + cpu, cpu);
        return first + cpu;
    }

    /// Marks a CPU as existing, so that it is listed.
    public void markValid(int cpu) {
        ucpu(cpu);
    }

    /// Sets the properties of a CPU.
    ///
    /// @param capacity relative to 1,024 for the fastest CPU; negative if unknown
    public void describe(int cpu, String processor, long clusterId, long capacity) {
        int row = ucpu(cpu);
        Table table = storage.table("__intrinsic_cpu");
        if (!processor.isEmpty()) {
            table.strings("processor").set(row, storage.strings().intern(processor));
        }
        table.longs("cluster_id").set(row, clusterId);
        if (capacity >= 0) {
            table.longs("capacity").set(row, capacity);
        }
    }
}
