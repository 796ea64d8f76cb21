package traceglass.ingest.open;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class GrowingTraceReaderTest {

    @TempDir
    private Path folder;

    private final TraceStorage storage = new TraceStorage();
    private final Table slices = storage.table("__intrinsic_slice");

    private static TracePacket.Builder packet(long ts) {
        return TracePacket.newBuilder().setTimestamp(ts).setTrustedPacketSequenceId(1);
    }

    private static byte[] bytes(TracePacket.Builder... packets) {
        Trace.Builder trace = Trace.newBuilder();
        for (TracePacket.Builder p : packets) {
            trace.addPacket(p);
        }
        return trace.build().toByteArray();
    }

    private static TracePacket.Builder track() {
        return packet(1)
                .setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
                .setTrackDescriptor(TrackDescriptor.newBuilder().setUuid(7).setName("track"));
    }

    private static TracePacket.Builder end(long ts) {
        return packet(ts)
                .setTrackEvent(TrackEvent.newBuilder()
                        .setType(TrackEvent.Type.TYPE_SLICE_END)
                        .setTrackUuid(7));
    }

    private static TracePacket.Builder event(long ts, TrackEvent.Type type, String name) {
        return packet(ts)
                .setTrackEvent(
                        TrackEvent.newBuilder().setType(type).setTrackUuid(7).setName(name));
    }

    private Path file(byte[] first) throws IOException {
        return Files.write(folder.resolve("recording.pftrace"), first);
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (int row = 0; row < slices.rowCount(); row++) {
            names.add(storage.strings().get(slices.strings("name").get(row)) + " "
                    + slices.longs("dur").get(row));
        }
        return names;
    }

    @Test
    void readsAppendedDataAndEmitsItInTimeOrder() throws Exception {
        Path file = file(new byte[0]);
        try (GrowingTraceReader reader = GrowingTraceReader.open(file, storage, new ImportProgress())) {
            assertFalse(reader.readTo(0));
            byte[] first = bytes(
                    track(),
                    event(200, TrackEvent.Type.TYPE_SLICE_BEGIN, "b"),
                    event(100, TrackEvent.Type.TYPE_SLICE_BEGIN, "a"));
            Files.write(file, first, StandardOpenOption.APPEND);
            assertTrue(reader.readTo(first.length));
            assertEquals(200, reader.latestTs());
            reader.emitUntil(150);
            assertEquals(List.of("a -1"), names());
            // The data may end anywhere within a packet.
            byte[] second = bytes(end(300), end(400));
            Files.write(file, second, StandardOpenOption.APPEND);
            for (int length = first.length; length <= first.length + second.length; length++) {
                reader.readTo(length);
            }
            reader.emitUntil(reader.latestTs());
            assertEquals(List.of("a 300", "b 100"), names());
            assertFalse(reader.readTo(first.length + second.length));
        }
    }

    @Test
    void doesNotReadBytesThatMayStillChange() throws Exception {
        byte[] start = bytes(track());
        Path file = file(start);
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xff}, StandardOpenOption.APPEND);
        try (GrowingTraceReader reader = GrowingTraceReader.open(file, storage, new ImportProgress())) {
            assertTrue(reader.readTo(start.length));
            assertFalse(reader.readTo(start.length));
        }
    }

    @Test
    void reportsAnotherFormatAndDamage() throws Exception {
        Path json = file("[{\"ph\": \"X\"}]".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        try (GrowingTraceReader reader = GrowingTraceReader.open(json, storage, new ImportProgress())) {
            assertThrows(TraceProblem.class, () -> reader.readTo(5));
        }
        byte[] start = bytes(track());
        Path damaged = file(start);
        byte[] garbage = new byte[40];
        java.util.Arrays.fill(garbage, (byte) 0xff);
        Files.write(damaged, garbage, StandardOpenOption.APPEND);
        try (GrowingTraceReader reader = GrowingTraceReader.open(damaged, storage, new ImportProgress())) {
            reader.readTo(start.length);
            assertThrows(TraceProblem.class, () -> reader.readTo(start.length + 40));
        }
    }

    @Test
    void stopsWhenCanceled() throws Exception {
        byte[] start = bytes(track());
        ImportProgress progress = new ImportProgress();
        try (GrowingTraceReader reader = GrowingTraceReader.open(file(start), storage, progress)) {
            progress.cancel();
            assertThrows(ImportCanceled.class, () -> reader.readTo(start.length));
        }
    }
}
