package traceglass.ingest.tracker.track;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.collection.LongIntMap;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// GPUs of one machine: rows of the `gpu` table. The row index is the `ugpu`, which is unique across machines.
public final class GpuTracker {

    private final TraceStorage storage;
    private final int machine;
    private final FlowTracker flows;
    private final Table table;
    private final LongIntMap rows = new LongIntMap();
    private final Map<Long, List<Integer>> slicesByEvent = new HashMap<>();
    private final Map<Long, Integer> submissions = new HashMap<>();
    private final Map<Long, Integer> waits = new HashMap<>();
    private final Map<Long, List<Integer>> waitingSlices = new HashMap<>();

    /// @param machine row of the `machine` table
    public GpuTracker(TraceStorage storage, int machine, FlowTracker flows) {
        this.storage = storage;
        this.machine = machine;
        this.flows = flows;
        table = storage.table(TableNames.Gpu.TABLE);
    }

    /// Returns the row of the GPU with this number, adding it if it is new.
    public int ugpu(long gpu) {
        int row = rows.get(gpu);
        if (row == LongIntMap.NONE) {
            row = table.addRow();
            table.longs(TableNames.Gpu.GPU).set(row, gpu);
            table.ints(TableNames.Gpu.MACHINE_ID).set(row, machine);
            rows.put(gpu, row);
        }
        return row;
    }

    /// Sets a property of a GPU. Empty values are ignored.
    ///
    /// @param column `name`, `vendor`, `model`, `architecture`, `uuid` or `pci_bdf`
    public void describe(long gpu, String column, String value) {
        int row = ugpu(gpu);
        if (!value.isEmpty()) {
            table.strings(column).set(row, storage.strings().intern(value));
        }
    }

    /// Sets the arguments of a GPU.
    ///
    /// @param args id from [ArgSets][traceglass.ingest.tracker.args.ArgSets]
    public void setArgs(long gpu, int args) {
        table.ints(TableNames.Gpu.ARG_SET_ID).set(ugpu(gpu), args);
    }

    /// Adds a slice of GPU work. Flows connect it with the slices that submitted it and that waited for it,
    /// regardless of the order in which they are added.
    public void addWork(long eventId, int slice) {
        slicesByEvent.computeIfAbsent(eventId, e -> new ArrayList<>(1)).add(slice);
        Integer submission = submissions.get(eventId);
        if (submission != null) {
            flows.add(submission, slice);
        }
        Integer wait = waits.get(eventId);
        if (wait != null) {
            flows.add(slice, wait);
        }
        waitingSlices.getOrDefault(eventId, List.of()).forEach(s -> flows.add(slice, s));
    }

    /// Adds a thread slice that submitted this work.
    public void addSubmission(long eventId, int slice) {
        submissions.put(eventId, slice);
        slicesByEvent.getOrDefault(eventId, List.of()).forEach(s -> flows.add(slice, s));
    }

    /// Adds a thread slice that waited for the end of this work.
    public void addWait(long eventId, int slice) {
        waits.put(eventId, slice);
        slicesByEvent.getOrDefault(eventId, List.of()).forEach(s -> flows.add(s, slice));
    }

    /// Adds a slice of GPU work that waited for other GPU work.
    public void addWaitOfWork(long waitedFor, int slice) {
        slicesByEvent.getOrDefault(waitedFor, List.of()).forEach(s -> flows.add(s, slice));
        waitingSlices.computeIfAbsent(waitedFor, e -> new ArrayList<>(1)).add(slice);
    }
}
