package traceglass.ingest.ftrace;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventHandler;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.ftrace.family.EventFamilies;
import traceglass.ingest.kernel.EventNames;
import traceglass.ingest.kernel.RawEvents;
import traceglass.ingest.kernel.SchedEvents;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Adds the raw row of each kernel event and passes the event to its handler.
final class KernelEventRows {

    private final ImportContext context;
    private final RawEvents raw;
    private final SchedEvents sched;
    private final GenericEvents generic;
    private final EventHandlers handlers = new EventHandlers();
    private final SymbolFields symbols;

    KernelEventRows(ImportContext context) {
        this.context = context;
        raw = new RawEvents(context);
        symbols = new SymbolFields(context.strings());
        generic = new GenericEvents(context, raw);
        sched = new SchedEvents(context, raw);
        new SchedHandlers(sched).register(handlers);
        EventFamilies.registerAll(context, handlers);
    }

    /// Returns the receiver of scheduling events in compact encoding.
    SchedEvents sched() {
        return sched;
    }

    /// Adds the description of an event that is not in the schema, a `GenericEventDescriptor`.
    void describeGeneric(byte[] bytes, int from, int size) {
        generic.describe(bytes, from, size);
    }

    /// Adds the rows of an event; returns false if only the raw row may be added.
    ///
    /// @param isRawOnly whether the event is too early to be reliable
    boolean add(KernelEvent event, boolean isRawOnly, boolean shouldWriteRaw, boolean shouldParse) {
        if (shouldWriteRaw) {
            addRaw(event, isRawOnly);
        }
        if (!shouldParse || isRawOnly) {
            return false;
        }
        handle(event);
        return true;
    }

    /// Adds the raw row of an event and nothing else.
    void addRawOnly(KernelEvent event) {
        if (event.id() == FtraceEvent.SCHED_SWITCH_FIELD_NUMBER) {
            addTyped(event);
        } else {
            addRaw(event, true);
        }
    }

    /// Passes an event to its handler without a raw row.
    void handle(KernelEvent event) {
        EventHandler handler = handlers.get(event.id());
        if (handler != null) {
            event.decode();
            handler.handle(event);
        }
    }

    private void addRaw(KernelEvent event, boolean isRawOnly) {
        int id = event.id();
        if (id == FtraceEvent.GENERIC_FIELD_NUMBER) {
            generic.addLegacy(event);
        } else if (id >= EventNames.FIRST_GENERIC) {
            generic.add(event, isRawOnly);
        } else if (id != FtraceEvent.SCHED_SWITCH_FIELD_NUMBER && raw.hasSchema(id)) {
            addTyped(event);
        }
    }

    private void addTyped(KernelEvent event) {
        int id = event.id();
        int name = raw.name(id);
        int utid = context.processes().thread(event.tid());
        ProtoBytes resolved = name == StringPool.NULL ? null : symbols.resolve(event);
        if (resolved != null) {
            raw.add(event.ts(), name, utid, event.cpu(), IntColumn.NULL, id, resolved);
        } else {
            int length = name == StringPool.NULL ? 0 : event.length();
            raw.add(event.ts(), name, utid, event.cpu(), IntColumn.NULL, id, event.buffer(), event.offset(), length);
        }
    }
}
