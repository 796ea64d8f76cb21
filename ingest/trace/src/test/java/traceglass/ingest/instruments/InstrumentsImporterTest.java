package traceglass.ingest.instruments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.TraceStorage;

class InstrumentsImporterTest {

    private static final String START = "<?xml version=\"1.0\"?>\n<trace-query-result><node><schema name=\"hitches\"/>";
    private static final String ROW = "<row><start-time id=\"1\">5</start-time><duration id=\"2\">7</duration><string"
            + " id=\"3\">a &amp; b</string></row>";
    private static final String END = "</node></trace-query-result>";

    private final InstrumentsImporter importer = new InstrumentsImporter();

    private static byte[] tables() throws IOException {
        try (InputStream in = InstrumentsImporterTest.class.getResourceAsStream("/cases/instruments/tables.xml")) {
            return in.readAllBytes();
        }
    }

    private static byte[] text(String xml) {
        return xml.getBytes(StandardCharsets.UTF_8);
    }

    private static int slices(TraceStorage storage) {
        return storage.table("__intrinsic_slice").rowCount();
    }

    @Test
    void recognizesTheRootElement() throws IOException {
        assertTrue(importer.sniff(tables()));
        assertTrue(importer.sniff(text("\uFEFF <?xml version='1.0' standalone='yes'?>\r\n<trace-toc>")));
        assertFalse(importer.sniff(text("<?xml version=\"1.0\"?><valgrindoutput>")));
        assertFalse(importer.sniff(text("<!DOCTYPE html><html>")));
        assertFalse(importer.sniff(text("<trace-query-resultat>")));
        assertFalse(importer.sniff(text("trace-query-result")));
    }

    @Test
    void keepsTheRowsBeforeATruncation() throws IOException {
        int[] maxRows = {0};
        DamagedInputs.checkTruncated(
                importer, tables(), (storage, fiftieths) -> maxRows[0] = Math.max(maxRows[0], slices(storage)));
        assertTrue(maxRows[0] > 0, "slices before a cut: " + maxRows[0]);
    }

    @Test
    void survivesFlippedBits() throws IOException {
        DamagedInputs.checkFlipped(importer, tables());
    }

    @Test
    void readsTablesWithoutRows() throws Exception {
        assertEquals(0, slices(DamagedInputs.read(importer, text(START + END))));
    }

    @Test
    void refusesFilesWithoutACompleteRow() {
        TraceProblem problem = assertThrows(
                TraceProblem.class, () -> DamagedInputs.read(importer, text(START + "<row><start-time>5")));
        assertTrue(problem.getMessage().contains("line 2"), problem.getMessage());
    }

    @Test
    void resolvesNoEntitiesOfTheFile() throws Exception {
        String doctype = "<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\"><!ENTITY a"
                + " \"aaaa\">]>\n<trace-query-result><node><schema name=\"hitches\"/>";
        String row = ROW.replace("a &amp; b", "&e;&a;");
        try {
            TraceStorage storage = DamagedInputs.read(importer, text(doctype + row + END));
            assertFalse(storage.strings()
                    .get(storage.table("__intrinsic_slice").strings("name").get(0))
                    .contains("root"));
        } catch (TraceProblem e) {
            assertTrue(e.getMessage().contains("invalid"), e.getMessage());
        }
    }

    @Test
    void readsMoreTextAndEntitiesThanTheJdkAllowsByDefault() throws Exception {
        StringBuilder xml = new StringBuilder(START);
        int rows = 20_000;
        for (int i = 0; i < rows; i++) {
            xml.append(ROW.replace(">5<", ">" + 10 * i + "<"));
        }
        assertEquals(
                rows, slices(DamagedInputs.read(importer, text(xml.append(END).toString()))));
    }

    @Test
    void ignoresElementsThatNestTooDeeply() throws Exception {
        String deep = "<narrative>".repeat(3000) + "</narrative>".repeat(3000);
        TraceStorage storage = DamagedInputs.read(importer, text(START + ROW.replace("</row>", deep + "</row>") + END));
        assertEquals(1, slices(storage));
    }

    @Test
    void countsReferencesToMissingElements() throws Exception {
        String row =
                "<row><start-time id=\"1\">5</start-time><duration id=\"2\">7</duration><string ref=\"99\"/></row>";
        assertEquals(1, slices(DamagedInputs.read(importer, text(START + row + END))));
    }
}
