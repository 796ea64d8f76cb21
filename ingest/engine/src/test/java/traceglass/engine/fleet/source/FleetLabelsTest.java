package traceglass.engine.fleet.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.EngineException;

class FleetLabelsTest {

    @TempDir
    private Path folder;

    private FleetLabels labels(String text) throws IOException {
        return FleetLabels.of(Files.writeString(folder.resolve("labels"), text), null);
    }

    @Test
    void patternsMatchTheEndOfAPath() {
        FleetLabels labels = FleetLabels.of(null, "{branch}/*/{device}-{iteration}.pftrace");
        assertEquals(
                Map.of("branch", "main", "device", "pixel-7", "iteration", 12L),
                labels.of("/data/main/x/pixel-7-12.pftrace"));
        assertEquals(Map.of(), labels.of("/main/pixel-7-12.pftrace"));
        assertEquals(
                "a.zip",
                FleetLabels.of(null, "{archive}!{name}.json")
                        .of("/x/a.zip!b.json")
                        .get("archive"));
    }

    @Test
    void invalidPatternsAreRefused() {
        for (String pattern : List.of("no placeholder", "{a}-{a}", "{}", "{1}")) {
            assertThrows(EngineException.class, () -> FleetLabels.of(null, pattern), pattern);
        }
    }

    @Test
    void rowsOfCsvBelongToTheLongestPath() throws IOException {
        FleetLabels labels = labels("path,branch,score\nb.json,all,1\na/b.json,\"main, old\",2.5\nnever.json,x,\n");
        assertEquals(Map.of("branch", "main, old", "score", 2.5), labels.of("/runs/a/b.json"));
        assertEquals(Map.of("branch", "all", "score", 1L), labels.of("/runs/c/b.json"));
        assertEquals(Map.of(), labels.of("/runs/bb.json"));
        assertEquals(List.of("never.json"), labels.unused());
    }

    @Test
    void jsonMayBeAListOrAnObjectWithPathsAsKeys() throws IOException {
        assertEquals(
                Map.of("n", 3L), labels("[{\"name\": \"b.json\", \"n\": 3}]").of("/a/b.json"));
        assertEquals(
                Map.of("flag", "true"),
                labels("{\"b.json\": {\"flag\": true, \"none\": null}}").of("/a/b.json"));
    }

    @Test
    void invalidLabelFilesAreRefused() {
        for (String text :
                List.of("[1]", "[{\"n\": 3}]", "branch\nmain\n", "[{\"path\": \"a\"}, {\"path\": \"a\"}]", "{")) {
            assertThrows(EngineException.class, () -> labels(text), text);
        }
    }

    @Test
    void errorsSayWhyLabelsAreRefused() {
        Path absent = folder.resolve("absent");
        assertEquals(
                "The labels in " + absent + " can't be read: it does not exist",
                assertThrows(EngineException.class, () -> FleetLabels.of(absent, null))
                        .getMessage());
        assertTrue(assertThrows(EngineException.class, () -> labels("branch\nmain\n"))
                .getMessage()
                .endsWith("a row has no path; it belongs in the column 'path' or 'trace' or 'file' or 'name'"));
    }
}
