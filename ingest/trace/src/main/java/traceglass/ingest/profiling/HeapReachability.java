package traceglass.ingest.profiling;

import java.util.List;
import traceglass.ingest.collection.GrowingInts;
import traceglass.protos.extension.HeapGraphRoot;
import traceglass.protos.extension.HeapGraphType;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Marks the roots of a heap and all objects reachable from them.
final class HeapReachability {

    /// Root types that take precedence if an object has several, highest first.
    private static final List<String> PRECEDENCE = List.of(
            HeapGraphRoot.Type.ROOT_STICKY_CLASS.name(),
            HeapGraphRoot.Type.ROOT_JNI_GLOBAL.name(),
            HeapGraphRoot.Type.ROOT_JNI_LOCAL.name());

    private final StringPool strings;
    private final IntColumn rootTypes;
    private final IntColumn reachable;
    private final IntColumn types;
    private final LongColumn sets;
    private final IntColumn kinds;
    private final Table references;
    private final LongColumn setOfReference;
    private final IntColumn ownedColumn;
    private final IntColumn fieldNames;
    private final int referent;
    private final int[] weakKinds;
    private final int[] ranks;
    private final GrowingInts pending = new GrowingInts();

    HeapReachability(HeapGraphs graphs) {
        strings = graphs.strings();
        Table objects = graphs.objects();
        rootTypes = objects.strings(TableNames.HeapGraphObject.ROOT_TYPE);
        reachable = objects.ints(TableNames.HeapGraphObject.REACHABLE);
        types = objects.ints(TableNames.HeapGraphObject.TYPE_ID);
        sets = objects.longs(TableNames.HeapGraphObject.REFERENCE_SET_ID);
        kinds = graphs.classes().strings(TableNames.HeapGraphClass.KIND);
        references = graphs.references();
        setOfReference = references.longs(TableNames.HeapGraphReference.REFERENCE_SET_ID);
        ownedColumn = references.ints(TableNames.HeapGraphReference.OWNED_ID);
        fieldNames = references.strings(TableNames.HeapGraphReference.FIELD_NAME);
        referent = strings.intern("java.lang.ref.Reference.referent");
        weakKinds = new int[] {
            strings.intern(HeapGraphType.Kind.KIND_WEAK_REFERENCE.name()),
            strings.intern(HeapGraphType.Kind.KIND_FINALIZER_REFERENCE.name()),
            strings.intern(HeapGraphType.Kind.KIND_PHANTOM_REFERENCE.name())
        };
        ranks = PRECEDENCE.stream().mapToInt(strings::intern).toArray();
    }

    void markRoot(int object, HeapGraphRoot.Type type) {
        int typeId = strings.intern(type.name());
        int previous = rootTypes.get(object);
        if (previous != StringPool.NULL) {
            if (rank(typeId) < rank(previous)) {
                rootTypes.set(object, typeId);
            }
            return;
        }
        rootTypes.set(object, typeId);
        if (reachable.get(object) == 0) {
            reachable.set(object, 1);
            pending.add(object);
        }
        while (!pending.isEmpty()) {
            visit(pending.removeLast());
        }
    }

    /// Visits an object. A weak reference does not keep its `referent` alive, only the objects in its other fields.
    private void visit(int object) {
        long set = sets.get(object);
        if (set == LongColumn.NULL) {
            return;
        }
        int kind = kinds.get(types.get(object));
        boolean isWeak = kind == weakKinds[0] || kind == weakKinds[1] || kind == weakKinds[2];
        for (int row = (int) set; row < references.rowCount() && setOfReference.get(row) == set; row++) {
            int target = ownedColumn.get(row);
            if (target != IntColumn.NULL
                    && !(isWeak && fieldNames.get(row) == referent)
                    && reachable.get(target) == 0) {
                reachable.set(target, 1);
                pending.add(target);
            }
        }
    }

    private int rank(int typeId) {
        int rank = 0;
        while (rank < ranks.length && ranks[rank] != typeId) {
            rank++;
        }
        return rank;
    }
}
