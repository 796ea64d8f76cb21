package traceglass.ingest.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import traceglass.ingest.perfetto.Rows;
import traceglass.ingest.perfetto.TraceBuilder;
import traceglass.protos.gpu.GpuRenderStageEvent;
import traceglass.protos.gpu.VulkanMemoryEvent;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class RenderStageParserTest {

    private static TracePacket.Builder packet(long ts) {
        return TracePacket.newBuilder().setTimestamp(ts).setTrustedPacketSequenceId(1);
    }

    private static GpuRenderStageEvent.Builder work(long id, int queue) {
        return GpuRenderStageEvent.newBuilder()
                .setEventId(id)
                .setDuration(10)
                .setHwQueueId(queue)
                .setStageId(0);
    }

    private static GpuRenderStageEvent.Specifications specifications() {
        var queue = GpuRenderStageEvent.Specifications.Description.newBuilder()
                .setName("vertex")
                .setDescription("of vertices");
        return GpuRenderStageEvent.Specifications.newBuilder()
                .addHwQueue(queue)
                .addStage(GpuRenderStageEvent.Specifications.Description.newBuilder()
                        .setName("binning"))
                .build();
    }

    private static String slices(TraceStorage s) {
        Table t = s.table("__intrinsic_slice");
        Table tracks = s.table("__intrinsic_track");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            text.append(s.strings()
                            .get(tracks.strings("name").get(t.ints("track_id").get(i))))
                    .append(": ")
                    .append(s.strings().get(t.strings("name").get(i)))
                    .append("; ");
        }
        return text.toString();
    }

    @Test
    void namesQueuesDescribedAfterTheirFirstWork() {
        TraceStorage s = TraceBuilder.read(Trace.newBuilder()
                .addPacket(packet(10).setGpuRenderStageEvent(work(1, 0)))
                .addPacket(packet(20)
                        .setGpuRenderStageEvent(GpuRenderStageEvent.newBuilder().setSpecifications(specifications())))
                .addPacket(packet(30).setGpuRenderStageEvent(work(2, 0)))
                .addPacket(packet(40).setGpuRenderStageEvent(work(3, 5)))
                .build()
                .toByteArray());
        assertEquals("vertex: render stage(0); vertex: binning; Unknown GPU Queue 5: binning; ", slices(s));
    }

    @Test
    void omitsMissingDescriptions() {
        var names = GpuRenderStageEvent.Specifications.newBuilder()
                .addHwQueue(GpuRenderStageEvent.Specifications.Description.newBuilder()
                        .setName("vertex"))
                .addStage(GpuRenderStageEvent.Specifications.Description.newBuilder()
                        .setName("binning"));
        var extra = GpuRenderStageEvent.ExtraData.newBuilder().setName("more");
        TraceStorage s = TraceBuilder.read(Trace.newBuilder()
                .addPacket(packet(10)
                        .setGpuRenderStageEvent(GpuRenderStageEvent.newBuilder().setSpecifications(names)))
                .addPacket(packet(20).setGpuRenderStageEvent(work(2, 0).addExtraData(extra)))
                .build()
                .toByteArray());
        String args = Rows.args(s);
        assertFalse(args.contains("description"), args);
        assertTrue(args.contains("more=null; context_id=0"), args);
    }

    @Test
    void addsFlowsToWaitingWorkInEitherOrder() {
        TraceStorage s = TraceBuilder.read(Trace.newBuilder()
                .addPacket(packet(10).setGpuRenderStageEvent(work(1, 0).addEventWaitIds(2)))
                .addPacket(packet(20).setGpuRenderStageEvent(work(2, 1)))
                .addPacket(packet(30).setGpuRenderStageEvent(work(3, 2).addEventWaitIds(2)))
                .build()
                .toByteArray());
        Table flows = s.table("__intrinsic_flow");
        assertEquals(2, flows.rowCount());
        assertEquals(1, flows.ints("slice_out").get(0));
        assertEquals(0, flows.ints("slice_in").get(0));
        assertEquals(2, flows.ints("slice_in").get(1));
    }

    @Test
    void countsTheMemoryAllocatedByVulkan() {
        VulkanMemoryEvent.Builder event = VulkanMemoryEvent.newBuilder()
                .setSource(VulkanMemoryEvent.Source.SOURCE_DEVICE_MEMORY)
                .setPid(3)
                .setMemoryType(2)
                .setMemorySize(100);
        TraceStorage s = TraceBuilder.read(Trace.newBuilder()
                .addPacket(packet(10)
                        .setVulkanMemoryEvent(event.setOperation(VulkanMemoryEvent.Operation.OP_CREATE)
                                .setTimestamp(10)))
                .addPacket(packet(20)
                        .setVulkanMemoryEvent(event.setOperation(VulkanMemoryEvent.Operation.OP_BIND)
                                .setTimestamp(20)))
                .addPacket(packet(30)
                        .setVulkanMemoryEvent(event.setOperation(VulkanMemoryEvent.Operation.OP_DESTROY)
                                .setTimestamp(30)))
                .build()
                .toByteArray());
        Table samples = s.table("__intrinsic_counter");
        assertEquals(2, samples.rowCount(), "binding allocates no memory");
        assertEquals(100, samples.doubles("value").get(0));
        assertEquals(0, samples.doubles("value").get(1));
        assertEquals(3, s.table("__intrinsic_vulkan_memory_allocations").rowCount());
    }
}
