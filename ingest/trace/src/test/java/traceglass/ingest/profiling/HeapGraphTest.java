package traceglass.ingest.profiling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import traceglass.protos.extension.ArtHeapGraphTracePacket;
import traceglass.protos.extension.HeapGraph;
import traceglass.protos.extension.HeapGraphObject;
import traceglass.protos.extension.HeapGraphRoot;
import traceglass.protos.extension.HeapGraphType;
import traceglass.protos.profiling.DeobfuscationMapping;

class HeapGraphTest {

    private final ProfilerTraceBuilder builder = new ProfilerTraceBuilder();
    private long index;

    private HeapGraph.Builder graph() {
        return HeapGraph.newBuilder().setPid(42).setIndex(index++);
    }

    private void add(HeapGraph.Builder graph) {
        add(graph, 100);
    }

    private void add(HeapGraph.Builder graph, long ts) {
        builder.packet(ts).setExtension(ArtHeapGraphTracePacket.heapGraph, graph.build());
    }

    private static void object(HeapGraph.Builder g, long id, long type, long... references) {
        HeapGraphObject.Builder o = g.addObjectsBuilder().setId(id).setTypeId(type);
        for (long r : references) {
            o.addReferenceObjectId(r);
        }
    }

    private static HeapGraphType.Builder type(
            HeapGraph.Builder g, long id, String name, HeapGraphType.Kind kind, long size, long... fields) {
        HeapGraphType.Builder t =
                g.addTypesBuilder().setId(id).setClassName(name).setKind(kind).setObjectSize(size);
        for (long f : fields) {
            t.addReferenceFieldId(f);
        }
        return t;
    }

    private static void field(HeapGraph.Builder g, long id, String name) {
        g.addFieldNamesBuilder().setIid(id).setStr(ByteString.copyFromUtf8(name));
    }

    private static void root(HeapGraph.Builder g, HeapGraphRoot.Type type, long... ids) {
        HeapGraphRoot.Builder r = g.addRootsBuilder().setRootType(type);
        for (long id : ids) {
            r.addObjectIds(id);
        }
    }

    @Test
    void namesInheritedFieldsAndMarksReachableObjects() throws Exception {
        HeapGraph.Builder objects = graph().setContinued(true);
        object(objects, 1, 10, 2, 0, 3);
        object(objects, 2, 11);
        object(objects, 3, 11);
        object(objects, 4, 11);
        add(objects);
        HeapGraph.Builder names = graph().setHeapBytesAllocated(5000);
        type(names, 10, "Derived", HeapGraphType.Kind.KIND_NORMAL, 24, 1, 2).setSuperclassId(12);
        type(names, 11, "int[]", HeapGraphType.Kind.KIND_ARRAY, 40);
        type(names, 12, "Base", HeapGraphType.Kind.KIND_NORMAL, 16, 3);
        field(names, 1, "int[] Derived.first");
        field(names, 2, "int[] Derived.none");
        field(names, 3, "int[] Base.inherited");
        root(names, HeapGraphRoot.Type.ROOT_JAVA_FRAME, 1);
        add(names);
        builder.read();
        assertEquals(
                "24 1 ROOT_JAVA_FRAME 0; 40 1 null null; 40 1 null null; 40 0 null null",
                builder.rows("heap_graph_object", "self_size", "reachable", "root_type", "reference_set_id"));
        assertEquals(
                "0 1 Derived.first int[]; 0 null Derived.none int[]; 0 2 Base.inherited int[]",
                builder.rows("heap_graph_reference", "owner_id", "owned_id", "field_name", "field_type_name"));
        assertEquals("100 5000 0", builder.rows("heap_graph", "ts", "heap_size", "truncated"));
        assertEquals(
                "Derived KIND_NORMAL; int[] KIND_ARRAY; Base KIND_NORMAL",
                builder.rows("heap_graph_class", "name", "kind"));
    }

