package traceglass.ingest.profiling;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportSession;
import traceglass.ingest.collection.GrowingInts;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Index of Java frames by name and package. The package is derived from the frame's file or, if that is not possible,
/// from a process in which the frame was seen.
final class JavaFrames {

    /// Package of code that was compiled into memory.
    static final String IN_MEMORY = "memfd";

    private static final GrowingInts NONE = new GrowingInts();

    private final ImportSession session;
    private final StringPool strings;
    private final AndroidPackages packages;
    private final Table frames;
    private final Table callsites;
    private final Map<Key, GrowingInts> byName = new HashMap<>();
    private final BitSet withoutPackage = new BitSet();
    private final BitSet visited = new BitSet();
    private final Map<Integer, Integer> packageOfProcess = new HashMap<>();

    private record Key(int nameId, int packageId) {}

    JavaFrames(ImportSession session) {
        this.session = session;
        strings = session.strings();
        packages = new AndroidPackages(session);
        frames = session.storage().table(TableNames.StackProfileFrame.TABLE);
        callsites = session.storage().table(TableNames.StackProfileCallsite.TABLE);
        collect();
        if (!withoutPackage.isEmpty()) {
            addGuessedPackages();
        }
    }

    /// Returns the rows of the frames with this name in this package.
    GrowingInts find(int nameId, int packageId) {
        return byName.getOrDefault(new Key(nameId, packageId), NONE);
    }

    private void collect() {
        IntColumn names = frames.strings(TableNames.StackProfileFrame.NAME);
        Table mappings = session.storage().table(TableNames.StackProfileMapping.TABLE);
        for (int row = 0; row < frames.rowCount(); row++) {
            String name = strings.get(names.get(row));
            if (name == null || name.indexOf('.') < 0) {
                continue;
            }
            String file = strings.get(mappings.strings(TableNames.StackProfileMapping.NAME)
                    .get(frames.ints(TableNames.StackProfileFrame.MAPPING).get(row)));
            String owner = packages.ofFile(file);
            if (owner == null && file.startsWith("/memfd:")) {
                owner = IN_MEMORY;
            }
            if (owner == null) {
                withoutPackage.set(row);
            } else {
                add(row, strings.intern(owner));
            }
        }
    }

    private void add(int row, int packageId) {
        byName.computeIfAbsent(
                        new Key(
                                frames.strings(TableNames.StackProfileFrame.NAME)
                                        .get(row),
                                packageId),
                        k -> new GrowingInts())
                .add(row);
    }

    private void addGuessedPackages() {
        Table allocations = session.storage().table(TableNames.HeapProfileAllocation.TABLE);
        for (int row = 0; row < allocations.rowCount(); row++) {
            addGuessedPackages(
                    allocations.ints(TableNames.HeapProfileAllocation.UPID).get(row),
                    allocations
                            .ints(TableNames.HeapProfileAllocation.CALLSITE_ID)
                            .get(row));
        }
        Table samples = session.storage().table(TableNames.ProfilerSample.TABLE);
        Table tasks = session.storage().table(TableNames.ProfilerTaskContext.TABLE);
        for (int row = 0; row < samples.rowCount(); row++) {
            int task = samples.ints(TableNames.ProfilerSample.TASK_CONTEXT_ID).get(row);
            addGuessedPackages(
                    task == IntColumn.NULL
                            ? IntColumn.NULL
                            : tasks.ints(TableNames.ProfilerTaskContext.UPID).get(task),
                    samples.ints(TableNames.ProfilerSample.CALLSITE_ID).get(row));
        }
        Table threads = session.storage().table(TableNames.HeapGraphThreadCallsite.TABLE);
        Table graphs = session.storage().table(TableNames.HeapGraph.TABLE);
        for (int row = 0; row < threads.rowCount(); row++) {
            addGuessedPackages(
                    graphs.ints(TableNames.HeapGraph.UPID)
                            .get(threads.ints(TableNames.HeapGraphThreadCallsite.HEAP_GRAPH_ID)
                                    .get(row)),
                    threads.ints(TableNames.HeapGraphThreadCallsite.CALLSITE_ID).get(row));
        }
    }

    /// Assigns the frames without a known package in a callstack to the package of the process.
    private void addGuessedPackages(int upid, int callsite) {
        if (upid == IntColumn.NULL || callsite == IntColumn.NULL) {
            return;
        }
        int packageId = packageOfProcess.computeIfAbsent(upid, packages::ofProcess);
        if (packageId == StringPool.NULL) {
            return;
        }
        // The callers of a visited callsite have been visited as well.
        for (int current = callsite;
                current != IntColumn.NULL && !visited.get(current);
                current = callsites
                        .ints(TableNames.StackProfileCallsite.PARENT_ID)
                        .get(current)) {
            visited.set(current);
            int frame = callsites.ints(TableNames.StackProfileCallsite.FRAME_ID).get(current);
            if (withoutPackage.get(frame)) {
                withoutPackage.clear(frame);
                add(frame, packageId);
            }
        }
    }
}
