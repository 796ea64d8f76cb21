package traceglass.ingest.hprof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.names.StatNames;

/// Heap dump after the first pass: classes, ids of objects and roots. The contents of objects are in the spool.
final class HprofDump {

    /// Kinds of entries in the spool. Each is followed by the number of its heap, its id relative to the
    /// previous one, and its contents:
    ///
    /// Class: nothing. Instance: length, data. Object array: length, ids. Primitive array: type, length,
    /// whether the elements follow, elements, hash.
    static final int CLASS = 0;

    static final int INSTANCE = 1;
    static final int OBJECT_ARRAY = 2;
    static final int PRIMITIVE_ARRAY = 3;

    /// Maximum size in bytes of an array whose characters are kept.
    static final int MAX_TEXT_BYTES = 1 << 18;
    /// Maximum size in bytes of a primitive array whose elements are kept.
    static final int MAX_ARRAY_BYTES = 1 << 20;
    /// Marks in the spool that the elements of a primitive array follow, for elements that may be characters
    /// and for others.
    static final int TEXT_ELEMENTS = 1;
    static final int OTHER_ELEMENTS = 2;

    private static final Map<Integer, String> ROOTS = Map.ofEntries(
            Map.entry(0x01, "JNI_GLOBAL"),
            Map.entry(0x02, "JNI_LOCAL"),
            Map.entry(0x03, "JAVA_FRAME"),
            Map.entry(0x04, "NATIVE_STACK"),
            Map.entry(0x05, "STICKY_CLASS"),
            Map.entry(0x06, "THREAD_BLOCK"),
            Map.entry(0x07, "MONITOR_USED"),
            Map.entry(0x08, "THREAD_OBJECT"),
            Map.entry(0x89, "INTERNED_STRING"),
            Map.entry(0x8A, "FINALIZING"),
            Map.entry(0x8B, "DEBUGGER"),
            Map.entry(0x8D, "VM_INTERNAL"),
            Map.entry(0x8E, "JNI_MONITOR"),
            Map.entry(0xFF, "UNKNOWN"));

    final int idSize;
    final HprofClasses classes;
    final HprofObjects objects = new HprofObjects();
    final LongMap<Integer> roots = new LongMap<>();
    final HprofThreads threads;
    final List<String> heaps = new ArrayList<>(List.of(""));
    private final Map<String, Integer> heapNumbers = new HashMap<>(Map.of("", 0));
    private final Map<String, Integer> errors = new TreeMap<>();
    /// Counts of the parts of the file, for statistics.
    long records;

    long stringRecords;
    long loadedClasses;
    long segments;
    long segmentOvershoots;
    long rootRecords;
    long instances;
    long objectArrays;
    long primitiveArrays;
    long references;
    /// Time of the dump since the time in the header.
    long micros;

    HprofDump(int idSize, HprofClasses classes) {
        this(idSize, classes, new HprofThreads());
    }

    private HprofDump(int idSize, HprofClasses classes, HprofThreads threads) {
        this.idSize = idSize;
        this.classes = classes;
        this.threads = threads;
    }

    /// Returns an empty dump with the names of classes and the stacks of this one, for the next dump of the file.
    HprofDump next() {
        return new HprofDump(idSize, classes.copyLoaded(), threads.next());
    }

    /// Counts an error in the statistic with this name.
    void reportError(String stat) {
        errors.merge(stat, 1, Integer::sum);
    }

    /// Writes the statistics.
    void writeStats(StatsTracker.View stats) {
        stats.add(StatNames.HPROF_RECORD_COUNTER, records);
        stats.add(StatNames.HPROF_STRING_COUNTER, stringRecords);
        stats.add(StatNames.HPROF_CLASS_COUNTER, loadedClasses);
        stats.add(StatNames.HPROF_HEAP_DUMP_COUNTER, segments);
        stats.add(StatNames.HPROF_SEGMENT_OVERSHOOT_COUNTER, segmentOvershoots);
        stats.add(StatNames.HPROF_ROOT_COUNTER, rootRecords);
        stats.add(StatNames.HPROF_INSTANCE_COUNTER, instances);
        stats.add(StatNames.HPROF_OBJECT_ARRAY_COUNTER, objectArrays);
        stats.add(StatNames.HPROF_PRIMITIVE_ARRAY_COUNTER, primitiveArrays);
        stats.add(StatNames.HPROF_REFERENCE_COUNTER, references);
        errors.forEach((stat, n) -> stats.add(stat, n));
    }

    /// Returns the index of the heap with this name. Indexes fit in a byte, because a dump has about three heaps.
    int heap(String name) {
        Integer existing = heapNumbers.get(name);
        if (existing == null) {
            existing = heaps.size() > 0xFF ? 0 : heaps.size();
            if (existing != 0) {
                heaps.add(name);
                heapNumbers.put(name, existing);
            }
        }
        return existing;
    }

    static boolean isRoot(int tag) {
        return ROOTS.containsKey(tag);
    }

    static String rootType(int tag) {
        return ROOTS.get(tag);
    }

    /// Adds a root. If an object is a root for several reasons, system classes take precedence, then JNI global
    /// references, then JNI local references, then the first reason.
    void addRoot(long id, int tag) {
        Integer previous = roots.get(id);
        if (previous == null || rank(tag) < rank(previous)) {
            roots.put(id, tag);
        }
    }

    private static int rank(int tag) {
        return switch (tag) {
            case 0x05 -> 0;
            case 0x01 -> 1;
            case 0x02 -> 2;
            default -> 3;
        };
    }
}
