package traceglass.app.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.symbols.JavaNames;
import traceglass.app.testing.SampledTraces;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.profiling.DeobfuscationMapping;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.TraceStore;
import traceglass.store.cache.AddedPackets;
import traceglass.store.database.StoreOptions;

class SymbolRunTest {

    @TempDir
    Path dir;

    private Path trace;
    private StoreOptions options;
    private SymbolRun.UnresolvedNames unresolved;

    @BeforeEach
    void open() throws Exception {
        trace = Files.write(
                dir.resolve("sampled.pftrace"),
                SampledTraces.withoutNames(dir.getFileName().toString()));
        options = StoreOptions.cachedIn(dir.resolve("cache"));
        try (TraceStore store =
                TraceOpener.open(trace, options, new ImportProgress()).store()) {
            unresolved = TraceQueries.query(store, SymbolRun.UnresolvedNames::read);
        }
    }

    private SymbolChoices choices() throws Exception {
        Path folder = Files.createDirectories(dir.resolve("binaries"));
        Files.writeString(folder.resolve("libsample.so.sym"), """
            MODULE Linux x86_64 44332211665588779900AABBCCDDEEFF0 libsample.so
            FUNC 279 6 0 _ZN3foo3barEi
            """);
        return SymbolChoices.NONE.withFolders(List.of(folder));
    }

    private SymbolChoices.MappingFile mapping(String name, String type) throws Exception {
        return new SymbolChoices.MappingFile(
                "", Files.writeString(dir.resolve(name), type + " -> a:\n    int x -> y\n"));
    }

    private List<TracePacket> storedPackets() throws Exception {
        return Trace.parseFrom(Files.readAllBytes(AddedPackets.fileOf(trace, options)))
                .getPacketList();
    }

    @Test
    void storesTheFoundSymbols() throws Exception {
        List<String> steps = new ArrayList<>();
        SymbolRun.Report report = SymbolRun.run(
                trace, options, unresolved, choices(), (step, done, total) -> steps.add(step), () -> false);
        assertTrue(report.isChanged());
        assertEquals(1, report.named());
        assertEquals(Set.of(SampledTraces.LIBRARY), report.problems().keySet());
        assertEquals(List.of("searching the folders", "libsample.so", "saving"), steps);
        assertEquals(1, storedPackets().getFirst().getModuleSymbols().getAddressSymbolsCount());
    }

    @Test
    void aFurtherRunAddsAndReplacesTheMappingOfAPackage() throws Exception {
        SymbolRun.run(
                trace,
                options,
                unresolved,
                SymbolChoices.NONE.withMappings(List.of(mapping("old.txt", "org.example.Old"))),
                (step, done, total) -> {},
                () -> false);
        SymbolRun.run(
                trace,
                options,
                unresolved,
                choices().withMappings(List.of(mapping("new.txt", "org.example.New"))),
                (step, done, total) -> {},
                () -> false);
        assertEquals(2, storedPackets().size());
        assertTrue(storedPackets().getFirst().hasModuleSymbols());
        assertEquals(
                "org.example.New",
                storedPackets()
                        .getLast()
                        .getDeobfuscationMapping()
                        .getObfuscatedClasses(0)
                        .getDeobfuscatedName());
    }

    @Test
    void writesNothingWhenCanceled() throws Exception {
        SymbolRun.Report report =
                SymbolRun.run(trace, options, unresolved, choices(), (step, done, total) -> {}, () -> true);
        assertFalse(report.isChanged());
        assertFalse(Files.exists(AddedPackets.fileOf(trace, options)));
    }

    @Test
    void aMappingWithoutAPackageAppliesToAllPackagesOfTheTrace() {
        DeobfuscationMapping.Builder mapping = DeobfuscationMapping.newBuilder();
        mapping.addObfuscatedClassesBuilder().setObfuscatedName("a").setDeobfuscatedName("org.example.A");
        mapping.addObfuscatedClassesBuilder().setObfuscatedName("b").setDeobfuscatedName("org.example.B");
        List<DeobfuscationMapping> mappings =
                SymbolSearch.limitToTrace(mapping.build(), new JavaNames(Set.of("org.y", "org.x"), Set.of("b")));
        assertEquals(
                List.of("org.x", "org.y"),
                mappings.stream().map(DeobfuscationMapping::getPackageName).toList());
        assertEquals(1, mappings.getFirst().getObfuscatedClassesCount());
        assertEquals(
                List.of(), SymbolSearch.limitToTrace(mapping.build(), new JavaNames(Set.of("org.x"), Set.of("c"))));
        DeobfuscationMapping named = mapping.setPackageName("org.z").build();
        assertEquals(List.of(named), SymbolSearch.limitToTrace(named, new JavaNames(Set.of("org.x"), Set.of())));
    }

    @Test
    void choicesAreStoredAsText() {
        SymbolChoices choices = new SymbolChoices(
                List.of(Path.of("/a b/c"), Path.of("/d")),
                List.of(
                        SymbolChoices.MappingFile.parse("org.example=/m.txt"),
                        SymbolChoices.MappingFile.parse("/x=y/m.txt")),
                Path.of("/proc/kallsyms"),
                true);
        assertEquals(choices, SymbolChoices.parse(choices.text()));
        assertEquals("org.example", choices.mappings().getFirst().packageName());
        assertEquals(Path.of("/x=y/m.txt"), choices.mappings().getLast().file());
        assertEquals(SymbolChoices.NONE, SymbolChoices.parse("nonsense\nfolderless"));
        assertTrue(SymbolChoices.NONE.isEmpty());
    }
}
