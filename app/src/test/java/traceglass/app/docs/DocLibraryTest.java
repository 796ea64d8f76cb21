package traceglass.app.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import traceglass.app.testing.ProjectSources;

class DocLibraryTest {

    private static final Path DOCUMENTS = ProjectSources.repository().resolve("packaging/docs");

    private static final DocPage INDEX = DocPage.parse("index", """
        # Guide
        ## First steps
        - [Start](start.md): how to begin
        - [Colors](colors.md#dark)
        ## Reference
        - [Start again](start.md)
        """);
    private static final DocPage START = DocPage.parse("start", "# Start\nOpen a trace and cut it.\n");
    private static final DocPage COLORS = DocPage.parse("colors", "# Colors\n## Dark\nBlack.\n## Cut\nBrown.\n");
    private static final DocPage EXTRA = DocPage.parse("extra", "# Zebra\n## Cutting\nStripes.\n");

    private static List<String> anchors(List<DocHit> hits) {
        return hits.stream()
                .map(h -> h.page().id() + "#" + h.section().anchor())
                .toList();
    }

    private static String contents(DocLibrary library) {
        return library.contents().stream().map(g -> g.title() + g.pages()).collect(Collectors.joining(" "));
    }

    @Test
    void theIndexDefinesTheOrderAndOtherPagesFollow() {
        DocLibrary library = DocLibrary.of(List.of(EXTRA, COLORS, START, INDEX));
        assertEquals("First steps[start, colors] Reference[] More[extra]", contents(library));
    }

    @Test
    void generatedPagesAreInTheContentsIfListed() {
        DocPage list = DocPage.parse("list", "# List");
        DocPage item = DocPage.parse("item", "# Item");
        DocLibrary library = DocLibrary.of(List.of(INDEX, START)).with(List.of(list, item), List.of(list));
        assertEquals("First steps[start] Reference[] SQL reference[list]", contents(library));
        assertTrue(library.page("item").isPresent());
    }

    @Test
    void aSearchMatchesWordPrefixesAndPrefersTitles() {
        DocLibrary library = DocLibrary.of(List.of(INDEX, START, COLORS, EXTRA));
        assertEquals(List.of("colors#cut", "extra#cutting", "start#start"), anchors(library.search("Cut", 10)));
        assertEquals(List.of("extra#cutting"), anchors(library.search("stripes cut", 10)));
        assertEquals(List.of("extra#zebra"), anchors(library.search("zebra", 10)));
        assertEquals(List.of(), anchors(library.search("ut", 10)));
        assertEquals(List.of(), anchors(library.search("  ", 10)));
        assertEquals(List.of("colors#cut"), anchors(library.search("cut", 1)));
    }

    @Test
    void headingsHaveTheIdsThatGitHubGivesThem() {
        DocPage page = DocPage.parse("p", "# A `b_c`, d!\n## Same\n## Same\n### Über – alles\n");
        assertEquals(
                List.of("a-b_c-d", "same", "same-1", "über--alles"),
                page.sections().stream().map(DocSection::anchor).toList());
    }

    @Test
    void aCommentDescribesAPicture() {
        DocPage page =
                DocPage.parse("p", "# P\n\n<!-- picture: sql | The SQL\npage | --panel sql -->\n\n<!-- other -->\n");
        assertEquals(List.of(new DocPicture("sql", "The SQL page", "--panel sql")), page.pictures());
        assertEquals("", page.sections().getFirst().text());
    }

    @Test
    void theProgramContainsAllDocuments() throws IOException {
        Set<String> bundled = new TreeSet<>();
        DocLibrary.bundled().pages().forEach(p -> bundled.add(p.id()));
        Set<String> written = new TreeSet<>();
        DocLibrary.in(DOCUMENTS).pages().forEach(p -> written.add(p.id()));
        assertEquals(written, bundled);
        assertTrue(written.contains("index"), written.toString());
    }

    @Test
    void everyDocumentStartsWithATitle() throws IOException {
        for (DocPage page : DocLibrary.in(DOCUMENTS).pages()) {
            assertEquals(1, page.sections().getFirst().level(), page.id());
            assertEquals(1, page.sections().stream().filter(s -> s.level() == 1).count(), "titles of " + page.id());
        }
    }
}
