package traceglass.app.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import traceglass.engine.FunctionInfo;
import traceglass.engine.TableInfo;
import traceglass.sql.editor.ModuleContents;
import traceglass.sql.modules.ModuleLibrary;

class SchemaDocsTest {

    private static SchemaDocs docs;
    private static DocLibrary library;

    @BeforeAll
    static void generateDocs() {
        docs = SchemaDocs.read();
        library = SchemaDocs.addTo(DocLibrary.of(List.of()));
    }

    private static String text(String page) {
        return library.page(page).orElseThrow().sections().stream()
                .map(s -> s.title() + " " + s.text())
                .collect(Collectors.joining(" "));
    }

    @Test
    void everyTableHasAPageWithItsColumns() {
        assertTrue(docs.tables().size() > 80, "tables: " + docs.tables().size());
        for (TableInfo table : docs.tables()) {
            String text = text(SchemaDocs.tablePage(table.name()));
            for (TableInfo.ColumnInfo column : table.columns()) {
                assertTrue(text.contains(" " + column.name() + " "), table.name() + "." + column.name() + ": " + text);
            }
            assertTrue(text(SchemaDocs.TABLES).contains(" " + table.name() + " "), table.name());
        }
    }

    @Test
    void everyModuleHasAPageWithItsDefinitions() {
        assertEquals(new ModuleLibrary().names().size(), docs.modules().size());
        for (ModuleContents module : docs.modules()) {
            String text = text(SchemaDocs.modulePage(module.module()));
            assertTrue(text.contains("INCLUDE PERFETTO MODULE " + module.module() + ";"), text);
            module.definitions().forEach(d -> assertTrue(text.contains(d.name()), module.module() + ": " + d.name()));
            assertTrue(text(SchemaDocs.MODULES).contains(" " + module.module() + " "), module.module());
        }
    }

    @Test
    void everyFunctionIsDescribed() {
        String text = text(SchemaDocs.FUNCTIONS);
        assertTrue(
                docs.functions().size() > 20, "functions: " + docs.functions().size());
        for (FunctionInfo function : docs.functions()) {
            assertTrue(text.contains(function.name() + "("), function.name());
            assertTrue(text.contains(function.description()), function.name() + ": " + function.description());
        }
    }

    @Test
    void aTableHasTypesAndDescriptions() {
        String slice = text("table-slice");
        assertTrue(slice.startsWith("slice Table. Activities of threads"), slice);
        assertTrue(slice.contains("dur DURATION Duration in nanoseconds; -1 if"), slice);
        assertTrue(slice.contains("track_id LONG The track;"), slice);
        assertTrue(slice.contains("name STRING"), slice);
    }

    @Test
    void aColumnThatRefersToATableLinksToIt() {
        assertEquals(
                List.of("table-process.md", "table-args.md"),
                library.page("table-thread").orElseThrow().links().stream()
                        .map(org.commonmark.node.Link::getDestination)
                        .toList());
        List<String> links = library.page("module-sched.latency").orElseThrow().links().stream()
                .map(org.commonmark.node.Link::getDestination)
                .toList();
        assertEquals(
                List.of("table-thread_state.md", "table-sched.md", "table-thread.md", "table-thread_state.md"), links);
    }

    @Test
    void tablesOfIncludedModulesHaveColumnsEvenIfTheyDeclareNone() {
        String startups = "android.startup.startups";
        assertFalse(text(SchemaDocs.modulePage(startups)).contains("startup_type"));
        SchemaDocs included = SchemaDocs.read(startups);
        ModuleContents module = included.modules().stream()
                .filter(m -> m.module().equals(startups))
                .findFirst()
                .orElseThrow();
        String text = DocText.of(included.module(module).root());
        assertTrue(text.contains("android_startups View. ") && text.contains("startup_type STRING"), text);
    }

    @Test
    void generatedPagesHaveNoDeadLink() {
        assertEquals(List.of(), LinkCheck.problems(library, Path.of("")));
    }
}
