package traceglass.ingest.v8files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class HeapSnapshotImporterTest {

    private static final String META = """
            {"snapshot":{"meta":{"node_fields":["name","type","id","self_size","edge_count"],
             "node_types":["string",["object","string","synthetic"],"number","number","number"],
             "edge_fields":["type","name_or_index","to_node"],
             "edge_types":[["property","element","weak"],"string_or_number","node"]},"node_count":5,"edge_count":5},
            """;
    /// A synthetic root, a synthetic node, two objects, and a string to which only a weak reference points.
    private static final String SNAPSHOT = META + """
            "nodes":[0,2,1,0,1, 1,2,3,0,1, 2,0,5,16,2, 2,0,7,32,1, 3,1,9,64,0],
            "edges":[1,1,5, 1,1,10, 0,4,15, 1,7,15, 2,5,20],
            "strings":["","(Stack roots)","Tree","text","left","ref"]}
            """;

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String objects(TraceStorage storage) {
        Table objects = storage.table("__intrinsic_heap_graph_object");
        Table classes = storage.table("__intrinsic_heap_graph_class");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < objects.rowCount(); i++) {
            out.append(storage.strings()
                            .get(classes.strings("name")
                                    .get(objects.ints("type_id").get(i))))
                    .append(' ')
                    .append(objects.longs("self_size").get(i))
                    .append(' ')
                    .append(objects.ints("root_distance").get(i))
                    .append(' ')
                    .append(storage.strings().get(objects.strings("root_type").get(i)))
                    .append(", ");
        }
        return out.toString();
    }

    private static String references(TraceStorage storage) {
        Table references = storage.table("__intrinsic_heap_graph_reference");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < references.rowCount(); i++) {
            out.append(references.ints("owner_id").get(i))
                    .append('.')
                    .append(storage.strings()
                            .get(references.strings("field_name").get(i)))
                    .append('=')
                    .append(references.ints("owned_id").get(i))
                    .append(' ');
        }
        return out.toString();
    }

    @Test
    void recognizesSnapshotsByTheirMetadata() {
        HeapSnapshotImporter importer = new HeapSnapshotImporter();
        assertTrue(importer.sniff(SNAPSHOT.getBytes(StandardCharsets.UTF_8)));
        assertFalse(importer.sniff("{\"snapshot\":{\"id\":1}}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void readsColumnsInAnyOrder() throws Exception {
        TraceStorage storage = read(SNAPSHOT);
        assertEquals(
                "(root) 0 0 ROOT, (Stack roots) 0 1 ROOT_STACK_ROOTS, Tree 16 2 null, Tree 32 3 null,"
                        + " (string) 64 -1 null, ",
                objects(storage));
        assertEquals("0.[1]=1 1.[1]=2 2.left=3 2.[7]=3 3.ref=4 ", references(storage));
        Table graph = storage.table("__intrinsic_heap_graph");
        assertEquals(1, graph.rowCount());
        assertEquals(112, graph.longs("heap_size").get(0));
    }

    @Test
    void doesNotFollowWeakReferences() throws Exception {
        Table objects = read(SNAPSHOT).table("__intrinsic_heap_graph_object");
        assertEquals(1, objects.ints("reachable").get(3));
        assertEquals(0, objects.ints("reachable").get(4));
    }

    @Test
    void countsReferencesWithUnknownEnds() throws Exception {
        TraceStorage storage = read(META + "\"nodes\":[0,0,1,8,1],\"edges\":[0,0,500,0,0,0],\"strings\":[\"a\"]}");
        assertEquals(2, stat(storage, "v8_snapshot_invalid_edge"));
    }

    @Test
    void keepsEverythingBeforeTheEndOfATruncatedFile() throws Exception {
        TraceStorage storage = read(SNAPSHOT.substring(0, SNAPSHOT.indexOf("\"left\"")));
        assertEquals(5, storage.table("__intrinsic_heap_graph_object").rowCount());
        assertEquals("0.[1]=1 1.[1]=2 2.null=3 2.[7]=3 3.null=4 ", references(storage));
        assertEquals(1, stat(storage, "v8_file_truncated"));
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedFile.assertSurvives(SNAPSHOT.getBytes(StandardCharsets.UTF_8), 9);
    }
}
