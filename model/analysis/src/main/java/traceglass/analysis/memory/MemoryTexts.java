package traceglass.analysis.memory;

/// User-visible strings for memory: heap profiles, Java heaps as flame graphs, details of dumps, and memory tracks.
final class MemoryTexts {

    private MemoryTexts() {}

    // ---- Native heap profiles

    static final String NATIVE_PROFILE = "Native heap profile";
    static final String ART_ALLOCATIONS = "ART allocations";

    static String profile(String heap) {
        return "Heap profile: " + heap;
    }

    static final String UNRELEASED_MALLOC_SIZE = "Unreleased malloc size";
    static final String UNRELEASED_MALLOC_COUNT = "Unreleased malloc count";
    static final String TOTAL_MALLOC_SIZE = "Total malloc size";
    static final String TOTAL_MALLOC_COUNT = "Total malloc count";
    static final String TOTAL_ALLOCATION_SIZE = "Total allocation size";
    static final String TOTAL_ALLOCATION_COUNT = "Total allocation count";
    static final String UNRELEASED_SIZE = "Unreleased size";
    static final String UNRELEASED_COUNT = "Unreleased count";
    static final String TOTAL_SIZE = "Total size";
    static final String TOTAL_COUNT = "Total count";
    static final String SINCE_PREVIOUS_DUMP = "Since the previous dump";
    static final String PROCESS_NUMBER = "process ";

    static String untilDump(String time) {
        return "Up to the dump at " + time;
    }

    // ---- Java heaps

    static final String DOMINATORS = "Heap: dominators";
    static final String PATHS = "Heap: paths from roots";
    static final String OBJECT_SIZE = "Object size";
    static final String OBJECT_COUNT = "Object count";
    static final String DOMINATED_SIZE = "Dominated object size";
    static final String DOMINATED_COUNT = "Dominated object count";
    static final String DEEPER = "deeper objects";
    static final String NATIVE_PREFIX = "[native] ";
    static final String NATIVE_MEMORY = "native memory";

    // ---- Details of a Java heap dump

    static final String ERROR = "error";
    static final String ALLOCATION = "allocation";
    static final String TOTAL_FREE = "total free";
    static final String FREE_UNTIL_OUT_OF_MEMORY = "free until out of memory";
    static final String OUT_OF_MEMORY_CALLSTACK = "Callstack of the out-of-memory error";

    // ---- Tracks

    static final String MAPS = "Memory maps";
    static final String SNAPSHOTS = "Memory snapshots";
    static final String HEAP_DUMP = "Heap dump";
    static final String HEAP_PROFILE = "Heap profile";
    static final String SMAPS = "smaps";
    static final String SNAPSHOT = "snapshot";
}
