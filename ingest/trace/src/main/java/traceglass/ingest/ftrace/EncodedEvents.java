package traceglass.ingest.ftrace;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.kernel.EventNames;
import traceglass.ingest.kernel.RawEvents;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.store.table.IntColumn;

/// Adds events that an importer of another format has encoded as Perfetto's recorder does: a raw row for each event,
/// and the event's slices, counters and states.
///
/// Such formats print kernel functions by name. A function is encoded as the address that [#address] returns.
public final class EncodedEvents {

    /// Base of the addresses that stand for functions; not an address in any kernel.
    private static final long FUNCTION_BASE = 0x4000_0000_0000_0000L;

    private static final long ID_MASK = 0xFFFF_FFFFL;

    private final ImportContext context;
    private final KernelEventRows rows;
    private final RawEvents raw;
    private final SymbolFields symbols;
    private final KernelEvent event;

    public EncodedEvents(ImportContext context) {
        this.context = context;
        rows = new KernelEventRows(context);
        raw = new RawEvents(context);
        symbols = new SymbolFields(context.strings());
        event = new KernelEvent(context.strings(), EncodedEvents::function);
    }

    /// Returns the address that stands for the function with this name.
    ///
    /// @param name string id
    public static long address(int name) {
        return FUNCTION_BASE | name & ID_MASK;
    }

    private static int function(long address) {
        return (address & ~ID_MASK) == FUNCTION_BASE ? (int) address : -1;
    }

    /// Returns whether a field is the address of a kernel function.
    public static boolean isFunction(int eventId, int field) {
        return SymbolFields.fieldOf(eventId) == field;
    }

    /// Starts an event.
    ///
    /// @param ts trace time in ns
    /// @param tid thread that was running
    /// @param id field number in `FtraceEvent`
    /// @param fields encoded fields; must not change before the last call for this event
    public void set(long ts, int cpu, long tid, int id, ProtoBytes fields) {
        event.set(ts, cpu, tid, null);
        event.setFields(id, fields.buffer(), 0, fields.size());
    }

    /// Adds the raw row of the event.
    ///
    /// @param name string id of the name, which may differ from the name in the schema
    public void addRow(int name) {
        int utid = context.processes().thread(event.tid());
        ProtoBytes resolved = event.id() < EventNames.count() ? symbols.resolve(event) : null;
        if (resolved != null) {
            raw.add(event.ts(), name, utid, event.cpu(), IntColumn.NULL, event.id(), resolved);
        } else {
            raw.add(
                    event.ts(),
                    name,
                    utid,
                    event.cpu(),
                    IntColumn.NULL,
                    event.id(),
                    event.buffer(),
                    event.offset(),
                    event.length());
        }
    }

    /// Passes the event to its handler, which adds its slices, counters or states.
    public void handle() {
        rows.handle(event);
    }
}
