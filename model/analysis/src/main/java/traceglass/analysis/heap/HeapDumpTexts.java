package traceglass.analysis.heap;

import traceglass.store.text.DisplayText;

/// User-visible strings for the heap panel: columns of its grids, properties of objects, and names of dumps.
final class HeapDumpTexts {

    private HeapDumpTexts() {}

    // ---- Dumps

    static final String NO_PROCESS_NAME = "Process";

    static String objects(long n) {
        return DisplayText.count(n, "object", "objects");
    }

    // ---- Properties of an object

    static final String THREAD = "Thread";
    static final String FRAME = "Frame";

    // ---- Columns

    static final String CLASS = "Class";
    static final String OBJECT = "Object";
    static final String OBJECTS = "Objects";
    static final String BYTES = "bytes";
    static final String SELF_SIZE = "Self size";
    static final String NATIVE_SIZE = "Native size";
    static final String RETAINED = "Retained";
    static final String RETAINED_NATIVE = "Retained native";
    static final String RETAINED_OBJECTS = "Retained objects";
    static final String REACHABLE = "Reachable";
    static final String REACHABLE_SIZE = "Reachable size";
    static final String REFERENCES = "References";
    static final String ROOT = "Root";
    static final String HEAP = "Heap";
    static final String OBJECTS_A = "Objects A";
    static final String OBJECTS_B = "Objects B";
    static final String OBJECTS_DELTA = "Δ objects";
    static final String SELF_SIZE_A = "Self size A";
    static final String SELF_SIZE_B = "Self size B";
    static final String SELF_SIZE_DELTA = "Δ self size";
    static final String NATIVE_SIZE_DELTA = "Δ native size";
    static final String RETAINED_DELTA = "Δ retained";

    // ---- Objects

    static final String UNKNOWN_CLASS = "unknown class";

    static String classObject(String name) {
        return "class " + name;
    }

    static final String TEXT = "Text";
    static final String ARRAY_OF = "Array of";
    static final String ELEMENTS = "Elements";
}
