package traceglass.app.cli.info;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.protos.common.SystemInfo;
import traceglass.protos.common.Utsname;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.text.Json;

class InfoCommandTest {

    private static final String UNSAFE = "(?s).*[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e].*";

    @TempDir
    Path folder;

    private static CommandRun info(Object... args) {
        Object[] all = new Object[args.length + 2];
        all[0] = "info";
        all[1] = "--no-cache";
        System.arraycopy(args, 0, all, 2, args.length);
        return CommandRun.of(all);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> json(CommandRun run) {
        return (Map<String, Object>) Json.read(run.assertExitCode(0).out());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> section(Map<String, Object> json, String name) {
        return (Map<String, Object>) json.get(name);
    }

    @Test
    void jsonCountsEveryKindOfRow() throws Exception {
        Path trace = Files.writeString(folder.resolve("kinds.json"), """
                [{"ph": "X", "pid": 1, "tid": 1, "name": "a", "ts": 1, "dur": 5, "args": {"k": 1}},
                 {"ph": "s", "pid": 1, "tid": 1, "name": "f", "cat": "c", "id": 1, "ts": 2},
                 {"ph": "X", "pid": 1, "tid": 2, "name": "b", "ts": 3, "dur": 5},
                 {"ph": "f", "pid": 1, "tid": 2, "name": "f", "cat": "c", "id": 1, "ts": 4, "bp": "e"},
                 {"ph": "i", "pid": 1, "tid": 2, "name": "now", "ts": 4, "s": "t"},
                 {"ph": "C", "pid": 1, "name": "n", "ts": 5, "args": {"v": 7}}]""");
        Map<String, Object> json = json(info("--json", trace));
        assertEquals("kinds.json", json.get("file"));
        assertEquals(trace.toString(), json.get("path"));
        assertEquals(Files.size(trace), json.get("size_bytes"));
        assertEquals(7000L, json.get("duration_ns"));
        Map<String, Object> counts = section(json, "counts");
        assertEquals(
                List.of(3L, 1L, 1L, 1L, 0L, 0L),
                List.of("slices", "instants", "flows", "counter_samples", "heap_dumps", "network_packets").stream()
                        .map(counts::get)
                        .toList());
        assertEquals(3L, section(json, "tables").get("slice"));
        assertFalse(section(json, "tables").containsKey("heap_graph"));
        assertEquals("json", section(json, "metadata").get("trace_type"));
        String text = info(trace).assertExitCode(0).out();
        assertTrue(text.lines().anyMatch(l -> l.matches("Flows +1")), text);
        assertFalse(text.contains("Heap dumps"), text);
    }

    @Test
    void packetsOfAPerfettoTraceAreCounted() throws Exception {
        Path trace = Files.write(
                folder.resolve("packets.pftrace"),
                // Three packets with one timestamp each.
                HexFormat.of().parseHex("0a024005" + "0a024006" + "0a024007"));
        assertEquals(3L, section(json(info("--json", trace)), "counts").get("packets"));
        String text = info(trace).assertExitCode(0).out();
        assertTrue(text.lines().anyMatch(l -> l.matches("Packets +3")), text);
        // The second time, the number comes from the cache.
        for (int i = 0; i < 2; i++) {
            CommandRun cached = CommandRun.of("info", "--json", "--cache-dir", folder.resolve("cache"), trace);
            assertEquals(3L, section(json(cached), "counts").get("packets"));
        }
        assertTrue(CommandRun.of("--cache-dir", folder.resolve("cache"), "cache", "list")
                .assertExitCode(0)
                .out()
                .contains("packets.pftrace"));
    }

    @Test
    @SuppressWarnings("unchecked")
    void problemsAreExplained() throws Exception {
        Path trace = Files.writeString(
                folder.resolve("overwritten.systrace"),
                "# tracer: nop\n#\n# entries-in-buffer/entries-written: 1/3   #P:2\n#\n"
                        + "          worker-77    [001] d..3    20.000001: sched_waking: comm=worker pid=77 prio=120"
                        + " target_cpu=001\n");
        List<Map<String, Object>> problems =
                (List<Map<String, Object>>) json(info("--json", trace)).get("problems");
        Map<String, Object> lost = problems.stream()
                .filter(p -> p.get("name").equals("systrace_entries_overwritten"))
                .findFirst()
                .orElseThrow();
        assertEquals(2L, lost.get("count"));
        assertEquals("data_loss", lost.get("severity"));
        assertEquals("2 ftrace events were overwritten", lost.get("title"));
        assertTrue(lost.get("meaning").toString().startsWith("They are missing at the start"), lost::toString);
        assertEquals("Use a larger kernel buffer.", lost.get("advice"));
        String text = info(trace).assertExitCode(0).out();
        assertTrue(text.contains("    2 ftrace events were overwritten. They are missing at the start"), text);
        assertTrue(text.contains("    Advice: Use a larger kernel buffer."), text);
    }

    @Test
    void namesOfTheTraceAndTheFileCantControlATerminal() throws Exception {
        String unsafe = "a\u001b[2J\u009b31m\u202e\nProblems  none";
        Path trace = folder.resolve("evil\u001b[31m\u202e.pftrace");
        Files.write(
                trace,
                Trace.newBuilder()
                        .addPacket(TracePacket.newBuilder()
                                .setSystemInfo(SystemInfo.newBuilder()
                                        .setUtsname(Utsname.newBuilder().setSysname(unsafe))))
                        .build()
                        .toByteArray());
        CommandRun text = info(trace).assertExitCode(0);
        assertFalse(text.out().matches(UNSAFE), text.out());
        assertEquals(1, text.out().lines().filter(l -> l.startsWith("Problems")).count(), text.out());
        CommandRun json = info("--json", trace).assertExitCode(0);
        assertFalse(json.out().matches(UNSAFE), json.out());
        assertEquals(unsafe, section(json(json), "system").get("System"));
        CommandRun gone = info(folder.resolve("gone\u001b[31m\u202e")).assertExitCode(1);
        assertFalse(gone.err().matches(UNSAFE), gone.err());
        assertTrue(gone.errorLine().contains("gone·[31m·"), gone.err());
    }
}
