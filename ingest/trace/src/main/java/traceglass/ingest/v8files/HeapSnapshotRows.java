package traceglass.ingest.v8files;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes the objects, classes and references of a heap snapshot. Names are indexes into the strings, which come last
/// in the file, so rows first store an index, which is replaced with the name at the end. Snapshots have tens of
/// millions of nodes and edges, so the data in a row is not stored anywhere else.
final class HeapSnapshotRows {

    /// Maximum length of a name; names may be whole scripts.
    private static final int MAX_NAME = 1024;
    /// Types of nodes whose name is their value or the name of a function.
    private static final Set<String> VALUES =
            Set.of("string", "number", "bigint", "symbol", "regexp", "closure", "concatenated string", "sliced string");

    /// Maximum number of values; further values are skipped to save memory.
    private static final int MAX_VALUES = 2_000_000;
    /// Field type of references that do not keep objects alive.
    private static final String WEAK = "weak";

    private final ImportContext context;
    private final int upid;
    private final long ts;
    private final Table objects;
    private final Table references;
    private final Table classes;
    private final Table values;
    private final int firstObject;
    private final int firstReference;
    private final int firstValue;
    /// Index of the first edge of each node.
    private final GrowingInts edgesFrom = new GrowingInts();
    private final BitSet synthetic = new BitSet();
    private final Map<String, Map<Integer, Integer>> classOfName = new HashMap<>();
    private final List<NamedClass> namedClasses = new ArrayList<>();
    private final BitSet usedStrings = new BitSet();
    private final GrowingInts strings = new GrowingInts();
    private long edgeCount;
    private int owner;
    private long heapSize;
    private int invalidEdges;

    /// Class whose name is a string of the file.
    private record NamedClass(int row, int string) {}

    HeapSnapshotRows(ImportContext context, int upid, long ts) {
        this.context = context;
        this.upid = upid;
        this.ts = ts;
        objects = context.storage().table(TableNames.HeapGraphObject.TABLE);
        references = context.storage().table(TableNames.HeapGraphReference.TABLE);
        classes = context.storage().table(TableNames.HeapGraphClass.TABLE);
        values = context.storage().table(TableNames.HeapGraphObjectData.TABLE);
        firstValue = values.rowCount();
        firstObject = objects.rowCount();
        firstReference = references.rowCount();
    }

    /// @param name index of a string: the constructor of an object, or the value of a string
    /// @param edges number of the node's references, which follow those of the previous node
    void addNode(String type, long name, long size, long edges) {
        int row = objects.addRow();
        objects.ints(TableNames.HeapGraphObject.UPID).set(row, upid);
        objects.longs(TableNames.HeapGraphObject.GRAPH_SAMPLE_TS).set(row, ts);
        objects.longs(TableNames.HeapGraphObject.SELF_SIZE).set(row, size);
        objects.longs(TableNames.HeapGraphObject.NATIVE_SIZE).set(row, 0);
        objects.ints(TableNames.HeapGraphObject.REACHABLE).set(row, 0);
        objects.ints(TableNames.HeapGraphObject.ROOT_DISTANCE).set(row, -1);
        objects.ints(TableNames.HeapGraphObject.TYPE_ID).set(row, classOf(type, name));
        if (VALUES.contains(type) && values.rowCount() - firstValue < MAX_VALUES) {
            int value = values.addRow();
            // Replaced with the string's id at the end.
            values.strings(TableNames.HeapGraphObjectData.VALUE_STRING).set(value, useString(name));
            objects.longs(TableNames.HeapGraphObject.OBJECT_DATA_ID).set(row, value);
        }
        if (type.equals("synthetic")) {
            synthetic.set(row - firstObject);
        }
        edgesFrom.add((int) edgeCount);
        edgeCount = Math.min(Integer.MAX_VALUE, edgeCount + Math.max(0, edges));
        heapSize += size;
    }

