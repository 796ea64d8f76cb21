package traceglass.ingest.profiling;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.protos.extension.ArtHeapGraphTracePacket;
import traceglass.protos.extension.HeapGraphDecoder;
import traceglass.protos.extension.HeapGraphObjectDecoder;
import traceglass.protos.extension.HeapGraphRoot;
import traceglass.protos.extension.HeapGraphRootDecoder;
import traceglass.protos.extension.HeapGraphType;
import traceglass.protos.extension.HeapGraphTypeDecoder;
import traceglass.protos.profiling.InternedStringDecoder;
import traceglass.store.table.StringPool;

/// Parses dumps of Java heaps from `HeapGraph` packets; one dump may span hundreds. Objects come first, then the items
/// to which they refer by number: types, field and location names, and roots.
public final class HeapGraphParser implements PacketParser {

    private static final long OBJECT_LISTS = HeapGraphObjectDecoder.REFERENCE_FIELD_ID
            | HeapGraphObjectDecoder.REFERENCE_OBJECT_ID
            | HeapGraphObjectDecoder.RUNTIME_INTERNAL_OBJECT_ID;
    private static final long OBJECT_EXTRAS = HeapGraphObjectDecoder.NATIVE_ALLOCATION_REGISTRY_SIZE_FIELD
            | HeapGraphObjectDecoder.BITMAP_ID_FIELD
            | HeapGraphObjectDecoder.BITMAP_SOURCE_ID_FIELD
            | HeapGraphObjectDecoder.BITMAP_WIDTH_FIELD
            | HeapGraphObjectDecoder.BITMAP_HEIGHT_FIELD;

