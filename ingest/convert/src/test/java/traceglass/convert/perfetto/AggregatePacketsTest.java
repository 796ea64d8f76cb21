package traceglass.convert.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.ingest.ImportProgress;
import traceglass.protos.foreign.pprof.Function;
import traceglass.protos.foreign.pprof.Label;
import traceglass.protos.foreign.pprof.Line;
import traceglass.protos.foreign.pprof.Location;
import traceglass.protos.foreign.pprof.Mapping;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.protos.foreign.pprof.Sample;
import traceglass.protos.foreign.pprof.ValueType;
import traceglass.store.TraceStore;

class AggregatePacketsTest {

    private static final List<String> STRINGS = List.of(
            "",
            "samples",
            "count",
            "cpu",
            "nanoseconds",
            "main",
            "outer",
            "inner",
            "main.go",
            "work.go",
            "/bin/app",
            "0a0b",
            "tenant",
            "blue");

    @TempDir
    Path dir;

    private Path original;

    /// A profile with two kinds of values, of which a function is inlined into another.
    @BeforeEach
    void writeProfiles() throws Exception {
        Profile.Builder profile = Profile.newBuilder()
                .addAllStringTable(STRINGS)
                .addSampleType(ValueType.newBuilder().setType(1).setUnit(2))
                .addSampleType(ValueType.newBuilder().setType(3).setUnit(4))
                .addMapping(Mapping.newBuilder()
                        .setId(1)
                        .setMemoryLimit(4096)
                        .setFilename(10)
                        .setBuildId(11))
                .addFunction(Function.newBuilder().setId(1).setName(5).setFilename(8))
                .addFunction(Function.newBuilder().setId(2).setName(6).setFilename(9))
                .addFunction(Function.newBuilder().setId(3).setName(7).setFilename(9))
                .addLocation(Location.newBuilder()
                        .setId(1)
                        .setMappingId(1)
                        .setAddress(100)
                        .addLine(Line.newBuilder().setFunctionId(1).setLine(12)))
                .addLocation(Location.newBuilder()
                        .setId(2)
                        .setMappingId(1)
                        .setAddress(200)
                        .addLine(Line.newBuilder().setFunctionId(3).setLine(31))
                        .addLine(Line.newBuilder().setFunctionId(2).setLine(30)))
                .addSample(Sample.newBuilder()
                        .addLocationId(2)
                        .addLocationId(1)
                        .addValue(3)
                        .addValue(30_000))
                .addSample(Sample.newBuilder()
                        .addLocationId(1)
                        .addValue(1)
                        .addValue(0)
                        .addLabel(Label.newBuilder().setKey(12).setStr(13)));
        original = Files.write(dir.resolve("original.pprof"), profile.build().toByteArray());
    }

    private List<String> convert(Path target) throws Exception {
        List<String> notes = new ArrayList<>();
        try (TraceStore store = PerfettoRoundTripTest.open(original);
                OutputStream out = Files.newOutputStream(target)) {
            Conversion.Request request =
                    new Conversion.Request(original, () -> new TraceRows(store), Conversion.Options.DEFAULT);
            new PerfettoConversion().convert(request, out, new ImportProgress(), notes::add);
        }
        return notes;
    }

    @Test
    void aProfileWithoutTimesBecomesSamplesWithItsValues() throws Exception {
        Path converted = dir.resolve("converted.pftrace");
        List<String> notes = convert(converted);
        try (TraceStore store = PerfettoRoundTripTest.open(converted)) {
            assertEquals(
                    List.of(
                            "0|profile|inner|cpu|nanoseconds|30000.0",
                            "0|profile|inner|samples|count|3.0",
                            "0|profile|main|cpu|nanoseconds|0.0",
                            "0|profile|main|samples|count|1.0"),
                    PerfettoRoundTripTest.rows(store, """
                        SELECT p.ts, p.source, f.name, k.name, k.unit, w.weight
                        FROM __intrinsic_profiler_sample AS p
                        JOIN stack_profile_callsite AS s ON s.id = p.callsite_id
                        JOIN stack_profile_frame AS f ON f.id = s.frame_id
                        JOIN _sample_weight AS w USING (counter_set_id)
                        JOIN stack_sample_counter_track AS k ON k.id = w.track_id ORDER BY ALL\
                        """));
        }
        assertEquals(List.of("labels of samples without a time: 2"), notes);
    }

    @Test
    void framesKeepSourceLinesAndInlinedFunctions() throws Exception {
        String functions = """
            SELECT f.name, m.name, m.build_id, f.rel_pc, s.name, s.source_file, s.line_number
            FROM stack_profile_frame AS f JOIN stack_profile_mapping AS m ON m.id = f.mapping
            JOIN stack_profile_symbol AS s USING (symbol_set_id) ORDER BY f.rel_pc, s.id\
            """;
        Path converted = dir.resolve("converted.pftrace");
        convert(converted);
        List<String> expected = List.of(
                "main|/bin/app|0a0b|100|main|main.go|12",
                "inner|/bin/app|0a0b|200|inner|work.go|31",
                "inner|/bin/app|0a0b|200|outer|work.go|30");
        for (Path file : List.of(original, converted)) {
            try (TraceStore store = PerfettoRoundTripTest.open(file)) {
                assertEquals(expected, PerfettoRoundTripTest.rows(store, functions), file.toString());
            }
        }
    }
}
