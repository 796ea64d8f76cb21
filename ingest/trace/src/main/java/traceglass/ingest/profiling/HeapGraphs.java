package traceglass.ingest.profiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportSession;
import traceglass.ingest.collection.GrowingInts;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Java heap dumps of an import: their tables and the data shared by all dumps.
final class HeapGraphs {

    private static final String CLEANER = "sun.misc.Cleaner";
    private static final String SUPERCLASS_FIELD = "java.lang.Class.superClass";

    private final ImportSession session;
    private final StringPool strings;
    private final Table objects;
    private final Table references;
    private final Table classes;
    private final Table graphs;
    private final AndroidPackages packages;
    private final Map<Long, Map<Integer, Integer>> graphRows = new HashMap<>();
    private final Map<ClassIdentity, Integer> lastClassRows = new HashMap<>();
    private final Map<ClassIdentity, GrowingInts> classRows = new HashMap<>();
    private final List<RegisteredClass> registered = new ArrayList<>();

    /// Identity of a class: its name and the file from which it was loaded.
    private record ClassIdentity(int nameId, int locationId) {}

    /// Class of a completed dump, with the names by which deobfuscation mappings find it.
    ///
    /// @param packageId string id of the package; [StringPool#NULL] if unknown
    /// @param nameId string id of the plain type name
    record RegisteredClass(int row, int packageId, int nameId) {}

    private HeapGraphs(ImportSession session) {
        this.session = session;
        strings = session.strings();
        objects = session.storage().table(TableNames.HeapGraphObject.TABLE);
        references = session.storage().table(TableNames.HeapGraphReference.TABLE);
        classes = session.storage().table(TableNames.HeapGraphClass.TABLE);
        graphs = session.storage().table(TableNames.HeapGraph.TABLE);
        packages = new AndroidPackages(session);
    }

    static HeapGraphs of(ImportSession session) {
        return session.shared(HeapGraphs.class, HeapGraphs::new);
    }

    StringPool strings() {
        return strings;
    }

    Table objects() {
        return objects;
    }

    Table references() {
        return references;
    }

    Table classes() {
        return classes;
    }

    /// Returns all classes of completed dumps.
    List<RegisteredClass> registeredClasses() {
        return registered;
    }

    void countMalformed(int upid) {
        session.globalStats().add(StatNames.HEAP_GRAPH_MALFORMED_PACKET, upid, 1);
    }

    void countMissingPacket(int upid) {
        session.globalStats().add(StatNames.HEAP_GRAPH_MISSING_PACKET, upid, 1);
    }

    void countInvalidString(int upid) {
        session.globalStats().add(StatNames.HEAP_GRAPH_INVALID_STRING_ID, upid, 1);
    }

    void countUnfinished() {
        session.globalStats().increment(StatNames.HEAP_GRAPH_NON_FINALIZED_GRAPH);
    }

    /// Adds a row for an object with only the columns that identify its dump; the other columns are set later.
    int newObject(int upid, long ts) {
        int row = objects.addRow();
        objects.ints(TableNames.HeapGraphObject.UPID).set(row, upid);
        objects.longs(TableNames.HeapGraphObject.GRAPH_SAMPLE_TS).set(row, ts);
        objects.longs(TableNames.HeapGraphObject.SELF_SIZE).set(row, -1);
        objects.longs(TableNames.HeapGraphObject.NATIVE_SIZE).set(row, 0);
        objects.ints(TableNames.HeapGraphObject.REACHABLE).set(row, 0);
        objects.ints(TableNames.HeapGraphObject.TYPE_ID).set(row, 0);
        objects.ints(TableNames.HeapGraphObject.ROOT_DISTANCE).set(row, -1);
        return row;
    }

    /// @param target row of the referenced object, or [IntColumn#NULL]
    int newReference(int set, int owner, int target) {
        int row = references.addRow();
        references.longs(TableNames.HeapGraphReference.REFERENCE_SET_ID).set(row, set);
        references.ints(TableNames.HeapGraphReference.OWNER_ID).set(row, owner);
        references.ints(TableNames.HeapGraphReference.OWNED_ID).set(row, target);
        return row;
    }

