package traceglass.ingest.profiling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import traceglass.protos.profiling.ProfilePacket;

class HeapProfileTest {

    private final ProfilerTraceBuilder builder = new ProfilerTraceBuilder();
    private long index;

    /// Returns a packet that defines one function `f`, called from `main`, as callstack 1.
    private ProfilePacket.Builder packet() {
        ProfilePacket.Builder p = builder.packet(100).getProfilePacketBuilder().setIndex(index++);
        p.addStringsBuilder().setIid(1).setStr(ByteString.copyFromUtf8("f"));
        p.addStringsBuilder().setIid(2).setStr(ByteString.copyFromUtf8("main"));
        p.addStringsBuilder().setIid(3).setStr(ByteString.copyFromUtf8("lib.so"));
        p.addMappingsBuilder()
                .setIid(1)
                .setBuildId(0)
                .addPathStringIds(3)
                .setStart(4096)
                .setEnd(8192);
        p.addFramesBuilder().setIid(1).setFunctionNameId(1).setMappingId(1).setRelPc(16);
        p.addFramesBuilder().setIid(2).setFunctionNameId(2).setMappingId(1).setRelPc(32);
        p.addCallstacksBuilder().setIid(1).addFrameIds(2).addFrameIds(1);
        return p;
    }

    private static ProfilePacket.ProcessHeapSamples.Builder dump(ProfilePacket.Builder p, long ts) {
        return p.addProcessDumpsBuilder().setPid(42).setTimestamp(ts).setHeapName("libc.malloc");
    }

    @Test
    void writesAllocationsAndFreesSinceThePreviousDump() throws Exception {
        dump(packet(), 10)
                .addSamplesBuilder()
                .setCallstackId(1)
                .setAllocCount(3)
                .setSelfAllocated(300)
                .setFreeCount(1)
                .setSelfFreed(100);
        dump(packet(), 20)
                .addSamplesBuilder()
                .setCallstackId(1)
                .setAllocCount(5)
                .setSelfAllocated(500)
                .setFreeCount(1)
                .setSelfFreed(100);
        builder.read();
        assertEquals(
                "10 libc.malloc 1 3 300; 10 libc.malloc 1 -1 -100; 20 libc.malloc 1 2 200",
                builder.rows("heap_profile_allocation", "ts", "heap_name", "callsite_id", "count", "size"));
        assertEquals("main null 0; f 0 1", frames());
        assertEquals("10 10 0; 20 20 0", builder.rows("heap_profile", "ts", "ts_end", "dur"));
    }

    private String frames() {
        StringBuilder out = new StringBuilder();
        for (int row = 0; row < builder.table("stack_profile_callsite").rowCount(); row++) {
            String[] names = builder.rows("stack_profile_frame", "name").split("; ");
            String[] sites = builder.rows("stack_profile_callsite", "frame_id", "parent_id", "depth")
                    .split("; ");
            String[] site = sites[row].split(" ");
            out.append(row == 0 ? "" : "; ")
                    .append(names[Integer.parseInt(site[0])])
                    .append(' ')
                    .append(site[1])
                    .append(' ')
                    .append(site[2]);
        }
        return out.toString();
    }

    @Test
    void addsSamplesAfterTheLastPacketOfADumpHasNamedThem() throws Exception {
        ProfilePacket.Builder first =
                builder.packet(100).getProfilePacketBuilder().setIndex(index++).setContinued(true);
        dump(first, 10).addSamplesBuilder().setCallstackId(1).setAllocCount(1).setSelfAllocated(8);
        dump(packet(), 10);
        builder.read();
        assertEquals("10 1 8", builder.rows("heap_profile_allocation", "ts", "count", "size"));
        assertEquals(1, builder.table("heap_profile").rowCount());
        assertEquals(0, builder.stat("heapprofd_missing_packet"));
    }

    @Test
    void ignoresTheCountAtTheMaximumOfOldProducers() throws Exception {
        dump(packet(), 10).addSamplesBuilder().setCallstackId(1).setSelfMax(700).setSelfMaxCount(7);
        dump(packet(), 20)
                .setOrigSamplingIntervalBytes(4096)
                .setSamplingIntervalBytes(8192)
                .addSamplesBuilder()
                .setCallstackId(1)
                .setSelfMax(900)
                .setSelfMaxCount(9);
        builder.read();
        assertEquals("10 0 700; 20 9 200", builder.rows("heap_profile_allocation", "ts", "count", "size"));
        assertEquals(4096, builder.stat("heapprofd_sampling_interval_adjusted"));
    }

    @Test
    void countsLostPacketsAndMissingNames() throws Exception {
        index = 2;
        ProfilePacket.Builder p = packet();
        p.addFramesBuilder().setIid(9).setFunctionNameId(99).setMappingId(1);
        p.addCallstacksBuilder().setIid(9).addFrameIds(77);
        dump(p, 10)
                .setDisconnected(true)
                .addSamplesBuilder()
                .setCallstackId(5)
                .setAllocCount(1)
                .setSelfAllocated(8);
        builder.read();
        assertEquals(0, builder.table("heap_profile_allocation").rowCount());
        assertEquals(1, builder.stat("heapprofd_missing_packet"));
        assertEquals(1, builder.stat("stackprofile_invalid_string_id"));
        assertEquals(1, builder.stat("stackprofile_invalid_frame_id"));
        assertEquals(1, builder.stat("stackprofile_invalid_callstack_id"));
        assertEquals(1, builder.stat("heapprofd_client_disconnected"));
    }

    @Test
    void rejectsDecreasingSums() throws Exception {
        dump(packet(), 10)
                .addSamplesBuilder()
                .setCallstackId(1)
                .setAllocCount(3)
                .setSelfAllocated(300);
        dump(packet(), 20)
                .addSamplesBuilder()
                .setCallstackId(1)
                .setAllocCount(2)
                .setSelfAllocated(200);
        builder.read();
        assertEquals(1, builder.table("heap_profile_allocation").rowCount());
        assertEquals(1, builder.stat("heapprofd_malformed_packet"));
    }
}
