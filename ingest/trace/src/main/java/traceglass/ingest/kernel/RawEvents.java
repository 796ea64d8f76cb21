package traceglass.ingest.kernel;

import traceglass.ingest.ImportContext;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.store.late.LazyArgs;
import traceglass.store.table.BlobColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes rows of the `ftrace_event` table. An event's fields go into the row as they are encoded; [FtraceArgs] makes
/// arguments of them when somebody asks.
public final class RawEvents {

    private final Table table;
    private final LongColumn ts;
    private final IntColumn name;
    private final IntColumn utid;
    private final LongColumn argSetId;
    private final IntColumn commonFlags;
    private final IntColumn ucpu;
    private final IntColumn eventId;
    private final BlobColumn payload;
    private final CpuTracker cpus;
    private final int[] names;

    /// Writes the events of one machine.
    public RawEvents(ImportContext context) {
        table = context.storage().table("__intrinsic_ftrace_event");
        ts = table.longs("ts");
        name = table.strings("name");
        utid = table.ints("utid");
        argSetId = table.longs("arg_set_id");
        commonFlags = table.ints("common_flags");
        ucpu = table.ints("ucpu");
        eventId = table.ints("event_id");
        payload = table.blobs("payload");
        cpus = context.cpus();
        names = new int[EventNames.count()];
        for (int id = 0; id < names.length; id++) {
            String n = EventNames.name(id);
            names[id] = n == null ? StringPool.NULL : context.strings().intern(n);
        }
    }

    /// Whether events of this number are of the schema.
    public boolean isKnown(int id) {
        return id < names.length;
    }

    /// Id of the name of an event of the schema.
    public int name(int id) {
        return names[id];
    }

    /// Adds a row.
    ///
    /// @param from holds the event's encoded fields
    /// @param offset where they begin
    /// @param length how many bytes they are; 0 for none
    public void add(
            long time, int nameId, int threadUtid, int cpu, int flags, int id, byte[] from, int offset, int length) {
        int row = table.addRow();
        ts.set(row, time);
        name.set(row, nameId);
        utid.set(row, threadUtid);
        if (flags != IntColumn.NULL) {
            commonFlags.set(row, flags);
        }
        ucpu.set(row, cpus.ucpu(cpu));
        eventId.set(row, id);
        if (length > 0) {
            payload.set(row, from, offset, length);
            argSetId.set(row, LazyArgs.FIRST_ARG_SET + row);
        }
    }

    /// The same; its fields are those just written.
    public void add(long time, int nameId, int threadUtid, int cpu, int flags, int id, ProtoBytes fields) {
        add(time, nameId, threadUtid, cpu, flags, id, fields.buffer(), 0, fields.size());
    }
}
