package traceglass.ingest.chrome;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import traceglass.ingest.perfetto.TraceBuilder;
import traceglass.protos.system.MemoryTrackerSnapshot;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot.MemoryEdge;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot.MemoryNode;
import traceglass.protos.system.MemoryTrackerSnapshot.ProcessSnapshot.MemoryNode.MemoryNodeEntry;
import traceglass.protos.system.ProcessStats;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class MemorySnapshotParserTest {

    private static MemoryNode.Builder node(long id, String path, long size) {
        return MemoryNode.newBuilder().setId(id).setAbsoluteName(path).setSizeBytes(size);
    }

    private static TracePacket.Builder packet(
            long ts, MemoryTrackerSnapshot.LevelOfDetail detail, ProcessSnapshot.Builder process) {
        return TracePacket.newBuilder()
                .setTrustedPacketSequenceId(1)
                .setTimestamp(ts)
                .setMemoryTrackerSnapshot(MemoryTrackerSnapshot.newBuilder()
                        .setLevelOfDetail(detail)
                        .addProcessMemoryDumps(process));
    }

    private static TraceStorage read(TracePacket.Builder... packets) {
        Trace.Builder trace = Trace.newBuilder();
        for (TracePacket.Builder p : packets) {
            trace.addPacket(p);
        }
        return TraceBuilder.read(trace.build().toByteArray());
    }

    private static String nodes(TraceStorage s) {
        Table t = s.table("__intrinsic_memory_snapshot_node");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            text.append(t.ints("process_snapshot_id").get(i))
                    .append(' ')
                    .append(s.strings().get(t.strings("path").get(i)));
            if (!t.longs("size").isNull(i)) {
                text.append(' ')
                        .append(t.longs("size").get(i))
                        .append('/')
                        .append(t.longs("effective_size").get(i));
            }
            text.append("; ");
        }
        return text.toString();
    }

    @Test
    void sumsTheMemoryOfTheAllocators() {
        TraceStorage s = read(packet(
                100,
                MemoryTrackerSnapshot.LevelOfDetail.DETAIL_LIGHT,
                ProcessSnapshot.newBuilder()
                        .setPid(7)
                        .addAllocatorDumps(node(1, "malloc", 100))
                        .addAllocatorDumps(node(2, "malloc/large/a", 60)
                                .addEntries(MemoryNodeEntry.newBuilder()
                                        .setName("count")
                                        .setUnits(MemoryNodeEntry.Units.COUNT)
                                        .setValueUint64(3)))));
        assertEquals(
                "0 malloc 100/100; 0 malloc/<unspecified> 40/40; 0 malloc/large 60/60; 0 malloc/large/a 60/60; ",
                nodes(s));
        Table args = s.table("__intrinsic_args");
        assertEquals("count.value", s.strings().get(args.strings("key").get(1)));
        assertEquals("objects", s.strings().get(args.strings("string_value").get(2)));
        Table snapshots = s.table("__intrinsic_memory_snapshot");
        assertEquals("light", s.strings().get(snapshots.strings("detail_level").get(0)));
        assertEquals(100, snapshots.longs("timestamp").get(0));
    }

    @Test
    void dividesSharedMemoryAmongItsOwners() {
        TraceStorage s = read(
                packet(
                        100,
                        MemoryTrackerSnapshot.LevelOfDetail.DETAIL_FULL,
                        ProcessSnapshot.newBuilder()
                                .setPid(7)
                                .addAllocatorDumps(node(2, "buffer", 30))
                                .addAllocatorDumps(node(9, "global/x", 50))
                                .addMemoryEdges(MemoryEdge.newBuilder()
                                        .setSourceId(2)
                                        .setTargetId(9)
                                        .setImportance(1))),
                packet(
                        100,
                        MemoryTrackerSnapshot.LevelOfDetail.DETAIL_FULL,
                        ProcessSnapshot.newBuilder()
                                .setPid(8)
                                .addAllocatorDumps(node(3, "buffer", 50))
                                .addMemoryEdges(
                                        MemoryEdge.newBuilder().setSourceId(3).setTargetId(9))));
        assertEquals("0 buffer 30/30; 1 buffer 50/20; 2 global 50/0; 2 global/x 50/0; ", nodes(s));
        assertEquals(1, s.table("__intrinsic_memory_snapshot").rowCount());
        Table edges = s.table("__intrinsic_memory_snapshot_edge");
        assertEquals(2, edges.rowCount());
        assertEquals(1, edges.ints("source_node_id").get(0));
        assertEquals(3, edges.ints("target_node_id").get(0));
        assertEquals(1, edges.longs("importance").get(1));
    }

    @Test
    void acceptsNodesThatOwnEachOther() {
        TraceStorage s = read(packet(
                100,
                MemoryTrackerSnapshot.LevelOfDetail.DETAIL_FULL,
                ProcessSnapshot.newBuilder()
                        .setPid(7)
                        .addAllocatorDumps(node(2, "a", 30))
                        .addAllocatorDumps(node(3, "b", 50))
                        .addMemoryEdges(MemoryEdge.newBuilder().setSourceId(2).setTargetId(3))
                        .addMemoryEdges(MemoryEdge.newBuilder().setSourceId(3).setTargetId(2))));
        assertEquals(2, s.table("__intrinsic_memory_snapshot_node").rowCount());
    }

    @Test
    void readsChromesProcessData() {
        TraceStorage s = read(TracePacket.newBuilder()
                .setTrustedPacketSequenceId(1)
                .setTimestamp(100)
                .setProcessStats(ProcessStats.newBuilder()
                        .addProcesses(ProcessStats.Process.newBuilder()
                                .setPid(7)
                                .setIsPeakRssResettable(true)
                                .setChromePrivateFootprintKb(2)
                                .setChromePeakResidentSetKb(5))));
        Table counters = s.table("__intrinsic_counter");
        assertEquals(2048, counters.doubles("value").get(0));
        assertEquals(5120, counters.doubles("value").get(1));
        Table tracks = s.table("__intrinsic_track");
        assertEquals(
                "chrome.private_footprint_kb",
                s.strings()
                        .get(tracks.strings("name")
                                .get(counters.ints("track_id").get(0))));
    }
}
