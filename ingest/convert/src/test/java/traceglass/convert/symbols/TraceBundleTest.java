package traceglass.convert.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

class TraceBundleTest {

    @TempDir
    Path dir;

    /// Writes a trace with one sample in `square`, called by `main`, without function names.
    private Path trace() throws Exception {
        Trace.Builder trace = Trace.newBuilder();
        TracePacket.Builder start = trace.addPacketBuilder()
                .setTrustedPacketSequenceId(3)
                .setTimestamp(77)
                .setSequenceFlags(1);
        InternedData.Builder data = start.getInternedDataBuilder();
        data.addFunctionNamesBuilder().setIid(1).setStr(ByteString.EMPTY);
        data.addMappingPathsBuilder().setIid(1).setStr(ByteString.copyFromUtf8("bin"));
        data.addMappingPathsBuilder().setIid(2).setStr(ByteString.copyFromUtf8("sample"));
        data.addBuildIdsBuilder()
                .setIid(1)
                .setStr(ByteString.copyFrom(HexFormat.of().parseHex(SampleBinaries.BUILD_ID)));
        data.addMappingsBuilder()
                .setIid(1)
                .setBuildId(1)
                .setEnd(0x1000)
                .addPathStringIds(1)
                .addPathStringIds(2);
        data.addFramesBuilder().setIid(1).setFunctionNameId(1).setMappingId(1).setRelPc(SampleBinaries.MAIN);
        data.addFramesBuilder().setIid(2).setFunctionNameId(1).setMappingId(1).setRelPc(SampleBinaries.SQUARE);
        data.addCallstacksBuilder().setIid(1).addFrameIds(1).addFrameIds(2);
        trace.addPacketBuilder()
                .setTrustedPacketSequenceId(3)
                .setTimestamp(100)
                .setSequenceFlags(2)
                .getPerfSampleBuilder()
                .setPid(4)
                .setTid(4)
                .setCallstackIid(1);
        return Files.write(dir.resolve("trace"), trace.build().toByteArray());
    }

    private Trace symbols() throws Exception {
        Files.copy(SampleBinaries.path("dwarf5.elf"), dir.resolve("sample.elf"));
        return Symbolization.run(
                        List.of(new UnsymbolizedModule(
                                "/bin/sample",
                                SampleBinaries.BUILD_ID,
                                0,
                                0,
                                List.of(SampleBinaries.MAIN, SampleBinaries.SQUARE))),
                        new Symbolization.Sources(
                                SymbolFolders.scan(List.of(dir), () -> false),
                                null,
                                null,
                                null,
                                UnaryOperator.identity()),
                        () -> false)
                .packets();
    }

    private static List<String> names(Path file) throws Exception {
        List<String> names = new ArrayList<>();
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            new TraceRows(store)
                    .query(
                            "SELECT coalesce(s.name, '?') || coalesce(' ' || s.source_file || ':' || s.line_number, '')"
                                    + " FROM stack_profile_frame f LEFT JOIN stack_profile_symbol s"
                                    + " USING (symbol_set_id) ORDER BY f.rel_pc",
                            cursor -> {
                                while (cursor.next()) {
                                    names.add(cursor.getString(0));
                                }
                            });
        }
        return names;
    }

    @Test
    void opensWithTheNamesOfABinary() throws Exception {
        Path trace = trace();
        assertEquals(List.of("?", "?"), names(trace));
        Path bundle = dir.resolve("bundle.tar");
        try (OutputStream out = Files.newOutputStream(bundle)) {
            TraceBundle.write(trace, symbols(), Trace.getDefaultInstance(), out);
        }
        assertEquals(List.of("square /src/sample.c:3", "main /src/sample.c:16"), names(bundle));
    }

    @Test
    void aFolderIsRefused() {
        ConvertProblem problem = assertThrows(
                ConvertProblem.class,
                () -> TraceBundle.write(
                        dir, Trace.getDefaultInstance(), Trace.getDefaultInstance(), OutputStream.nullOutputStream()));
        assertEquals(dir + " is a folder; only a trace in a single file can be bundled", problem.getMessage());
    }
}
