package traceglass.ingest.ftrace;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.ftrace.family.HypervisorEvents;
import traceglass.ingest.kernel.SchedEvents;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.EventSink;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.store.table.LongColumn;

/// Receives kernel events in time order, adds a raw row for each and passes it to its handler.
///
/// Events from before the start of the recording are dropped. Events from before the time at which the buffers of all
/// CPUs are complete become raw rows only: a slice that begins in one buffer may end in another that has lost the end.
final class FtraceEvents implements EventSink {

    private final ImportContext context;
    private final KernelEventRows rows;
    private final SchedEvents sched;
    private final KernelEvent event;
    private final ProtoCursor cursor = new ProtoCursor();
    private final FtraceEventHeader plain = new FtraceEventHeader();
    private final ProtoCursor pidCursor = new ProtoCursor();
    private boolean started;
    private boolean keepsEarlyEvents;
    private long dropBefore;
    private long rawOnlyBefore;

    FtraceEvents(ImportContext context) {
        this.context = context;
        event = new KernelEvent(context.strings());
        rows = new KernelEventRows(context);
        sched = rows.sched();
    }

    /// Keeps events from before the start of the recording, because the recorder preserved the kernel's buffers.
    void keepEarlyEvents() {
        keepsEarlyEvents = true;
    }

    /// Adds descriptions of events that are not in the schema. The cursor is on the `GenericEventDescriptor`.
    void describeGeneric(ProtoCursor field) {
        rows.describeGeneric(field);
    }

    private void start() {
        started = true;
        long tracingStarted = context.metadata().number("tracing_started_ns");
        long allValid = context.metadata().number("ftrace_latest_data_start_ns");
        dropBefore = keepsEarlyEvents || tracingStarted == LongColumn.NULL ? 0 : tracingStarted;
        rawOnlyBefore = Math.max(dropBefore, allValid == LongColumn.NULL ? 0 : allValid);
    }

    @Override
    public void event(long ts, long location, Object ref) {
        if (!started) {
            start();
        }
        if (ref instanceof FtraceBundle bundle) {
            if (ts < dropBefore) {
                context.stats().increment("ftrace_packet_before_tracing_start");
            } else if (!FtraceBundle.isCompact(location)) {
                event(ts, ts < rawOnlyBefore, location, bundle, true, true);
            } else if (FtraceBundle.isWaking(location)) {
                wakingCompact(ts, bundle, FtraceBundle.index(location));
            } else {
                switchedCompact(ts, bundle, FtraceBundle.index(location));
            }
        } else {
            RetimedEvent retimed = (RetimedEvent) ref;
            if (retimed.writtenTs() < dropBefore) {
                context.stats().increment("ftrace_packet_before_tracing_start");
            } else {
                boolean rawOnly = retimed.writtenTs() < rawOnlyBefore;
                event(ts, rawOnly, location, retimed.bundle(), retimed.toRaw(), retimed.toParse());
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

    private void event(long ts, boolean rawOnly, long location, FtraceBundle bundle, boolean toRaw, boolean toParse) {
        byte[] buffer = bundle.buffer();
        int offset = FtraceBundle.offset(location);
        int length = FtraceBundle.length(location);
        event.set(ts, bundle.cpu(), 0, bundle.state());
        if (plain.read(buffer, offset, length)) {
            event.setTid(plain.pid());
            event.setFields(plain.id(), buffer, plain.offset(), plain.length());
            rows.add(event, rawOnly, toRaw, toParse);
            return;
        }
        ProtoCursor c = cursor.enter(buffer, offset, length);
        boolean hasPid = false;
        boolean hasSearched = false;
        while (c.next()) {
            int id = c.field();
            if (id == FtraceEvent.TIMESTAMP_FIELD_NUMBER || id == FtraceEvent.COMMON_FLAGS_FIELD_NUMBER) {
                continue;
            }
            if (id == FtraceEvent.PID_FIELD_NUMBER) {
                if (!hasPid) {
                    hasPid = true;
                    event.setTid(c.asUint32());
                }
                continue;
            }
            if (!hasPid && !hasSearched) {
                // Writers normally put the pid before the event.
                hasSearched = true;
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
            if (!rows.add(event, rawOnly, toRaw, toParse)) {
                return;
            }
        }
    }
}
