package traceglass.ingest.profiling;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.extension.ArtHeapGraphTracePacket;
import traceglass.protos.extension.HeapGraph;
import traceglass.protos.extension.HeapGraphObject;
import traceglass.protos.extension.HeapGraphRoot;
import traceglass.protos.extension.HeapGraphType;
import traceglass.protos.profiling.InternedString;
import traceglass.store.table.StringPool;

/// Parses dumps of Java heaps from `HeapGraph` packets; one dump may span hundreds. Objects come first, then the items
/// to which they refer by number: types, field and location names, and roots.
public final class HeapGraphParser implements PacketParser {

    private final ImportContext context;
    private final HeapGraphs graphs;
    private final TreeMap<Integer, HeapGraphSequence> sequences = new TreeMap<>(Integer::compareUnsigned);
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor item = new ProtoCursor();
    private final HeapGraphSequence.SourceObject object = new HeapGraphSequence.SourceObject();

    public HeapGraphParser(PacketContext packets) {
        context = packets.context();
        graphs = HeapGraphs.of(context.session());
    }

    @Override
    public int[] fields() {
        return new int[] {ArtHeapGraphTracePacket.HEAP_GRAPH_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        long pid = 0;
        long index = 0;
        boolean isContinued = false;
        long heapSize = HeapGraphSequence.UNKNOWN;
        for (packet.enter(cursor); cursor.next(); ) {
            switch (cursor.field()) {
                case HeapGraph.PID_FIELD_NUMBER -> pid = cursor.asUint32();
                case HeapGraph.INDEX_FIELD_NUMBER -> index = cursor.asLong();
                case HeapGraph.CONTINUED_FIELD_NUMBER -> isContinued = cursor.asBool();
                case HeapGraph.HEAP_BYTES_ALLOCATED_FIELD_NUMBER -> heapSize = cursor.asLong();
                default -> {}
            }
        }
        int upid = context.processes().process(pid);
        HeapGraphSequence sequence =
                sequences.computeIfAbsent(packet.sequenceId(), id -> new HeapGraphSequence(graphs));
        sequence.setIndex(index);
        if (heapSize != HeapGraphSequence.UNKNOWN) {
            sequence.setHeapSize(heapSize);
        }
        boolean areObjectsDamaged = false;
        boolean areRootsDamaged = false;
        // Read names after the objects that refer to them, regardless of their order in the packet.
        for (packet.enter(cursor); cursor.next() && !areObjectsDamaged; ) {
            areObjectsDamaged = cursor.field() == HeapGraph.OBJECTS_FIELD_NUMBER && !readObject(sequence, upid, ts);
        }
        for (packet.enter(cursor); cursor.next(); ) {
            switch (cursor.field()) {
                case HeapGraph.TYPES_FIELD_NUMBER -> setType(sequence, upid);
                case HeapGraph.FIELD_NAMES_FIELD_NUMBER -> readFieldName(sequence);
                case HeapGraph.LOCATION_NAMES_FIELD_NUMBER -> readLocationName(sequence);
                case HeapGraph.ROOTS_FIELD_NUMBER ->
                    areRootsDamaged = areRootsDamaged || !readRoots(sequence, upid, ts);
                default -> {}
            }
        }
        if (!isContinued) {
            sequence.finish();
            sequences.remove(packet.sequenceId());
        }
    }

    /// Reads one object; returns false if it is damaged.
    private boolean readObject(HeapGraphSequence sequence, int upid, long ts) {
        HeapGraphSequence.SourceObject o = object;
        o.clear();
        long id = 0;
        long delta = 0;
        long base = 0;
        int heapType = sequence.lastHeapType();
        boolean isComplete = true;
        for (item.enter(cursor); item.next(); ) {
            switch (item.field()) {
                case HeapGraphObject.ID_FIELD_NUMBER -> id = item.asLong();
                case HeapGraphObject.ID_DELTA_FIELD_NUMBER -> delta = item.asLong();
                case HeapGraphObject.TYPE_ID_FIELD_NUMBER -> o.typeId = item.asLong();
                case HeapGraphObject.SELF_SIZE_FIELD_NUMBER -> o.selfSize = item.asLong();
                case HeapGraphObject.HEAP_TYPE_DELTA_FIELD_NUMBER -> heapType = item.asInt();
                // According to its name, this base applies to field ids, but producers have always meant object ids.
                case HeapGraphObject.REFERENCE_FIELD_ID_BASE_FIELD_NUMBER -> base = item.asLong();
                case HeapGraphObject.REFERENCE_FIELD_ID_FIELD_NUMBER -> isComplete &= o.fieldIds.addVarints(item);
                case HeapGraphObject.REFERENCE_OBJECT_ID_FIELD_NUMBER -> isComplete &= o.references.addVarints(item);
                case HeapGraphObject.RUNTIME_INTERNAL_OBJECT_ID_FIELD_NUMBER ->
                    isComplete &= o.runtimeInternal.addVarints(item);
                case HeapGraphObject.NATIVE_ALLOCATION_REGISTRY_SIZE_FIELD_FIELD_NUMBER ->
                    o.registrySize = item.asLong();
                case HeapGraphObject.BITMAP_ID_FIELD_FIELD_NUMBER -> o.bitmapId = item.asLong();
                case HeapGraphObject.BITMAP_SOURCE_ID_FIELD_FIELD_NUMBER -> o.bitmapSourceId = item.asLong();
                case HeapGraphObject.BITMAP_WIDTH_FIELD_FIELD_NUMBER -> o.bitmapWidth = item.asUint32();
                case HeapGraphObject.BITMAP_HEIGHT_FIELD_FIELD_NUMBER -> o.bitmapHeight = item.asUint32();
                default -> {}
            }
        }
        if (!isComplete) {
            graphs.countMalformed(upid);
            return false;
        }
        if (o.fieldIds.size() > 0 && o.fieldIds.size() != o.references.size()) {
            graphs.countMalformed(upid);
            return true;
        }
        o.id = delta != 0 ? sequence.lastObjectId() + delta : id;
        o.referenceBase = base;
        o.heapType = heapType;
        sequence.addObject(upid, ts, o);
        return true;
    }

    private void setType(HeapGraphSequence sequence, int upid) {
        long id = 0;
        long location = HeapGraphSequence.UNKNOWN;
        int name = context.strings().intern("");
        long size = 0;
        long superclass = 0;
        long classLoader = 0;
        int kind = 0;
        LongList fields = new LongList();
        boolean isComplete = true;
        for (item.enter(cursor); item.next(); ) {
            switch (item.field()) {
                case HeapGraphType.ID_FIELD_NUMBER -> id = item.asLong();
                case HeapGraphType.LOCATION_ID_FIELD_NUMBER -> location = item.asLong();
                case HeapGraphType.CLASS_NAME_FIELD_NUMBER -> name = item.asStringId(context.strings());
                case HeapGraphType.OBJECT_SIZE_FIELD_NUMBER -> size = item.asLong();
                case HeapGraphType.SUPERCLASS_ID_FIELD_NUMBER -> superclass = item.asLong();
                case HeapGraphType.CLASSLOADER_ID_FIELD_NUMBER -> classLoader = item.asLong();
                case HeapGraphType.KIND_FIELD_NUMBER -> kind = item.asInt();
                case HeapGraphType.REFERENCE_FIELD_ID_FIELD_NUMBER -> isComplete &= fields.addVarints(item);
                default -> {}
            }
        }
        if (!isComplete) {
            graphs.countMalformed(upid);
            return;
        }
        HeapGraphType.Kind known = HeapGraphType.Kind.forNumber(kind);
        sequence.addType(
                id,
                new HeapGraphSequence.Type(
                        name,
                        location,
                        size,
                        fields.toArray(),
                        superclass,
                        classLoader,
                        known == null ? HeapGraphType.Kind.KIND_UNKNOWN : known));
    }

    private void readFieldName(HeapGraphSequence sequence) {
        long iid = 0;
        String text = "";
        for (item.enter(cursor); item.next(); ) {
            if (item.field() == InternedString.IID_FIELD_NUMBER) {
                iid = item.asLong();
            } else if (item.field() == InternedString.STR_FIELD_NUMBER) {
                text = item.asString();
            }
        }
        int space = text.indexOf(' ');
        sequence.addField(
                iid,
                context.strings().intern(text.substring(space + 1)),
                space < 0 ? StringPool.NULL : context.strings().intern(text.substring(0, space)));
    }

    private void readLocationName(HeapGraphSequence sequence) {
        long iid = 0;
        int text = context.strings().intern("");
        for (item.enter(cursor); item.next(); ) {
            if (item.field() == InternedString.IID_FIELD_NUMBER) {
                iid = item.asLong();
            } else if (item.field() == InternedString.STR_FIELD_NUMBER) {
                text = item.asStringId(context.strings());
            }
        }
        sequence.addLocation(iid, text);
    }

    /// Reads the roots of one type; returns false if they are damaged.
    private boolean readRoots(HeapGraphSequence sequence, int upid, long ts) {
        int type = 0;
        LongList ids = new LongList();
        boolean isComplete = true;
        for (item.enter(cursor); item.next(); ) {
            if (item.field() == HeapGraphRoot.ROOT_TYPE_FIELD_NUMBER) {
                type = item.asInt();
            } else if (item.field() == HeapGraphRoot.OBJECT_IDS_FIELD_NUMBER) {
                isComplete &= ids.addVarints(item);
            }
        }
        if (!isComplete) {
            graphs.countMalformed(upid);
            return false;
        }
        HeapGraphRoot.Type known = HeapGraphRoot.Type.forNumber(type);
        sequence.addRoots(upid, ts, known == null ? HeapGraphRoot.Type.ROOT_UNKNOWN : known, ids.toArray());
        return true;
    }

    @Override
    public void atEnd() {
        if (sequences.isEmpty()) {
            return;
        }
        // The trace ended within dumps; the data read so far may still be useful.
        graphs.countUnfinished();
        List<HeapGraphSequence> open = new ArrayList<>(sequences.values());
        sequences.clear();
        open.forEach(HeapGraphSequence::finish);
    }
}
