package traceglass.convert.size;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.protos.trace.Trace;

class TraceSizeTest {

    @TempDir
    Path dir;

    private Path file;

    private TraceSize sizes() throws Exception {
        Trace.Builder trace = Trace.newBuilder();
        for (int i = 0; i < 10; i++) {
            trace.addPacketBuilder()
                    .setTimestamp(1)
                    .setTrustedPacketSequenceId(i < 7 ? 3 : 4)
                    .getTrackEventBuilder()
                    .setName("x".repeat(i * 20));
        }
        trace.addPacketBuilder().getTraceConfigBuilder().setDurationMs(5);
        file = Files.write(dir.resolve("trace.pftrace"), trace.build().toByteArray());
        return TraceSize.read(file, new ImportProgress());
    }

    @Test
    void sizesAddUpToTheFile() throws Exception {
        TraceSize sizes = sizes();
        FieldSize packets = sizes.packets();
        assertEquals(Files.size(file), packets.total());
        assertEquals(11, packets.count());
        assertEquals(
                List.of("track_event", "timestamp", "trusted_packet_sequence_id", "trace_config"),
                packets.fields().stream().map(FieldSize::name).toList());
        FieldSize name = packets.fields().getFirst().fields().getFirst();
        assertEquals("name", name.name());
        assertEquals("string", name.type());
        assertEquals(10, name.count());
        assertEquals(3, name.min());
        assertEquals(184, name.max());
        assertEquals(83, name.median());
        assertEquals(10 * 3 + 900 + 3, name.total());
        assertEquals(
                packets.total(),
                packets.self()
                        + packets.fields().stream().mapToLong(FieldSize::total).sum());
    }

    @Test
    void listsPacketsAndBytesOfEachSequence() throws Exception {
        TraceSize sizes = sizes();
        assertEquals(
                List.of(4L, 3L, 0L),
                sizes.sequences().stream().map(TraceSize.Sequence::id).toList());
        assertEquals(3, sizes.sequences().getFirst().packets());
        assertEquals("track_event", sizes.sequences().getFirst().content());
        assertEquals(
                Files.size(file),
                sizes.sequences().stream().mapToLong(TraceSize.Sequence::bytes).sum());
    }

    @Test
    void theProfileHasTheSameTotal() throws Exception {
        TraceSize sizes = sizes();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SizeProfile.write(sizes, out);
        Profile profile;
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(out.toByteArray()))) {
            profile = Profile.parseFrom(in);
        }
        assertEquals("", profile.getStringTable(0));
        assertEquals(
                Files.size(file),
                profile.getSampleList().stream().mapToLong(s -> s.getValue(1)).sum());
        assertTrue(profile.getStringTableList().contains("track_event (TrackEvent)"));
    }

    @Test
    void otherFormatsAreReportedByName() throws Exception {
        Path json = Files.writeString(dir.resolve("a.json"), "{\"traceEvents\":[]}");
        ConvertProblem e = assertThrows(ConvertProblem.class, () -> TraceSize.read(json, new ImportProgress()));
        assertEquals(json + " is not a Perfetto trace; its format is Chrome JSON trace", e.getMessage());
        Path missing = dir.resolve("missing");
        assertEquals(
                missing + " does not exist",
                assertThrows(ConvertProblem.class, () -> TraceSize.read(missing, new ImportProgress()))
                        .getMessage());
    }
}
