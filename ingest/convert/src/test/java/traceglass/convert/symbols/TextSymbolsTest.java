package traceglass.convert.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests Breakpad files and lists of kernel symbols.
class TextSymbolsTest {

    @TempDir
    Path dir;

    @Test
    void readsBreakpadFiles() throws IOException {
        Path file = Files.writeString(dir.resolve("libfoo.so.sym"), """
            MODULE Linux arm64 44332211665588779900AABBCCDDEEFF0 libfoo.so
            INFO CODE_ID 11223344556677889900AABBCCDDEEFF00112233
            FILE 0 /src/foo.cc
            FILE 1 /src/bar.h
            FUNC 1000 20 0 foo::Run(int, char const*)
            1000 8 10 0
            1008 10 99 1
            FUNC m 2000 10 0 foo::Twice()
            2000 10 5 0
            FUNC damaged
            FUNC 3000 zz 0 broken
            PUBLIC 4000 0 exported_name
            STACK CFI INIT 1000 20 .cfa: $rsp 8 +
            """);
        try (BreakpadSymbols symbols = new BreakpadSymbols(file, name -> name)) {
            assertEquals("foo::Run(int, char const*) /src/foo.cc:10", SampleBinaries.text(symbols.find(0x1004)));
            assertEquals("foo::Run(int, char const*) /src/bar.h:99", SampleBinaries.text(symbols.find(0x1010)));
            assertEquals("foo::Run(int, char const*)", SampleBinaries.text(symbols.find(0x101F)));
            assertEquals("", SampleBinaries.text(symbols.find(0x1020)));
            assertEquals("foo::Twice() /src/foo.cc:5", SampleBinaries.text(symbols.find(0x2000)));
            assertEquals("exported_name", SampleBinaries.text(symbols.find(0x4100)));
            assertEquals("", SampleBinaries.text(symbols.find(0x10)));
        }
    }

    @Test
    void inlinedFunctionsAreSeparateFrames() throws IOException {
        Path file = Files.writeString(dir.resolve("inlined.sym"), """
            MODULE Linux arm64 44332211665588779900AABBCCDDEEFF0 libfoo.so
            FILE 0 /src/foo.cc
            FILE 1 /src/bar.h
            INLINE_ORIGIN 0 Outer()
            INLINE_ORIGIN 1 Inner()
            FUNC 1000 40 0 Run()
            INLINE 0 11 0 0 1008 10 1030 4
            INLINE 1 22 1 1 100c 4
            1000 8 10 0
            1008 4 20 1
            100c 4 33 1
            1010 30 12 0
            """);
        try (BreakpadSymbols symbols = new BreakpadSymbols(file, name -> name)) {
            assertEquals("Run() /src/foo.cc:10", SampleBinaries.text(symbols.find(0x1000)));
            assertEquals("Outer() /src/bar.h:20 < Run() /src/foo.cc:11", SampleBinaries.text(symbols.find(0x1008)));
            assertEquals(
                    "Inner() /src/bar.h:33 < Outer() /src/bar.h:22 < Run() /src/foo.cc:11",
                    SampleBinaries.text(symbols.find(0x100E)));
            assertEquals("Outer() /src/foo.cc:12 < Run() /src/foo.cc:11", SampleBinaries.text(symbols.find(0x1030)));
            assertEquals("Run() /src/foo.cc:12", SampleBinaries.text(symbols.find(0x1034)));
        }
    }

    @Test
    void derivesTheModuleIdFromABuildId() throws IOException {
        assertEquals("44332211665588779900AABBCCDDEEFF0", BreakpadSymbols.moduleIdOf(SampleBinaries.BUILD_ID));
        assertEquals("33221100" + "0".repeat(24) + "0", BreakpadSymbols.moduleIdOf("00112233"));
        Path other = Files.writeString(dir.resolve("other"), "MODULE");
        assertNull(BreakpadSymbols.moduleId(other));
        assertThrows(IOException.class, () -> new BreakpadSymbols(other, name -> name));
    }

    @Test
    void readsKernelSymbols() throws IOException {
        Path file = Files.writeString(dir.resolve("kallsyms"), """
            ffffffff81000000 T _stext
            ffffffff81000100 t do_one_initcall
            ffffffff81000200 D some_data
            ffffffff81000300 T schedule
            not a symbol
            ffffffffc0000000 t nf_hook\t[nf_tables]
            """);
        try (KernelSymbols symbols = new KernelSymbols(file)) {
            assertEquals("_stext", SampleBinaries.text(symbols.find(0xFFFFFFFF81000000L)));
            assertEquals("do_one_initcall", SampleBinaries.text(symbols.find(0xFFFFFFFF810002FFL)));
            assertEquals("schedule", SampleBinaries.text(symbols.find(0xFFFFFFFF81000300L)));
            assertEquals("nf_hook [nf_tables]", SampleBinaries.text(symbols.find(0xFFFFFFFFC0000010L)));
            assertEquals("", SampleBinaries.text(symbols.find(0xFFFFFFFFD0000000L)));
            assertEquals("", SampleBinaries.text(symbols.find(0x1000)));
        }
    }

    @Test
    void hiddenKernelAddressesAreNotSymbols() throws IOException {
        Path file =
                Files.writeString(dir.resolve("kallsyms"), "0000000000000000 T _stext\n0000000000000000 T schedule\n");
        try (KernelSymbols symbols = new KernelSymbols(file)) {
            assertTrue(symbols.isEmpty());
            assertEquals("", SampleBinaries.text(symbols.find(0x1000)));
        }
    }
}
