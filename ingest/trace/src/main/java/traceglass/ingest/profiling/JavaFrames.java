package traceglass.ingest.profiling;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportSession;
import traceglass.ingest.collection.GrowingInts;
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
        frames = session.storage().table("__intrinsic_stack_profile_frame");
        callsites = session.storage().table("__intrinsic_stack_profile_callsite");
        collect();
        if (!withoutPackage.isEmpty()) {
            guess();
        }
    }

    /// Returns the rows of the frames with this name in this package.
    GrowingInts find(int nameId, int packageId) {
        return byName.getOrDefault(new Key(nameId, packageId), NONE);
    }

    private void collect() {
        IntColumn names = frames.strings("name");
        Table mappings = session.storage().table("__intrinsic_stack_profile_mapping");
        for (int row = 0; row < frames.rowCount(); row++) {
            String name = strings.get(names.get(row));
            if (name == null || name.indexOf('.') < 0) {
                continue;
            }
            String file = strings.get(
                    mappings.strings("name").get(frames.ints("mapping").get(row)));
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
        byName.computeIfAbsent(new Key(frames.strings("name").get(row), packageId), k -> new GrowingInts())
                .add(row);
    }

    private void guess() {
        Table allocations = session.storage().table("__intrinsic_heap_profile_allocation");
        for (int row = 0; row < allocations.rowCount(); row++) {
            guess(
                    allocations.ints("upid").get(row),
                    allocations.ints("callsite_id").get(row));
        }
        Table samples = session.storage().table("__intrinsic_profiler_sample");
        Table tasks = session.storage().table("__intrinsic_profiler_task_context");
        for (int row = 0; row < samples.rowCount(); row++) {
            int task = samples.ints("task_context_id").get(row);
            guess(
                    task == IntColumn.NULL ? IntColumn.NULL : tasks.ints("upid").get(task),
                    samples.ints("callsite_id").get(row));
        }
        Table threads = session.storage().table("__intrinsic_heap_graph_thread_callsite");
        Table graphs = session.storage().table("__intrinsic_heap_graph");
        for (int row = 0; row < threads.rowCount(); row++) {
            guess(
                    graphs.ints("upid").get(threads.ints("heap_graph_id").get(row)),
                    threads.ints("callsite_id").get(row));
        }
    }

    /// Assigns the frames without a known package in a callstack to the package of the process.
    private void guess(int upid, int callsite) {
        if (upid == IntColumn.NULL || callsite == IntColumn.NULL) {
            return;
        }
        int packageId = packageOfProcess.computeIfAbsent(upid, packages::ofProcess);
        if (packageId == StringPool.NULL) {
            return;
        }
        // The callers of a visited callsite have been visited as well.
        for (int at = callsite;
                at != IntColumn.NULL && !visited.get(at);
                at = callsites.ints("parent_id").get(at)) {
            visited.set(at);
            int frame = callsites.ints("frame_id").get(at);
            if (withoutPackage.get(frame)) {
                withoutPackage.clear(frame);
                add(frame, packageId);
            }
        }
    }
}
