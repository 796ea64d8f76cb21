package traceglass.ingest.gecko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.open.TraceFileReader;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests profiles of samply that contain only addresses, with a symbol file next to them.
class SamplySymbolsTest {

    private static final String PROFILE = """
            {"meta": {"interval": 1, "startTime": 1000, "preprocessedProfileVersion": 44, "categories": []},
             "libs": [{"name": "app", "debugName": "app", "breakpadId": "EB6A9C9ADFA57841DE168E26FE30DDCD0"},
                      {"name": "libm.so.6", "debugName": "libm.so.6", "breakpadId": "000"}],
             "threads": [{"name": "main", "pid": "1", "tid": 1,
               "samples": {"length": 1, "stack": [3], "time": [5]},
               "stackTable": {"length": 4, "prefix": [null, 0, 1, 2], "frame": [0, 1, 2, 3]},
               "frameTable": {"length": 4, "func": [0, 1, 2, 3], "address": [4112, 4200, 8192, 64]},
               "funcTable": {"length": 4, "name": [0, 1, 2, 3], "resource": [0, 0, 0, 1]},
               "resourceTable": {"length": 2, "lib": [0, 1], "name": [4, 5]},
               "stringArray": ["0x1010", "0x1068", "0x2000", "0x40", "app", "libm.so.6"]}]}
            """;
    private static final String SYMBOLS = """
            {"string_table": ["UNKNOWN", "main", "work", "sin"], "data": [
              {"debug_name": "app", "debug_id": "eb6a9c9a-dfa5-7841-de16-8e26fe30ddcd", "code_id": "",
               "symbol_table": [{"rva": 4096, "size": 64, "symbol": 1},
                 {"rva": 4196, "size": 16, "symbol": 2, "frames": [{"function": 2, "file": 0, "line": 7}]}],
               "known_addresses": [[4112, 0]]},
              {"debug_name": "libm.so.6", "debug_id": "another", "symbol_table": [{"rva": 60, "symbol": 3}],
               "known_addresses": [[64, 0]]}]}
            """;

    @TempDir
    Path folder;

    private static List<String> frames(Path file) throws Exception {
        TraceStorage s = new TraceStorage();
        TraceFileReader.readAll(file, s, new ImportProgress());
        Table frames = s.table("__intrinsic_stack_profile_frame");
        Table mappings = s.table("__intrinsic_stack_profile_mapping");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < frames.rowCount(); i++) {
            int mapping = frames.ints("mapping").get(i);
            all.add(s.strings().get(frames.strings("name").get(i)) + " in "
                    + s.strings().get(mappings.strings("name").get(mapping)));
        }
        return all;
    }

    private static final List<String> EXPECTED =
            List.of("main in app", "work in app", "0x2000 in gecko", "sin in libm.so.6");

    @Test
    void namesFunctionsFromTheFileNextToAProfile() throws Exception {
        Path plain = Files.writeString(folder.resolve("run.json"), PROFILE);
        assertEquals("0x1010 in gecko", frames(plain).getFirst());
        Files.writeString(folder.resolve("run.syms.json"), SYMBOLS);
        assertEquals(EXPECTED, frames(plain));
        Path packed = folder.resolve("packed.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(PROFILE.getBytes(StandardCharsets.UTF_8));
        }
        assertEquals("0x1010 in gecko", frames(packed).getFirst());
        Files.writeString(folder.resolve("packed.json.syms.json"), SYMBOLS);
        assertEquals(EXPECTED, frames(packed));
    }

    @Test
    void namesFunctionsOfAProfileInTheSameArchive() throws Exception {
        Path zip = folder.resolve("run.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry("a.json"));
            out.write(PROFILE.getBytes(StandardCharsets.UTF_8));
            out.putNextEntry(new ZipEntry("b.syms.json"));
            out.write(SYMBOLS.getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(EXPECTED, frames(zip));
    }

    @Test
    void symbolsAloneAreNotATrace() throws Exception {
        Path symbols = Files.writeString(folder.resolve("run.syms.json"), SYMBOLS);
        TraceProblem problem = assertThrows(TraceProblem.class, () -> frames(symbols));
        assertTrue(problem.getMessage().contains("open the profile"), problem.getMessage());
    }

    @Test
    void survivesDamagedSymbols() {
        byte[] symbols = SYMBOLS.getBytes(StandardCharsets.UTF_8);
        DamagedInputs.checkFlipped(new SamplySymbolsImporter(), symbols);
        DamagedInputs.checkTruncated(new SamplySymbolsImporter(), symbols, (storage, fiftieths) -> {});
    }
}
