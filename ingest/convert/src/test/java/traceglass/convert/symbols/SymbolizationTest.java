package traceglass.convert.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.profiling.ModuleSymbols;

class SymbolizationTest {

    @TempDir
    Path dir;

    @TempDir
    Path elsewhere;

    private Path copy(String name, String relativePath) throws IOException {
        Path target = dir.resolve(relativePath);
        Files.createDirectories(target.getParent());
        return Files.copy(SampleBinaries.path(name), target);
    }

    private Symbolization.Outcome run(@Nullable Path kernel, UnsymbolizedModule... modules)
            throws InterruptedException {
        return Symbolization.run(
                List.of(modules),
                new Symbolization.Sources(
                        SymbolFolders.scan(List.of(dir), () -> false), kernel, null, null, UnaryOperator.identity()),
                () -> false);
    }

    @Test
    void namesTheAddressesOfAModule() throws IOException, InterruptedException {
        copy("stripped.elf", "product/libsample.so");
        Path debug = copy("split.debug", ".build-id/11/223344.debug");
        Symbolization.Outcome outcome =
                run(null, SampleBinaries.module(SampleBinaries.BUILD_ID, SampleBinaries.SQUARE, 0x10L));
        assertEquals(1, outcome.resolved());
        Symbolization.Result result = outcome.results().getFirst();
        assertEquals(debug, result.source());
        assertEquals("223344.debug has no function for 1 of 2 addresses.", result.problem());
        ModuleSymbols symbols = outcome.packets().getPacket(0).getModuleSymbols();
        assertEquals("/system/lib64/libsample.so", symbols.getPath());
        assertEquals("square", symbols.getAddressSymbols(0).getLines(0).getFunctionName());
        assertEquals(3, symbols.getAddressSymbols(0).getLines(0).getLineNumber());
        assertEquals(SampleBinaries.SQUARE, symbols.getAddressSymbols(0).getAddress());
    }

    @Test
    void aLibraryAtAnotherPathThanTheRequestedOneIsNotUsed() throws IOException, InterruptedException {
        copy("dwarf5.elf", "libsample.so");
        Symbolization.Outcome outcome = run(null, SampleBinaries.module("ffff", SampleBinaries.SQUARE));
        assertEquals(0, outcome.packets().getPacketCount());
        assertEquals(
                "No file with the build id ffff in the chosen folders.",
                outcome.results().getFirst().problem());
        assertEquals(
                "The trace has no build id for this file, so no binary can be matched.",
                run(null, SampleBinaries.module("", 1L)).results().getFirst().problem());
    }

    @Test
    void usesTheFileAtTheModulePathIfTheBuildIdMatches() throws IOException, InterruptedException {
        Path library = Files.copy(SampleBinaries.path("dwarf5.elf"), elsewhere.resolve("libsample.so"));
        Symbolization.Outcome outcome = run(
                null,
                new UnsymbolizedModule(
                        library.toString(), SampleBinaries.BUILD_ID, 0, 0, List.of(SampleBinaries.SQUARE)),
                new UnsymbolizedModule(library.toString(), "112233", 0, 0, List.of(SampleBinaries.SQUARE)));
        assertEquals(library, outcome.results().get(0).source());
        assertNull(outcome.results().get(1).source());
        UnsymbolizedModule module = SampleBinaries.module(SampleBinaries.BUILD_ID, SampleBinaries.SQUARE);
        assertNull(LocalBinary.find(module, List.of(elsewhere)));
        Path named = elsewhere
                .resolve(".build-id")
                .resolve(SampleBinaries.BUILD_ID.substring(0, 2))
                .resolve(SampleBinaries.BUILD_ID.substring(2) + ".debug");
        Files.createDirectories(named.getParent());
        Files.copy(SampleBinaries.path("split.debug"), named);
        assertEquals(named, LocalBinary.find(module, List.of(elsewhere)));
    }

