package traceglass.ingest.hprof;

import java.io.IOException;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes a heap dump to the heap graph tables in a final pass over its objects. Rows are not changed after they have
/// been written, so the rows of large dumps need not stay in memory.
final class HprofTables {

    /// Number of objects after which complete parts of the tables are sealed.
    private static final int SEALING_STEP = 1 << 16;
    /// Number of array elements with individual names.
    private static final int NAMED_ELEMENTS = 1 << 20;

    private final ImportContext context;
    private final StringPool strings;
    private final HprofDump dump;
    private final HprofGraph graph;
    private final HprofReferences.Cursor links;
    private final HprofStrings texts;
    private final Table objects;
    private final Table classes;
    private final Table references;
    private final Table data;
    private final HprofArrays arrays;
    private final HprofPrimitives primitives;
    private final IntColumn upids;
    private final LongColumn times;
    private final LongColumn selfSizes;
    private final LongColumn nativeSizes;
    private final LongColumn referenceSets;
    private final IntColumn reachable;
    private final IntColumn heapTypes;
    private final IntColumn types;
    private final IntColumn rootTypes;
    private final IntColumn rootDistances;
    private final LongColumn dataIds;
    private final LongColumn setOfReference;
    private final IntColumn owners;
    private final IntColumn ownedObjects;
    private final IntColumn fieldNames;
    private final IntColumn fieldTypes;
    private final IntColumn classNames;
    private final LongColumn fieldSets;
    private final IntColumn textIds;
    private final IntColumn elementTypes;
    private final LongColumn elementCounts;
    private final LongColumn hashes;
    private final LongColumn arrayRows;
    private final int firstObject;
    private final int unknownType;
    private final int otherElements;
    private final boolean canSeal;
    private int[] heapNames = {};
    private int[] elementNames = new int[1 << 10];
    private long classSize;

    HprofTables(ImportContext context, HprofDump dump, HprofGraph graph, HprofStrings texts) {
        this.context = context;
        this.dump = dump;
        this.graph = graph;
        links = graph.references();
        this.texts = texts;
        strings = context.strings();
        objects = context.storage().table(TableNames.HeapGraphObject.TABLE);
        classes = context.storage().table(TableNames.HeapGraphClass.TABLE);
        references = context.storage().table(TableNames.HeapGraphReference.TABLE);
        data = context.storage().table(TableNames.HeapGraphObjectData.TABLE);
        arrays = new HprofArrays(context.storage().table(TableNames.HeapGraphArray.TABLE));
        primitives = new HprofPrimitives(context.storage().table(TableNames.HeapGraphPrimitive.TABLE), strings);
        upids = objects.ints(TableNames.HeapGraphObject.UPID);
        times = objects.longs(TableNames.HeapGraphObject.GRAPH_SAMPLE_TS);
        selfSizes = objects.longs(TableNames.HeapGraphObject.SELF_SIZE);
        nativeSizes = objects.longs(TableNames.HeapGraphObject.NATIVE_SIZE);
        referenceSets = objects.longs(TableNames.HeapGraphObject.REFERENCE_SET_ID);
        reachable = objects.ints(TableNames.HeapGraphObject.REACHABLE);
        heapTypes = objects.strings(TableNames.HeapGraphObject.HEAP_TYPE);
        types = objects.ints(TableNames.HeapGraphObject.TYPE_ID);
        rootTypes = objects.strings(TableNames.HeapGraphObject.ROOT_TYPE);
        rootDistances = objects.ints(TableNames.HeapGraphObject.ROOT_DISTANCE);
        dataIds = objects.longs(TableNames.HeapGraphObject.OBJECT_DATA_ID);
        setOfReference = references.longs(TableNames.HeapGraphReference.REFERENCE_SET_ID);
        owners = references.ints(TableNames.HeapGraphReference.OWNER_ID);
        ownedObjects = references.ints(TableNames.HeapGraphReference.OWNED_ID);
        fieldNames = references.strings(TableNames.HeapGraphReference.FIELD_NAME);
        fieldTypes = references.strings(TableNames.HeapGraphReference.FIELD_TYPE_NAME);
        classNames = classes.strings(TableNames.HeapGraphClass.NAME);
        fieldSets = data.longs(TableNames.HeapGraphObjectData.FIELD_SET_ID);
        textIds = data.strings(TableNames.HeapGraphObjectData.VALUE_STRING);
        elementTypes = data.strings(TableNames.HeapGraphObjectData.ARRAY_ELEMENT_TYPE);
        elementCounts = data.longs(TableNames.HeapGraphObjectData.ARRAY_ELEMENT_COUNT);
        hashes = data.longs(TableNames.HeapGraphObjectData.ARRAY_DATA_HASH);
        arrayRows = data.longs(TableNames.HeapGraphObjectData.ARRAY_DATA_ID);
        firstObject = objects.rowCount();
        unknownType = strings.intern("unknown");
        otherElements = strings.intern("[" + NAMED_ELEMENTS + " and above]");
        // Other files may still modify their rows.
        canSeal = firstObject == 0
                && references.rowCount() == 0
                && data.rowCount() == 0
                && arrays.isEmpty()
                && primitives.isEmpty();
    }

