package traceglass.analysis.memory;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for memory: heap profiles, Java heaps as flame graphs, details of dumps, and memory tracks.
final class MemoryTexts {

    private MemoryTexts() {}

    // ---- Native heap profiles

    static final String NATIVE_PROFILE = tr("Native heap profile");
    static final String ART_ALLOCATIONS = tr("ART allocations");

    static String profile(String heap) {
        return tr("Heap profile: {0}", heap);
    }

    static final String UNRELEASED_MALLOC_SIZE = tr("Unreleased malloc size");
    static final String UNRELEASED_MALLOC_COUNT = tr("Unreleased malloc count");
    static final String TOTAL_MALLOC_SIZE = tr("Total malloc size");
    static final String TOTAL_MALLOC_COUNT = tr("Total malloc count");
    static final String TOTAL_ALLOCATION_SIZE = tr("Total allocation size");
    static final String TOTAL_ALLOCATION_COUNT = tr("Total allocation count");
    static final String UNRELEASED_SIZE = tr("Unreleased size");
    static final String UNRELEASED_COUNT = tr("Unreleased count");
    static final String TOTAL_SIZE = tr("Total size");
    static final String TOTAL_COUNT = tr("Total count");
    static final String SINCE_PREVIOUS_DUMP = tr("Since the previous dump");
    static final String PROCESS_NUMBER = tr("process ");

    static String untilDump(String time) {
        return tr("Up to the dump at {0}", time);
    }

    // ---- Java heaps

    static final String DOMINATORS = tr("Heap: dominators");
    static final String PATHS = tr("Heap: paths from roots");
    static final String OBJECT_SIZE = tr("Object size");
    static final String OBJECT_COUNT = tr("Object count");
    static final String DOMINATED_SIZE = tr("Dominated object size");
    static final String DOMINATED_COUNT = tr("Dominated object count");
    static final String DEEPER = tr("deeper objects");
    static final String NATIVE_PREFIX = tr("[native] ");
    static final String NATIVE_MEMORY = tr("native memory");

    // ---- Details of a Java heap dump

    static final String ERROR = tr("error");
    static final String ALLOCATION = tr("allocation");
    static final String TOTAL_FREE = tr("total free");
    static final String FREE_UNTIL_OUT_OF_MEMORY = tr("free until out of memory");
    static final String OUT_OF_MEMORY_CALLSTACK = tr("Callstack of the out-of-memory error");

    // ---- Tracks

    static final String MAPS = tr("Memory maps");
    static final String SNAPSHOTS = tr("Memory snapshots");
    static final String HEAP_DUMP = tr("Heap dump");
    static final String HEAP_PROFILE = tr("Heap profile");
    static final String SMAPS = tr("smaps");
    static final String SNAPSHOT = tr("snapshot");
}