    /// Adds the fields of an `android.graphics.Bitmap`.
    void addBitmap(int object, HeapGraphSequence.SourceObject o) {
        Table primitives = session.storage().table(TableNames.HeapGraphPrimitive.TABLE);
        int set = primitives.rowCount();
        setPrimitive(primitives, set, "mId", "long", o.bitmapId);
        setPrimitive(primitives, set, "mSourceId", "long", o.bitmapSourceId);
        setPrimitive(primitives, set, "mWidth", "int", o.bitmapWidth);
        setPrimitive(primitives, set, "mHeight", "int", o.bitmapHeight);
        Table data = session.storage().table(TableNames.HeapGraphObjectData.TABLE);
        int row = data.addRow();
        data.longs(TableNames.HeapGraphObjectData.FIELD_SET_ID).set(row, set);
        objects.longs(TableNames.HeapGraphObject.OBJECT_DATA_ID).set(object, row);
    }

    private void setPrimitive(Table primitives, int set, String field, String type, long value) {
        if (value == HeapGraphSequence.UNKNOWN) {
            return;
        }
        int row = primitives.addRow();
        primitives.longs(TableNames.HeapGraphPrimitive.FIELD_SET_ID).set(row, set);
        primitives
                .strings(TableNames.HeapGraphPrimitive.FIELD_NAME)
                .set(row, strings.intern("android.graphics.Bitmap." + field));
        primitives.strings(TableNames.HeapGraphPrimitive.FIELD_TYPE).set(row, strings.intern(type));
        primitives.longs(type + "_value").set(row, value);
    }

    /// Registers a class with a complete row so that it can be found by name.
    void registerClass(int row, int upid) {
        int nameId = classes.strings(TableNames.HeapGraphClass.NAME).get(row);
        int locationId = classes.strings(TableNames.HeapGraphClass.LOCATION).get(row);
        ClassIdentity identity = new ClassIdentity(nameId, locationId);
        lastClassRows.put(identity, row);
        classRows.computeIfAbsent(identity, d -> new GrowingInts()).add(row);
        int packageId = locationId == StringPool.NULL
                ? StringPool.NULL
                : strings.intern(packages.ofFile(strings.get(locationId)));
        if (packageId == StringPool.NULL) {
            packageId = packages.ofProcess(upid);
        }
        registered.add(new RegisteredClass(
                row,
                packageId,
                strings.intern(JavaTypeName.of(strings.get(nameId)).name())));
    }

    /// Sets the superclass of each class. Only class objects have it, in their field `superClass`.
    void setSuperclasses(GrowingInts objectRows, int upid, long ts) {
        int superclassField = strings.intern(SUPERCLASS_FIELD);
        Map<ClassIdentity, ClassIdentity> superclasses = new HashMap<>();
        Map<Integer, JavaTypeName> parsed = new HashMap<>();
        for (int i = 0; i < objectRows.size(); i++) {
            int object = objectRows.get(i);
            long set =
                    objects.longs(TableNames.HeapGraphObject.REFERENCE_SET_ID).get(object);
            if (set == LongColumn.NULL) {
                continue;
            }
            int type = objects.ints(TableNames.HeapGraphObject.TYPE_ID).get(object);
            JavaTypeName name = typeName(parsed, type);
            if (!name.isStaticClass() || name.arrays() > 0) {
                continue;
            }
            int superclass = referencedObject(object, superclassField);
            if (superclass == IntColumn.NULL) {
                // Object and primitive types have no superclass.
                continue;
            }
            int superType = objects.ints(TableNames.HeapGraphObject.TYPE_ID).get(superclass);
            superclasses.put(
                    new ClassIdentity(strings.intern(name.name()), location(type)),
                    new ClassIdentity(strings.intern(typeName(parsed, superType).name()), location(superType)));
        }
        superclasses.forEach((identity, superIdentity) -> {
            Integer superclass = lastClassRows.get(superIdentity);
            GrowingInts rows = classRows.get(identity);
            for (int i = 0; superclass != null && rows != null && i < rows.size(); i++) {
                JavaTypeName type = typeName(parsed, rows.get(i));
                if (!type.isStaticClass() && type.arrays() == 0) {
                    classes.ints(TableNames.HeapGraphClass.SUPERCLASS_ID).set(rows.get(i), superclass);
                }
            }
        });
    }

