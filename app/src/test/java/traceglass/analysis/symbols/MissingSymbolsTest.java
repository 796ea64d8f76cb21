package traceglass.analysis.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.flame.scope.FlameScopes;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.samples.CodeCosts;
import traceglass.analysis.samples.SampleSource;
import traceglass.app.testing.SampledTraces;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.profiling.DeobfuscationMapping;
import traceglass.protos.profiling.ModuleSymbols;
import traceglass.protos.trace.Trace;
import traceglass.store.TraceStore;
import traceglass.store.cache.AddedPackets;
import traceglass.store.database.StoreOptions;

class MissingSymbolsTest {

    @TempDir
    Path dir;

    private Path file;

    @BeforeEach
    void writeTrace() throws Exception {
        file = Files.write(
                dir.resolve("sampled.pftrace"),
                SampledTraces.withoutNames(dir.getFileName().toString()));
    }

    private StoreOptions cached() {
        return StoreOptions.cachedIn(dir.resolve("cache"));
    }

    private static byte[] packets() {
        Trace.Builder added = Trace.newBuilder();
        ModuleSymbols.Builder module = added.addPacketBuilder()
                .getModuleSymbolsBuilder()
                .setPath(SampledTraces.LIBRARY)
                .setBuildIdBytes(ByteString.copyFrom(HexFormat.of().parseHex(SampledTraces.BUILD_ID)));
        addName(module, 0x2B3, "main", 16);
        addName(module, 0x296, "sum_of_squares", 9);
        addName(module, 0x279, "square", 3);
        DeobfuscationMapping.Builder mapping =
                added.addPacketBuilder().getDeobfuscationMappingBuilder().setPackageName("org.example.app");
        mapping.addObfuscatedClassesBuilder()
                .setObfuscatedName("a")
                .setDeobfuscatedName("org.example.Main")
                .addObfuscatedMethodsBuilder()
                .setObfuscatedName("b")
                .setDeobfuscatedName("run");
        return added.build().toByteArray();
    }

    private static void addName(ModuleSymbols.Builder module, long address, String function, int line) {
        module.addAddressSymbolsBuilder()
                .setAddress(address)
                .addLinesBuilder()
                .setFunctionName(function)
                .setSourceFileName("/src/sample.c")
                .setLineNumber(line);
    }

    private static List<String> names(TraceStore store) throws Exception {
        return TraceQueries.query(
                store,
                q -> q.all(
                        "SELECT coalesce(f.deobfuscated_name, s.name, nullif(f.name, ''), '?')"
                                + " FROM stack_profile_frame AS f LEFT JOIN stack_profile_symbol AS s USING"
                                + " (symbol_set_id) ORDER BY f.id",
                        row -> row.getString(1)));
    }

    private TraceOpener.Opened open(StoreOptions options) throws Exception {
        return TraceOpener.open(file, options, new ImportProgress());
    }

    private static MissingModule module(String path, int unnamed) {
        return new MissingModule(path, "", 0, 0, List.of(16L, 32L), unnamed, unnamed);
    }

    @Test
    void namedFramesWithoutSourceLinesAreNotUnnamed() {
        MissingSymbols missing = new MissingSymbols(
                List.of(module("/lib/one.so", 2), module("/lib/lines.so", 0), module("/lib/two.so", 1)), 3);
        assertEquals(
                List.of("one.so", "two.so"),
                missing.unnamed().stream().map(MissingModule::name).toList());
    }

    @Test
    void listsModulesWithTheirAddressesAndSamples() throws Exception {
        try (TraceStore store = open(StoreOptions.uncached()).store()) {
            MissingSymbols symbols = TraceQueries.query(store, MissingSymbols::read);
            assertEquals(
                    List.of(new MissingModule(
                            SampledTraces.LIBRARY,
                            SampledTraces.BUILD_ID,
                            0,
                            0x7000_0000L,
                            List.of(0x279L, 0x296L, 0x2B3L),
                            3,
                            5)),
                    symbols.modules());
            assertEquals(5, symbols.samples());
            JavaNames javaNames = TraceQueries.query(store, JavaNames::read);
            assertEquals(Set.of("org.example.app"), javaNames.packages());
            assertEquals(Set.of("a"), javaNames.classes());
        }
    }

    @Test
    void addedPacketsAreReadWheneverTheTraceIsOpened() throws Exception {
        try (TraceStore store = open(cached()).store()) {
            assertEquals(List.of("?", "?", "?", "a.b"), names(store));
        }
        AddedPackets.write(file, packets(), cached());
        List<String> named = List.of("main", "sum_of_squares", "square", "org.example.Main.run");
        TraceOpener.Opened first = open(cached());
        try (TraceStore store = first.store()) {
            assertFalse(first.report().isFromCache());
            assertEquals(named, names(store));
            assertEquals(
                    List.of(), TraceQueries.query(store, MissingSymbols::read).unnamed());
        }
        TraceOpener.Opened second = open(cached());
        try (TraceStore store = second.store()) {
            assertTrue(second.report().isFromCache());
            assertEquals(named, names(store));
        }
        // Without the added packets, the database of the first opening is used.
        Files.delete(AddedPackets.fileOf(file, cached()));
        TraceOpener.Opened third = open(cached());
        try (TraceStore store = third.store()) {
            assertTrue(third.report().isFromCache());
            assertEquals("?", names(store).getFirst());
        }
    }

    @Test
    void packetsAreFoundForACopyOfTheTrace() throws Exception {
        AddedPackets.write(file, packets(), cached());
        Path copy = Files.copy(file, dir.resolve("copy.pftrace"));
        assertEquals(AddedPackets.find(file, cached()), AddedPackets.find(copy, cached()));
        Path unrelated = Files.write(dir.resolve("other.pftrace"), new byte[] {1});
        assertEquals(Optional.empty(), AddedPackets.find(unrelated, cached()));
    }

    @Test
    void packetsAreReadWithoutACache() throws Exception {
        StoreOptions options = StoreOptions.uncached().withTempDir(Files.createDirectory(dir.resolve("temp")));
        AddedPackets.write(file, packets(), options);
        try (TraceStore store = open(options).store()) {
            assertEquals("main", names(store).getFirst());
        }
    }

    @Test
    void damagedPacketsDoNotPreventOpening() throws Exception {
        AddedPackets.write(file, "no packets".getBytes(), cached());
        try (TraceStore store = open(cached()).store()) {
            assertEquals(List.of("?", "?", "?", "a.b"), names(store));
        }
    }

    @Test
    void addsUpCostsByLineAndAddress() throws Exception {
        try (TraceStore store = open(StoreOptions.uncached()
                        .withAdded(Files.write(dir.resolve("added.pftrace"), packets())))
                .store()) {
            SampleSource perf = SampleSource.ALL.getLast();
            CodeCosts costs = TraceQueries.query(store, q -> read(q, perf, store));
            assertEquals("/src/sample.c", costs.file());
            assertEquals(9, costs.firstLine());
            assertEquals(
                    "{3=Cost[self=3, total=3], 9=Cost[self=2, total=5], 16=Cost[self=0, total=5]}",
                    costs.lines().toString());
            assertEquals("{662=Cost[self=2, total=5]}", costs.addresses().toString());
            assertEquals(SampledTraces.LIBRARY, costs.binary());
            assertEquals(SampledTraces.BUILD_ID, costs.buildId());
        }
    }

    private static CodeCosts read(TraceQueries q, SampleSource perf, TraceStore store)
            throws traceglass.sql.result.QueryException {
        try {
            return CodeCosts.read(q, perf, FlameScopes.ofTrace(store.bounds()), "sum_of_squares", "libsample.so");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
