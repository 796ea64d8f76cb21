package traceglass.analysis.heap;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// User-visible strings for the heap panel: columns of its grids, properties of objects, and names of dumps.
final class HeapDumpTexts {

    private HeapDumpTexts() {}

    // ---- Dumps

    static final String NO_PROCESS_NAME = tr("Process");

    static String objects(long n) {
        return DisplayText.count(n, "object", "objects");
    }

    // ---- Properties of an object

    static final String THREAD = tr("Thread");
    static final String FRAME = tr("Frame");

    // ---- Columns

    static final String CLASS = tr("Class");
    static final String OBJECT = tr("Object");
    static final String OBJECTS = tr("Objects");
    static final String BYTES = tr("bytes");
    static final String SELF_SIZE = tr("Self size");
    static final String NATIVE_SIZE = tr("Native size");
    static final String RETAINED = tr("Retained");
    static final String RETAINED_NATIVE = tr("Retained native");
    static final String RETAINED_OBJECTS = tr("Retained objects");
    static final String REACHABLE = tr("Reachable");
    static final String REACHABLE_SIZE = tr("Reachable size");
    static final String REFERENCES = tr("References");
    static final String ROOT = tr("Root");
    static final String HEAP = tr("Heap");
    static final String OBJECTS_A = tr("Objects A");
    static final String OBJECTS_B = tr("Objects B");
    static final String OBJECTS_DELTA = tr("Δ objects");
    static final String SELF_SIZE_A = tr("Self size A");
    static final String SELF_SIZE_B = tr("Self size B");
    static final String SELF_SIZE_DELTA = tr("Δ self size");
    static final String NATIVE_SIZE_DELTA = tr("Δ native size");
    static final String RETAINED_DELTA = tr("Δ retained");

    // ---- Objects

    static final String UNKNOWN_CLASS = tr("unknown class");

    static String classObject(String name) {
        return tr("class {0}", name);
    }

    static final String TEXT = tr("Text");
    static final String ARRAY_OF = tr("Array of");
    static final String ELEMENTS = tr("Elements");
}
