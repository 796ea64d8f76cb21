package traceglass.convert.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisassemblyTest {

    @TempDir
    Path dir;

    @Test
    void findsTheStartOfAFunction() throws IOException {
        Path file = SampleBinaries.path("dwarf5.elf");
        assertEquals(Optional.of(new FunctionRange(0x27F, 0x2B3)), FunctionRange.at(file, SampleBinaries.CALL));
        assertEquals(Optional.empty(), FunctionRange.at(file, 0x10));
    }

    @Test
    void readsTheInstructionsOfAFunction() throws IOException, InterruptedException {
        List<Path> programs = Disassembly.installed(System.getenv());
        Assumptions.assumeFalse(programs.isEmpty(), "no disassembler is installed");
        for (Path program : programs) {
            List<Disassembly.Instruction> found = Disassembly.read(
                    program,
                    SampleBinaries.path("dwarf5.elf"),
                    new FunctionRange(0x279, 0x27F),
                    Duration.ofSeconds(60));
            assertEquals(
                    List.of(0x279L, 0x27CL, 0x27EL),
                    found.stream().map(Disassembly.Instruction::address).toList());
            assertTrue(found.getFirst().text().startsWith("imul"), found.toString());
        }
    }

    @Test
    void aProgramThatFailsOrNeverEndsIsAnError() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")));
        Path program = Files.writeString(dir.resolve("objdump"), "#!/bin/sh\nexec sleep 60\n");
        assertTrue(program.toFile().setExecutable(true));
        assertEquals(List.of(program), Disassembly.installed(Map.of("PATH", dir.toString())));
        Path binary = SampleBinaries.path("dwarf5.elf");
        FunctionRange range = new FunctionRange(0, 1);
        IOException e =
                assertThrows(IOException.class, () -> Disassembly.read(program, binary, range, Duration.ofMillis(200)));
        assertTrue(e.getMessage().startsWith("objdump printed no instructions of dwarf5.elf"), e.getMessage());
    }

    @Test
    void readsCodeFromTheBinaryAndNotFromItsDebugFile() throws IOException {
        Files.copy(SampleBinaries.path("split.debug"), dir.resolve("libsample.so.debug"));
        Path stripped = Files.copy(SampleBinaries.path("stripped.elf"), dir.resolve("libsample.so"));
        SymbolFolders folders = SymbolFolders.scan(List.of(dir), () -> false);
        assertEquals(stripped, folders.code(SampleBinaries.BUILD_ID));
        assertEquals(dir.resolve("libsample.so.debug"), folders.binary(SampleBinaries.BUILD_ID));
    }
}
