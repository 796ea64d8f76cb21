package traceglass.app.cli.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.store.text.Json;

class CacheCommandTest {

    @TempDir
    Path folder;

    private Path cache;
    private Path first;
    private Path second;

    @BeforeEach
    void importTraces() throws Exception {
        cache = folder.resolve("cache");
        first = trace("first.json");
        second = trace("second \u001b[2J\u202e.json");
    }

    private Path trace(String name) throws Exception {
        Path trace = Files.writeString(
                folder.resolve(name),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"" + name.length()
                        + "\", \"ts\": 1, \"dur\": 5}]");
        run("info", trace);
        return trace;
    }

    private CommandRun run(Object... args) {
        return CommandRun.of(Stream.concat(Stream.of("--cache-dir", cache), Stream.of(args))
                        .toArray())
                .assertExitCode(0);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(CommandRun json, String name) {
        return (List<Map<String, Object>>) ((Map<String, Object>) Json.read(json.out())).get(name);
    }

    @Test
    void theListNamesTracesWithSizesAndTimes() throws Exception {
        String list = run("cache", "list").out();
        assertTrue(
                list.lines()
                        .anyMatch(l -> l.matches("(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  ){2} *[\\d.]+.MB  "
                                + first.toString().replace(".", "\\."))),
                list);
        assertTrue(list.contains("second ·[2J·.json"), list);
        assertFalse(list.matches("(?s).*[\u001b\u202e].*"), list);
        assertTrue(list.contains("\n2 databases, "), list);
        List<Map<String, Object>> json = list(run("cache", "list", "--json"), "databases");
        assertEquals(
                List.of(second.toString(), first.toString()),
                json.stream().map(e -> e.get("trace")).toList());
        assertTrue(Instant.parse(json.getFirst().get("created").toString()).isAfter(Instant.EPOCH));
        Files.delete(first);
        assertTrue(run("cache", "list").out().contains(first + " (does not exist)"));
    }

    @Test
    void aMovedTraceHasItsNewPath() throws Exception {
        Path moved = Files.move(first, folder.resolve("moved.json"));
        run("info", moved);
        String list = run("cache", "list").out();
        assertTrue(list.contains("moved.json") && !list.contains("first.json"), list);
    }

    @Test
    void tracesAreRemovedByNameOrPath() {
        String gone = CommandRun.of("--cache-dir", cache, "cache", "clear", "third.json")
                .assertExitCode(1)
                .errorLine();
        assertTrue(gone.contains("no database of third.json is in the cache"), gone);
        assertTrue(run("cache", "clear", second).out().startsWith("removed 1 database from "));
        assertTrue(run("cache", "list").out().contains("\n1 database, "));
        List<Map<String, Object>> removed = list(run("cache", "clear", "--json", "fir*.json"), "removed");
        assertEquals(first.toString(), removed.getFirst().get("trace"));
        assertEquals("0 databases, ", run("cache", "list").out().substring(0, 13));
    }

    @Test
    void removesOnlyOldDatabasesOnRequest() throws Exception {
        String old = list(run("cache", "list", "--json"), "databases")
                .getLast()
                .get("file")
                .toString();
        Files.setLastModifiedTime(Path.of(old), FileTime.from(Instant.now().minus(Duration.ofDays(8))));
        assertTrue(run("cache", "clear", "--older-than=2w").out().startsWith("removed 0 databases from "));
        assertTrue(run("cache", "clear", "--older-than", "7d").out().startsWith("removed 1 database from "));
        assertEquals(
                second.toString(),
                list(run("cache", "list", "--json"), "databases").getFirst().get("trace"));
        try (Stream<Path> files = Files.list(cache)) {
            assertEquals(
                    0,
                    files.filter(f -> f.toString()
                                    .contains(Path.of(old).getFileName().toString()))
                            .count());
        }
        CommandRun.of("--cache-dir", cache, "cache", "clear", "--older-than=soon")
                .assertExitCode(2)
                .errorLine();
    }
}
