package traceglass.ingest.ftrace;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.ftrace.family.HypervisorEvents;
import traceglass.ingest.kernel.SchedEvents;
import traceglass.ingest.sort.EventSink;
import traceglass.protos.ftrace.FtraceEventDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;

/// Receives kernel events in time order, adds a raw row for each and passes it to its handler.
///
/// Events from before the start of the recording are dropped. Events from before the time at which the buffers of all
/// CPUs are complete become raw rows only: a slice that begins in one buffer may end in another that has lost the
/// end.
final class FtraceEvents implements EventSink {

    private final ImportContext context;
    private final KernelEventRows rows;
    private final SchedEvents sched;
    private final KernelEvent event;
    private final FtraceEventDecoder fields = new FtraceEventDecoder();
    private boolean isStarted;
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

    /// Adds the description of an event that is not in the schema, a `GenericEventDescriptor`.
    void describeGeneric(byte[] bytes, int from, int size) {
        rows.describeGeneric(bytes, from, size);
    }

    private void start() {
        isStarted = true;
        long tracingStarted = context.metadata().number("tracing_started_ns");
        long allValid = context.metadata().number("ftrace_latest_data_start_ns");
        dropBefore = keepsEarlyEvents || tracingStarted == LongColumn.NULL ? 0 : tracingStarted;
        rawOnlyBefore = Math.max(dropBefore, allValid == LongColumn.NULL ? 0 : allValid);
    }

    @Override
    public void handleEvent(long ts, long location, Object ref) {
        if (!isStarted) {
            start();
        }
        if (ref instanceof FtraceBundle bundle) {
            if (ts < dropBefore) {
                context.stats().increment(StatNames.FTRACE_PACKET_BEFORE_TRACING_START);
            } else if (!FtraceBundle.isCompact(location)) {
                parseEvent(ts, ts < rawOnlyBefore, location, bundle, true, true);
            } else if (FtraceBundle.isWaking(location)) {
                parseCompactWaking(ts, bundle, FtraceBundle.index(location));
            } else {
                parseCompactSwitch(ts, bundle, FtraceBundle.index(location));
            }
        } else {
            RetimedEvent retimed = (RetimedEvent) ref;
            if (retimed.writtenTs() < dropBefore) {
                context.stats().increment(StatNames.FTRACE_PACKET_BEFORE_TRACING_START);
            } else {
                boolean isRawOnly = retimed.writtenTs() < rawOnlyBefore;
                parseEvent(ts, isRawOnly, location, retimed.bundle(), retimed.isForRawTable(), retimed.isForParsing());
            }
        }
    }

    private void parseCompactWaking(long ts, FtraceBundle bundle, int i) {
        CompactSched c = bundle.compact();
        sched.addCompactWaking(
                ts,
                bundle.cpu(),
                c.wakeePid[i] & 0xFFFF_FFFFL,
                c.wakeeComm[i],
                c.wakeePrio[i] & 0xffff,
                c.targetCpu[i] & 0xffff,
                c.commonFlags[i],
                ts < rawOnlyBefore);
    }

    private void parseCompactSwitch(long ts, FtraceBundle bundle, int i) {
        CompactSched c = bundle.compact();
        sched.addCompactSwitch(
                ts,
                bundle.cpu(),
                c.nextPid[i] & 0xFFFF_FFFFL,
                c.nextPrio[i],
                c.nextComm[i],
                c.prevState[i],
                ts < rawOnlyBefore);
    }

    private void parseEvent(
            long ts,
            boolean isRawOnly,
            long location,
            FtraceBundle bundle,
            boolean shouldWriteRaw,
            boolean shouldParse) {
        byte[] buffer = bundle.buffer();
        int offset = FtraceBundle.offset(location);
        int length = FtraceBundle.length(location);
        fields.decode(buffer, offset, length);
        event.set(ts, bundle.cpu(), fields.pid() & 0xFFFF_FFFFL, bundle.state());
        for (int i = 0; i < fields.otherCount(); i++) {
            int id = fields.otherNumber(i);
            // Hypervisor events do not belong to a kernel thread.
            if (!fields.hasPid() && !HypervisorEvents.isHypervisorEvent(id)) {
                context.stats().increment(StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS);
                return;
            }
            event.setFields(id, buffer, fields.otherOffset(i), fields.otherLength(i));
            if (!rows.add(event, isRawOnly, shouldWriteRaw, shouldParse)) {
                return;
            }
        }
    }
}