    private JavaTypeName typeName(Map<Integer, JavaTypeName> parsed, int classRow) {
        return parsed.computeIfAbsent(classRow, row -> {
            String name =
                    strings.get(classes.strings(TableNames.HeapGraphClass.NAME).get(row));
            return JavaTypeName.of(name == null ? "" : name);
        });
    }

    private int location(int classRow) {
        return classes.strings(TableNames.HeapGraphClass.LOCATION).get(classRow);
    }

    /// Returns the object to which a field refers; [IntColumn#NULL] if there is none.
    private int referencedObject(int object, int fieldNameId) {
        long set = objects.longs(TableNames.HeapGraphObject.REFERENCE_SET_ID).get(object);
        if (set == LongColumn.NULL) {
            return IntColumn.NULL;
        }
        for (int row = (int) set;
                row < references.rowCount()
                        && references
                                        .longs(TableNames.HeapGraphReference.REFERENCE_SET_ID)
                                        .get(row)
                                == set;
                row++) {
            if (references.strings(TableNames.HeapGraphReference.FIELD_NAME).get(row) == fieldNameId) {
                return references.ints(TableNames.HeapGraphReference.OWNED_ID).get(row);
            }
        }
        return IntColumn.NULL;
    }

    /// Adds the native memory owned by Java objects. A `Cleaner` refers to the object (`referent`) and, through its
    /// `thunk` and the thunk's `this$0`, to the registry of the allocation, which holds the size.
    void setNativeSizes(GrowingInts objectRows, Map<Integer, Long> registrySizes) {
        int cleaner = strings.intern(CLEANER);
        int referentField = strings.intern("java.lang.ref.Reference.referent");
        int thunkField = strings.intern("sun.misc.Cleaner.thunk");
        int nextField = strings.intern("sun.misc.Cleaner.next");
        int registryField = strings.intern("libcore.util.NativeAllocationRegistry$CleanerThunk.this$0");
        IntColumn names = classes.strings(TableNames.HeapGraphClass.NAME);
        LongColumn nativeSizes = objects.longs(TableNames.HeapGraphObject.NATIVE_SIZE);
        for (int i = 0; i < objectRows.size() && !registrySizes.isEmpty(); i++) {
            int object = objectRows.get(i);
            if (names.get(objects.ints(TableNames.HeapGraphObject.TYPE_ID).get(object)) != cleaner) {
                continue;
            }
            int referent = referencedObject(object, referentField);
            int thunk = referencedObject(object, thunkField);
            // A cleaner that has already run is its own successor.
            if (referent == IntColumn.NULL
                    || thunk == IntColumn.NULL
                    || referencedObject(object, nextField) == object) {
                continue;
            }
            int registry = referencedObject(thunk, registryField);
            Long size = registry == IntColumn.NULL ? null : registrySizes.get(registry);
            if (size != null) {
                // The lowest bit of the size indicates the allocator.
                nativeSizes.set(referent, nativeSizes.get(referent) + (size & ~1L));
            }
        }
    }

    /// Returns the row of a dump in `heap_graph`, and adds it if it is new.
    int graphRow(int upid, long ts) {
        return graphRows.computeIfAbsent(ts, t -> new HashMap<>()).computeIfAbsent(upid, u -> newGraph(upid, ts));
    }

    /// Adds a row to `heap_graph` even if there is one for the same process and time.
    int newGraph(int upid, long ts) {
        int row = graphs.addRow();
        graphs.longs(TableNames.HeapGraph.TS).set(row, ts);
        graphs.ints(TableNames.HeapGraph.UPID).set(row, upid);
        graphs.longs(TableNames.HeapGraph.TRUNCATED).set(row, 0);
        return row;
    }

    /// Registers the row that another packet added for the dump of a process at a given time.
    void registerGraph(int upid, long ts, int row) {
        graphRows.computeIfAbsent(ts, t -> new HashMap<>()).putIfAbsent(upid, row);
    }

    void finishGraph(int upid, long ts, long heapSize, boolean isTruncated) {
        int row = graphRow(upid, ts);
        if (heapSize != HeapGraphSequence.UNKNOWN) {
            graphs.longs(TableNames.HeapGraph.HEAP_SIZE).set(row, heapSize);
        }
        if (isTruncated) {
            graphs.longs(TableNames.HeapGraph.TRUNCATED).set(row, 1);
        }
    }
}
