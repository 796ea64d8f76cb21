package traceglass.ingest.ftrace.family;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FuncgraphEntryFtraceEvent;
import traceglass.protos.ftrace.FuncgraphExitFtraceEvent;
import traceglass.protos.ftrace.KprobeEvent;
import traceglass.protos.ftrace.ScmCallStartFtraceEvent;
import traceglass.protos.ftrace.WorkqueueExecuteStartFtraceEvent;

/// Handles kernel functions: work queues, probes, the function graph, and calls to the secure world.
final class KernelCodeEvents extends EventFamily {

    private static final TrackType THREAD_FUNCTIONS = TrackType.slices("thread_funcgraph", TrackType.UTID);

    private final CpuTracks idleFunctions =
            new CpuTracks(TrackType.slices("cpu_funcgraph", TrackType.CPU), cpu -> "swapper" + cpu + " -funcgraph");
    private final int functionGraph = id("Funcgraph");
    private final int workqueue = id("workqueue");
    private final int cpu = id("cpu");

    KernelCodeEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.WORKQUEUE_EXECUTE_START_FIELD_NUMBER, this::startWork);
        handlers.on(FtraceEvent.WORKQUEUE_EXECUTE_END_FIELD_NUMBER, e -> end(e, threadTrack(e), workqueue, NULL, null));
        handlers.on(FtraceEvent.SCM_CALL_START_FIELD_NUMBER, e -> {
            long number = e.asLong(ScmCallStartFtraceEvent.X0_FIELD_NUMBER);
            begin(e, threadTrack(e), NULL, id("scm id=" + (number == 0 ? "0" : "0x" + Long.toHexString(number))), null);
        });
        handlers.on(FtraceEvent.SCM_CALL_END_FIELD_NUMBER, e -> end(e, threadTrack(e)));
        handlers.on(FtraceEvent.KPROBE_EVENT_FIELD_NUMBER, this::handleProbe);
        handlers.on(FtraceEvent.FUNCGRAPH_ENTRY_FIELD_NUMBER, e -> {
            int name = e.symbolOrAddress(e.asLong(FuncgraphEntryFtraceEvent.FUNC_FIELD_NUMBER));
            begin(e, functionTrack(e), NULL, name, null);
        });
        handlers.on(FtraceEvent.FUNCGRAPH_EXIT_FIELD_NUMBER, e -> {
            int name = e.symbolOrAddress(e.asLong(FuncgraphExitFtraceEvent.FUNC_FIELD_NUMBER));
            end(e, functionTrack(e), NULL, name, null);
        });
    }

    private void startWork(KernelEvent e) {
        int name = e.symbolOrAddress(e.asLong(WorkqueueExecuteStartFtraceEvent.FUNCTION_FIELD_NUMBER));
        begin(e, threadTrack(e), workqueue, name, b -> b.addInt(cpu, e.cpu()));
    }

    private void handleProbe(KernelEvent e) {
        int name = e.stringId(KprobeEvent.NAME_FIELD_NUMBER);
        int track = threadTrack(e);
        switch (e.asInt(KprobeEvent.TYPE_FIELD_NUMBER)) {
            case KprobeEvent.KprobeType.KPROBE_TYPE_BEGIN_VALUE -> begin(e, track, NULL, name, null);
            case KprobeEvent.KprobeType.KPROBE_TYPE_END_VALUE -> end(e, track, NULL, name, null);
            case KprobeEvent.KprobeType.KPROBE_TYPE_INSTANT_VALUE -> instant(e, track, NULL, name, null);
            default -> {}
        }
    }

    /// Returns the track for functions. The idle threads of all CPUs share one id and run in parallel, so they
    /// use the tracks of their CPUs.
    private int functionTrack(KernelEvent e) {
        return e.tid() == 0 ? idleFunctions.of(e.cpu()) : track(THREAD_FUNCTIONS, functionGraph, utid(e));
    }
}
