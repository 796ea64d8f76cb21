package traceglass.ingest.tracker.machine;

import traceglass.store.names.TableNames;
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
        Table table = storage.table(TableNames.Cpu.TABLE);
        number = table.ints(TableNames.Cpu.CPU);
        first = machineId * MAX_CPUS;
        while (table.rowCount() < first + MAX_CPUS) {
            int row = table.addRow();
            table.ints(TableNames.Cpu.MACHINE_ID).set(row, row / MAX_CPUS);
            table.longs(TableNames.Cpu.CLUSTER_ID).set(row, 0);
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
    /// @param capacity relative speed, 1,024 for the fastest CPU; negative if unknown
    public void describe(int cpu, String processor, long clusterId, long capacity) {
        int row = ucpu(cpu);
        Table table = storage.table(TableNames.Cpu.TABLE);
        if (!processor.isEmpty()) {
            table.strings(TableNames.Cpu.PROCESSOR).set(row, storage.strings().intern(processor));
        }
        table.longs(TableNames.Cpu.CLUSTER_ID).set(row, clusterId);
        if (capacity >= 0) {
            table.longs(TableNames.Cpu.CAPACITY).set(row, capacity);
        }
    }
}
