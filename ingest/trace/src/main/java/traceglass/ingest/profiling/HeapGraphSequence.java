package traceglass.ingest.profiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;
import traceglass.protos.extension.HeapGraphObject;
import traceglass.protos.extension.HeapGraphRoot;
import traceglass.protos.extension.HeapGraphType;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Dump of a Java heap whose packets are being read. Rows of objects and references are added immediately; their sizes,
/// field names and reachability are set when the dump is complete, because the types on which they depend come last.
final class HeapGraphSequence {

    /// Value of a missing number.
    static final long UNKNOWN = Long.MIN_VALUE;

    /// Object as encoded in a packet; one instance is reused for all objects.
    static final class SourceObject {
        long id;
        long typeId;
        long selfSize;
        int heapType;
        long referenceBase;
        final LongList fieldIds = new LongList();
        final LongList references = new LongList();
        final LongList runtimeInternal = new LongList();
        long registrySize;
        long bitmapId;
        long bitmapSourceId;
        long bitmapWidth;
        long bitmapHeight;

        void clear() {
            typeId = 0;
            selfSize = 0;
            referenceBase = 0;
            fieldIds.clear();
            references.clear();
            runtimeInternal.clear();
            registrySize = UNKNOWN;
            bitmapId = UNKNOWN;
            bitmapSourceId = UNKNOWN;
            bitmapWidth = UNKNOWN;
            bitmapHeight = UNKNOWN;
        }
    }

    /// Java class. References of its objects are in the order of its own fields, then those of its superclass, and
    /// so on.
    ///
    /// @param locationId number of the file from which the class was loaded, or [#UNKNOWN]
    record Type(
            int nameId,
            long locationId,
            long objectSize,
            long[] fieldIds,
            long superclassId,
            long classLoaderId,
            HeapGraphType.Kind kind) {

        boolean hasNoFields() {
            return kind == HeapGraphType.Kind.KIND_NOREFERENCES
                    || kind == HeapGraphType.Kind.KIND_ARRAY
                    || kind == HeapGraphType.Kind.KIND_STRING;
        }
    }

    private record Field(int nameId, int typeNameId) {}

    /// Name that trace processor uses for unknown enum values.
    private static final String UNKNOWN_KIND = "PBZERO_UNKNOWN_ENUM_VALUE";

    private record Roots(HeapGraphRoot.Type type, long[] objectIds) {}

    private final HeapGraphs graphs;
    private final Table objects;
    private final Table references;
    private final LongIntMap objectRows = new LongIntMap();
    private final LongIntMap classRows = new LongIntMap();
    private final GrowingInts dumpObjects = new GrowingInts();
    private final LongMap<Type> types = new LongMap<>();
    private final LongMap<Field> fields = new LongMap<>();
    private final LongIntMap locations = new LongIntMap();
    private final GrowingInts withoutSize = new GrowingInts();
    private final GrowingInts withoutFieldNames = new GrowingInts();
    private final LongMap<GrowingInts> referencesOfField = new LongMap<>();
    private final LongList internalRoots = new LongList();
    private final List<Roots> roots = new ArrayList<>();
    private final Map<Integer, Long> registrySizes = new HashMap<>();
    private int upid;
    private long ts;
    private long lastObjectId;
    private int lastHeapType;
    private long lastIndex = -1;
    private long heapSize = UNKNOWN;
    private boolean isTruncated;

    HeapGraphSequence(HeapGraphs graphs) {
        this.graphs = graphs;
        objects = graphs.objects();
        references = graphs.references();
    }

    long lastObjectId() {
        return lastObjectId;
    }

    int lastHeapType() {
        return lastHeapType;
    }

    /// Counts an error if a packet is missing before this one. Packets are numbered from 0.
    void setIndex(long index) {
        if (index != lastIndex + 1) {
            isTruncated = true;
            graphs.countMissingPacket(upid);
        }
        lastIndex = index;
    }

    void setHeapSize(long bytes) {
        heapSize = bytes;
    }

    /// Returns whether the packet belongs to the same dump as the previous one. If not, the end of that dump was
    /// lost, which is counted as an error.
    private boolean belongsToCurrentDump(int packetUpid, long packetTs) {
        if (upid != 0 && upid != packetUpid || ts != 0 && ts != packetTs) {
            graphs.countUnfinished();
            return false;
        }
        upid = packetUpid;
        ts = packetTs;
        return true;
    }

