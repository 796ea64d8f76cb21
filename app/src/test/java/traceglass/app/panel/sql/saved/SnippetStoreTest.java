package traceglass.app.panel.sql.saved;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnippetStoreTest {

    @TempDir
    Path dir;

    @Test
    void savedQueriesAreRestored() throws Exception {
        Path file = dir.resolve("sql-snippets.sql");
        SnippetStore store = new SnippetStore(file);
        store.save("Mine", "SELECT 1;\n--@ looks like a mark\nSELECT 2");
        store.save("Another  one", "SELECT 3");
        store.save("mine", "SELECT 4");
        store.delete(store.all().getFirst());
        for (int i = 0;
                i < 200
                        && (!Files.exists(file)
                                || !Files.readString(file).contains("SELECT 4")
                                || Files.readString(file).contains("SELECT 3"));
                i++) {
            Thread.sleep(20);
        }
        List<SnippetStore.Snippet> saved = new SnippetStore(file)
                .all().stream().filter(SnippetStore.Snippet::isSaved).toList();
        assertEquals(List.of(new SnippetStore.Snippet("mine", "SELECT 4", true)), saved);
    }

    @Test
    void queriesMayHaveLinesThatLookLikeMarkers() {
        SnippetStore.Snippet tricky = new SnippetStore.Snippet("tricky", "SELECT 1;\n --@ no name\nSELECT 2", true);
        assertEquals(List.of(tricky), SnippetStore.parse(SnippetStore.format(List.of(tricky)), true));
        assertEquals(
                1,
                SnippetStore.parse(
                                SnippetStore.format(
                                        List.of(new SnippetStore.Snippet("tricky", "--@ a\nSELECT 2", true))),
                                true)
                        .size());
    }
}
