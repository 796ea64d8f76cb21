package traceglass.app.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.testing.ProjectSources;

class LinkCheckTest {

    private static final Path DOCUMENTS = ProjectSources.repository().resolve("packaging/docs");

    @TempDir
    private Path folder;

    private List<String> problems(String markdown) {
        return LinkCheck.problems(
                DocLibrary.of(List.of(DocPage.parse("a", markdown), DocPage.parse("b", "# B\n## Part two\n"))), folder);
    }

    @Test
    void noDocumentHasADeadLink() throws IOException {
        assertEquals(List.of(), LinkCheck.problems(DocLibrary.in(DOCUMENTS), DOCUMENTS));
    }

    @Test
    void linksOfTheReadmeLeadToFiles() throws IOException {
        Path repository = ProjectSources.repository();
        Matcher link = Pattern.compile("]\\(([^)#]+)(?:#[^)]*)?\\)")
                .matcher(Files.readString(repository.resolve("README.md")));
        int count = 0;
        while (link.find()) {
            if (!link.group(1).startsWith("http")) {
                assertTrue(Files.exists(repository.resolve(link.group(1))), link.group(1));
                count++;
            }
        }
        assertTrue(count > 5, "links: " + count);
    }

    @Test
    void validLinksAreNotReported() throws IOException {
        Files.createDirectories(folder.resolve("sample"));
        assertEquals(
                List.of(),
                problems("# A\n[b](b.md), [part](b.md#part-two), [here](#a), [files](sample), [web](https://a.org/x),"
                        + " array[1] `[a][b]` [not a link]"));
    }

    @Test
    void deadLinksAreReported() {
        assertEquals(List.of("a: no such page: c"), problems("# A\n[c](c.md)"));
        assertEquals(List.of("a: no such heading: b#part"), problems("# A\n[part](b.md#part)"));
        assertEquals(List.of("a: no such heading: a#b"), problems("# A\n[part](#b)"));
        assertEquals(List.of("a: no such file: sample/x.png"), problems("# A\n![x](sample/x.png)"));
        assertEquals(List.of("a: undefined reference: [text][reference]"), problems("# A\n[text][reference]"));
        assertEquals(List.of("a: not an address: http:///x"), problems("# A\n[x](http:///x)"));
    }
}