    void addType(long id, Type type) {
        types.put(id, type);
    }

    void addField(long id, int nameId, int typeNameId) {
        if (!fields.containsKey(id)) {
            fields.put(id, new Field(nameId, typeNameId));
        }
        GrowingInts named = referencesOfField.get(id);
        for (int i = 0; named != null && i < named.size(); i++) {
            setName(named.get(i), new Field(nameId, typeNameId));
        }
    }

    void addLocation(long id, int nameId) {
        if (locations.get(id) == LongIntMap.NONE) {
            locations.put(id, nameId);
        }
    }

    void addRoots(int packetUpid, long packetTs, HeapGraphRoot.Type type, long[] ids) {
        if (belongsToCurrentDump(packetUpid, packetTs)) {
            roots.add(new Roots(type, ids));
        }
    }

    private int objectRow(long id) {
        int existing = objectRows.get(id);
        if (existing != LongIntMap.NONE) {
            return existing;
        }
        int row = graphs.newObject(upid, ts);
        objectRows.put(id, row);
        dumpObjects.add(row);
        return row;
    }

    private int classRow(long typeId) {
        int existing = classRows.get(typeId);
        if (existing != LongIntMap.NONE) {
            return existing;
        }
        int row = graphs.classes().addRow();
        classRows.put(typeId, row);
        return row;
    }

    void addObject(int packetUpid, long packetTs, SourceObject o) {
        if (!belongsToCurrentDump(packetUpid, packetTs)) {
            return;
        }
        lastObjectId = o.id;
        lastHeapType = o.heapType;
        int row = objectRow(o.id);
        objects.longs(TableNames.HeapGraphObject.SELF_SIZE).set(row, o.selfSize);
        objects.ints(TableNames.HeapGraphObject.TYPE_ID).set(row, classRow(o.typeId));
        if (o.heapType != HeapGraphObject.HeapType.HEAP_TYPE_UNKNOWN_VALUE) {
            HeapGraphObject.HeapType type = HeapGraphObject.HeapType.forNumber(o.heapType);
            objects.strings(TableNames.HeapGraphObject.HEAP_TYPE)
                    .set(row, graphs.strings().intern(type == null ? UNKNOWN_KIND : type.name()));
            if (type == HeapGraphObject.HeapType.HEAP_TYPE_ZYGOTE
                    || type == HeapGraphObject.HeapType.HEAP_TYPE_BOOT_IMAGE) {
                // ART never collects these objects.
                internalRoots.add(o.id);
            }
        }
        if (o.selfSize == 0) {
            withoutSize.add(row);
        }
        addReferences(row, o);
        if (o.registrySize != UNKNOWN) {
            registrySizes.put(row, o.registrySize);
        }
        if (o.bitmapId != UNKNOWN
                || o.bitmapSourceId != UNKNOWN
                || o.bitmapWidth != UNKNOWN
                || o.bitmapHeight != UNKNOWN) {
            graphs.addBitmap(row, o);
        }
    }

    private void addReferences(int row, SourceObject o) {
        int set = references.rowCount();
        for (int i = 0; i < o.references.size(); i++) {
            long target = o.references.get(i);
            // 0 stands for a null field.
            int reference =
                    graphs.newReference(set, row, target == 0 ? IntColumn.NULL : objectRow(target + o.referenceBase));
            if (o.fieldIds.size() > 0) {
                referencesOfField
                        .computeIfAbsent(o.fieldIds.get(i), f -> new GrowingInts())
                        .add(reference);
            }
        }
        for (int i = 0; i < o.runtimeInternal.size(); i++) {
            int reference = graphs.newReference(set, row, objectRow(o.runtimeInternal.get(i)));
            references
                    .strings(TableNames.HeapGraphReference.FIELD_NAME)
                    .set(reference, graphs.strings().intern("runtimeInternalObjects"));
        }
        if (references.rowCount() > set) {
            objects.longs(TableNames.HeapGraphObject.REFERENCE_SET_ID).set(row, set);
        }
        if (o.references.size() > 0 && o.fieldIds.size() == 0) {
            withoutFieldNames.add(row);
        }
    }

