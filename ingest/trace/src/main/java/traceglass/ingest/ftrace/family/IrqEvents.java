package traceglass.ingest.ftrace.family;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.HrtimerExpireEntryFtraceEvent;
import traceglass.protos.ftrace.IrqHandlerEntryFtraceEvent;
import traceglass.protos.ftrace.IrqHandlerExitFtraceEvent;
import traceglass.protos.ftrace.SoftirqEntryFtraceEvent;
import traceglass.protos.ftrace.SoftirqExitFtraceEvent;

/// Handles interrupts, soft interrupts and timers: slices per CPU.
final class IrqEvents extends EventFamily {

    /// Names of soft interrupts by their vector (include/linux/interrupt.h of Linux).
    private static final String[] VECTORS = {
        "HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "BLOCK_IOPOLL", "TASKLET", "SCHED", "HRTIMER", "RCU"
    };

    private final CpuTracks irqs = new CpuTracks(TrackType.slices("cpu_irq", TrackType.CPU), cpu -> "Irq Cpu " + cpu);
    private final CpuTracks softIrqs =
            new CpuTracks(TrackType.slices("cpu_softirq", TrackType.CPU), cpu -> "SoftIrq Cpu " + cpu);
    private final CpuTracks timers =
            new CpuTracks(TrackType.slices("cpu_hrtimer", TrackType.CPU), cpu -> "Hrtimer Cpu " + cpu);
    private final int irq = id("irq");
    private final int hrtimer = id("hrtimer");
    private final int localTimer = id("IRQ (LocalTimer)");
    private final int ret = id("ret");
    private final int vec = id("vec");
    private final int[] vectorNames = new int[VECTORS.length];
    private final ArgsWriter handled;
    private final ArgsWriter unhandled;
    private final ArgsWriter[] argsOfVector = new ArgsWriter[VECTORS.length];

    IrqEvents(ImportContext context) {
        super(context);
        int handledId = id("handled");
        int unhandledId = id("unhandled");
        handled = b -> b.addString(ret, handledId);
        unhandled = b -> b.addString(ret, unhandledId);
        for (int i = 0; i < VECTORS.length; i++) {
            long number = i;
            vectorNames[i] = id(VECTORS[i]);
            argsOfVector[i] = b -> b.addInt(vec, number);
        }
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.IRQ_HANDLER_ENTRY_FIELD_NUMBER,
                e -> begin(
                        e,
                        irqs.of(e.cpu()),
                        irq,
                        id(255, "IRQ (" + e.string(IrqHandlerEntryFtraceEvent.NAME_FIELD_NUMBER) + ")"),
                        null));
        handlers.on(
                FtraceEvent.IRQ_HANDLER_EXIT_FIELD_NUMBER,
                e -> end(
                        e,
                        irqs.of(e.cpu()),
                        irq,
                        NULL,
                        e.asInt(IrqHandlerExitFtraceEvent.RET_FIELD_NUMBER) == 1 ? handled : unhandled));
        handlers.on(FtraceEvent.LOCAL_TIMER_ENTRY_FIELD_NUMBER, e -> begin(e, irqs.of(e.cpu()), irq, localTimer, null));
        handlers.on(FtraceEvent.LOCAL_TIMER_EXIT_FIELD_NUMBER, e -> end(e, irqs.of(e.cpu()), irq, NULL, null));
        handlers.on(FtraceEvent.SOFTIRQ_ENTRY_FIELD_NUMBER, this::handleSoftIrqEntry);
        handlers.on(FtraceEvent.SOFTIRQ_EXIT_FIELD_NUMBER, this::handleSoftIrqExit);
        handlers.on(
                FtraceEvent.HRTIMER_EXPIRE_ENTRY_FIELD_NUMBER,
                e -> begin(
                        e,
                        timers.of(e.cpu()),
                        hrtimer,
                        e.symbolOrAddress(e.asLong(HrtimerExpireEntryFtraceEvent.FUNCTION_FIELD_NUMBER)),
                        null));
        handlers.on(FtraceEvent.HRTIMER_EXPIRE_EXIT_FIELD_NUMBER, e -> end(e, timers.of(e.cpu()), hrtimer, NULL, null));
    }

    private void handleSoftIrqEntry(KernelEvent e) {
        long vector = e.asUint32(SoftirqEntryFtraceEvent.VEC_FIELD_NUMBER);
        if (vector < vectorNames.length) {
            begin(e, softIrqs.of(e.cpu()), irq, vectorNames[(int) vector], null);
        }
    }

    private void handleSoftIrqExit(KernelEvent e) {
        long vector = e.asUint32(SoftirqExitFtraceEvent.VEC_FIELD_NUMBER);
        end(
                e,
                softIrqs.of(e.cpu()),
                irq,
                NULL,
                vector < argsOfVector.length ? argsOfVector[(int) vector] : b -> b.addInt(vec, vector));
    }
}