    @Test
    void countsIdsFromThePreviousObjectAndReferencesFromABase() throws Exception {
        HeapGraph.Builder g = graph();
        object(g, 1000, 10);
        g.addObjectsBuilder()
                .setIdDelta(8)
                .setTypeId(10)
                .setSelfSize(16)
                .setReferenceFieldIdBase(999)
                .addReferenceObjectId(1)
                .addReferenceObjectId(0)
                .setHeapTypeDelta(HeapGraphObject.HeapType.HEAP_TYPE_ZYGOTE);
        g.addObjectsBuilder().setIdDelta(8).setTypeId(10).setSelfSize(16);
        type(g, 10, "A", HeapGraphType.Kind.KIND_NORMAL, 8);
        add(g);
        builder.read();
        assertEquals("1 0; 1 null", builder.rows("heap_graph_reference", "owner_id", "owned_id"));
        // A heap type applies until the next one is given, and the zygote's heap is never collected.
        assertEquals(
                "null 1 null; HEAP_TYPE_ZYGOTE 1 ROOT_VM_INTERNAL; HEAP_TYPE_ZYGOTE 1 ROOT_VM_INTERNAL",
                builder.rows("heap_graph_object", "heap_type", "reachable", "root_type"));
    }

    @Test
    void namesReferencesFromTheSameOrALaterPacket() throws Exception {
        HeapGraph.Builder g = graph().setContinued(true);
        g.addObjectsBuilder()
                .setId(1)
                .setTypeId(10)
                .setSelfSize(8)
                .addReferenceFieldId(1)
                .addReferenceObjectId(2);
        field(g, 1, "A A.first");
        add(g);
        HeapGraph.Builder later = graph().setContinued(true);
        later.addObjectsBuilder()
                .setId(3)
                .setTypeId(10)
                .setSelfSize(8)
                .addReferenceFieldId(1)
                .addReferenceObjectId(2);
        later.addObjectsBuilder()
                .setId(4)
                .setTypeId(10)
                .setSelfSize(8)
                .addReferenceFieldId(2)
                .addReferenceObjectId(2);
        add(later);
        HeapGraph.Builder last = graph();
        field(last, 2, "A A.second");
        type(last, 10, "A", HeapGraphType.Kind.KIND_NORMAL, 8);
        add(last);
        builder.read();
        assertEquals("0 A.first; 2 null; 3 A.second", builder.rows("heap_graph_reference", "owner_id", "field_name"));
    }

    @Test
    void weakReferencesDoNotKeepObjectsAlive() throws Exception {
        HeapGraph.Builder g = graph();
        object(g, 1, 10, 2, 3);
        object(g, 2, 11);
        object(g, 3, 11);
        type(g, 10, "java.lang.ref.WeakReference", HeapGraphType.Kind.KIND_WEAK_REFERENCE, 8, 1, 2);
        type(g, 11, "A", HeapGraphType.Kind.KIND_NORMAL, 8);
        field(g, 1, "java.lang.Object java.lang.ref.Reference.referent");
        field(g, 2, "java.lang.Object java.lang.ref.Reference.queue");
        root(g, HeapGraphRoot.Type.ROOT_JNI_GLOBAL, 1);
        root(g, HeapGraphRoot.Type.ROOT_STICKY_CLASS, 1);
        add(g);
        builder.read();
        assertEquals(
                "1 ROOT_STICKY_CLASS; 0 null; 1 null", builder.rows("heap_graph_object", "reachable", "root_type"));
    }

