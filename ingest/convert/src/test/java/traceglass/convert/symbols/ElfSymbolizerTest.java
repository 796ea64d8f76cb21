package traceglass.convert.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.elf.ElfFile;

class ElfSymbolizerTest {

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"dwarf5.elf", "zlib.elf", "zstd.elf", "split.debug"})
    void findsFunctionsAndLines(String name) throws IOException {
        Path file = SampleBinaries.path(name);
        assertEquals("square /src/sample.c:3", SampleBinaries.find(file, SampleBinaries.SQUARE));
        assertEquals("sum_of_squares /src/sample.c:9", SampleBinaries.find(file, SampleBinaries.CALL));
        assertEquals("sum_of_squares /src/sample.c:8", SampleBinaries.find(file, 0x2A0));
        assertEquals("main /src/sample.c:16", SampleBinaries.find(file, SampleBinaries.MAIN));
        assertEquals("main /src/sample.c:17", SampleBinaries.find(file, 0x2B8));
    }

    @Test
    void namesOfVersion4AreRelativeToTheFolderOfTheCompilation() throws IOException {
        Path file = SampleBinaries.path("dwarf4.elf");
        assertEquals("square sample.c:3", SampleBinaries.find(file, SampleBinaries.SQUARE));
        assertEquals("sum_of_squares sample.c:9", SampleBinaries.find(file, SampleBinaries.CALL));
    }

    @Test
    void readsBinariesOf32Bit() throws IOException {
        Path file = SampleBinaries.path("dwarf4-32.elf");
        assertEquals("square sample.c:3", SampleBinaries.find(file, 0x195).replaceAll(":[234]$", ":3"));
        assertTrue(SampleBinaries.find(file, 0x1CB).startsWith("main sample.c:1"));
    }

    @Test
    void addressesOutsideAllFunctionsHaveNoName() throws IOException {
        Path file = SampleBinaries.path("dwarf5.elf");
        assertEquals("", SampleBinaries.find(file, 0x278));
        assertEquals("", SampleBinaries.find(file, 0x2B9));
        assertEquals("", SampleBinaries.find(file, -1));
        assertEquals("", SampleBinaries.find(file, 0));
    }

    @Test
    void exportedFunctionsOfAStrippedLibraryHaveNames() throws IOException {
        Path file = SampleBinaries.path("exports.so");
        assertEquals("sum_of_squares", SampleBinaries.find(file, 0x290));
        assertEquals("main", SampleBinaries.find(file, 0x2BA));
        assertEquals("", SampleBinaries.find(file, 0x280));
        assertEquals("", SampleBinaries.find(SampleBinaries.path("stripped.elf"), SampleBinaries.SQUARE));
    }

    @Test
    void demanglesNames() throws IOException {
        try (ElfSymbolizer symbolizer =
                new ElfSymbolizer(SampleBinaries.path("dwarf5.elf"), name -> "<" + name + ">")) {
            assertEquals(
                    "<square>",
                    symbolizer.find(SampleBinaries.SQUARE).getFirst().function());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dwarf4.elf", "dwarf5.elf", "stripped.elf", "split.debug", "dwarf4-32.elf", "exports.so"})
    void readsTheBuildId(String name) throws IOException {
        try (ElfFile file = ElfFile.open(SampleBinaries.path(name))) {
            assertEquals(SampleBinaries.BUILD_ID, file.buildId());
            assertEquals(0, file.loadBias());
            assertEquals(name.equals("split.debug"), file.isDebugOnly());
        }
    }

    @Test
    void otherFilesAreReportedByName() throws IOException {
        Path file = Files.writeString(dir.resolve("notes.txt"), "x".repeat(200));
        assertEquals(
                "not an ELF file: " + file,
                assertThrows(IOException.class, () -> ElfFile.open(file)).getMessage());
        Path empty = Files.createFile(dir.resolve("empty"));
        assertEquals(
                "not an ELF file: " + empty,
                assertThrows(IOException.class, () -> ElfFile.open(empty)).getMessage());
    }

    /// Every prefix of a file gives an error or fewer results, and never another exception.
    @Test
    void survivesTruncation() throws IOException {
        byte[] complete = SampleBinaries.bytes("dwarf5.elf");
        Path file = dir.resolve("cut.elf");
        int refused = 0;
        for (int length = 0; length < complete.length; length += 37) {
            Files.write(file, Arrays.copyOf(complete, length));
            refused += isRejected(file) ? 1 : 0;
        }
        // The section headers are at the end, so most truncated files are refused.
        assertTrue(refused > 150, "refused: " + refused);
    }

    /// Corrupt bytes cause an error or other results, and never another exception or an endless loop.
    @ParameterizedTest
    @ValueSource(strings = {"dwarf4.elf", "dwarf5.elf", "zlib.elf", "zstd.elf", "dwarf4-32.elf"})
    void survivesDamage(String name) throws IOException {
        byte[] complete = SampleBinaries.bytes(name);
        Random random = new Random(7);
        Path file = dir.resolve("damaged.elf");
        int read = 0;
        for (int round = 0; round < 300; round++) {
            byte[] damaged = complete.clone();
            for (int i = 0; i < 1 + round % 20; i++) {
                damaged[random.nextInt(damaged.length)] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt(256));
            }
            Files.write(file, damaged);
            read += isRejected(file) ? 0 : 1;
        }
        assertTrue(read > 50, "read: " + read);
    }

    /// Fills the line table with bytes that make every count and length as large as possible.
    @Test
    void survivesALineTableOfLargeNumbers() throws IOException {
        byte[] complete = SampleBinaries.bytes("dwarf5.elf");
        long start;
        try (ElfFile file = ElfFile.open(SampleBinaries.path("dwarf5.elf"))) {
            start = indexOf(complete, file.readSection(".debug_line").toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
        }
        for (int offset = 0; offset < 120; offset++) {
            byte[] damaged = complete.clone();
            Arrays.fill(damaged, (int) start + offset, (int) start + offset + 12, (byte) 0xFF);
            Path file = Files.write(dir.resolve("numbers.elf"), damaged);
            assertFalse(isRejected(file));
            assertTrue(SampleBinaries.find(file, SampleBinaries.SQUARE).startsWith("square"));
        }
    }

    private static int indexOf(byte[] complete, byte[] part) {
        for (int i = 0; i + part.length <= complete.length; i++) {
            if (Arrays.equals(complete, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        throw new IllegalStateException("not found");
    }

    /// Returns whether opening a file failed with an error; looks up some addresses otherwise.
    private static boolean isRejected(Path file) {
        try (ElfSymbolizer symbolizer = new ElfSymbolizer(file, name -> name)) {
            for (long address = 0x270; address < 0x2C0; address += 5) {
                symbolizer.find(address);
            }
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