    /// Completes the rows of the dump after its last packet.
    void finish() {
        Map<Integer, Type> typeOfClass = describeClasses();
        if (!setSizes(typeOfClass) | !nameReferences(typeOfClass)) {
            graphs.countMalformed(upid);
        }
        roots.add(new Roots(HeapGraphRoot.Type.ROOT_VM_INTERNAL, internalRoots.toArray()));
        HeapReachability reachability = new HeapReachability(graphs);
        for (Roots r : roots) {
            for (long id : r.objectIds) {
                int row = objectRows.get(id);
                if (row != LongIntMap.NONE) {
                    reachability.markRoot(row, r.type);
                }
            }
        }
        graphs.setSuperclasses(dumpObjects, upid, ts);
        graphs.setNativeSizes(dumpObjects, registrySizes);
        graphs.finishGraph(upid, ts, heapSize, isTruncated);
    }

    private void setName(int reference, Field field) {
        references.strings(TableNames.HeapGraphReference.FIELD_NAME).set(reference, field.nameId);
        references.strings(TableNames.HeapGraphReference.FIELD_TYPE_NAME).set(reference, field.typeNameId);
    }

    private Map<Integer, Type> describeClasses() {
        List<Long> ids = new ArrayList<>();
        types.forEach((id, type) -> ids.add(id));
        ids.sort(Long::compareUnsigned);
        Table classes = graphs.classes();
        Map<Integer, Type> typeOfClass = new HashMap<>();
        for (long id : ids) {
            Type type = types.get(id);
            int location = StringPool.NULL;
            if (type.locationId != UNKNOWN) {
                location = locations.get(type.locationId);
                if (location == LongIntMap.NONE) {
                    graphs.countInvalidString(upid);
                    location = StringPool.NULL;
                }
            }
            int row = classRow(id);
            typeOfClass.put(row, type);
            classes.strings(TableNames.HeapGraphClass.NAME).set(row, type.nameId);
            if (type.classLoaderId != 0) {
                classes.longs(TableNames.HeapGraphClass.CLASSLOADER_ID).set(row, objectRow(type.classLoaderId));
            }
            classes.strings(TableNames.HeapGraphClass.LOCATION).set(row, location);
            classes.strings(TableNames.HeapGraphClass.KIND)
                    .set(row, graphs.strings().intern(type.kind.name()));
            graphs.registerClass(row, upid);
        }
        return typeOfClass;
    }

    /// Sets the size of objects that omit it because all objects of their type have the same size. Returns false if
    /// a type is unknown.
    private boolean setSizes(Map<Integer, Type> typeOfClass) {
        boolean areAllKnown = true;
        for (int i = 0; i < withoutSize.size(); i++) {
            Type type = typeOfClass.get(
                    objects.ints(TableNames.HeapGraphObject.TYPE_ID).get(withoutSize.get(i)));
            if (type == null) {
                areAllKnown = false;
            } else {
                objects.longs(TableNames.HeapGraphObject.SELF_SIZE).set(withoutSize.get(i), type.objectSize);
            }
        }
        return areAllKnown;
    }

    /// Sets the field names of objects that take them from their class. Returns false if a class is unknown.
    private boolean nameReferences(Map<Integer, Type> typeOfClass) {
        boolean areAllKnown = true;
        LongColumn sets = references.longs(TableNames.HeapGraphReference.REFERENCE_SET_ID);
        for (int i = 0; i < withoutFieldNames.size(); i++) {
            int object = withoutFieldNames.get(i);
            Type type = typeOfClass.get(
                    objects.ints(TableNames.HeapGraphObject.TYPE_ID).get(object));
            if (type == null) {
                areAllKnown = false;
                continue;
            }
            if (type.hasNoFields()) {
                continue;
            }
            int field = 0;
            long set =
                    objects.longs(TableNames.HeapGraphObject.REFERENCE_SET_ID).get(object);
            for (int row = (int) set; row < references.rowCount() && sets.get(row) == set; row++) {
                while (type != null && field >= type.fieldIds.length) {
                    field -= type.fieldIds.length;
                    type = superclass(type);
                }
                if (type == null) {
                    break;
                }
                Field existing = fields.get(type.fieldIds[field++]);
                if (existing == null) {
                    graphs.countMalformed(upid);
                } else {
                    setName(row, existing);
                }
            }
        }
        return areAllKnown;
    }

    private Type superclass(Type type) {
        Type superclass = type.superclassId == 0 ? null : types.get(type.superclassId);
        if (superclass == null) {
            graphs.countMalformed(upid);
        }
        return superclass;
    }
}