    /// Returns the class of a node: named after the constructor for objects and natives, otherwise after the type.
    private int classOf(String type, long name) {
        boolean isNamed = type.equals("object") || type.equals("native") || type.equals("synthetic");
        int key = isNamed ? useString(name) : -1;
        return classOfName.computeIfAbsent(type, t -> new HashMap<>()).computeIfAbsent(key, string -> {
            int row = classes.addRow();
            classes.strings(TableNames.HeapGraphClass.KIND)
                    .set(row, context.strings().intern(type));
            classes.strings(TableNames.HeapGraphClass.NAME)
                    .set(row, context.strings().intern(type.equals("synthetic") ? "(root)" : "(" + type + ")"));
            if (string >= 0) {
                namedClasses.add(new NamedClass(row, string));
            }
            return row;
        });
    }

    /// Marks a string as used and returns its index; -1 if the index is invalid.
    private int useString(long string) {
        if (string < 0 || string > Integer.MAX_VALUE - 1) {
            return -1;
        }
        usedStrings.set((int) string);
        return (int) string;
    }

    /// Adds the next reference, which belongs to the first node whose references are not yet complete.
    ///
    /// @param name index of a string, or a number for elements and hidden references
    /// @param target index of the node
    void addEdge(String type, long name, long target) {
        int nodes = edgesFrom.size();
        int edge = references.rowCount() - firstReference;
        while (owner + 1 < nodes && edgesFrom.get(owner + 1) <= edge) {
            owner++;
        }
        if (edge >= edgeCount) {
            invalidEdges++;
            return;
        }
        boolean isIndex = type.equals("element") || type.equals("hidden");
        int row = references.addRow();
        int set = firstReference + edgesFrom.get(owner);
        references.longs(TableNames.HeapGraphReference.REFERENCE_SET_ID).set(row, set);
        references.ints(TableNames.HeapGraphReference.OWNER_ID).set(row, firstObject + owner);
        boolean isKnown = target >= 0 && target < nodes;
        references
                .ints(TableNames.HeapGraphReference.OWNED_ID)
                .set(row, isKnown ? firstObject + (int) target : IntColumn.NULL);
        invalidEdges += isKnown ? 0 : 1;
        references
                .strings(TableNames.HeapGraphReference.FIELD_TYPE_NAME)
                .set(row, context.strings().intern(type));
        // Replaced with the name's id at the end.
        references
                .strings(TableNames.HeapGraphReference.FIELD_NAME)
                .set(row, isIndex ? -2 - (int) Math.max(0, Math.min(name, 1 << 30)) : useString(name));
        objects.longs(TableNames.HeapGraphObject.REFERENCE_SET_ID).set(firstObject + owner, set);
    }

    /// Adds the next string of the file.
    void addString(JsonParser json) throws IOException {
        if (!usedStrings.get(strings.size())) {
            strings.add(StringPool.NULL);
            return;
        }
        String text = json.getText();
        strings.add(context.strings().intern(text.length() > MAX_NAME ? text.substring(0, MAX_NAME) : text));
    }

    private int nameId(int string) {
        return string >= 0 && string < strings.size() ? strings.get(string) : StringPool.NULL;
    }

    /// Completes the rows at the end of the file.
    void finish() {
        if (invalidEdges > 0) {
            context.stats().add(StatNames.V8_SNAPSHOT_INVALID_EDGE, invalidEdges);
        }
        nameRows();
        int nodes = edgesFrom.size();
        if (nodes > 0) {
            markRoots();
            markReachable();
        }
        Table graphs = context.storage().table(TableNames.HeapGraph.TABLE);
        int row = graphs.addRow();
        graphs.longs(TableNames.HeapGraph.TS).set(row, ts);
        graphs.ints(TableNames.HeapGraph.UPID).set(row, upid);
        graphs.longs(TableNames.HeapGraph.TRUNCATED).set(row, 0);
        graphs.longs(TableNames.HeapGraph.HEAP_SIZE).set(row, heapSize);
    }

