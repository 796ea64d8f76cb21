package traceglass.ingest.threaddump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class GoroutineDumpTest {

    private static final String DUMP = """
        panic: too late [recovered]
        [signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x1]

        goroutine 1 [running]:
        example.com/a/b.(*Server).serve(0xc000010000, {0x1, 0x2})
        \t/src/b/server.go:12 +0x9f
        main.main()
        \t/src/main.go:8 +0x25

        goroutine 7 gp=0xc0001 m=3 mp=0xc0002 [chan receive, 5 minutes, locked to thread]:
        main.wait[...](...)
        \t/src/main.go:30
        created by main.start in goroutine 1
        \t/src/main.go:20 +0x1
        exit status 2
        """;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Returns the stack of each sample, the innermost frame first.
    private static List<String> stacks(TraceStorage storage) {
        Table samples = storage.table("__intrinsic_profiler_sample");
        Table callsites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < samples.rowCount(); i++) {
            StringBuilder stack = new StringBuilder();
            for (int c = samples.ints("callsite_id").get(i);
                    c != IntColumn.NULL;
                    c = callsites.ints("parent_id").get(c)) {
                stack.append(storage.strings()
                                .get(frames.strings("name")
                                        .get(callsites.ints("frame_id").get(c))))
                        .append(' ');
            }
            all.add(stack.toString());
        }
        return all;
    }

    @Test
    void readsStacksAndStates() throws Exception {
        TraceStorage storage = DamagedFile.read(bytes(DUMP));
        assertEquals(List.of("example.com/a/b.(*Server).serve main.main ", "main.wait[...] "), stacks(storage));
        Table slices = storage.table("__intrinsic_slice");
        List<String> states = new ArrayList<>();
        for (int i = 0; i < slices.rowCount(); i++) {
            states.add(storage.strings().get(slices.strings("name").get(i)));
        }
        assertEquals(List.of("running", "chan receive"), states);
        Table mappings = storage.table("__intrinsic_stack_profile_mapping");
        List<String> packages = new ArrayList<>();
        for (int i = 0; i < mappings.rowCount(); i++) {
            packages.add(storage.strings().get(mappings.strings("name").get(i)));
        }
        assertTrue(packages.contains("example.com/a/b"), packages.toString());
        Table symbols = storage.table("__intrinsic_stack_profile_symbol");
        assertTrue(symbols.rowCount() > 0);
    }

    @Test
    void aRepeatedGoroutineStartsAnotherDump() throws Exception {
        String dump = DUMP.substring(DUMP.indexOf("goroutine 1"));
        TraceStorage storage = DamagedFile.read(bytes(dump + "\n" + dump));
        Table samples = storage.table("__intrinsic_profiler_sample");
        assertEquals(4, samples.rowCount());
        assertEquals(samples.longs("ts").get(0), samples.longs("ts").get(1));
        assertTrue(samples.longs("ts").get(2) > samples.longs("ts").get(1));
    }

    @Test
    void aFrameOfPanicDoesNotStartADump() throws Exception {
        String panicking = DUMP.replace(
                "example.com/a/b.(*Server).serve(",
                "panic({0x45e0a0?, 0x4c7a70?})\n\t/go/panic.go:884 +0x212\nmain.serve(");
        assertEquals(
                List.of("panic main.serve main.main ", "main.wait[...] "), stacks(DamagedFile.read(bytes(panicking))));
    }

    @Test
    void aGoroutineMayLackItsState() throws Exception {
        for (String state : List.of("", ", ", ", , ")) {
            TraceStorage storage =
                    DamagedFile.read(bytes(DUMP.replace("goroutine 1 [running]", "goroutine 1 [" + state + "]")));
            assertEquals(2, stacks(storage).size());
        }
    }

    @Test
    void survivesDamageAndDoesNotAcceptProfiles() throws Exception {
        DamagedFile.assertSurvives(bytes(DUMP), 56);
        assertFalse(GoroutineDump.sniff("goroutine profile: total 9\n1 @ 0x1 0x2\n"));
    }
}
