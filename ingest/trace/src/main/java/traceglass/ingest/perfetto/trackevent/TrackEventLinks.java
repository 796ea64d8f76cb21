package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.track.FlowTracker;
import traceglass.protos.trackevent.TrackEvent.LegacyEvent;

/// Links the slices of track events through flows, in all three formats that writers have used, and with GPU work.
final class TrackEventLinks {

    private static final int GPU_SUBMITTED = 1;
    private static final int GPU_WAITED = 2;

    private final ImportContext context;
    private final FlowTracker flows;

    TrackEventLinks(ImportContext context) {
        this.context = context;
        flows = context.flows();
    }

    /// @param start start of the slice in ns
    void add(TrackEventFields event, int slice, long start) {
        if (event.hasBindId) {
            boundFlow(event, slice, start);
        }
        if (event.flows.size + event.oldFlows.size > 0) {
            TrackEventFields.Longs ids = event.flows.size > 0 ? event.flows : event.oldFlows;
            for (int i = 0; i < ids.size; i++) {
                if (flows.isActive(ids.values[i])) {
                    flows.stepAt(slice, start, ids.values[i]);
                } else {
                    flows.beginAt(slice, start, ids.values[i]);
                }
            }
        }
        if (event.endingFlows.size + event.oldEndingFlows.size > 0) {
            TrackEventFields.Longs ids = event.endingFlows.size > 0 ? event.endingFlows : event.oldEndingFlows;
            for (int i = 0; i < ids.size; i++) {
                if (flows.isActive(ids.values[i])) {
                    flows.endAt(slice, start, ids.values[i], true);
                }
            }
        }
        if (event.gpuCorrelation != -1) {
            gpuWork(event, slice);
        }
    }

    /// Links the slice with the GPU work that it submitted or waited for: lists of event ids in fields 1 and 2 of
    /// the extension.
    private void gpuWork(TrackEventFields event, int slice) {
        ProtoCursor c = new ProtoCursor()
                .enter(
                        event.buffer,
                        PendingEventBytes.offset(event.gpuCorrelation),
                        PendingEventBytes.length(event.gpuCorrelation));
        PackedCursor ids = new PackedCursor();
        while (c.next()) {
            boolean submits = c.field() == GPU_SUBMITTED;
            if (!submits && c.field() != GPU_WAITED) {
                continue;
            }
            if (c.wire() != ProtoCursor.BYTES) {
                joinGpuWork(submits, c.asLong(), slice);
                continue;
            }
            for (ids.enter(c); ids.nextVarint(); ) {
                joinGpuWork(submits, ids.asLong(), slice);
            }
        }
    }

    private void joinGpuWork(boolean submits, long work, int slice) {
        if (submits) {
            context.gpus().addSubmission(work, slice);
        } else {
            context.gpus().addWait(work, slice);
        }
    }

    private void boundFlow(TrackEventFields event, int slice, long start) {
        int direction = event.hasFlowDirection ? event.flowDirection : 0;
        switch (direction) {
            case LegacyEvent.FlowDirection.FLOW_OUT_VALUE -> flows.beginAt(slice, start, event.bindId);
            case LegacyEvent.FlowDirection.FLOW_INOUT_VALUE -> flows.stepAt(slice, start, event.bindId);
            case LegacyEvent.FlowDirection.FLOW_IN_VALUE -> flows.endAt(slice, start, event.bindId, false);
            default -> context.stats().increment("flow_without_direction");
        }
    }
}
