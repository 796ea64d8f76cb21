package traceglass.ingest.ftrace;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventHandler;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.ftrace.family.EventFamilies;
import traceglass.ingest.ftrace.family.HypervisorEvents;
import traceglass.ingest.kernel.EventNames;
import traceglass.ingest.kernel.RawEvents;
import traceglass.ingest.kernel.SchedEvents;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.EventSink;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Receives kernel events in time order, adds a raw row for each and passes it to its handler.
///
/// Events from before the start of the recording are dropped. Events from before the time at which the buffers of all
/// CPUs are complete become raw rows only: a slice that begins in one buffer may end in another that has lost the end.
final class FtraceEvents implements EventSink {

    private final ImportContext context;
    private final RawEvents raw;
    private final SchedEvents sched;
    private final GenericEvents generic;
    private final EventHandlers handlers = new EventHandlers();
    private final KernelEvent event;
    private final ProtoCursor cursor = new ProtoCursor();
    private final FtraceEventHeader plain = new FtraceEventHeader();
    private final ProtoCursor pidCursor = new ProtoCursor();
    private final SymbolFields symbols;
    private boolean started;
    private boolean keepsEarlyEvents;
    private long dropBefore;
    private long rawOnlyBefore;

    FtraceEvents(ImportContext context) {
        this.context = context;
        raw = new RawEvents(context);
        event = new KernelEvent(context.strings());
        symbols = new SymbolFields(context.strings());
        generic = new GenericEvents(context, raw);
        sched = new SchedEvents(context, raw);
        new SchedHandlers(sched).register(handlers);
        EventFamilies.registerAll(context, handlers);
    }

    /// Keeps events from before the start of the recording, because the recorder preserved the kernel's buffers.
    void keepEarlyEvents() {
        keepsEarlyEvents = true;
    }

    /// Adds descriptions of events that are not in the schema. The cursor is on the `GenericEventDescriptor`.
    void describeGeneric(ProtoCursor field) {
        generic.describe(field);
    }

    private void start() {
        started = true;
        long tracingStarted = context.metadata().number("tracing_started_ns");
        long allValid = context.metadata().number("ftrace_latest_data_start_ns");
        dropBefore = keepsEarlyEvents || tracingStarted == LongColumn.NULL ? 0 : tracingStarted;
        rawOnlyBefore = Math.max(dropBefore, allValid == LongColumn.NULL ? 0 : allValid);
    }

    @Override
    public void event(long ts, long place, Object ref) {
        if (!started) {
            start();
        }
        if (ref instanceof FtraceBundle bundle) {
            if (ts < dropBefore) {
                context.stats().increment("ftrace_packet_before_tracing_start");
            } else if (!FtraceBundle.isCompact(place)) {
                event(ts, ts < rawOnlyBefore, place, bundle, true, true);
            } else if (FtraceBundle.isWaking(place)) {
                wakingCompact(ts, bundle, FtraceBundle.index(place));
            } else {
                switchedCompact(ts, bundle, FtraceBundle.index(place));
            }
        } else {
            RetimedEvent retimed = (RetimedEvent) ref;
            if (retimed.writtenTs() < dropBefore) {
                context.stats().increment("ftrace_packet_before_tracing_start");
            } else {
                boolean rawOnly = retimed.writtenTs() < rawOnlyBefore;
                event(ts, rawOnly, place, retimed.bundle(), retimed.toRaw(), retimed.toParse());
            }
        }
    }

    private void wakingCompact(long ts, FtraceBundle bundle, int i) {
        CompactSched c = bundle.compact();
        sched.wakingCompact(
                ts,
                bundle.cpu(),
                c.wakeePid[i] & 0xFFFF_FFFFL,
                c.wakeeComm[i],
                c.wakeePrio[i] & 0xffff,
                c.targetCpu[i] & 0xffff,
                c.commonFlags[i],
                ts < rawOnlyBefore);
    }

    private void switchedCompact(long ts, FtraceBundle bundle, int i) {
        CompactSched c = bundle.compact();
        sched.switchedCompact(
                ts,
                bundle.cpu(),
                c.nextPid[i] & 0xFFFF_FFFFL,
                c.nextPrio[i],
                c.nextComm[i],
                c.prevState[i],
                ts < rawOnlyBefore);
    }

    private void event(long ts, boolean rawOnly, long place, FtraceBundle bundle, boolean toRaw, boolean toParse) {
        byte[] buffer = bundle.buffer();
        int offset = FtraceBundle.offset(place);
        int length = FtraceBundle.length(place);
        event.set(ts, bundle.cpu(), 0, bundle.state());
        if (plain.read(buffer, offset, length)) {
            event.setTid(plain.pid());
            event.setFields(plain.id(), buffer, plain.offset(), plain.length());
            take(rawOnly, toRaw, toParse);
            return;
        }
        ProtoCursor c = cursor.enter(buffer, offset, length);
        boolean hasPid = false;
        boolean sought = false;
        while (c.next()) {
            int id = c.field();
            if (id == FtraceEvent.TIMESTAMP_FIELD_NUMBER) {
                continue;
            }
            if (id == FtraceEvent.PID_FIELD_NUMBER) {
                if (!hasPid) {
                    hasPid = true;
                    event.setTid(c.asUint32());
                }
                continue;
            }
            if (!hasPid && !sought) {
                // Writers normally put the pid before the event.
                sought = true;
                hasPid = pidCursor.enter(buffer, offset, length).seek(FtraceEvent.PID_FIELD_NUMBER);
                event.setTid(hasPid ? pidCursor.asUint32() : 0);
            }
            // Hypervisor events do not belong to a kernel thread.
            if (!hasPid && !HypervisorEvents.isHypervisorEvent(id)) {
                context.stats().increment("ftrace_bundle_tokenizer_errors");
                return;
            }
            boolean bytes = c.wire() == ProtoCursor.BYTES;
            event.setFields(id, buffer, bytes ? c.offset() : offset, bytes ? c.length() : 0);
            if (!take(rawOnly, toRaw, toParse)) {
                return;
            }
        }
    }

    /// Adds the rows of the current event; returns false if only the raw row may be added.
    private boolean take(boolean rawOnly, boolean toRaw, boolean toParse) {
        if (toRaw) {
            addRaw(event.id(), rawOnly);
        }
        if (!toParse || rawOnly) {
            return false;
        }
        EventHandler handler = handlers.get(event.id());
        if (handler != null) {
            event.decode();
            handler.event(event);
        }
        return true;
    }

    private void addRaw(int id, boolean rawOnly) {
        if (id == FtraceEvent.GENERIC_FIELD_NUMBER) {
            generic.addLegacy(event);
        } else if (id >= EventNames.FIRST_GENERIC) {
            generic.add(event, rawOnly);
        } else if (id != FtraceEvent.SCHED_SWITCH_FIELD_NUMBER && raw.isKnown(id)) {
            int name = raw.name(id);
            int utid = context.processes().thread(event.tid());
            ProtoBytes resolved = name == StringPool.NULL ? null : symbols.resolve(event);
            if (resolved != null) {
                raw.add(event.ts(), name, utid, event.cpu(), IntColumn.NULL, id, resolved);
            } else {
                int length = name == StringPool.NULL ? 0 : event.length();
                raw.add(
                        event.ts(),
                        name,
                        utid,
                        event.cpu(),
                        IntColumn.NULL,
                        id,
                        event.buffer(),
                        event.offset(),
                        length);
            }
        }
    }
}
