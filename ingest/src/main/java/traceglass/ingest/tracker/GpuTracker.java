package traceglass.ingest.tracker;

import traceglass.ingest.ImportContext;
import traceglass.model.store.Table;

/// The GPUs of one machine: rows of the `gpu` table. A row's index is the `ugpu`, which differs between machines.
public final class GpuTracker {

    private final ImportContext context;
    private final Table table;
    private final LongIntMap rows = new LongIntMap();

    public GpuTracker(ImportContext context) {
        this.context = context;
        table = context.storage().table("__intrinsic_gpu");
    }

    /// Row of the GPU with this number, made if it is new.
    public int ugpu(long gpu) {
        int row = rows.get(gpu);
        if (row == LongIntMap.NONE) {
            row = table.addRow();
            table.longs("gpu").set(row, gpu);
            table.ints("machine_id").set(row, context.machineId());
            rows.put(gpu, row);
        }
        return row;
    }

    /// Sets what the trace says of a GPU; empty texts say nothing.
    ///
    /// @param column `name`, `vendor`, `model`, `architecture`, `uuid` or `pci_bdf`
    public void describe(long gpu, String column, String value) {
        int row = ugpu(gpu);
        if (!value.isEmpty()) {
            table.strings(column).set(row, context.strings().intern(value));
        }
    }
}