    @Test
    void namesKernelFunctionsByTheirAddressInMemory() throws IOException, InterruptedException {
        Path kernel = Files.writeString(dir.resolve("kallsyms"), "ffffffff81000100 t do_one_initcall\n");
        UnsymbolizedModule module =
                new UnsymbolizedModule("[kernel.kallsyms]", "", 0, 0xFFFFFFFF81000000L, List.of(0x104L));
        Symbolization.Outcome outcome = run(kernel, module);
        assertEquals(
                "do_one_initcall",
                outcome.packets()
                        .getPacket(0)
                        .getModuleSymbols()
                        .getAddressSymbols(0)
                        .getLines(0)
                        .getFunctionName());
        assertEquals(
                "Choose a copy of /proc/kallsyms or a System.map of this kernel.",
                run(null, module).results().getFirst().problem());
        Path hidden = Files.writeString(dir.resolve("hidden"), "0000000000000000 t do_one_initcall\n");
        assertEquals(
                "The addresses in hidden are hidden (all zero). Copy /proc/kallsyms as root, with"
                        + " kernel.kptr_restrict set to 0.",
                run(hidden, module).results().getFirst().problem());
    }

    @Test
    void prefersBreakpadFilesAndFindsThemByTheirModuleId() throws IOException, InterruptedException {
        Files.writeString(dir.resolve("x.sym"), """
            MODULE Linux arm64 44332211665588779900AABBCCDDEEFF0 libsample.so
            FUNC 279 6 0 from_breakpad
            """);
        Symbolization.Outcome outcome =
                run(null, SampleBinaries.module(SampleBinaries.BUILD_ID, SampleBinaries.SQUARE));
        assertEquals(1, outcome.resolved());
        assertNull(outcome.results().getFirst().problem());
    }

    @Test
    void aDamagedBinaryIsReportedAndOthersAreRead() throws IOException, InterruptedException {
        copy("dwarf5.elf", "good.elf");
        Files.writeString(dir.resolve("bad.elf"), "\u007fELF and nothing else");
        SymbolFolders folders = SymbolFolders.scan(List.of(dir, dir.resolve("missing")), () -> false);
        assertEquals(1, folders.size());
        assertEquals(2, folders.unreadable());
        assertNotNull(folders.binary(SampleBinaries.BUILD_ID));
        assertEquals(
                1,
                run(null, SampleBinaries.module(SampleBinaries.BUILD_ID, SampleBinaries.SQUARE))
                        .resolved());
    }

    @Test
    void keepsBuildIdsOfChromeAsText() throws IOException, InterruptedException {
        Files.writeString(dir.resolve("x.sym"), """
            MODULE Linux arm64 44332211665588779900AABBCCDDEEFF0 libsample.so
            FUNC 279 6 0 from_breakpad
            """);
        String id = "44332211665588779900AABBCCDDEEFF0";
        Symbolization.Outcome outcome = run(null, SampleBinaries.module(id, SampleBinaries.SQUARE));
        assertEquals(
                id,
                outcome.packets()
                        .getPacket(0)
                        .getModuleSymbols()
                        .getBuildIdBytes()
                        .toStringUtf8());
    }

    @Test
    void stopsWhenCanceled() throws IOException, InterruptedException {
        copy("dwarf5.elf", "good.elf");
        Symbolization.Outcome outcome = Symbolization.run(
                List.of(SampleBinaries.module(SampleBinaries.BUILD_ID, SampleBinaries.SQUARE)),
                new Symbolization.Sources(
                        SymbolFolders.scan(List.of(dir), () -> false), null, null, null, UnaryOperator.identity()),
                () -> true);
        assertEquals(List.of(), outcome.results());
    }

    @Test
    void anInstalledSymbolizerIsUsed() throws IOException, InterruptedException {
        Path program = Symbolization.Sources.installedSymbolizer();
        org.junit.jupiter.api.Assumptions.assumeTrue(program != null, "llvm-symbolizer is not installed");
        copy("dwarf5.elf", "good.elf");
        Symbolization.Outcome outcome = Symbolization.run(
                List.of(SampleBinaries.module(SampleBinaries.BUILD_ID, SampleBinaries.CALL, 0x10L)),
                new Symbolization.Sources(
                        SymbolFolders.scan(List.of(dir), () -> false), null, null, program, UnaryOperator.identity()),
                () -> false);
        assertEquals(1, outcome.resolved());
        assertEquals(
                "/src/sample.c",
                outcome.packets()
                        .getPacket(0)
                        .getModuleSymbols()
                        .getAddressSymbols(0)
                        .getLines(0)
                        .getSourceFileName());
    }
}
