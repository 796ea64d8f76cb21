package traceglass.ingest.ftrace;

import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.kernel.SchedEvents;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.SchedSwitchFtraceEvent;
import traceglass.protos.ftrace.SchedWakingFtraceEvent;

/// Passes scheduler events that are not in compact encoding to [SchedEvents].
final class SchedHandlers {

    private final SchedEvents sched;

    SchedHandlers(SchedEvents sched) {
        this.sched = sched;
    }

    void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.SCHED_SWITCH_FIELD_NUMBER, this::onSwitched);
        handlers.on(FtraceEvent.SCHED_WAKING_FIELD_NUMBER, this::onWaking);
    }

    private void onSwitched(KernelEvent e) {
        sched.addSwitch(
                e.ts(),
                e.cpu(),
                e.asUint32(SchedSwitchFtraceEvent.PREV_PID_FIELD_NUMBER),
                e.stringId(SchedSwitchFtraceEvent.PREV_COMM_FIELD_NUMBER),
                e.asLong(SchedSwitchFtraceEvent.PREV_STATE_FIELD_NUMBER),
                e.asUint32(SchedSwitchFtraceEvent.NEXT_PID_FIELD_NUMBER),
                e.stringId(SchedSwitchFtraceEvent.NEXT_COMM_FIELD_NUMBER),
                e.asInt(SchedSwitchFtraceEvent.NEXT_PRIO_FIELD_NUMBER),
                e.buffer(),
                e.offset(),
                e.length());
    }

    private void onWaking(KernelEvent e) {
        sched.addWakeup(
                e.ts(),
                e.asUint32(SchedWakingFtraceEvent.PID_FIELD_NUMBER),
                e.stringId(SchedWakingFtraceEvent.COMM_FIELD_NUMBER),
                e.tid());
    }
}
