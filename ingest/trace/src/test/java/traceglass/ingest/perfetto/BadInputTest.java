package traceglass.ingest.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests traces with invalid data: errors are counted, and valid data is imported.
class BadInputTest {

    private static final TrackEvent.Type INSTANT = TrackEvent.Type.TYPE_INSTANT;

    private static TraceBuilder example() {
        return new TraceBuilder().names("a", "b").thread(5, 6).event(100, INSTANT, 1);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] p : parts) {
            out.writeBytes(p);
        }
        return out.toByteArray();
    }

    private static String names(TraceStorage s) {
        Table t = s.table("__intrinsic_slice");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            text.append(s.strings().get(t.strings("name").get(i))).append(' ');
        }
        return text.toString();
    }

    @Test
    void endsAtAPacketThatClaimsAHugeLength() {
        for (byte[] claim : new byte[][] {
            {0x0a, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f},
            {
                0x0a,
                (byte) 0xff,
                (byte) 0xff,
                (byte) 0xff,
                (byte) 0xff,
                (byte) 0xff,
                (byte) 0xff,
                (byte) 0xff,
                (byte) 0xff,
                (byte) 0xff,
                0x01
            },
            {0x0a, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f}
        }) {
            TraceStorage s =
                    TraceBuilder.read(join(example().bytes(), claim, example().bytes()));
            assertEquals("a ", names(s), Arrays.toString(claim));
            assertEquals(1, TraceBuilder.stat(s, "tokenizer_skipped_packets"));
        }
    }

    @Test
    void skipsABundleThatIsADecompressionBomb() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 70; i++) {
                deflater.write(zeros);
            }
        }
        Trace bomb = Trace.newBuilder()
                .addPacket(TracePacket.newBuilder().setCompressedPackets(ByteString.copyFrom(packed.toByteArray())))
                .build();
        TraceStorage s = TraceBuilder.read(join(bomb.toByteArray(), example().bytes()));
        assertEquals("a ", names(s));
        assertEquals(1, TraceBuilder.stat(s, "tokenizer_skipped_packets"));
    }

    @Test
    void keepsAnEventWhoseNameWasNeverDefined() {
        TraceStorage s = TraceBuilder.read(example().event(110, INSTANT, 77).bytes());
        assertEquals(2, s.table("__intrinsic_slice").rowCount());
        assertTrue(names(s).startsWith("a "), names(s));
    }

    @Test
    void acceptsTimesThatGoBackwards() {
        TraceBuilder b = example();
        b.packet(0)
                .setClockSnapshot(ClockSnapshot.newBuilder()
                        .addClocks(
                                ClockSnapshot.Clock.newBuilder().setClockId(6).setTimestamp(1000))
                        .addClocks(
                                ClockSnapshot.Clock.newBuilder().setClockId(3).setTimestamp(900)));
        b.packet(0)
                .setClockSnapshot(ClockSnapshot.newBuilder()
                        .addClocks(
                                ClockSnapshot.Clock.newBuilder().setClockId(6).setTimestamp(500))
                        .addClocks(
                                ClockSnapshot.Clock.newBuilder().setClockId(3).setTimestamp(100)));
        b.event(90, INSTANT, 2).event(-5, INSTANT, 2).event(Long.MAX_VALUE, INSTANT, 2);
        TraceStorage s = TraceBuilder.read(b.bytes());
        assertTrue(names(s).startsWith("b a "), names(s));
        assertEquals(1, TraceBuilder.stat(s, "invalid_clock_snapshots"));
        assertEquals(1, TraceBuilder.stat(s, "track_event_invalid_timestamp"));
    }

    @Test
    void limitsTheNumberOfMachines() {
        TraceBuilder b = example();
        for (int i = 1; i < 200; i++) {
            b.packet(100 + i)
                    .setMachineId(i)
                    .setTrackEvent(TrackEvent.newBuilder().setType(INSTANT).setName("m" + i));
        }
        TraceStorage s = TraceBuilder.read(b.bytes());
        assertTrue(s.table("__intrinsic_machine").rowCount() <= 64);
        assertTrue(TraceBuilder.stat(s, "too_many_machines") > 100);
    }

    @Test
    void recognizesSymbolFiles() {
        byte[] symbols = Trace.newBuilder()
                .addPacket(TracePacket.newBuilder()
                        .setModuleSymbols(traceglass.protos.profiling.ModuleSymbols.newBuilder()
                                .setPath("/lib")))
                .build()
                .toByteArray();
        assertTrue(new SymbolsImporter().sniff(symbols));
        for (byte[] other : new byte[][] {example().bytes(), {}, {0x0a}, Arrays.copyOf(symbols, 2)}) {
            assertEquals(false, new SymbolsImporter().sniff(other));
        }
    }
}