    /// Writes all rows.
    void write(HprofSpool spool, int upid, long ts) throws IOException {
        writeGraph(upid, ts);
        writeClasses();
        heapNames = dump.heaps.stream().mapToInt(strings::intern).toArray();
        dump.threads.findNames(dump, graph);
        HprofEntries entries = new HprofEntries(spool, dump, HprofEntries.Elements.ALL);
        while (entries.next()) {
            int object = entries.object();
            int row = objects.addRow();
            upids.set(row, upid);
            times.set(row, ts);
            selfSizes.set(row, selfSize(entries));
            nativeSizes.set(row, graph.nativeSize(object));
            heapTypes.set(row, heapNames[entries.heap()]);
            types.set(row, classRow(object));
            int distance = graph.distance(object);
            reachable.set(row, distance >= 0 ? 1 : 0);
            rootDistances.set(row, distance);
            if (distance == 0) {
                rootTypes.set(row, strings.intern(HprofDump.rootType(dump.roots.get(entries.id()))));
            }
            writeReferences(entries, row);
            writeData(entries, row);
            if (object % SEALING_STEP == SEALING_STEP - 1) {
                context.progress().check();
                seal();
            }
        }
        dump.threads.write(context, dump, firstObject);
    }

    private void seal() {
        if (canSeal) {
            objects.seal(objects.rowCount());
            references.seal(references.rowCount());
            data.seal(data.rowCount());
            arrays.seal();
            primitives.seal();
        }
    }

    private void writeGraph(int upid, long ts) {
        Table graphs = context.storage().table(TableNames.HeapGraph.TABLE);
        int row = graphs.addRow();
        graphs.longs(TableNames.HeapGraph.TS).set(row, ts);
        graphs.ints(TableNames.HeapGraph.UPID).set(row, upid);
        graphs.longs(TableNames.HeapGraph.TRUNCATED).set(row, 0);
    }

    private void writeClasses() {
        HprofClass classClass = dump.classes.byName("java.lang.Class");
        classSize = classClass == null ? 0 : classClass.instanceSize;
        for (int i = 0; i < dump.classes.size(); i++) {
            HprofClass c = dump.classes.get(i);
            c.row = newClass(c, c.name, dump.classes.kind(c));
            if (!c.isLoaded) {
                dump.reportError(StatNames.HPROF_CLASS_ERRORS);
            }
        }
        for (int i = 0; i < dump.classes.size(); i++) {
            HprofClass c = dump.classes.get(i);
            HprofClass superclass = c.superId == 0 ? null : dump.classes.byId(c.superId);
            if (superclass != null) {
                classes.ints(TableNames.HeapGraphClass.SUPERCLASS_ID).set(c.row, superclass.row);
            }
            if (c.isDumped) {
                c.objectRow = newClass(c, "java.lang.Class<" + c.name + ">", HprofClasses.UNKNOWN_KIND);
            }
        }
    }

    private int newClass(HprofClass c, String name, String kind) {
        int row = classes.addRow();
        classNames.set(row, strings.intern(name));
        classes.strings(TableNames.HeapGraphClass.KIND).set(row, strings.intern(kind));
        int loader = c.loaderId == 0 ? -1 : dump.objects.find(c.loaderId);
        classes.longs(TableNames.HeapGraphClass.CLASSLOADER_ID).set(row, loader < 0 ? 0 : firstObject + loader);
        return row;
    }

    private int classRow(int object) {
        HprofClass c = dump.classes.get(dump.objects.classOf(object));
        return dump.objects.isClass(object) ? c.objectRow : c.row;
    }

