package traceglass.ingest.ftrace.family;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.kernel.AtraceEvents;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.protos.ftrace.DpuTracingMarkWriteFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.G2dTracingMarkWriteFtraceEvent;
import traceglass.protos.ftrace.LwisTracingMarkWriteFtraceEvent;
import traceglass.protos.ftrace.MaliTracingMarkWriteFtraceEvent;
import traceglass.protos.ftrace.PanelWriteGenericFtraceEvent;
import traceglass.protos.ftrace.PrintFtraceEvent;
import traceglass.protos.ftrace.SamsungTracingMarkWriteFtraceEvent;
import traceglass.protos.ftrace.SdeTracingMarkWriteFtraceEvent;
import traceglass.protos.ftrace.TracingMarkWriteFtraceEvent;
import traceglass.protos.ftrace.ZeroFtraceEvent;
import traceglass.store.names.StatNames;

/// Handles markers that programs and drivers write to the kernel trace; see [AtraceEvents].
final class MarkerEvents extends EventFamily {

    private final AtraceEvents atrace;
    private final SyscallEvents syscalls;

    MarkerEvents(ImportContext context, SyscallEvents syscalls) {
        super(context);
        this.syscalls = syscalls;
        atrace = new AtraceEvents(context);
    }

    /// Field numbers of a driver's marker; `begin` is 0 if there is no such field.
    private record Form(int type, int begin, int name, int pid, int value) {}

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.PRINT_FIELD_NUMBER, this::handlePrint);
        handlers.on(
                FtraceEvent.ZERO_FIELD_NUMBER,
                e -> atrace.zeroMark(
                        e.ts(),
                        e.tid(),
                        e.asInt(ZeroFtraceEvent.FLAG_FIELD_NUMBER),
                        e.stringId(ZeroFtraceEvent.NAME_FIELD_NUMBER),
                        e.asUint32(ZeroFtraceEvent.PID_FIELD_NUMBER),
                        e.asLong(ZeroFtraceEvent.VALUE_FIELD_NUMBER)));
        handlers.on(FtraceEvent.TRACING_MARK_WRITE_FIELD_NUMBER, this::handleMdss);
        handlers.on(FtraceEvent.SDE_TRACING_MARK_WRITE_FIELD_NUMBER, this::handleSde);
        handlers.on(FtraceEvent.SAMSUNG_TRACING_MARK_WRITE_FIELD_NUMBER, this::handleSamsung);
        handlers.on(FtraceEvent.DPU_TRACING_MARK_WRITE_FIELD_NUMBER, this::handleDpu);
        Form g2d = new Form(
                G2dTracingMarkWriteFtraceEvent.TYPE_FIELD_NUMBER,
                0,
                G2dTracingMarkWriteFtraceEvent.NAME_FIELD_NUMBER,
                G2dTracingMarkWriteFtraceEvent.PID_FIELD_NUMBER,
                G2dTracingMarkWriteFtraceEvent.VALUE_FIELD_NUMBER);
        handlers.on(FtraceEvent.G2D_TRACING_MARK_WRITE_FIELD_NUMBER, e -> handleTyped(e, g2d));
        Form mali = new Form(
                MaliTracingMarkWriteFtraceEvent.TYPE_FIELD_NUMBER,
                0,
                MaliTracingMarkWriteFtraceEvent.NAME_FIELD_NUMBER,
                MaliTracingMarkWriteFtraceEvent.PID_FIELD_NUMBER,
                MaliTracingMarkWriteFtraceEvent.VALUE_FIELD_NUMBER);
        handlers.on(FtraceEvent.MALI_TRACING_MARK_WRITE_FIELD_NUMBER, e -> handleTyped(e, mali));
        Form lwis = new Form(
                LwisTracingMarkWriteFtraceEvent.TYPE_FIELD_NUMBER,
                0,
                LwisTracingMarkWriteFtraceEvent.FUNC_NAME_FIELD_NUMBER,
                LwisTracingMarkWriteFtraceEvent.PID_FIELD_NUMBER,
                LwisTracingMarkWriteFtraceEvent.VALUE_FIELD_NUMBER);
        handlers.on(FtraceEvent.LWIS_TRACING_MARK_WRITE_FIELD_NUMBER, e -> handleTyped(e, lwis));
        Form panel = new Form(
                PanelWriteGenericFtraceEvent.TYPE_FIELD_NUMBER,
                0,
                PanelWriteGenericFtraceEvent.NAME_FIELD_NUMBER,
                PanelWriteGenericFtraceEvent.PID_FIELD_NUMBER,
                PanelWriteGenericFtraceEvent.VALUE_FIELD_NUMBER);
        handlers.on(FtraceEvent.PANEL_WRITE_GENERIC_FIELD_NUMBER, e -> handleTyped(e, panel));
    }

    private void handlePrint(KernelEvent e) {
        // A marker is written by a write() call. End the call's slice here so that it does not overlap the slice that
        // the marker begins or ends.
        int utid = context.processes().threadOrNone(e.tid());
        if (utid != ProcessTracker.NONE) {
            syscalls.truncateWrite(e.ts(), utid);
        }
        atrace.print(
                e.ts(),
                e.tid(),
                e.buffer(),
                e.bytesOffset(PrintFtraceEvent.BUF_FIELD_NUMBER),
                e.bytesLength(PrintFtraceEvent.BUF_FIELD_NUMBER));
    }

    private void countInvalid() {
        context.stats().increment(StatNames.SYSTRACE_PARSE_FAILURE);
    }

    private void mark(KernelEvent e, int type, boolean isBegin, int name, long tgid, long value) {
        atrace.addKernelMark(e.ts(), e.tid(), type, isBegin, e.stringId(name), tgid, value);
    }

    /// Handles a marker of a driver whose markers always have a type.
    private void handleTyped(KernelEvent e, Form form) {
        if (e.asUint32(form.type()) == 0) {
            countInvalid();
        } else {
            mark(e, e.asInt(form.type()) & 0xff, false, form.name(), e.asUint32(form.pid()), e.asLong(form.value()));
        }
    }

    private void handleMdss(KernelEvent e) {
        if (!e.has(TracingMarkWriteFtraceEvent.TRACE_BEGIN_FIELD_NUMBER)) {
            countInvalid();
            return;
        }
        mark(
                e,
                0,
                e.asBool(TracingMarkWriteFtraceEvent.TRACE_BEGIN_FIELD_NUMBER),
                TracingMarkWriteFtraceEvent.TRACE_NAME_FIELD_NUMBER,
                e.asUint32(TracingMarkWriteFtraceEvent.PID_FIELD_NUMBER),
                0);
    }

    private void handleSde(KernelEvent e) {
        if (!e.has(SdeTracingMarkWriteFtraceEvent.TRACE_TYPE_FIELD_NUMBER)
                && !e.has(SdeTracingMarkWriteFtraceEvent.TRACE_BEGIN_FIELD_NUMBER)) {
            countInvalid();
            return;
        }
        mark(
                e,
                e.asInt(SdeTracingMarkWriteFtraceEvent.TRACE_TYPE_FIELD_NUMBER) & 0xff,
                e.asBool(SdeTracingMarkWriteFtraceEvent.TRACE_BEGIN_FIELD_NUMBER),
                SdeTracingMarkWriteFtraceEvent.TRACE_NAME_FIELD_NUMBER,
                e.asUint32(SdeTracingMarkWriteFtraceEvent.PID_FIELD_NUMBER),
                e.asInt(SdeTracingMarkWriteFtraceEvent.VALUE_FIELD_NUMBER));
    }

    private void handleSamsung(KernelEvent e) {
        if (!e.has(SamsungTracingMarkWriteFtraceEvent.TRACE_TYPE_FIELD_NUMBER)) {
            countInvalid();
            return;
        }
        mark(
                e,
                e.asInt(SamsungTracingMarkWriteFtraceEvent.TRACE_TYPE_FIELD_NUMBER) & 0xff,
                false,
                SamsungTracingMarkWriteFtraceEvent.TRACE_NAME_FIELD_NUMBER,
                e.asUint32(SamsungTracingMarkWriteFtraceEvent.PID_FIELD_NUMBER),
                e.asInt(SamsungTracingMarkWriteFtraceEvent.VALUE_FIELD_NUMBER));
    }

    private void handleDpu(KernelEvent e) {
        int type = e.asInt(DpuTracingMarkWriteFtraceEvent.TYPE_FIELD_NUMBER);
        if (type == 0) {
            countInvalid();
            return;
        }
        // These drivers report pids to which the writing threads do not belong, so the pid is only used for counters.
        long tgid = (type & 0xff) == 'C' ? e.asUint32(DpuTracingMarkWriteFtraceEvent.PID_FIELD_NUMBER) : 0;
        mark(
                e,
                type & 0xff,
                false,
                DpuTracingMarkWriteFtraceEvent.NAME_FIELD_NUMBER,
                tgid,
                e.asLong(DpuTracingMarkWriteFtraceEvent.VALUE_FIELD_NUMBER));
    }
}
