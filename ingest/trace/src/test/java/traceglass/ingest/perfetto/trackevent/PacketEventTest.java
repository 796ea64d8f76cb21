package traceglass.ingest.perfetto.trackevent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketPrefetcher;
import traceglass.ingest.perfetto.packet.ResolvedDeltas;
import traceglass.ingest.perfetto.packet.TrackEventBatch;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;
import traceglass.store.testing.SharedData;

/// Tests that the event of a packet equals the event that the parser reads later, for valid and damaged events.
class PacketEventTest {

    private final Packet packet = new Packet();
    private final TrackEventFields all = new TrackEventFields();

    private static List<Long> list(int size, IntToLongFunction values) {
        return IntStream.range(0, size).mapToObj(values::applyAsLong).toList();
    }

    private static List<Long> list(TrackEventFields.Longs longs) {
        List<Long> list = new ArrayList<>();
        for (int i = 0; i < longs.size; i++) {
            list.add(longs.values[i]);
        }
        return list;
    }

    private void check(byte[] bytes, int from, int size) {
        byte[] whole = new byte[size + 7];
        whole[0] = (byte) (TracePacket.TRACK_EVENT_FIELD_NUMBER << 3 | ProtoCursor.BYTES);
        int n = varint(whole, 1, size);
        System.arraycopy(bytes, from, whole, n, size);
        assertTrue(packet.read(whole, 0, n + size, 0));
        assertTrue(packet.selectField(TracePacket.TRACK_EVENT_FIELD_NUMBER));
        all.read(bytes, from, size);
        assertEquals(describe(all), describe(packet.event(), packet.eventPhase()));
    }

    private static String describe(TrackEventDecoder e, int phase) {
        return e.type() + " " + phase + (e.hasTrackUuid() ? " track " + e.trackUuid() : "")
                + (e.hasTimestampDeltaUs() ? " delta " + e.timestampDeltaUs() : "")
                + " at " + e.timestampAbsoluteUs()
                + (e.hasThreadTimeDeltaUs() ? " thread delta " + e.threadTimeDeltaUs() : "")
                + (e.hasThreadTimeAbsoluteUs() ? " thread " + e.threadTimeAbsoluteUs() : "")
                + (e.hasThreadInstructionCountDelta() ? " instructions delta " + e.threadInstructionCountDelta() : "")
                + (e.hasThreadInstructionCountAbsolute() ? " instructions " + e.threadInstructionCountAbsolute() : "")
                + (e.hasCounterValue()
                        ? " value " + (double) e.counterValue()
                        : e.hasDoubleCounterValue() ? " value " + e.doubleCounterValue() : "")
                + " plain " + !ResolvedDeltas.areNeededFor(e)
                + list(e.extraCounterValuesCount(), e::extraCounterValues)
                + list(e.extraCounterTrackUuidsCount(), e::extraCounterTrackUuids)
                + list(
                        e.extraDoubleCounterValuesCount(),
                        i -> Double.doubleToRawLongBits(e.extraDoubleCounterValues(i)))
                + list(e.extraDoubleCounterTrackUuidsCount(), e::extraDoubleCounterTrackUuids);
    }

    private static String describe(TrackEventFields e) {
        boolean plain = !e.hasThreadDeltaUs
                && !e.hasThreadAbsoluteUs
                && !e.hasInstructionsDelta
                && !e.hasInstructionsAbsolute
                && e.type != TrackEvent.Type.TYPE_COUNTER_VALUE
                && e.type != TrackEvent.Type.TYPE_STATE_VALUE
                && e.extraValues.size == 0
                && e.extraDoubles.size == 0;
        return e.type + " " + e.phase + (e.hasTrackUuid ? " track " + e.trackUuid : "")
                + (e.hasDeltaUs ? " delta " + e.deltaUs : "")
                + " at " + e.absoluteUs + (e.hasThreadDeltaUs ? " thread delta " + e.threadDeltaUs : "")
                + (e.hasThreadAbsoluteUs ? " thread " + e.threadAbsoluteUs : "")
                + (e.hasInstructionsDelta ? " instructions delta " + e.instructionsDelta : "")
                + (e.hasInstructionsAbsolute ? " instructions " + e.instructionsAbsolute : "")
                + (e.hasCounterValue
                        ? " value " + (double) e.counterValue
                        : e.hasDoubleCounterValue ? " value " + e.doubleCounterValue : "")
                + " plain " + plain + list(e.extraValues) + list(e.extraUuids) + list(e.extraDoubles)
                + list(e.extraDoubleUuids);
    }

