package traceglass.ingest.ftrace.family;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.ftrace.DmaFenceInitFtraceEvent;
import traceglass.protos.ftrace.DmaFenceWaitStartFtraceEvent;
import traceglass.protos.ftrace.DrmRunJobFtraceEvent;
import traceglass.protos.ftrace.DrmSchedJobDoneFtraceEvent;
import traceglass.protos.ftrace.DrmSchedJobFtraceEvent;
import traceglass.protos.ftrace.DrmSchedJobQueueFtraceEvent;
import traceglass.protos.ftrace.DrmSchedProcessJobFtraceEvent;
import traceglass.protos.ftrace.DrmVblankEventDeliveredFtraceEvent;
import traceglass.protos.ftrace.DrmVblankEventFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;

/// Handles Linux's graphics stack (DRM): vertical blanks, jobs on the rings of a GPU, and fences.
final class DrmEvents extends EventFamily {

    private static final TrackType VBLANK = TrackType.slices("drm_vblank", Dimension.ofInt("drm_crtc"));
    private static final TrackType RING = TrackType.slices("drm_sched_ring", Dimension.ofString("name"));
    private static final TrackType FENCE =
            TrackType.slices("drm_fence", Dimension.ofString("name"), Dimension.ofInt("context"));
    /// Name of the timelines of fence containers. Each container has a separate timeline; there are too many to
    /// show.
    private static final String UNBOUND = "unbound";

    /// Job on a ring. Before Linux 6.17, jobs are identified by an id when queued and by the address of their fence
    /// when done; run events have both. Since 6.17, they are identified by the fence's context and sequence number.
    private record Job(boolean isByFence, long context, long seqno, long address, long id) {

        Object keyWhenQueued() {
            return isByFence ? this : (Object) id;
        }

        Object keyWhenDone() {
            return isByFence ? this : (Object) address;
        }

        static Job ofFence(long context, long seqno) {
            return new Job(true, context, seqno, 0, 0);
        }

        static Job of(long address, long id) {
            return new Job(false, 0, 0, address, id);
        }
    }

    private static final class Ring {
        int track;
        final Deque<Job> running = new ArrayDeque<>();
        final Map<Object, Integer> queuedSlices = new HashMap<>();
    }

    private static final class Timeline {
        int track;
        boolean hasEmitted;
        final Deque<Long> pending = new ArrayDeque<>();
    }

    private final Map<Integer, Ring> rings = new HashMap<>();
    private final Map<Object, Ring> ringOfJob = new HashMap<>();
    private final Map<Long, Timeline> timelines = new HashMap<>();
    private final int signal = id("signal");
    private final int deliver = id("deliver");
    private final int vblankSeqno = id("vblank seqno");
    private final int queueSlice = id("drm_sched_job_queue");
    private final int jobSlice = id("job");
    private final int ringKey = id("gpu sched ring");
    private final int jobKey = id("gpu sched job");
    private final int fenceSlice = id("fence");
    private final int waitSlice = id("dma_fence_wait");
    private final int fenceContext = id("fence context");
    private final int fenceSeqno = id("fence seqno");

    DrmEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.DRM_VBLANK_EVENT_FIELD_NUMBER,
                e -> handleVblank(
                        e,
                        e.asUint32(DrmVblankEventFtraceEvent.CRTC_FIELD_NUMBER),
                        signal,
                        e.asUint32(DrmVblankEventFtraceEvent.SEQ_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.DRM_VBLANK_EVENT_DELIVERED_FIELD_NUMBER,
                e -> handleVblank(
                        e,
                        e.asUint32(DrmVblankEventDeliveredFtraceEvent.CRTC_FIELD_NUMBER),
                        deliver,
                        e.asUint32(DrmVblankEventDeliveredFtraceEvent.SEQ_FIELD_NUMBER)));
        registerJobs(handlers);
        registerFences(handlers);
    }