    @Test
    void objectsHaveTheNativeMemoryThatTheirCleanersFree() throws Exception {
        HeapGraph.Builder g = graph();
        object(g, 1, 10, 2, 3, 0);
        object(g, 2, 11);
        object(g, 3, 12, 4);
        g.addObjectsBuilder().setId(4).setTypeId(13).setSelfSize(32).setNativeAllocationRegistrySizeField(1001);
        type(g, 10, "sun.misc.Cleaner", HeapGraphType.Kind.KIND_PHANTOM_REFERENCE, 8, 1, 2, 3);
        type(g, 11, "android.graphics.Bitmap", HeapGraphType.Kind.KIND_NORMAL, 8);
        type(g, 12, "libcore.util.NativeAllocationRegistry$CleanerThunk", HeapGraphType.Kind.KIND_NORMAL, 8, 4);
        type(g, 13, "libcore.util.NativeAllocationRegistry", HeapGraphType.Kind.KIND_NORMAL, 8);
        field(g, 1, "java.lang.Object java.lang.ref.Reference.referent");
        field(g, 2, "java.lang.Runnable sun.misc.Cleaner.thunk");
        field(g, 3, "sun.misc.Cleaner sun.misc.Cleaner.next");
        field(g, 4, "libcore.util.NativeAllocationRegistry libcore.util.NativeAllocationRegistry$CleanerThunk.this$0");
        add(g);
        builder.read();
        assertEquals("0; 1000; 0; 0", builder.rows("heap_graph_object", "native_size"));
    }

    @Test
    void reportsMissingPartsOfADump() throws Exception {
        index = 3;
        HeapGraph.Builder g = graph().setContinued(true);
        object(g, 1, 10, 9);
        add(g);
        builder.read();
        assertEquals("1", builder.rows("heap_graph", "truncated"));
        assertEquals(1, builder.stat("heap_graph_missing_packet"));
        assertEquals(1, builder.stat("heap_graph_non_finalized_graph"));
        assertEquals(1, builder.stat("heap_graph_malformed_packet"));
        assertEquals(2, builder.table("heap_graph_object").rowCount());
    }

    @Test
    void addsSourceNamesToObfuscatedOnes() throws Exception {
        HeapGraph.Builder g = graph();
        object(g, 1, 10, 2);
        object(g, 2, 11);
        type(g, 10, "a[]", HeapGraphType.Kind.KIND_NORMAL, 8, 1).setLocationId(1);
        type(g, 11, "java.lang.Class<a>", HeapGraphType.Kind.KIND_NORMAL, 8).setLocationId(2);
        field(g, 1, "b a.c");
        g.addLocationNamesBuilder()
                .setIid(1)
                .setStr(ByteString.copyFromUtf8("/data/app/~~x==/org.example.app-y==/base.apk"));
        g.addLocationNamesBuilder().setIid(2).setStr(ByteString.copyFromUtf8("/data/app/org.other-1/base.apk"));
        add(g);
        DeobfuscationMapping.Builder mapping =
                builder.packet(200).getDeobfuscationMappingBuilder().setPackageName("org.example.app");
        mapping.addObfuscatedClassesBuilder()
                .setObfuscatedName("a")
                .setDeobfuscatedName("org.example.Thing")
                .addObfuscatedMembersBuilder()
                .setObfuscatedName("c")
                .setDeobfuscatedName("owner");
        builder.read();
        assertEquals("org.example.Thing[]; null", builder.rows("heap_graph_class", "deobfuscated_name"));
        assertEquals(
                "a.c org.example.Thing.owner",
                builder.rows("heap_graph_reference", "field_name", "deobfuscated_field_name"));
    }

    @Test
    void classObjectsDefineTheSuperclasses() throws Exception {
        HeapGraph.Builder g = graph();
        g.addObjectsBuilder()
                .setId(1)
                .setTypeId(20)
                .setSelfSize(8)
                .addReferenceFieldId(5)
                .addReferenceObjectId(2);
        g.addObjectsBuilder().setId(2).setTypeId(21).setSelfSize(8);
        type(g, 10, "Derived", HeapGraphType.Kind.KIND_NORMAL, 8);
        type(g, 11, "Base", HeapGraphType.Kind.KIND_NORMAL, 8);
        type(g, 20, "java.lang.Class<Derived>", HeapGraphType.Kind.KIND_CLASS, 8);
        type(g, 21, "java.lang.Class<Base>", HeapGraphType.Kind.KIND_CLASS, 8);
        field(g, 5, "java.lang.Class java.lang.Class.superClass");
        add(g);
        builder.read();
        assertEquals(
                "java.lang.Class<Derived> null; java.lang.Class<Base> null; Derived 3; Base null",
                builder.rows("heap_graph_class", "name", "superclass_id"));
    }
}
