package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.TrackEventMessage;
import traceglass.ingest.tracker.track.FlowTracker;
import traceglass.protos.extension.GpuCorrelationDecoder;
import traceglass.protos.extension.GpuTrackEvent;
import traceglass.protos.trackevent.LegacyEventDecoder;
import traceglass.protos.trackevent.TrackEvent.LegacyEvent;
import traceglass.protos.trackevent.TrackEventDecoder;
import traceglass.store.names.StatNames;

/// Links the slices of track events through flows, in all three formats that writers have used, and with GPU work.
final class TrackEventLinks {

    private static final long FLOWS = TrackEventDecoder.FLOW_IDS
            | TrackEventDecoder.FLOW_IDS_OLD
            | TrackEventDecoder.TERMINATING_FLOW_IDS
            | TrackEventDecoder.TERMINATING_FLOW_IDS_OLD;

    private final ImportContext context;
    private final FlowTracker flows;
    private final GpuCorrelationDecoder gpuWork = new GpuCorrelationDecoder();

    TrackEventLinks(ImportContext context) {
        this.context = context;
        flows = context.flows();
    }

    /// Links a slice through the flows and GPU work that its event names.
    ///
    /// @param start start of the slice in ns
    void add(TrackEventReader reader, int slice, long start) {
        if (reader.isComplete()) {
            int count = reader.flowCount();
            for (int k = 0; k < count; k++) {
                addFlow(reader.flow(k), slice, start);
            }
            for (int k = count, end = count + reader.terminatingFlowCount(); k < end; k++) {
                endFlow(reader.flow(k), slice, start);
            }
            return;
        }
        TrackEventMessage message = reader.message();
        TrackEventDecoder event = message.fields();
        if (message.legacy().hasBindId()) {
            addBoundFlow(message.legacy(), slice, start);
        }
        if (!event.hasAny(FLOWS) && !message.hasExtensions()) {
            return;
        }
        for (int i = 0; i < event.flowIdsCount(); i++) {
            addFlow(event.flowIds(i), slice, start);
        }
        for (int i = 0; i < event.flowIdsOldCount() && event.flowIdsCount() == 0; i++) {
            addFlow(event.flowIdsOld(i), slice, start);
        }
        for (int i = 0; i < event.terminatingFlowIdsCount(); i++) {
            endFlow(event.terminatingFlowIds(i), slice, start);
        }
        for (int i = 0; i < event.terminatingFlowIdsOldCount() && event.terminatingFlowIdsCount() == 0; i++) {
            endFlow(event.terminatingFlowIdsOld(i), slice, start);
        }
        int gpu = message.extension(GpuTrackEvent.GPU_CORRELATION_FIELD_NUMBER);
        if (gpu >= 0) {
            addGpuWork(event.buffer(), event.otherOffset(gpu), event.otherLength(gpu), slice);
        }
    }

    private void addFlow(long flow, int slice, long start) {
        if (flows.isActive(flow)) {
            flows.stepAt(slice, start, flow);
        } else {
            flows.beginAt(slice, start, flow);
        }
    }

    private void endFlow(long flow, int slice, long start) {
        if (flows.isActive(flow)) {
            flows.endAt(slice, start, flow, true);
        }
    }

    /// Links the slice with the GPU work that it submitted or waited for.
    private void addGpuWork(byte[] bytes, int from, int size, int slice) {
        gpuWork.decode(bytes, from, size);
        for (int i = 0; i < gpuWork.renderStageSubmissionEventIdsCount(); i++) {
            context.gpus().addSubmission(gpuWork.renderStageSubmissionEventIds(i), slice);
        }
        for (int i = 0; i < gpuWork.renderStageWaitEventIdsCount(); i++) {
            context.gpus().addWait(gpuWork.renderStageWaitEventIds(i), slice);
        }
    }

    private void addBoundFlow(LegacyEventDecoder event, int slice, long start) {
        int direction = event.flowDirection();
        switch (direction) {
            case LegacyEvent.FlowDirection.FLOW_OUT_VALUE -> flows.beginAt(slice, start, event.bindId());
            case LegacyEvent.FlowDirection.FLOW_INOUT_VALUE -> flows.stepAt(slice, start, event.bindId());
            case LegacyEvent.FlowDirection.FLOW_IN_VALUE -> flows.endAt(slice, start, event.bindId(), false);
            default -> context.stats().increment(StatNames.FLOW_WITHOUT_DIRECTION);
        }
    }
}
