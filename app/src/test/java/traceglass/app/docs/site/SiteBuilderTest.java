package traceglass.app.docs.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.docs.DocLibrary;
import traceglass.app.docs.DocPage;
import traceglass.app.docs.DocPicture;
import traceglass.app.docs.SchemaDocs;
import traceglass.app.testing.ProjectSources;

class SiteBuilderTest {

    private static final Path DOCUMENTS = ProjectSources.repository().resolve("packaging/docs");
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile("\\bid=\"([^\"]*)\"");

    @TempDir
    private Path site;

    private static Set<String> ids(String html) {
        return ID.matcher(html).results().map(r -> r.group(1)).collect(Collectors.toSet());
    }

    private static List<String> deadLinks(Path site) throws IOException {
        Map<Path, String> pages = new HashMap<>();
        try (Stream<Path> files = Files.walk(site)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".html")).toList()) {
                pages.put(file, Files.readString(file));
            }
        }
        List<String> dead = new ArrayList<>();
        for (Map.Entry<Path, String> page : pages.entrySet()) {
            for (MatchResult link : LINK.matcher(page.getValue()).results().toList()) {
                String address = URLDecoder.decode(link.group(1), StandardCharsets.UTF_8);
                int hash = address.indexOf('#');
                String path = hash < 0 ? address : address.substring(0, hash);
                Path target = path.isEmpty() ? page.getKey() : page.getKey().resolveSibling(path);
                boolean exists = path.startsWith("http") || Files.isRegularFile(target.normalize());
                if (exists && hash >= 0 && !path.startsWith("http")) {
                    exists = ids(pages.getOrDefault(target.normalize(), "")).contains(address.substring(hash + 1));
                }
                if (!exists) {
                    dead.add(site.relativize(page.getKey()) + ": " + address);
                }
            }
        }
        return dead;
    }

    @Test
    void theSiteOfTheDocumentsHasNoDeadLink() throws IOException {
        DocLibrary library = SchemaDocs.addTo(DocLibrary.in(DOCUMENTS));
        Files.createDirectories(site.resolve("images"));
        for (DocPicture picture : SiteBuilder.pictures(library)) {
            Files.createFile(site.resolve("images/" + picture.name() + ".png"));
        }
        SiteBuilder.write(library, DOCUMENTS, site);
        assertEquals(List.of(), deadLinks(site));
        for (DocPage page : library.pages()) {
            assertTrue(Files.exists(site.resolve(page.id() + ".html")), page.id());
        }
        String index = Files.readString(site.resolve("index.html"));
        for (DocPage page : DocLibrary.in(DOCUMENTS).pages()) {
            assertTrue(index.contains("href=\"" + page.id() + ".html\""), "not in the navigation: " + page.id());
        }
        String script = Files.readString(site.resolve("search-index.js"));
        assertTrue(script.startsWith("searchIndex([[") && script.contains("table-slice.html"), script.substring(0, 80));
    }

    @Test
    void picturesHaveDifferentNames() throws IOException {
        List<String> names = SiteBuilder.pictures(DocLibrary.in(DOCUMENTS)).stream()
                .map(DocPicture::name)
                .toList();
        assertEquals(names.stream().distinct().toList(), names);
        assertTrue(names.size() >= 5, names.toString());
    }

    @Test
    void aPageBecomesHtmlWithItsLinksAndWithoutComments() throws IOException {
        Path documents = Files.createDirectories(site.resolve("docs"));
        Files.writeString(Files.createDirectories(documents.resolve("sample")).resolve("a.txt"), "text");
        DocLibrary library =
                DocLibrary.of(List.of(DocPage.parse("index", """
                    # Guide & more
                    <!-- trace: x -->
                    [Part](#a-part), [files](sample), [other](other.md#x), <b>bold</b>

                    <!-- picture: missing | Not made | --panel sql -->

                    ## A part
                    | a | b |
                    |---|---|
                    | `1 < 2` | c |
                    """), DocPage.parse("other", "# Other\n## X\n")));
        Path out = site.resolve("out");
        SiteBuilder.write(library, documents, out);
        String html = Files.readString(out.resolve("index.html"));
        assertTrue(html.contains("<title>Guide &amp; more – Traceglass</title>"), html);
        assertTrue(html.contains("<a href=\"#a-part\">Part</a>"), html);
        assertTrue(html.contains("<a href=\"files/sample/index.html\">files</a>"), html);
        assertTrue(html.contains("<a href=\"other.html#x\">other</a>"), html);
        assertTrue(html.contains("<code>1 &lt; 2</code>"), html);
        assertTrue(html.contains("&lt;b&gt;"), html);
        assertFalse(html.contains("trace: x") || html.contains("missing.png"), html);
        assertEquals("text", Files.readString(out.resolve("files/sample/a.txt")));
        assertEquals(List.of(), deadLinks(out));
    }
}
