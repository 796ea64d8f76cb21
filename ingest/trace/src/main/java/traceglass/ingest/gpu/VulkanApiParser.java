package traceglass.ingest.gpu;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.gpu.VulkanApiEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses `vulkan_api_event`: calls of `vkQueueSubmit`, as slices, and the names that an app gave to Vulkan objects.
public final class VulkanApiParser implements PacketParser {

    // Values of VkObjectType in the Vulkan specification.
    static final int COMMAND_BUFFER = 6;
    static final int RENDER_PASS = 18;
    static final int FRAMEBUFFER = 24;

    private static final TrackType EVENTS = TrackType.slices("vulkan_events");

    private final ImportContext context;
    private final StringPool strings;
    private final Map<VulkanObject, Integer> names = new HashMap<>();

    private record VulkanObject(int type, long handle) {}

    public VulkanApiParser(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.VULKAN_API_EVENT_FIELD_NUMBER};
    }

    /// Returns the string id of the name given to an object; [StringPool#NULL] if it has none.
    int nameOf(int objectType, long handle) {
        return names.getOrDefault(new VulkanObject(objectType, handle), StringPool.NULL);
    }

    @Override
    public void parse(long ts, Packet packet) {
        VulkanApiEvent event;
        try {
            event = packet.decode(VulkanApiEvent.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return;
        }
        if (event.hasVkDebugUtilsObjectName()) {
            var named = event.getVkDebugUtilsObjectName();
            names.put(
                    new VulkanObject(named.getObjectType(), named.getObject()), strings.intern(named.getObjectName()));
        }
        if (event.hasVkQueueSubmit()) {
            submit(ts, event.getVkQueueSubmit());
        }
    }

    private void submit(long ts, VulkanApiEvent.VkQueueSubmit event) {
        int track = context.tracks().intern(EVENTS, strings.intern("Vulkan Events"));
        context.slices()
                .scoped(ts, event.getDurationNs(), track, StringPool.NULL, strings.intern("vkQueueSubmit"), b -> {
                    b.addInt(strings.intern("pid"), event.getPid() & 0xFFFF_FFFFL);
                    b.addInt(strings.intern("tid"), event.getTid() & 0xFFFF_FFFFL);
                    for (int i = 0; i < event.getVkCommandBuffersCount(); i++) {
                        if (i == 0) {
                            b.addUint(strings.intern("command_buffer"), event.getVkCommandBuffers(0));
                        }
                        b.addUint(
                                strings.intern("command_buffers"),
                                strings.intern("command_buffers[" + i + "]"),
                                event.getVkCommandBuffers(i));
                    }
                    b.addInt(strings.intern("submission_id"), event.getSubmissionId() & 0xFFFF_FFFFL);
                });
    }
}
