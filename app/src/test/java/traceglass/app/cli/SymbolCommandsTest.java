package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.testing.SampledTraces;
import traceglass.protos.trace.Trace;

/// Runs `symbolize`, `deobfuscate` and `bundle`, and opens the results.
class SymbolCommandsTest {

    private static final String NAMES =
            "SELECT coalesce(f.deobfuscated_name, group_concat(s.name, ' < ' ORDER BY s.id), nullif(f.name, ''), '?')"
                    + " AS name FROM stack_profile_frame f LEFT JOIN stack_profile_symbol s USING (symbol_set_id)"
                    + " GROUP BY f.id, f.deobfuscated_name, f.name ORDER BY f.id";
    private static final List<String> NAMED =
            List.of("main(int)", "clamp < sum_of_squares", "square", "org.example.Main.run");

    @TempDir
    Path dir;

    private Path trace;
    private Path binaries;
    private Path mapping;
    private String errors = "";

    @BeforeEach
    void writeTrace() throws Exception {
        trace = Files.write(
                dir.resolve("sampled.pftrace"),
                SampledTraces.withoutNames(dir.getFileName().toString()));
        binaries = Files.createDirectory(dir.resolve("binaries"));
        Files.writeString(binaries.resolve("libsample.so.sym"), """
            MODULE Linux x86_64 44332211665588779900AABBCCDDEEFF0 libsample.so
            FILE 0 /src/sample.c
            INLINE_ORIGIN 0 clamp
            FUNC 279 6 0 square
            279 6 3 0
            FUNC 27f 34 0 sum_of_squares
            INLINE 0 12 0 0 294 4
            27f 15 11 0
            294 4 2 0
            FUNC 2b3 6 0 _Z4maini
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

    private List<String> names(Path file) {
        return run(0, "query", "--no-cache", NAMES, file)
                .lines()
                .skip(1)
                .map(l -> l.substring(1, l.length() - 1))
                .toList();
    }

    @Test
    void symbolsAndMappingsApplyWhenTheyFollowTheTrace() throws Exception {
        assertEquals(List.of("?", "?", "?", "a.b"), names(trace));
        Path symbols = dir.resolve("symbols.pb");
        run(0, "symbolize", "--no-cache", trace, "--symbols", binaries, "-o", symbols);
        assertTrue(Trace.parseFrom(Files.readAllBytes(symbols)).getPacketList().stream()
                .allMatch(p -> p.hasModuleSymbols()));
        Path mappings = dir.resolve("mappings.pb");
        run(0, "deobfuscate", "--no-cache", trace, "--mapping", mapping, "-o", mappings);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Path p : List.of(trace, symbols, mappings)) {
            Files.copy(p, bytes);
        }
        assertEquals(NAMED, names(Files.write(dir.resolve("named.pftrace"), bytes.toByteArray())));
    }

    @Test
    void aBundleOpensWithNames() throws Exception {
        Path bundle = dir.resolve("bundle.tar");
        run(0, "bundle", "--no-cache", trace, "--symbols", binaries, "--mapping", mapping, "-o", bundle);
        assertEquals("", errors);
        assertEquals(NAMED, names(bundle));
        byte[] first = Files.readAllBytes(bundle);
        run(0, "bundle", "--no-cache", trace, "--symbols", binaries, "--mapping", mapping, "-o", bundle, "--force");
        assertArrayEquals(first, Files.readAllBytes(bundle));
    }

    @Test
    void aBundleWithoutNamesHasOnlyTheTrace() throws Exception {
        Path bundle = dir.resolve("bundle.tar");
        Path other = Files.writeString(dir.resolve("other.txt"), "org.example.Main -> zzz:\n    int x -> y\n");
        run(0, "bundle", "--no-cache", trace, "--mapping", other, "-o", bundle);
        assertTrue(errors.contains(other + " contains no class of "), errors);
        assertTrue(errors.contains("/system/lib64/libsample.so: No file with the build id"), errors);
        assertEquals(List.of("?", "?", "?", "a.b"), names(bundle));
        assertFalse(new String(Files.readAllBytes(bundle), "ISO-8859-1").contains("symbols.pb"));
    }

    @Test
    void aMappingWithAPackageDoesNotNeedAReadableTrace() throws Exception {
        Path other = Files.writeString(dir.resolve("no-trace"), "no trace");
        Path mappings = dir.resolve("mappings.pb");
        run(0, "deobfuscate", other, "--mapping", "org.example.app=" + mapping, "-o", mappings);
        assertEquals(
                "org.example.app",
                Trace.parseFrom(Files.readAllBytes(mappings))
                        .getPacket(0)
                        .getDeobfuscationMapping()
                        .getPackageName());
    }

    @Test
    void cachedNamesAreNotMistakenForThoseOfTheTrace() throws Exception {
        Path cache = dir.resolve("cache");
        run(0, "info", "--cache-dir", cache, "--symbols", binaries, trace);
        Path symbols = dir.resolve("symbols.pb");
        run(0, "symbolize", "--cache-dir", cache, trace, "--symbols", binaries, "-o", symbols);
        assertEquals(
                3,
                Trace.parseFrom(Files.readAllBytes(symbols))
                        .getPacket(0)
                        .getModuleSymbols()
                        .getAddressSymbolsCount());
    }

    @Test
    void reportsMissingInputsAndWritesNothing() throws Exception {
        Path out = dir.resolve("out");
        run(1, "symbolize", "--no-cache", trace, "-o", out);
        assertTrue(errors.contains("no names were found for " + trace + "; specify folders with binaries"), errors);
        run(2, "deobfuscate", trace, "-o", out);
        assertTrue(errors.contains("missing mapping; use --mapping [PACKAGE=]FILE"), errors);
        run(1, "deobfuscate", "--no-cache", trace, "--mapping", dir.resolve("nowhere"), "-o", out);
        assertEquals("traceglass: can't read " + dir.resolve("nowhere") + ": no such file or folder\n", errors);
        run(1, "bundle", "--no-cache", trace, "--mapping", dir.resolve("nowhere"), "-o", out);
        assertTrue(errors.endsWith("can't read " + dir.resolve("nowhere") + ": no such file or folder\n"), errors);
        run(1, "bundle", "--no-cache", trace, "--symbols", dir.resolve("nowhere"), "-o", out);
        assertTrue(errors.contains("nowhere does not exist; --symbols needs a folder with binaries"), errors);
        run(1, "bundle", "--no-cache", trace, "-o", trace, "--force");
        assertEquals("traceglass: " + trace + " is the trace itself; choose another name\n", errors);
        run(1, "deobfuscate", dir.resolve("missing"), "--mapping", "org.x=" + mapping, "-o", out);
        assertEquals("traceglass: " + dir.resolve("missing") + " does not exist\n", errors);
        Path other = Files.writeString(dir.resolve("other"), "no trace");
        run(1, "bundle", "--no-cache", other, "-o", out);
        run(1, "symbolize", "--no-cache", other, "--symbols", binaries, "-o", out);
        assertFalse(Files.exists(out));
        try (Stream<Path> files = Files.list(dir)) {
            assertEquals(4, files.count());
        }
    }
}
