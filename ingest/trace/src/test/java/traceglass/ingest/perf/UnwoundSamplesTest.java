package traceglass.ingest.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.ingest.elf.ElfFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Imports a recording of `perf record --call-graph dwarf` of `frames.elf`, see `unwind/frames.c`.
class UnwoundSamplesTest {

    @TempDir
    Path folder;

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = UnwoundSamplesTest.class.getResourceAsStream("/traceglass/ingest/unwind/" + name)) {
            return in.readAllBytes();
        }
    }

    /// Returns the recording with a different path of the binary. The recorded path is longer than those of
    /// temporary files.
    private static byte[] recording(Path binary) throws IOException {
        String bytes = new String(resource("frames.perf.data"), StandardCharsets.ISO_8859_1);
        String recorded = "/tmp/f2/" + "x".repeat(180) + "/frames.elf";
        assertTrue(bytes.contains(recorded) && binary.toString().length() < recorded.length());
        String path = binary + "\0".repeat(recorded.length() - binary.toString().length());
        return bytes.replace(recorded, path).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static TraceStorage read(byte[] bytes) throws Exception {
        TraceInput input = new TraceInput("test", new ByteArrayInputStream(bytes), new ImportProgress());
        try (input) {
            TraceStorage storage = new TraceStorage();
            ImportSession session = new ImportSession(storage, input.progress());
            new PerfImporter().read(input, session.context(0, 0));
            session.finish();
            return storage;
        }
    }

    /// Returns the number of samples with each number of frames.
    private static TreeMap<Integer, Integer> depths(TraceStorage s) {
        Table samples = s.table("__intrinsic_profiler_sample");
        Table sites = s.table("__intrinsic_stack_profile_callsite");
        TreeMap<Integer, Integer> depths = new TreeMap<>();
        for (int row = 0; row < samples.rowCount(); row++) {
            depths.merge(sites.ints("depth").get(samples.ints("callsite_id").get(row)) + 1, 1, Integer::sum);
        }
        return depths;
    }

    @Test
    void stacksAreUnwoundWithTheBinaryOfTheRecording() throws Exception {
        Path binary = Files.write(folder.resolve("frames.elf"), resource("frames.elf"));
        TraceStorage s = read(recording(binary));
        // Two of the stacks are deeper than the 512 bytes of stack memory that were recorded.
        assertEquals("{5=2, 6=1, 7=1, 8=2, 9=1, 10=1}", depths(s).toString());
        assertEquals(2, stat(s, "perf_unwind_stack_too_short"));
        assertEquals(0, stat(s, "perf_unwind_binary_missing"));
    }

    @Test
    void withoutTheBinaryASampleHasOneFrameAndTheFileIsNamed() throws Exception {
        // A different build of the binary is at its path.
        Path binary = Files.write(folder.resolve("frames.elf"), resource("frames.elf"));
        byte[] bytes = recording(binary);
        byte[] id;
        try (ElfFile elf = ElfFile.open(binary)) {
            id = HexFormat.of().parseHex(elf.buildId());
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int index = text.indexOf(new String(id, StandardCharsets.ISO_8859_1));
        bytes[index] ^= 1;
        TraceStorage s = read(bytes);
        assertEquals("{1=8}", depths(s).toString());
        assertEquals(8, stat(s, "perf_unwind_binary_missing"));
        assertTrue(texts(s).contains(binary.toString()));
    }

    /// Returns the string values of all arguments, including those of the import log.
    private static Set<String> texts(TraceStorage s) {
        Table args = s.table("__intrinsic_args");
        Set<String> all = new HashSet<>();
        for (int row = 0; row < args.rowCount(); row++) {
            if (!args.strings("string_value").isNull(row)) {
                all.add(s.strings().get(args.strings("string_value").get(row)));
            }
        }
        return all;
    }
}
