package traceglass.ingest.gpu;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.gpu.GpuRenderStageEvent;
import traceglass.protos.gpu.InternedGpuRenderStageSpecification;
import traceglass.protos.gpu.InternedGraphicsContext;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `gpu_render_stage_event`: work on the hardware queues of a GPU, as slices. Names of queues and stages come
/// from a separate packet, by index, or are interned.
public final class RenderStageParser implements PacketParser {

    private static final TrackType QUEUE = TrackCompressor.compressed(
            "gpu_render_stage",
            Dimension.ofInt("ugpu"),
            Dimension.ofInt("gpu"),
            Dimension.ofString("render_stage_source"),
            Dimension.ofInt("hwqueue_id"),
            Dimension.ofString("hwqueue_name"));

    private final ImportContext context;
    private final StringPool strings;
    private final VulkanApiParser vulkan;
    private final ComputeArgs compute;
    private final List<Described> queues = new ArrayList<>();
    private final List<Described> stages = new ArrayList<>();
    private final Set<Integer> unnamedQueues = new HashSet<>();
    private final Map<Long, Boolean> contexts = new HashMap<>();

    private record Described(int name, int description) {}

    public RenderStageParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
        vulkan = packets.parser(VulkanApiParser.class);
        compute = new ComputeArgs(strings);
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.GPU_RENDER_STAGE_EVENT_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        GpuRenderStageEvent event;
        try {
            event = packet.decode(GpuRenderStageEvent.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return;
        }
        long gpu = event.getGpuId() & 0xFFFF_FFFFL;
        int pid = 0;
        if (event.hasSpecifications()) {
            describe(event.getSpecifications(), gpu);
            pid = event.getSpecifications().getContextSpec().getPid();
        }
        if (event.hasContext()) {
            InternedGraphicsContext graphicsContext = graphicsContext(packet.state(), event.getContext());
            pid = graphicsContext == null ? pid : graphicsContext.getPid();
        }
        if (event.hasEventId()) {
            addWork(ts, event, packet.state(), gpu, pid);
        }
    }

    private void describe(GpuRenderStageEvent.Specifications specifications, long gpu) {
        int id = 0;
        for (var queue : specifications.getHwQueueList()) {
            if (queue.hasName()) {
                Described described = new Described(
                        strings.intern(queue.getName()), text(queue.hasDescription(), queue.getDescription()));
                while (queues.size() <= id) {
                    queues.add(null);
                }
                queues.set(id, described);
                if (unnamedQueues.remove(id)) {
                    // The track was already created by work that preceded the description.
                    int track = lanes(gpu, "id", id, StringPool.NULL, described).first();
                    context.tracks().setName(track, described.name);
                    context.tracks()
                            .setSourceArgs(
                                    track,
                                    context.args()
                                            .write(b ->
                                                    b.addString(strings.intern("description"), described.description)));
                }
            }
            id++;
        }
        for (var stage : specifications.getStageList()) {
            if (stage.hasName()) {
                stages.add(new Described(
                        strings.intern(stage.getName()), text(stage.hasDescription(), stage.getDescription())));
            }
        }
    }

    private int text(boolean isSet, String text) {
        return isSet ? strings.intern(text) : StringPool.NULL;
    }

    private void describe(ArgSetBuilder b, Described described) {
        if (described.description != StringPool.NULL) {
            b.addString(strings.intern("description"), described.description);
        }
    }

    private TrackCompressor.Lanes lanes(long gpu, String source, long queue, int dimension, Described described) {
        ArgsWriter args = described.description == StringPool.NULL ? null : b -> describe(b, described);
        return context.compressor()
                .lanes(
                        QUEUE,
                        described.name,
                        args,
                        null,
                        context.gpus().ugpu(gpu),
                        gpu,
                        strings.intern(source),
                        queue,
                        dimension);
    }

    private InternedGraphicsContext graphicsContext(SequenceState state, long iid) {
        InternedGraphicsContext found =
                decoded(state, InternedData.GRAPHICS_CONTEXTS_FIELD_NUMBER, iid, InternedGraphicsContext.parser());
        if (found != null && contexts.putIfAbsent(iid, true) == null) {
            Table table = context.storage().table(TableNames.GpuContext.TABLE);
            int row = table.addRow();
            table.longs(TableNames.GpuContext.CONTEXT_ID).set(row, iid & 0xFFFF_FFFFL);
            if (found.hasPid()) {
                table.longs(TableNames.GpuContext.PID).set(row, found.getPid() & 0xFFFF_FFFFL);
            }
            if (found.hasApi()) {
                table.strings(TableNames.GpuContext.API)
                        .set(row, strings.intern(found.getApi().name()));
            }
        }
        return found;
    }

    /// Returns an interned message as a parsed object, which is cached; null if there is none.
    static <T> T decoded(SequenceState state, int field, long iid, Parser<T> parser) {
        InternedMessage message = state.interned(field, iid);
        if (message == null) {
            return null;
        }
        if (message.decoded() == null) {
            try {
                message.cacheDecoded(parser.parseFrom(message.bytes()));
            } catch (InvalidProtocolBufferException e) {
                return null;
            }
        }
        @SuppressWarnings("unchecked")
        T object = (T) message.decoded();
        return object;
    }

    private static InternedGpuRenderStageSpecification specification(SequenceState state, long iid) {
        return decoded(
                state, InternedData.GPU_SPECIFICATIONS_FIELD_NUMBER, iid, InternedGpuRenderStageSpecification.parser());
    }

