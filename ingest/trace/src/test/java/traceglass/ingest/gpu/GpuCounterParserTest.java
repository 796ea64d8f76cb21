package traceglass.ingest.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import traceglass.ingest.perfetto.Rows;
import traceglass.ingest.perfetto.TraceBuilder;
import traceglass.protos.common.GpuCounterDescriptor;
import traceglass.protos.common.GpuCounterDescriptor.GpuCounterGroupSpec;
import traceglass.protos.common.GpuCounterDescriptor.GpuCounterSpec;
import traceglass.protos.gpu.GpuCounterEvent;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.TraceStorage;

class GpuCounterParserTest {

    private static TraceStorage read(GpuCounterDescriptor.Builder descriptor) {
        return TraceBuilder.read(Trace.newBuilder()
                .addPacket(TracePacket.newBuilder()
                        .setTimestamp(10)
                        .setTrustedPacketSequenceId(1)
                        .setGpuCounterEvent(GpuCounterEvent.newBuilder().setCounterDescriptor(descriptor)))
                .build()
                .toByteArray());
    }

    @Test
    void missingDescriptionsStayEmpty() {
        TraceStorage s = read(GpuCounterDescriptor.newBuilder()
                .addSpecs(GpuCounterSpec.newBuilder().setCounterId(1).setName("c")));
        assertTrue(Rows.args(s).contains("description=null"), Rows.args(s));
    }

    @Test
    void keepsUnknownGroupsAndUnits() throws Exception {
        // Field 10 of a spec is groups, field 7 is numerator_units.
        GpuCounterSpec newer = GpuCounterSpec.parseFrom(new byte[] {10 << 3, 77, 7 << 3, 99});
        TraceStorage s = read(GpuCounterDescriptor.newBuilder()
                .addSpecs(
                        GpuCounterSpec.newBuilder().setCounterId(1).setName("c").mergeFrom(newer))
                .addCounterGroups(
                        GpuCounterGroupSpec.newBuilder().setGroupId(77).setName("first"))
                .addCounterGroups(
                        GpuCounterGroupSpec.newBuilder().setGroupId(77).setName("again")));
        assertEquals("77|first", Rows.of(s, "__intrinsic_gpu_counter_group", "group_id:i", "name:s"));
        assertEquals("Unknown", Rows.of(s, "__intrinsic_track", "counter_unit:s"));
    }
}