    private void nameRows() {
        for (NamedClass c : namedClasses) {
            int name = nameId(c.string);
            // Only the root has no name.
            if (name != StringPool.NULL && !context.strings().get(name).isEmpty()) {
                classes.strings(TableNames.HeapGraphClass.NAME).set(c.row, name);
            }
        }
        IntColumn texts = values.strings(TableNames.HeapGraphObjectData.VALUE_STRING);
        for (int row = firstValue; row < values.rowCount(); row++) {
            texts.set(row, nameId(texts.get(row)));
        }
        IntColumn names = references.strings(TableNames.HeapGraphReference.FIELD_NAME);
        for (int row = firstReference; row < references.rowCount(); row++) {
            int name = names.get(row);
            names.set(row, name <= -2 ? context.strings().intern("[" + (-2 - name) + "]") : nameId(name));
        }
    }

    private int edgeEnd(int node) {
        int end = node + 1 < edgesFrom.size() ? edgesFrom.get(node + 1) : (int) edgeCount;
        return Math.min(firstReference + end, references.rowCount());
    }

    /// Marks the roots: the synthetic nodes that are reachable from the first node through synthetic nodes
    /// only, e.g. `(Stack roots)`.
    private void markRoots() {
        IntColumn column = references.ints(TableNames.HeapGraphReference.OWNED_ID);
        IntColumn rootTypes = objects.strings(TableNames.HeapGraphObject.ROOT_TYPE);
        GrowingInts pending = new GrowingInts();
        pending.add(0);
        synthetic.clear(0);
        while (pending.size() > 0) {
            int node = pending.removeLast();
            rootTypes.set(firstObject + node, context.strings().intern(rootType(node)));
            for (int row = firstReference + edgesFrom.get(node); row < edgeEnd(node); row++) {
                int target = column.get(row) - firstObject;
                if (column.get(row) != IntColumn.NULL && synthetic.get(target)) {
                    synthetic.clear(target);
                    pending.add(target);
                }
            }
        }
    }

    /// Returns the type of a root in the style of Java's root types: `ROOT_STACK_ROOTS` for `(Stack roots)`.
    private String rootType(int node) {
        if (node == 0) {
            return "ROOT";
        }
        int type = objects.ints(TableNames.HeapGraphObject.TYPE_ID).get(firstObject + node);
        String name = context.strings()
                .get(classes.strings(TableNames.HeapGraphClass.NAME).get(type));
        String words = name.replaceAll("[^A-Za-z0-9]+", " ").strip();
        return "ROOT_" + words.replace(' ', '_').toUpperCase(Locale.ROOT);
    }

    /// Marks the objects reachable from the first node through non-weak references, and sets their distances.
    private void markReachable() {
        IntColumn column = references.ints(TableNames.HeapGraphReference.OWNED_ID);
        IntColumn types = references.strings(TableNames.HeapGraphReference.FIELD_TYPE_NAME);
        IntColumn reachable = objects.ints(TableNames.HeapGraphObject.REACHABLE);
        IntColumn distances = objects.ints(TableNames.HeapGraphObject.ROOT_DISTANCE);
        int weak = context.strings().intern(WEAK);
        GrowingInts level = new GrowingInts();
        GrowingInts next = new GrowingInts();
        level.add(0);
        reachable.set(firstObject, 1);
        for (int distance = 0; level.size() > 0; distance++) {
            for (int i = 0; i < level.size(); i++) {
                int node = level.get(i);
                distances.set(firstObject + node, distance);
                for (int row = firstReference + edgesFrom.get(node); row < edgeEnd(node); row++) {
                    int target = column.get(row);
                    if (target != IntColumn.NULL && types.get(row) != weak && reachable.get(target) == 0) {
                        reachable.set(target, 1);
                        next.add(target - firstObject);
                    }
                }
            }
            GrowingInts done = level;
            level = next;
            next = done;
            next.clear();
        }
    }
}