    private final ImportContext context;
    private final HeapGraphs graphs;
    private final TreeMap<Integer, HeapGraphSequence> sequences = new TreeMap<>(Integer::compareUnsigned);
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
        HeapGraphDecoder graph = packet.decode(new HeapGraphDecoder());
        int upid = context.processes().process(Integer.toUnsignedLong(graph.pid()));
        HeapGraphSequence sequence =
                sequences.computeIfAbsent(packet.sequenceId(), id -> new HeapGraphSequence(graphs));
        sequence.setIndex(graph.index());
        if (graph.hasHeapBytesAllocated()) {
            sequence.setHeapSize(graph.heapBytesAllocated());
        }
        // Read names after the objects that refer to them, regardless of their order in the packet.
        HeapGraphObjectDecoder source = new HeapGraphObjectDecoder();
        for (int i = 0; i < graph.objectsCount(); i++) {
            if (!readObject(graph.objects(i, source), sequence, upid, ts)) {
                break;
            }
        }
        for (int i = 0; i < graph.typesCount(); i++) {
            readType(graph.types(i, new HeapGraphTypeDecoder()), sequence, upid);
        }
        InternedStringDecoder name = new InternedStringDecoder();
        for (int i = 0; i < graph.fieldNamesCount(); i++) {
            readFieldName(graph.fieldNames(i, name), sequence);
        }
        for (int i = 0; i < graph.locationNamesCount(); i++) {
            graph.locationNames(i, name);
            sequence.addLocation(
                    name.iid(), context.strings().intern(name.buffer(), name.strOffset(), name.strLength()));
        }
        for (int i = 0; i < graph.rootsCount(); i++) {
            if (!readRoots(graph.roots(i, new HeapGraphRootDecoder()), sequence, upid, ts)) {
                break;
            }
        }
        if (!graph.continued()) {
            sequence.finish();
            sequences.remove(packet.sequenceId());
        }
    }

    /// Reads one object; returns false if it is damaged.
    private boolean readObject(HeapGraphObjectDecoder source, HeapGraphSequence sequence, int upid, long ts) {
        if (source.hasTruncated(OBJECT_LISTS)) {
            graphs.countMalformed(upid);
            return false;
        }
        int fields = source.referenceFieldIdCount();
        if (fields > 0 && fields != source.referenceObjectIdCount()) {
            graphs.countMalformed(upid);
            return true;
        }
        HeapGraphSequence.SourceObject o = object;
        o.clear();
        o.id = source.idDelta() != 0 ? sequence.lastObjectId() + source.idDelta() : source.id();
        o.typeId = source.typeId();
        o.selfSize = source.selfSize();
        o.heapType = source.hasHeapTypeDelta() ? source.heapTypeDelta() : sequence.lastHeapType();
        // According to its name, this base applies to field ids, but producers have always meant object ids.
        o.referenceBase = source.referenceFieldIdBase();
        for (int i = 0; i < fields; i++) {
            o.fieldIds.add(source.referenceFieldId(i));
        }
        for (int i = 0; i < source.referenceObjectIdCount(); i++) {
            o.references.add(source.referenceObjectId(i));
        }
        for (int i = 0; i < source.runtimeInternalObjectIdCount(); i++) {
            o.runtimeInternal.add(source.runtimeInternalObjectId(i));
        }
        if (source.hasAny(OBJECT_EXTRAS)) {
            readExtras(source, o);
        }
        sequence.addObject(upid, ts, o);
        return true;
    }

    /// Reads the fields that few objects have.
    private static void readExtras(HeapGraphObjectDecoder source, HeapGraphSequence.SourceObject o) {
        if (source.hasNativeAllocationRegistrySizeField()) {
            o.registrySize = source.nativeAllocationRegistrySizeField();
        }
        if (source.hasBitmapIdField()) {
            o.bitmapId = source.bitmapIdField();
        }
        if (source.hasBitmapSourceIdField()) {
            o.bitmapSourceId = source.bitmapSourceIdField();
        }
        if (source.hasBitmapWidthField()) {
            o.bitmapWidth = Integer.toUnsignedLong(source.bitmapWidthField());
        }
        if (source.hasBitmapHeightField()) {
            o.bitmapHeight = Integer.toUnsignedLong(source.bitmapHeightField());
        }
    }

    private void readType(HeapGraphTypeDecoder type, HeapGraphSequence sequence, int upid) {
        if (type.hasTruncated(HeapGraphTypeDecoder.REFERENCE_FIELD_ID)) {
            graphs.countMalformed(upid);
            return;
        }
        long[] fields = new long[type.referenceFieldIdCount()];
        Arrays.setAll(fields, type::referenceFieldId);
        HeapGraphType.Kind kind = HeapGraphType.Kind.forNumber(type.kind());
        sequence.addType(
                type.id(),
                new HeapGraphSequence.Type(
                        context.strings().intern(type.className()),
                        type.hasLocationId() ? type.locationId() : HeapGraphSequence.UNKNOWN,
                        type.objectSize(),
                        fields,
                        type.superclassId(),
                        type.classloaderId(),
                        kind == null ? HeapGraphType.Kind.KIND_UNKNOWN : kind));
    }

    private void readFieldName(InternedStringDecoder name, HeapGraphSequence sequence) {
        String text = name.hasStr() ? new String(name.str(), StandardCharsets.UTF_8) : "";
        int space = text.indexOf(' ');
        sequence.addField(
                name.iid(),
                context.strings().intern(text.substring(space + 1)),
                space < 0 ? StringPool.NULL : context.strings().intern(text.substring(0, space)));
    }

    /// Reads the roots of one type; returns false if they are damaged.
    private boolean readRoots(HeapGraphRootDecoder roots, HeapGraphSequence sequence, int upid, long ts) {
        if (roots.hasTruncated(HeapGraphRootDecoder.OBJECT_IDS)) {
            graphs.countMalformed(upid);
            return false;
        }
        long[] ids = new long[roots.objectIdsCount()];
        Arrays.setAll(ids, roots::objectIds);
        HeapGraphRoot.Type type = HeapGraphRoot.Type.forNumber(roots.rootType());
        sequence.addRoots(upid, ts, type == null ? HeapGraphRoot.Type.ROOT_UNKNOWN : type, ids);
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