    private long selfSize(HprofEntries e) {
        HprofClass c = dump.classes.get(dump.objects.classOf(e.object()));
        return switch (e.kind()) {
            case HprofDump.CLASS -> {
                long size = classSize;
                for (byte type : c.staticTypes) {
                    size += HprofType.size(type, dump.idSize);
                }
                yield size;
            }
            case HprofDump.OBJECT_ARRAY -> c.instanceSize + (long) e.length() * dump.idSize;
            case HprofDump.PRIMITIVE_ARRAY ->
                c.instanceSize + (long) e.length() * HprofType.size(e.type(), dump.idSize);
            default -> c.instanceSize;
        };
    }

    private void writeReferences(HprofEntries e, int row) throws IOException {
        links.open(e.object());
        int set = references.rowCount();
        HprofClass c = dump.classes.get(dump.objects.classOf(e.object()));
        if (!links.hasNext()) {
            return;
        }
        switch (e.kind()) {
            case HprofDump.CLASS -> {
                for (int i = 0; i < c.staticTypes.length; i++) {
                    if (c.staticTypes[i] == HprofType.OBJECT && c.staticValues[i] != 0) {
                        int target = links.next();
                        if (target != HprofReferences.MISSING) {
                            int name = strings.intern(c.name + "." + strings.get(c.staticNames[i]));
                            addReference(set, row, name, target);
                        }
                    }
                }
            }
            case HprofDump.INSTANCE -> {
                HprofLayout layout = dump.classes.layout(c);
                for (int i = 0; i < layout.size() && links.hasNext(); i++) {
                    if (layout.types()[i] == HprofType.OBJECT
                            && BigEndian.id(e.data(), layout.offsets()[i], dump.idSize) != 0) {
                        addReference(set, row, layout.names()[i], links.next());
                    }
                }
            }
            case HprofDump.OBJECT_ARRAY -> {
                for (int i = 0; links.hasNext(); i++) {
                    if (e.element() != 0) {
                        int target = links.next();
                        if (target != HprofReferences.MISSING) {
                            addReference(set, row, elementName(i), target);
                        }
                    }
                }
            }
            default -> {}
        }
        if (references.rowCount() > set) {
            referenceSets.set(row, set);
        }
    }

    private void addReference(int set, int owner, int name, int target) {
        int row = references.addRow();
        setOfReference.set(row, set);
        owners.set(row, owner);
        fieldNames.set(row, name);
        int type = unknownType;
        if (target != HprofReferences.MISSING) {
            ownedObjects.set(row, firstObject + target);
            type = classNames.get(dump.classes.get(dump.objects.classOf(target)).row);
        }
        fieldTypes.set(row, type);
        dump.references++;
    }

    private int elementName(int index) {
        if (index >= NAMED_ELEMENTS) {
            return otherElements;
        }
        if (index >= elementNames.length) {
            elementNames = Arrays.copyOf(elementNames, Math.max(index + 1, elementNames.length * 2));
        }
        if (elementNames[index] == 0) {
            elementNames[index] = strings.intern("[" + index + "]");
        }
        return elementNames[index];
    }

    private void writeData(HprofEntries e, int row) {
        HprofClass c = dump.classes.get(dump.objects.classOf(e.object()));
        long set = LongColumn.NULL;
        int text = StringPool.NULL;
        if (e.kind() == HprofDump.INSTANCE) {
            HprofLayout layout = dump.classes.layout(c);
            set = layout.hasPrimitives() ? primitives.ofInstance(layout, e) : LongColumn.NULL;
            if (c == graph.stringClass()) {
                links.open(e.object());
                text = links.hasNext() ? texts.of(links.next(), layout, e) : StringPool.NULL;
                dump.threads.setName(e.object(), strings, text);
            }
        } else if (e.kind() == HprofDump.CLASS) {
            set = primitives.ofClass(c);
        }
        boolean isArray = e.kind() == HprofDump.PRIMITIVE_ARRAY && e.length() > 0;
        if (set == LongColumn.NULL && text == StringPool.NULL && !isArray) {
            return;
        }
        int dataRow = data.addRow();
        fieldSets.set(dataRow, set);
        textIds.set(dataRow, text);
        if (isArray) {
            elementTypes.set(dataRow, primitives.typeName(e.type()));
            elementCounts.set(dataRow, e.length());
            hashes.set(dataRow, e.hash());
            arrayRows.set(dataRow, arrays.add(e, HprofType.size(e.type(), dump.idSize)));
        }
        dataIds.set(row, dataRow);
    }
}
