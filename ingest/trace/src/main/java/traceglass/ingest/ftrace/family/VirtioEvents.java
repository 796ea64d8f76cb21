package traceglass.ingest.ftrace.family;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.VirtioGpuCmdQueueFtraceEvent;
import traceglass.protos.ftrace.VirtioVideoCmdFtraceEvent;
import traceglass.protos.ftrace.VirtioVideoResourceQueueFtraceEvent;

/// Handles GPUs and video decoders of virtual machines: commands that the guest sends to its host.
final class VirtioEvents extends EventFamily {

    private static final Dimension GPU_NAME = Dimension.ofString("virtgpu_name");
    private static final TrackType GPU_QUEUE = TrackCompressor.compressed("virtgpu_queue_event", GPU_NAME);
    private static final TrackType GPU_FREE = TrackType.counter("virtgpu_num_free", null, GPU_NAME);
    private static final TrackType GPU_LATENCY = TrackType.counter("virtgpu_latency", null, GPU_NAME);
    private static final TrackType VIDEO_QUEUE = TrackCompressor.compressed(
            "virtio_video_queue_event", Dimension.ofInt("virtio_stream_id"), Dimension.ofInt("virtio_queue_type"));
    private static final TrackType VIDEO_COMMANDS = TrackCompressor.compressed(
            "virtio_video_command", Dimension.ofInt("virtio_stream_id"), Dimension.ofInt("is_response"));

    /// Names of commands, starting with 0x100, 0x200 and 0x300 (virtio specification, "GPU Device").
    private static final String[][] GPU_COMMANDS = {
        {
            "GET_DISPLAY_INFO",
            "RESOURCE_CREATE_2D",
            "RESOURCE_UNREF",
            "SET_SCANOUT",
            "RESOURCE_FLUSH",
            "TRANSFER_TO_HOST_2D",
            "RESOURCE_ATTACH_BACKING",
            "RESOURCE_DETACH_BACKING",
            "GET_CAPSET_INFO",
            "GET_CAPSET",
            "GET_EDID",
            "RESOURCE_ASSIGN_UUID",
            "RESOURCE_CREATE_BLOB",
            "SET_SCANOUT_BLOB"
        },
        {
            "CTX_CREATE",
            "CTX_DESTROY",
            "CTX_ATTACH_RESOURCE",
            "CTX_DETACH_RESOURCE",
            "RESOURCE_CREATE_3D",
            "TRANSFER_TO_HOST_3D",
            "TRANSFER_FROM_HOST_3D",
            "SUBMIT_3D",
            "RESOURCE_MAP_BLOB",
            "RESOURCE_UNMAP_BLOB"
        },
        {"UPDATE_CURSOR", "MOVE_CURSOR"}
    };
    /// Names of commands, starting with 0x100.
    private static final String[] VIDEO_COMMAND_NAMES = {
        "QUERY_CAPABILITY",
        "STREAM_CREATE",
        "STREAM_DESTROY",
        "STREAM_DRAIN",
        "RESOURCE_CREATE",
        "RESOURCE_QUEUE",
        "RESOURCE_DESTROY_ALL",
        "QUEUE_CLEAR",
        "GET_PARAMS",
        "SET_PARAMS",
        "QUERY_CONTROL",
        "GET_CONTROL",
        "SET_CONTROL",
        "GET_PARAMS_EXT",
        "SET_PARAMS_EXT"
    };
    private static final int QUEUE_INPUT = 0x100;
    private static final int QUEUE_OUTPUT = 0x101;
    /// Duration shown for commands, which have no end event, in ns.
    private static final long COMMAND_NS = 100_000;

    private final Map<String, Map<Long, Long>> sentAt = new HashMap<>();

    VirtioEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.VIRTIO_GPU_CMD_QUEUE_FIELD_NUMBER, this::handleGpuCommand);
        handlers.on(FtraceEvent.VIRTIO_GPU_CMD_RESPONSE_FIELD_NUMBER, this::handleGpuResponse);
        handlers.on(FtraceEvent.VIRTIO_VIDEO_CMD_FIELD_NUMBER, e -> handleVideoCommand(e, 0));
        handlers.on(FtraceEvent.VIRTIO_VIDEO_CMD_DONE_FIELD_NUMBER, e -> handleVideoCommand(e, 1));
        handlers.on(
                FtraceEvent.VIRTIO_VIDEO_RESOURCE_QUEUE_FIELD_NUMBER,
                e -> begin(
                        e,
                        videoQueue(e).begin(e.asInt(VirtioVideoResourceQueueFtraceEvent.RESOURCE_ID_FIELD_NUMBER)),
                        NULL,
                        id("Resource #" + e.asInt(VirtioVideoResourceQueueFtraceEvent.RESOURCE_ID_FIELD_NUMBER)),
                        null));
        handlers.on(FtraceEvent.VIRTIO_VIDEO_RESOURCE_QUEUE_DONE_FIELD_NUMBER, this::handleVideoDone);
    }

    /// Returns the name of a GPU queue; null if it is unknown.
    private static String gpuQueue(KernelEvent e) {
        return switch (e.string(VirtioGpuCmdQueueFtraceEvent.NAME_FIELD_NUMBER)) {
            case "control" -> "Control";
            case "cursor" -> "Cursor";
            default -> null;
        };
    }

    private TrackCompressor.Lanes gpuLanes(String queue) {
        return context.compressor().lanes(GPU_QUEUE, id("Virtgpu " + queue + " Queue"), null, null, id(queue));
    }

    private void handleGpuCommand(KernelEvent e) {
        String queue = gpuQueue(e);
        if (queue == null) {
            return;
        }
        long seqno = e.asUint32(VirtioGpuCmdQueueFtraceEvent.SEQNO_FIELD_NUMBER);
        handleGpuFree(e, queue);
        begin(
                e,
                gpuLanes(queue).begin(seqno),
                NULL,
                id(gpuCommandName(e.asUint32(VirtioGpuCmdQueueFtraceEvent.TYPE_FIELD_NUMBER))),
                null);
        if (e.asLong(VirtioGpuCmdQueueFtraceEvent.FENCE_ID_FIELD_NUMBER) == 0) {
            // With a fence, the response arrives only when the work is done, so its time does not show the latency.
            sentAt.computeIfAbsent(queue, q -> new HashMap<>()).put(seqno, e.ts());
        }
    }

    private void handleGpuResponse(KernelEvent e) {
        String queue = gpuQueue(e);
        if (queue == null) {
            return;
        }
        long seqno = e.asUint32(VirtioGpuCmdQueueFtraceEvent.SEQNO_FIELD_NUMBER);
        handleGpuFree(e, queue);
        end(e, gpuLanes(queue).end(seqno));
        Map<Long, Long> sent = sentAt.get(queue);
        Long start = sent == null ? null : sent.remove(seqno);
        if (start != null) {
            setCounter(e, e.ts() - start, track(GPU_LATENCY, id("Virtgpu " + queue + " Latency"), id(queue)));
        }
    }

    private void handleGpuFree(KernelEvent e, String queue) {
        setCounter(
                e,
                e.asUint32(VirtioGpuCmdQueueFtraceEvent.NUM_FREE_FIELD_NUMBER),
                track(GPU_FREE, id("Virtgpu " + queue + " Free"), id(queue)));
    }

    private static String gpuCommandName(long type) {
        int group = (int) (type >>> 8) - 1;
        int index = (int) type & 0xff;
        return type < 0x1000 && group >= 0 && group < GPU_COMMANDS.length && index < GPU_COMMANDS[group].length
                ? GPU_COMMANDS[group][index]
                : "";
    }

    private static String videoQueueName(long type) {
        return type == QUEUE_INPUT ? "INPUT" : type == QUEUE_OUTPUT ? "OUTPUT" : "Unknown";
    }

    private TrackCompressor.Lanes videoQueue(KernelEvent e) {
        long stream = e.asUint32(VirtioVideoResourceQueueFtraceEvent.STREAM_ID_FIELD_NUMBER);
        long type = e.asUint32(VirtioVideoResourceQueueFtraceEvent.QUEUE_TYPE_FIELD_NUMBER);
        return context.compressor()
                .lanes(
                        VIDEO_QUEUE,
                        id("virtio_video stream #" + stream + " " + videoQueueName(type)),
                        null,
                        null,
                        stream,
                        type);
    }

    private void handleVideoDone(KernelEvent e) {
        int track = videoQueue(e).end(e.asInt(VirtioVideoResourceQueueFtraceEvent.RESOURCE_ID_FIELD_NUMBER));
        end(
                e,
                track,
                NULL,
                NULL,
                b -> b.addInt(id("stream_id"), e.asInt(VirtioVideoResourceQueueFtraceEvent.STREAM_ID_FIELD_NUMBER))
                        .addInt(
                                id("resource_id"),
                                e.asInt(VirtioVideoResourceQueueFtraceEvent.RESOURCE_ID_FIELD_NUMBER))
                        .addString(
                                id("queue_type"),
                                id(videoQueueName(
                                        e.asUint32(VirtioVideoResourceQueueFtraceEvent.QUEUE_TYPE_FIELD_NUMBER))))
                        .addInt(
                                id("data_size0"),
                                e.asUint32(VirtioVideoResourceQueueFtraceEvent.DATA_SIZE0_FIELD_NUMBER))
                        .addInt(
                                id("data_size1"),
                                e.asUint32(VirtioVideoResourceQueueFtraceEvent.DATA_SIZE1_FIELD_NUMBER))
                        .addInt(
                                id("data_size2"),
                                e.asUint32(VirtioVideoResourceQueueFtraceEvent.DATA_SIZE2_FIELD_NUMBER))
                        .addInt(
                                id("data_size3"),
                                e.asUint32(VirtioVideoResourceQueueFtraceEvent.DATA_SIZE3_FIELD_NUMBER))
                        .addUint(
                                id("timestamp"), e.asLong(VirtioVideoResourceQueueFtraceEvent.TIMESTAMP_FIELD_NUMBER)));
    }

    private void handleVideoCommand(KernelEvent e, int isResponse) {
        long stream = e.asUint32(VirtioVideoCmdFtraceEvent.STREAM_ID_FIELD_NUMBER);
        long type = e.asUint32(VirtioVideoCmdFtraceEvent.TYPE_FIELD_NUMBER) - QUEUE_INPUT;
        String name = type >= 0 && type < VIDEO_COMMAND_NAMES.length ? VIDEO_COMMAND_NAMES[(int) type] : "Unknown";
        String track = "virtio_video stream #" + stream + (isResponse != 0 ? " Responses" : " Requests");
        TrackCompressor.Lanes lanes =
                context.compressor().lanes(VIDEO_COMMANDS, id(track), null, null, stream, isResponse);
        context.slices().scoped(e.ts(), COMMAND_NS, lanes.scoped(e.ts(), COMMAND_NS), NULL, id(name), null);
    }
}
