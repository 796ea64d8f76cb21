package traceglass.ingest.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.PrintFtraceEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests the time ranges of data losses reported by a trace.
class DataLossTest {

    private static final TrackEvent.Type INSTANT = TrackEvent.Type.TYPE_INSTANT;

    static String losses(TraceStorage s) {
        Table t = s.table("__intrinsic_data_loss");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            int cpu = t.ints("cpu").get(i);
            text.append(s.strings().get(t.strings("source").get(i)))
                    .append(' ')
                    .append(
                            cpu == Integer.MIN_VALUE
                                    ? "of " + t.longs("packet_sequence_id").get(i)
                                    : "cpu " + cpu)
                    .append(' ')
                    .append(time(t.longs("ts").get(i)))
                    .append("..")
                    .append(time(t.longs("end_ts").get(i)));
            int reason = t.strings("reason").get(i);
            text.append(reason == 0 ? "" : " " + s.strings().get(reason)).append("; ");
        }
        return text.toString();
    }

    private static String time(long ts) {
        return ts == LongColumn.NULL ? "?" : Long.toString(ts);
    }

    private static TracePacket.Builder last(TraceBuilder b) {
        return b.trace.getPacketBuilder(b.trace.getPacketCount() - 1);
    }

    private static FtraceEventBundle.Builder bundle(int cpu, long... times) {
        FtraceEventBundle.Builder bundle = FtraceEventBundle.newBuilder().setCpu(cpu);
        for (long ts : times) {
            bundle.addEvent(FtraceEvent.newBuilder()
                    .setTimestamp(ts)
                    .setPid(5)
                    .setPrint(PrintFtraceEvent.newBuilder().setBuf("I|5|x")));
        }
        return bundle;
    }

    private static void ftrace(TraceBuilder b, FtraceEventBundle.Builder bundle) {
        b.trace.addPacketBuilder().setTrustedPacketSequenceId(2).setFtraceEvents(bundle);
    }

    @Test
    void packetLossesReachFromTheLastPacketToTheNextReadableOne() {
        TraceBuilder b = new TraceBuilder().names("name").thread(5, 6);
        b.event(10, INSTANT, 1).event(20, INSTANT, 1);
        b.event(30, INSTANT, 1);
        // Bit 6 means that a ring buffer overwrote packets while it was being read.
        last(b).setPreviousPacketDropped(1 | 1 << 6);
        b.packet(40).setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE);
        b.event(50, INSTANT, 1);
        assertEquals("packets of 1 20..40 overwrite; ", losses(TraceBuilder.read(b.bytes())));
    }

    @Test
    void theFirstPacketOfASequenceReportsNoLoss() {
        TraceBuilder b = new TraceBuilder().names("name");
        b.trace.getPacketBuilder(0).setPreviousPacketDropped(1);
        b.thread(5, 6).event(10, INSTANT, 1);
        assertEquals("", losses(TraceBuilder.read(b.bytes())));
    }

    @Test
    void bundlesReportEventsOfTheirCpuLostBeforeThem() {
        TraceBuilder b = new TraceBuilder();
        ftrace(b, bundle(0, 10, 20));
        ftrace(b, bundle(1, 15, 25));
        ftrace(b, bundle(1, 90, 95).setLostEvents(true));
        ftrace(b, bundle(0, 21, 30));
        ftrace(b, bundle(3, 50).setLostEvents(true));
        assertEquals("ftrace cpu 1 25..90; ftrace cpu 3 ?..50; ", losses(TraceBuilder.read(b.bytes())));
    }

    @Test
    void aLostPacketWithEventsCausesALossUntilTheNextEvents() {
        TraceBuilder b = new TraceBuilder();
        ftrace(b, bundle(0, 10, 20));
        ftrace(b, bundle(0, 60, 70));
        last(b).setPreviousPacketDropped(1);
        assertEquals("packets of 2 20..60; ", losses(TraceBuilder.read(b.bytes())));
    }

    @Test
    void aRingBufferLosesTheOldestPackets() {
        for (boolean writesIntoFile : new boolean[] {false, true}) {
            TraceBuilder b = new TraceBuilder().names("name").thread(5, 6);
            b.event(40, INSTANT, 1);
            ftrace(b, bundle(0, 10, 20));
            ftrace(b, bundle(1, 30));
            b.trace
                    .addPacketBuilder()
                    .setTrustedPacketSequenceId(3)
                    .setTimestamp(35)
                    .setFirstPacketOnSequence(true);
            TraceStats.Builder stats = TraceStats.newBuilder()
                    .addBufferStats(TraceStats.BufferStats.newBuilder().setChunksOverwritten(3))
                    .addBufferStats(TraceStats.BufferStats.newBuilder());
            for (int sequence = 1; sequence <= 3; sequence++) {
                stats.addWriterStats(TraceStats.WriterStats.newBuilder()
                        .setSequenceId(sequence)
                        .setBuffer(sequence == 1 ? 1 : 0));
            }
            b.trace
                    .addPacketBuilder()
                    .setTrustedPacketSequenceId(9)
                    .setTraceConfig(TraceConfig.newBuilder().setWriteIntoFile(writesIntoFile));
            b.trace.addPacketBuilder().setTrustedPacketSequenceId(9).setTraceStats(stats);
            assertEquals(
                    writesIntoFile ? "" : "ring buffer cpu 0 ?..10; ring buffer cpu 1 ?..30; ",
                    losses(TraceBuilder.read(b.bytes())));
        }
    }
}
