package traceglass.ingest.tracker.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import traceglass.store.stats.StatDefinition;
import traceglass.store.stats.StatDefinitions;
import traceglass.store.testing.SharedData;

/// Compares the lists of statistics and metadata with the data of the public schema.
class StatsReferenceTest {

    private static List<String> lines(String name) throws IOException {
        Path file = SharedData.file("reference/schema/" + name);
        return Files.readAllLines(file).stream()
                .skip(1)
                .map(l -> l.toLowerCase(Locale.ROOT))
                .toList();
    }

    /// Returns our kinds of metadata by lower-case name.
    private static Map<String, String> ourMetadata() {
        Map<String, String> entries = new HashMap<>();
        for (String[] w : NameLists.read("metadata.txt")) {
            entries.put(w[0].toLowerCase(Locale.ROOT), String.join(" ", w).toLowerCase(Locale.ROOT));
        }
        return entries;
    }

    @Test
    void everyStatisticHasItsKindSeverityAndSource() throws IOException {
        Map<String, String> ours = new HashMap<>();
        for (StatDefinition stat : StatDefinitions.all()) {
            String kind = stat.isIndexed() ? "indexed" : "single";
            ours.put(stat.name(), stat.name() + " " + kind + " " + stat.severity() + " " + stat.source() + " ");
        }
        List<String> errors = new ArrayList<>();
        List<String> facts = lines("stats.tsv");
        for (String line : facts) {
            String[] w = line.split("\t");
            String expected = w[0] + " " + w[1] + " " + w[2].replace("dataloss", "data_loss") + " " + w[3] + " ";
            String actual = ours.getOrDefault(w[0], "nothing");
            if (!actual.equals(expected)) {
                errors.add("expected " + expected + ", found " + actual);
            }
        }
        assertTrue(facts.size() > 300, "the list is truncated");
        assertEquals(List.of(), errors);
    }

    @Test
    void everyMetadataKeyHasItsKindTypeAndScope() throws IOException {
        Map<String, String> ours = ourMetadata();
        List<String> errors = new ArrayList<>();
        List<String> facts = lines("metadata.tsv");
        for (String line : facts) {
            String expected = line.replace('\t', ' ');
            if (!expected.equals(ours.get(expected.substring(0, expected.indexOf(' '))))) {
                errors.add(
                        "expected " + expected + ", found " + ours.get(expected.substring(0, expected.indexOf(' '))));
            }
        }
        assertTrue(facts.size() > 40, "the list is truncated");
        assertEquals(List.of(), errors);
    }
}
