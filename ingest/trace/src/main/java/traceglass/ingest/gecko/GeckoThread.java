package traceglass.ingest.gecko;

import java.util.List;

/// A thread of a profile, or the tables shared by all threads of a profile.
final class GeckoThread {

    /// Columns that are read, by table.
    static final List<String> SAMPLES = List.of("stack", "time", "timeDeltas", "weight", "threadCPUDelta");

    static final List<String> MARKERS = List.of("name", "startTime", "endTime", "phase", "category", "data", "time");
    static final List<String> STACKS = List.of("prefix", "prefixOffset", "frame");
    static final List<String> FRAMES = List.of("location", "func", "address", "lib");
    static final List<String> FUNCTIONS = List.of("name", "resource");
    static final List<String> RESOURCES = List.of("lib");
    static final List<String> ALLOCATIONS = List.of("time", "timeDeltas", "weight", "duration", "stack");

    String name;
    String processName;
    long pid = -1;
    long tid = -1;
    List<String> strings;
    final GeckoTable samples = new GeckoTable();
    final GeckoTable markers = new GeckoTable();
    final GeckoTable stacks = new GeckoTable();
    final GeckoTable frames = new GeckoTable();
    final GeckoTable functions = new GeckoTable();
    final GeckoTable resources = new GeckoTable();
    final GeckoTable jsAllocations = new GeckoTable();
    final GeckoTable nativeAllocations = new GeckoTable();
    /// Payloads of the markers.
    final GeckoPayloads payloads = new GeckoPayloads();

    /// Returns whether the thread does not depend on the shared tables.
    boolean isComplete() {
        return strings != null
                && !stacks.isEmpty()
                && !frames.isEmpty()
                && (frames.has("location") || !functions.isEmpty());
    }

    /// Returns a string, null if there is none with this index.
    static String string(List<String> strings, int index) {
        return strings == null || index < 0 || index >= strings.size() ? null : strings.get(index);
    }
}