    private void registerJobs(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.DRM_SCHED_JOB_FIELD_NUMBER,
                e -> onQueued(
                        e,
                        e.stringId(DrmSchedJobFtraceEvent.NAME_FIELD_NUMBER),
                        Job.of(0, e.asLong(DrmSchedJobFtraceEvent.ID_FIELD_NUMBER))));
        handlers.on(
                FtraceEvent.DRM_RUN_JOB_FIELD_NUMBER,
                e -> onRunning(
                        e,
                        e.stringId(DrmRunJobFtraceEvent.NAME_FIELD_NUMBER),
                        Job.of(
                                e.asLong(DrmRunJobFtraceEvent.FENCE_FIELD_NUMBER),
                                e.asLong(DrmRunJobFtraceEvent.ID_FIELD_NUMBER))));
        handlers.on(
                FtraceEvent.DRM_SCHED_PROCESS_JOB_FIELD_NUMBER,
                e -> onDone(e, Job.of(e.asLong(DrmSchedProcessJobFtraceEvent.FENCE_FIELD_NUMBER), 0)));
        // Queue and run events have the same fields.
        handlers.on(
                FtraceEvent.DRM_SCHED_JOB_QUEUE_FIELD_NUMBER,
                e -> onQueued(e, e.stringId(DrmSchedJobQueueFtraceEvent.NAME_FIELD_NUMBER), fencedJob(e)));
        handlers.on(
                FtraceEvent.DRM_SCHED_JOB_RUN_FIELD_NUMBER,
                e -> onRunning(e, e.stringId(DrmSchedJobQueueFtraceEvent.NAME_FIELD_NUMBER), fencedJob(e)));
        handlers.on(
                FtraceEvent.DRM_SCHED_JOB_DONE_FIELD_NUMBER,
                e -> onDone(
                        e,
                        Job.ofFence(
                                e.asLong(DrmSchedJobDoneFtraceEvent.FENCE_CONTEXT_FIELD_NUMBER),
                                e.asLong(DrmSchedJobDoneFtraceEvent.FENCE_SEQNO_FIELD_NUMBER))));
    }

    private void registerFences(EventHandlers handlers) {
        handlers.on(FtraceEvent.DMA_FENCE_INIT_FIELD_NUMBER, this::handleFenceInit);
        handlers.on(FtraceEvent.DMA_FENCE_EMIT_FIELD_NUMBER, this::handleFenceEmit);
        handlers.on(FtraceEvent.DMA_FENCE_SIGNALED_FIELD_NUMBER, this::onFenceSignaled);
        handlers.on(
                FtraceEvent.DMA_FENCE_WAIT_START_FIELD_NUMBER,
                e -> begin(
                        e,
                        threadTrack(e),
                        NULL,
                        waitSlice,
                        b -> b.addUint(fenceContext, e.asUint32(DmaFenceWaitStartFtraceEvent.CONTEXT_FIELD_NUMBER))
                                .addUint(fenceSeqno, e.asUint32(DmaFenceWaitStartFtraceEvent.SEQNO_FIELD_NUMBER))));
        handlers.on(FtraceEvent.DMA_FENCE_WAIT_END_FIELD_NUMBER, e -> end(e, threadTrack(e)));
    }

    private void handleVblank(KernelEvent e, long crtc, int name, long seqno) {
        instant(e, track(VBLANK, id("vblank-" + crtc), crtc), NULL, name, b -> b.addUint(vblankSeqno, seqno));
    }

    private static Job fencedJob(KernelEvent e) {
        return Job.ofFence(
                e.asLong(DrmSchedJobQueueFtraceEvent.FENCE_CONTEXT_FIELD_NUMBER),
                e.asLong(DrmSchedJobQueueFtraceEvent.FENCE_SEQNO_FIELD_NUMBER));
    }

    private Ring ring(int name) {
        return rings.computeIfAbsent(name, n -> {
            Ring ring = new Ring();
            String text = context.strings().get(name);
            ring.track = track(RING, id(256, "sched-" + (text == null ? "" : text)), name);
            return ring;
        });
    }

    private void addJob(ArgSetBuilder b, Job job) {
        if (job.isByFence()) {
            b.addUint(fenceContext, job.context()).addUint(fenceSeqno, job.seqno());
        } else {
            b.addUint(jobKey, job.id());
        }
    }

    private void onQueued(KernelEvent e, int ringName, Job job) {
        int slice = instant(e, threadTrack(e), NULL, queueSlice, b -> addJob(b.addString(ringKey, ringName), job));
        if (slice >= 0) {
            ring(ringName).queuedSlices.put(job.keyWhenQueued(), slice);
        }
    }

    private void onRunning(KernelEvent e, int ringName, Job job) {
        Ring ring = ring(ringName);
        ring.running.addLast(job);
        ringOfJob.putIfAbsent(job.keyWhenDone(), ring);
        if (ring.running.size() == 1) {
            beginJob(e, ring);
        }
    }

    private void beginJob(KernelEvent e, Ring ring) {
        Job job = ring.running.peekFirst();
        int slice = begin(e, ring.track, NULL, jobSlice, b -> addJob(b, job));
        Integer queued = slice < 0 ? null : ring.queuedSlices.remove(job.keyWhenQueued());
        if (queued != null) {
            context.flows().add(queued, slice);
        }
    }

    private void onDone(KernelEvent e, Job job) {
        Ring ring = ringOfJob.remove(job.keyWhenDone());
        if (ring == null || ring.running.isEmpty()) {
            return;
        }
        ring.running.removeFirst();
        end(e, ring.track);
        if (!ring.running.isEmpty()) {
            beginJob(e, ring);
        }
    }

    /// Returns the timeline of a fence; null if it is not shown.
    private Timeline timeline(KernelEvent e) {
        String name = e.string(DmaFenceInitFtraceEvent.TIMELINE_FIELD_NUMBER);
        if (name.equals(UNBOUND)) {
            return null;
        }
        long number = e.asUint32(DmaFenceInitFtraceEvent.CONTEXT_FIELD_NUMBER);
        return timelines.computeIfAbsent(number, n -> {
            Timeline timeline = new Timeline();
            timeline.track = track(
                    FENCE,
                    id(256, "fence-" + name + "-" + number),
                    e.stringId(DmaFenceInitFtraceEvent.TIMELINE_FIELD_NUMBER),
                    number);
            return timeline;
        });
    }

    private void add(KernelEvent e, Timeline timeline) {
        timeline.pending.addLast(e.asUint32(DmaFenceInitFtraceEvent.SEQNO_FIELD_NUMBER));
        if (timeline.pending.size() == 1) {
            beginFence(e, timeline);
        }
    }

    private void beginFence(KernelEvent e, Timeline timeline) {
        long seqno = timeline.pending.peekFirst();
        begin(e, timeline.track, NULL, fenceSlice, b -> b.addUint(fenceSeqno, seqno));
    }

    private void handleFenceInit(KernelEvent e) {
        Timeline timeline = timeline(e);
        if (timeline != null && !timeline.hasEmitted) {
            add(e, timeline);
        }
    }

    private void handleFenceEmit(KernelEvent e) {
        Timeline timeline = timeline(e);
        if (timeline == null) {
            return;
        }
        if (!timeline.hasEmitted) {
            // Few drivers report when a fence is emitted. If this one does, the fence's creation time is ignored.
            timeline.hasEmitted = true;
            if (!timeline.pending.isEmpty()) {
                end(e, timeline.track);
                timeline.pending.clear();
            }
        }
        add(e, timeline);
    }

    private void onFenceSignaled(KernelEvent e) {
        Timeline timeline = timeline(e);
        if (timeline == null
                || timeline.pending.isEmpty()
                || e.asUint32(DmaFenceInitFtraceEvent.SEQNO_FIELD_NUMBER) < timeline.pending.peekFirst()) {
            return;
        }
        timeline.pending.removeFirst();
        end(e, timeline.track);
        if (!timeline.pending.isEmpty()) {
            beginFence(e, timeline);
        }
    }
}