    private void addWork(long ts, GpuRenderStageEvent event, SequenceState state, long gpu, int pid) {
        long queueId;
        TrackCompressor.Lanes lanes;
        if (event.hasHwQueueIid()) {
            queueId = event.getHwQueueIid();
            InternedGpuRenderStageSpecification queue = specification(state, queueId);
            if (queue == null) {
                return;
            }
            int name = text(queue.hasName(), queue.getName());
            int description =
                    queue.getDescription().isEmpty() ? StringPool.NULL : strings.intern(queue.getDescription());
            lanes = lanes(gpu, "iid", queueId & 0xFFFF_FFFFL, name, new Described(name, description));
        } else {
            int id = event.getHwQueueId();
            queueId = id & 0xFFFF_FFFFL;
            Described queue = id >= 0 && id < queues.size() ? queues.get(id) : null;
            int dimension = queue == null ? StringPool.NULL : queue.name;
            if (queue == null) {
                queue = new Described(strings.intern("Unknown GPU Queue " + queueId), StringPool.NULL);
                unnamedQueues.add(id);
            }
            lanes = lanes(gpu, "id", queueId, dimension, queue);
        }
        int track = lanes.scoped(ts, event.getDuration());
        int slice = context.slices()
                .scoped(
                        ts,
                        event.getDuration(),
                        track,
                        StringPool.NULL,
                        name(event, state),
                        b -> addArguments(b, event, state, queueId, pid));
        if (slice >= 0) {
            context.gpus().addWork(event.getEventId(), slice);
            event.getEventWaitIdsList().forEach(id -> context.gpus().addWaitOfWork(id, slice));
        }
    }

    private int name(GpuRenderStageEvent event, SequenceState state) {
        if (event.hasNameIid()) {
            return Math.max(
                    StringPool.NULL, state.internedString(InternedData.EVENT_NAMES_FIELD_NUMBER, event.getNameIid()));
        }
        if (event.hasName()) {
            return strings.intern(event.getName());
        }
        if (event.hasStageIid()) {
            InternedGpuRenderStageSpecification stage = specification(state, event.getStageIid());
            return stage == null ? StringPool.NULL : text(stage.hasName(), stage.getName());
        }
        int id = event.getStageId();
        return id >= 0 && id < stages.size()
                ? stages.get(id).name
                : strings.intern("render stage(" + Long.toUnsignedString(id) + ")");
    }

    private void addArguments(ArgSetBuilder b, GpuRenderStageEvent event, SequenceState state, long queue, int pid) {
        if (event.hasStageIid()) {
            InternedGpuRenderStageSpecification stage = specification(state, event.getStageIid());
            if (stage != null) {
                b.addInt(
                        strings.intern("render_stage_category"),
                        stage.getCategory().getNumber());
                b.addString(strings.intern("description"), text(stage.hasDescription(), stage.getDescription()));
            }
        } else if (event.hasStageId() && event.getStageId() >= 0 && event.getStageId() < stages.size()) {
            describe(b, stages.get(event.getStageId()));
        }
        compute.write(b, event, state);
        if (event.getRenderPassInstanceId() != 0) {
            b.addString(
                    strings.intern("correlation_id"),
                    strings.intern("rp:#" + Long.toUnsignedString(event.getRenderPassInstanceId())));
        }
        for (GpuRenderStageEvent.ExtraData extra : event.getExtraDataList()) {
            b.addString(strings.intern(extra.getName()), text(extra.hasValue(), extra.getValue()));
        }
        b.addUint(strings.intern("context_id"), event.getContext());
        b.addUint(strings.intern("render_target"), event.getRenderTargetHandle());
        b.addString(
                strings.intern("render_target_name"),
                vulkan.nameOf(VulkanApiParser.FRAMEBUFFER, event.getRenderTargetHandle()));
        b.addUint(strings.intern("render_pass"), event.getRenderPassHandle());
        b.addString(
                strings.intern("render_pass_name"),
                vulkan.nameOf(VulkanApiParser.RENDER_PASS, event.getRenderPassHandle()));
        b.addString(strings.intern("render_subpasses"), subpasses(event));
        b.addUint(strings.intern("command_buffer"), event.getCommandBufferHandle());
        b.addString(
                strings.intern("command_buffer_name"),
                vulkan.nameOf(VulkanApiParser.COMMAND_BUFFER, event.getCommandBufferHandle()));
        b.addInt(strings.intern("submission_id"), event.getSubmissionId() & 0xFFFF_FFFFL);
        b.addUint(strings.intern("hw_queue_id"), queue);
        b.addInt(strings.intern("upid"), context.processes().process(pid & 0xFFFF_FFFFL));
    }

    /// Adds the numbers of the subpasses whose bits are set, 64 per mask.
    private int subpasses(GpuRenderStageEvent event) {
        if (event.getRenderSubpassIndexMaskCount() == 0) {
            return StringPool.NULL;
        }
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < event.getRenderSubpassIndexMaskCount(); i++) {
            for (long bits = event.getRenderSubpassIndexMask(i); bits != 0; bits &= bits - 1) {
                list.append(list.isEmpty() ? "" : ",").append(i * Long.SIZE + Long.numberOfTrailingZeros(bits));
            }
        }
        return strings.intern(list.toString());
    }
}
