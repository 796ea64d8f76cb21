package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.symbols.SymbolRun;
import traceglass.app.testing.SampledTraces;

class SymbolFlagsTest {

    private static final String NAMES =
            "SELECT coalesce(f.deobfuscated_name, s.name, nullif(f.name, ''), '?') AS name FROM stack_profile_frame f"
                    + " LEFT JOIN stack_profile_symbol s USING (symbol_set_id) ORDER BY f.id";

    @TempDir
    Path dir;

    private Path trace;
    private Path folder;
    private Path mapping;
    private String errors = "";

    @BeforeEach
    void writeTrace() throws Exception {
        trace = Files.write(
                dir.resolve("sampled.pftrace"),
                SampledTraces.withoutNames(dir.getFileName().toString()));
        folder = Files.createDirectory(dir.resolve("binaries"));
        Files.writeString(folder.resolve("libsample.so.sym"), """
                MODULE Linux x86_64 44332211665588779900AABBCCDDEEFF0 libsample.so
                FUNC 279 6 0 square
                FUNC 27f 34 0 sum_of_squares
                FUNC 2b3 6 0 main
                """);
        mapping = Files.writeString(dir.resolve("mapping.txt"), """
                org.example.Main -> a:
                    void run() -> b
                """);
    }

    private String run(int code, Object... args) {
        CommandRun run = CommandRun.of(args).assertExitCode(code);
        errors = run.err();
        return run.out();
    }

    @Test
    void symbolsAreFoundAndCached() {
        String cache = dir.resolve("cache").toString();
        assertEquals(
                "\"name\"\n\"?\"\n\"?\"\n\"?\"\n\"a.b\"\n",
                run(0, "query", "--cache-dir", cache, NAMES, trace.toString()));
        String named = "\"name\"\n\"main\"\n\"sum_of_squares\"\n\"square\"\n\"org.example.Main.run\"\n";
        assertEquals(
                named,
                run(
                        0,
                        "query",
                        "--cache-dir",
                        cache,
                        "--symbols",
                        folder.toString(),
                        "--mapping",
                        mapping.toString(),
                        NAMES,
                        trace.toString()));
        assertEquals(named, run(0, "query", "--cache-dir", cache, NAMES, trace.toString()));
    }

    @Test
    void namesAreFoundWithoutACache() {
        assertTrue(run(0, "query", "--no-cache", "--symbols", folder.toString(), NAMES, trace.toString())
                .startsWith("\"name\"\n\"main\"\n"));
    }

    @Test
    void aMappingOfAnotherPackageDoesNotApply() {
        String rows = run(0, "query", "--no-cache", "--mapping", "org.other=" + mapping, NAMES, trace.toString());
        assertTrue(rows.endsWith("\"a.b\"\n"), rows);
        rows = run(0, "query", "--no-cache", "--mapping", "org.example.app=" + mapping, NAMES, trace.toString());
        assertTrue(rows.endsWith("\"org.example.Main.run\"\n"), rows);
    }

    @Test
    void queriesOnlyServersThatTheUserNames() {
        assumeTrue(SymbolRun.servers().isEmpty());
        run(1, "info", "--no-cache", "--debuginfod", trace.toString());
        assertEquals(
                "traceglass: --debuginfod needs the addresses of servers in the environment variable DEBUGINFOD_URLS\n",
                errors);
    }

    @Test
    void reportsMissingFilesAndBuildIds() throws Exception {
        Files.delete(folder.resolve("libsample.so.sym"));
        run(0, "info", "--no-cache", "--symbols", folder.toString(), trace.toString());
        assertEquals(
                "traceglass: /system/lib64/libsample.so: No file with the build id " + SampledTraces.BUILD_ID
                        + " in the chosen folders.\n",
                errors);
        run(1, "info", "--no-cache", "--symbols", dir.resolve("nowhere").toString(), trace.toString());
        assertTrue(errors.contains("nowhere does not exist"), errors);
        run(1, "info", "--no-cache", "--kernel-symbols", dir.resolve("nowhere").toString(), trace.toString());
        assertTrue(errors.contains("needs a copy of /proc/kallsyms"), errors);
        run(0, "info", "--no-cache", "--mapping", dir.resolve("nowhere").toString(), trace.toString());
        assertTrue(errors.contains("nowhere does not exist."), errors);
    }
}
