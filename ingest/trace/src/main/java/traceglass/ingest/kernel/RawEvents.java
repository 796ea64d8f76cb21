package traceglass.ingest.kernel;

import traceglass.ingest.ImportContext;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.store.lazy.LazyArgs;
import traceglass.store.names.TableNames;
import traceglass.store.table.BlobColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes rows of the `ftrace_event` table. The encoded fields of an event are stored in the row;
/// `FtraceArgs` converts them to arguments on demand.
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

    /// Creates a writer for the events of one machine.
    public RawEvents(ImportContext context) {
        table = context.storage().table(TableNames.FtraceEvent.TABLE);
        ts = table.longs(TableNames.FtraceEvent.TS);
        name = table.strings(TableNames.FtraceEvent.NAME);
        utid = table.ints(TableNames.FtraceEvent.UTID);
        argSetId = table.longs(TableNames.FtraceEvent.ARG_SET_ID);
        commonFlags = table.ints(TableNames.FtraceEvent.COMMON_FLAGS);
        ucpu = table.ints(TableNames.FtraceEvent.UCPU);
        eventId = table.ints(TableNames.FtraceEvent.EVENT_ID);
        payload = table.blobs(TableNames.FtraceEvent.PAYLOAD);
        cpus = context.cpus();
        names = new int[EventNames.count()];
        for (int id = 0; id < names.length; id++) {
            String n = EventNames.name(id);
            names[id] = n == null ? StringPool.NULL : context.strings().intern(n);
        }
    }

    /// Returns whether the schema has an event with this number.
    public boolean hasSchema(int id) {
        return id < names.length;
    }

    /// Returns the string id of the name of an event in the schema.
    public int name(int id) {
        return names[id];
    }

    /// Adds a row.
    ///
    /// @param from buffer with the encoded fields of the event
    /// @param offset start of the fields
    /// @param length length of the fields in bytes; 0 if there are none
    public void add(
            long time, int nameId, int threadUtid, int cpu, int flags, int id, byte[] from, int offset, int length) {
        int row = table.addRow();
        ts.set(row, time);
        name.set(row, nameId);
        utid.set(row, threadUtid);
        commonFlags.set(row, flags == IntColumn.NULL ? 0 : flags);
        ucpu.set(row, cpus.ucpu(cpu));
        eventId.set(row, id);
        if (length > 0) {
            payload.set(row, from, offset, length);
            argSetId.set(row, LazyArgs.FIRST_ARG_SET + row);
        }
    }

    /// Adds a row with the fields just written to `fields`.
    public void add(long time, int nameId, int threadUtid, int cpu, int flags, int id, ProtoBytes fields) {
        add(time, nameId, threadUtid, cpu, flags, id, fields.buffer(), 0, fields.size());
    }
}
