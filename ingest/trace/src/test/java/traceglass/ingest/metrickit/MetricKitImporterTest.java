package traceglass.ingest.metrickit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class MetricKitImporterTest {

    private static final String UUID = "0A1B2C3D-0000-0000-0000-000000000001";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String frame(String binary, long offset, int samples, String... below) {
        return "{\"binaryUUID\":\"" + UUID + "\",\"offsetIntoBinaryTextSegment\":" + offset + ",\"sampleCount\":"
                + samples
                + (below.length == 0 ? "" : ",\"subFrames\":[" + String.join(",", below) + "]")
                + ",\"binaryName\":\"" + binary + "\",\"address\":" + (0x200000000L + offset) + "}";
    }

    private static String tree(boolean isPerThread, String... stacks) {
        List<String> all = new ArrayList<>();
        for (String stack : stacks) {
            all.add("{\"threadAttributed\":" + all.isEmpty() + ",\"callStackRootFrames\":[" + stack + "]}");
        }
        return "{\"callStacks\":" + all + ",\"callStackPerThread\":" + isPerThread + "}";
    }

    private static String payload(String kind, String tree, String metadata) {
        return "{\"timeStampBegin\":\"2026-01-01 00:00:00\",\"timeStampEnd\":\"2026-01-02 00:00:00\",\"" + kind
                + "Diagnostics\":[{\"version\":\"1.0.0\",\"callStackTree\":" + tree + ",\"diagnosticMetaData\":{"
                + metadata
                + "}}]}";
    }

    /// Returns the stacks with their values, the outermost frame first.
    private static List<String> stacks(TraceStorage storage) {
        Table samples = storage.table("__intrinsic_aggregate_sample");
        Table callsites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < samples.rowCount(); i++) {
            List<String> names = new ArrayList<>();
            for (int c = samples.ints("callsite_id").get(i);
                    c != IntColumn.NULL;
                    c = callsites.ints("parent_id").get(c)) {
                names.add(storage.strings()
                        .get(frames.strings("name")
                                .get(callsites.ints("frame_id").get(c))));
            }
            Collections.reverse(names);
            all.add(String.join(";", names)
                    + ' '
                    + (long) samples.doubles("value").get(i));
        }
        return all;
    }

    private static String profile(TraceStorage storage, int row) {
        Table profiles = storage.table("__intrinsic_aggregate_profile");
        return storage.strings().get(profiles.strings("name").get(row));
    }

    @Test
    void readsStacksOfAllThreadsTogether() throws Exception {
        String tree = tree(false, frame("a", 16, 9, frame("b", 32, 2), frame("c", 48, 4, frame("d", 64, 4))));
        TraceStorage storage = DamagedFile.read(bytes(payload("cpuException", tree, "\"totalCPUTime\":\"20 sec\"")));
        assertEquals(List.of("a+0x10 3", "a+0x10;b+0x20 2", "a+0x10;c+0x30;d+0x40 4"), stacks(storage));
        assertEquals("MetricKit CPU exception", profile(storage, 0));
        Table mappings = storage.table("__intrinsic_stack_profile_mapping");
        assertEquals(
                UUID.replace("-", "").toLowerCase(java.util.Locale.ROOT),
                storage.strings().get(mappings.strings("build_id").get(0)));
    }

    @Test
    void stacksOfThreadsBeginWithTheInnermostFrame() throws Exception {
        String tree = tree(
                true,
                frame("App", 16, 1, frame("UIKitCore", 32, 1, frame("dyld", 48, 1))),
                frame("libsystem_kernel.dylib", 16, 1, frame("libsystem_pthread.dylib", 32, 1)));
        TraceStorage storage = DamagedFile.read(bytes(payload("crash", tree, "\"signal\":11")));
        assertEquals(
                List.of(
                        "dyld+0x30;UIKitCore+0x20;App+0x10 1",
                        "libsystem_pthread.dylib+0x20;libsystem_kernel.dylib+0x10 1"),
                stacks(storage));
        Table labels = storage.table("__intrinsic_aggregate_label");
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < labels.rowCount(); i++) {
            keys.add(storage.strings().get(labels.strings("key").get(i)));
        }
        assertEquals(
                List.of(
                        "diagnostic",
                        "thread",
                        "threadAttributed",
                        "version",
                        "signal",
                        "diagnostic",
                        "thread",
                        "version",
                        "signal"),
                keys);
    }

    @Test
    void theLibraryThatStartsThreadsDeterminesTheOrder() throws Exception {
        String tree = tree(true, frame("dyld", 16, 3, frame("App", 32, 1), frame("App", 48, 2)));
        String diagnostic = "{\"callStackTree\":" + tree + ",\"diagnosticMetaData\":{\"hangDuration\":\"3 sec\"}}";
        TraceStorage storage = DamagedFile.read(bytes(diagnostic));
        assertEquals(List.of("dyld+0x10;App+0x20 1", "dyld+0x10;App+0x30 2"), stacks(storage));
        assertEquals("MetricKit hang", profile(storage, 0));
    }

    @Test
    void readsLoadAddressesInsteadOfOffsets() throws Exception {
        String tree = tree(true, frame("App", 16, 1)).replace("Segment\":16", "Segment\":8589930496");
        assertEquals(List.of("App+0x1010 1"), stacks(DamagedFile.read(bytes(tree))));
    }

    @Test
    void readsTheFormatOfNewerSystems() throws Exception {
        String report = "{\"environment\":{},\"hang\":{\"hangDuration\":{\"value\":2500,\"unit\":\"ms\"},"
                + "\"callStackTree\":{\"callStackPerThread\":true,\"callStackThreads\":[{\"threadAttributed\":true,"
                + "\"rootFrames\":[{\"binaryUUID\":\"" + UUID
                + "\",\"offsetIntoBinaryTextSegment\":16,\"sampleCount\":2,"
                + "\"subFrames\":[{\"offsetIntoBinaryTextSegment\":18,\"sampleCount\":2,\"subFrames\":[]}]}]}],"
                + "\"binaryInfo\":[\"" + UUID + "\",{\"binaryName\":\"App\"}]}}}";
        TraceStorage storage = DamagedFile.read(bytes(report));
        assertEquals(List.of("[unknown]+0x12;App+0x10 2"), stacks(storage));
        assertEquals("MetricKit hang", profile(storage, 0));
    }

    @Test
    void readsLogsOfAppStoreConnect() throws Exception {
        String start = "{\"symbolName\":\"start\",\"address\":\"0x10\",\"binaryName\":\"App\",\"lineNumber\":\"14\","
                + "\"offsetIntoBinaryTextSegment\":\"\",\"fileName\":\"App.m\",\"sampleCount\":5,\"subFrames\":[";
        String callee = "{\"symbolName\":\"-[A b:]\",\"address\":\"0x20\",\"binaryName\":\"App\",\"sampleCount\":5}";
        String log = "{\"version\":\"1.0.0\",\"productData\":[{\"signatureId\":\"1\",\"diagnosticLogs\":[{"
                + "\"diagnosticMetaData\":{\"event\":\"disk writes\",\"writesCaused\":\"1 GB\"},\"callStackTree\":["
                + "{\"callStacks\":[{\"callStackRootFrames\":[" + start + callee + "]}]}],"
                + "\"callStackPerThread\":false}]}]}]}";
        TraceStorage storage = DamagedFile.read(bytes(log));
        assertEquals(List.of("start;-[A b:] 5"), stacks(storage));
        assertEquals("MetricKit disk write exception", profile(storage, 0));
        Table symbols = storage.table("__intrinsic_stack_profile_symbol");
        assertEquals(14, symbols.longs("line_number").get(0));
    }

    @Test
    void reportsDamageAndReportsWithoutStacks() throws Exception {
        String text = payload("hang", tree(true, frame("App", 16, 1)), "");
        String two = text.replace("}}]}", "}},{\"callStackTree\":" + tree(true, frame("B", 8, 2)) + "}]}");
        assertEquals(List.of("App+0x10 1", "B+0x8 2"), stacks(DamagedFile.read(bytes(two))));
        TraceStorage truncated = DamagedFile.read(bytes(two.substring(0, two.length() - 9)));
        assertEquals(List.of("App+0x10 1"), stacks(truncated));
        assertEquals(1, stat(truncated, "metrickit_truncated"));
        DamagedFile.assertSurvives(bytes(two), 53);
        TraceProblem problem = assertThrows(
                TraceProblem.class, () -> DamagedFile.read(bytes("{\"timeStampBegin\":\"\",\"hangDiagnostics\":[]}")));
        assertTrue(problem.getMessage().contains("without callstacks"), problem.getMessage());
    }

    @Test
    void readsPropertiesOfAnyDepth() throws Exception {
        String nested = "[".repeat(20_000) + "]".repeat(20_000);
        String measured = "{\"value\":" + nested + ",\"unit\":" + nested + "}";
        String tree = tree(true, frame("App", 16, 1));
        String text = payload("hang", tree, "\"hangDuration\":" + measured + ",\"deep\":" + nested);
        assertEquals(List.of("App+0x10 1"), stacks(DamagedFile.read(bytes(text))));
    }

    @Test
    void leadingZerosDoNotMakeNumbersOctal() throws Exception {
        String tree =
                tree(false, frame("App", 16, 1)).replace(":16", ":\"0x1F\"").replace(":1,", ":\"010\",");
        assertEquals(List.of("App+0x1f 10"), stacks(DamagedFile.read(bytes(tree))));
    }

    private static String chain(int depth, boolean isPerThread) {
        StringBuilder open = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            open.append("{\"binaryName\":\"App\",\"offsetIntoBinaryTextSegment\":")
                    .append(i + 1)
                    .append(",\"sampleCount\":")
                    .append(depth - i)
                    .append(",\"subFrames\":[");
        }
        return "{\"callStacks\":[{\"callStackRootFrames\":[" + open + "]}".repeat(depth) + "]}],\"callStackPerThread\":"
                + isPerThread + "}";
    }

    @Test
    void eachFrameOfADeepStackMayHaveSamples() throws Exception {
        TraceStorage storage = DamagedFile.read(bytes(chain(20_000, false)));
        assertEquals(20_000, storage.table("__intrinsic_aggregate_sample").rowCount());
        assertEquals(20_000, storage.table("__intrinsic_stack_profile_callsite").rowCount());
        assertEquals(0, stat(storage, "metrickit_stack_skipped"));
    }

    @Test
    void limitsStacksThatShareOnlyTheirInnermostFrames() throws Exception {
        TraceStorage storage = DamagedFile.read(bytes(chain(20_000, true)));
        int samples = storage.table("__intrinsic_aggregate_sample").rowCount();
        assertTrue(samples > 1000, samples + "");
        assertEquals(20_000, samples + stat(storage, "metrickit_stack_skipped"));
        assertTrue(storage.table("__intrinsic_stack_profile_callsite").rowCount() < 3 << 20);
    }

    @Test
    void readsFramesOfAnyDepth() throws Exception {
        String nested = "]}".repeat(20_000);
        StringBuilder open = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            open.append("{\"binaryName\":\"App\",\"sampleCount\":1,\"subFrames\":[");
        }
        String text =
                "{\"callStacks\":[{\"callStackRootFrames\":[" + open + nested + "]}],\"callStackPerThread\":false}";
        assertEquals(1, stacks(DamagedFile.read(bytes(text))).size());
    }
}