    /// Returns the track events of a trace, up to some thousands.
    private static List<byte[]> events(String name) throws IOException {
        List<byte[]> events = new ArrayList<>();
        InputStream file = Files.newInputStream(SharedData.file("traces/perfetto/" + name));
        InputStream in = name.endsWith(".gz") ? new GZIPInputStream(file) : file;
        Packet again = new Packet();
        try (TraceInput input = new TraceInput(name, in, new ImportProgress())) {
            PacketPrefetcher.readAll(input, () -> new PacketPrefetcher.Sink() {
                @Override
                public void packet(Packet packet) {
                    if (events.size() < 40_000 && packet.selectField(TracePacket.TRACK_EVENT_FIELD_NUMBER)) {
                        events.add(packet.fieldBytes());
                    }
                }

                @Override
                public void event(TrackEventBatch plain, int i) {
                    packet(plain.read(i, again));
                }

                @Override
                public void damaged(long position) {}
            });
        } catch (traceglass.ingest.TraceProblem e) {
            throw new IOException(e);
        }
        assertTrue(events.size() > 500, name);
        return events;
    }

    @Test
    void matchesTheParserForAllEventsOfRealTraces() throws IOException {
        for (String name : List.of(
                "chromium-startup-pageload_8s.pftrace.gz",
                "android-pixel4xl-chrome-page-loads.pftrace",
                "sdk-rust-tokio.pftrace")) {
            for (byte[] event : events(name)) {
                check(event, 0, event.length);
            }
        }
    }

    @Test
    void readsTheValidStartOfDamagedEvents() throws IOException {
        Random random = new Random(7);
        List<byte[]> events = events("chromium-startup-pageload_8s.pftrace.gz");
        for (int i = 0; i < 20_000; i++) {
            byte[] event = events.get(random.nextInt(events.size())).clone();
            for (int k = random.nextInt(4); k >= 0 && event.length > 0; k--) {
                event[random.nextInt(event.length)] = (byte) random.nextInt(256);
            }
            int cut = random.nextInt(event.length + 1);
            check(event, 0, cut);
            check(event, cut, event.length - cut);
        }
    }

    @Test
    void fieldsInAnyEncodingMatchTheParser() {
        Random random = new Random(8);
        int[] fields = {1, 2, 6, 8, 9, 10, 11, 12, 16, 17, 20, 30, 31, 44, 45, 46, 64 + 9, 75, 1031, 3000};
        for (int i = 0; i < 20_000; i++) {
            byte[] event = new byte[200];
            int n = 0;
            for (int k = random.nextInt(6); k >= 0; k--) {
                int wire = new int[] {0, 0, 1, 2, 2, 5, 3}[random.nextInt(7)];
                n = varint(event, n, (long) fields[random.nextInt(fields.length)] << 3 | wire);
                if (wire == 0) {
                    n = varint(event, n, random.nextLong() >>> random.nextInt(64));
                } else {
                    int size = wire == 1 ? 8 : wire == 5 ? 4 : random.nextInt(12);
                    n = wire == 2 ? varint(event, n, size) : n;
                    for (int b = 0; b < size; b++) {
                        event[n++] = (byte) random.nextInt();
                    }
                }
            }
            check(event, 0, n);
        }
    }

    private static int varint(byte[] to, int at, long value) {
        int n = at;
        long v = value;
        for (; (v & ~0x7fL) != 0; v >>>= 7) {
            to[n++] = (byte) (v & 0x7f | 0x80);
        }
        to[n++] = (byte) v;
        return n;
    }
}
