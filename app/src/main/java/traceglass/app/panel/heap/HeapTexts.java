package traceglass.app.panel.heap;

import java.util.Locale;
import traceglass.store.text.DisplayText;

/// Texts of the panel of Java heap dumps: toolbar, dominator tree, details of an object, and commands.
final class HeapTexts {

    // ---- Tab and toolbar
    static final String HEAP = "Heap";
    static final String HEAP_DUMP = "Heap dump";
    static final String COMPARED_HEAP_DUMP = "Heap dump to compare with";
    static final String COMPARE_PROMPT = "Compare with…";
    static final String NO_COMPARISON = "No comparison";
    static final String CLASSES = "Classes";
    static final String DOMINATORS = "Dominators";
    static final String OBJECTS = "Objects";
    static final String DIFFERENCES = "Differences";
    static final String LIST_OBJECTS_OF_ALL_CLASSES = "List objects of all classes";
    static final String FILTER_CLASSES = "Filter classes";
    static final String FLAME_GRAPH = "Flame graph";

    /// Name of the dump that the chosen one is compared with.
    static String comparedDump(String name) {
        return "A: " + name;
    }

    static String objectsOf(String className) {
        return "Objects of " + className;
    }

    // ---- Summary of the dump
    static final String COMPUTING_RETAINED_SIZES = "Computing retained sizes…";

    static String reading(long objects) {
        return "Reading " + objects(objects) + "…";
    }

    static String dumpFacts(long reachableBytes, long nativeBytes, long unreachableObjects, boolean isIncomplete) {
        return DisplayText.size(reachableBytes) + " reachable"
                + (nativeBytes > 0 ? ", " + DisplayText.size(nativeBytes) + " native" : "")
                + (unreachableObjects > 0 ? "  ·  " + objects(unreachableObjects) + " unreachable" : "")
                + (isIncomplete ? "  ·  incomplete: data was lost during recording" : "");
    }

    static String objects(long count) {
        return DisplayText.count(count, "object", "objects");
    }

    // ---- Lists
    static final String NO_CLASSES = "This dump has no classes.";
    static final String NO_OBJECTS_OF_CLASS = "This dump has no objects of this class.";
    static final String CHOOSE_SECOND_DUMP = "Choose a second dump of the process to compare with.";
    /// Columns that the lists are initially sorted by, titled as in [traceglass.analysis.heap.HeapRows].
    static final String SELF_SIZE = "Self size";

    static final String RETAINED = "Retained";
    static final String SELF_SIZE_DIFFERENCE = "Δ self size";

    // ---- Dominator tree
    static final String DOMINATOR_TREE = "Dominator tree";
    static final String NOTHING_REACHABLE = "No object in this dump is reachable from a root.";
    static final String OBJECT = "Object";
    static final String RETAINED_BYTES = "Retained, bytes";
    static final String RETAINED_NATIVE_BYTES = "Retained native, bytes";
    static final String RETAINED_OBJECTS = "Retained objects";
    static final String SELF_SIZE_BYTES = "Self size, bytes";
    static final String SHARE_OF_HEAP = "Of heap";

    static String share(long part, long total) {
        return total == 0 ? "0%" : String.format(Locale.ROOT, "%.1f%%", 100.0 * part / total);
    }

    static String showMore(int objects) {
        return "Show more (" + objects(objects) + ")";
    }

    static String root(String type) {
        return type + " root";
    }

    // ---- Details of an object
    static final String SELECT_OBJECT_HINT =
            "Select an object to see its dominators, its path from a root, and references from and to it.";
    static final String UNREACHABLE = "unreachable";
    static final String ID = "Id";
    static final String NATIVE_SIZE = "Native size";
    static final String RETAINED_NATIVE = "Retained native";
    static final String RETAINED_SET = "Retained set";
    static final String NOTHING_RETAINED = "0 (unreachable)";
    static final String OBJECTS_OF_THIS_CLASS = "Objects of this class";
    static final String BACK = "Back";
    static final String DOMINATED_BY = "Dominated by";
    static final String SHORTEST_PATH = "Shortest path from a root";
    static final String NOT_REACHABLE = "The object is not reachable from a root.";
    static final String REFERS_TO = "Refers to";
    static final String NO_REFERENCES = "The object has no references.";
    static final String REFERRED_TO_BY = "Referred to by";
    static final String NO_REFERRERS = "No object refers to this one.";
    static final String MISSING_OBJECT = "object missing in the dump";
    static final String RETAINED_SIZE_TOOLTIP = "Retained size including native memory";

    static String heap(String name) {
        return name + " heap";
    }

    static String heading(String title, long count) {
        return title + "  " + DisplayText.grouped(count);
    }

    static String more(long count) {
        return DisplayText.grouped(count) + " more";
    }

    /// A size in bytes, with the exact number if it is rounded.
    static String bytes(long count) {
        return count < 1024
                ? DisplayText.size(count)
                : DisplayText.size(count) + "  (" + DisplayText.grouped(count) + ")";
    }

    // ---- Errors
    static final String CANT_LIST_DUMPS = "Can't list the heap dumps";
    static final String CANT_READ_DUMP = "Can't read the heap dump";
    static final String CANT_READ_OTHER_DUMP = "Can't read the other heap dump";
    static final String CANT_LIST_OBJECTS = "Can't list the objects";

    static String withReason(String error, String reason) {
        return error + ": " + reason;
    }

    static String asSentence(String error) {
        return error + ".";
    }

    static String cantLoadObject(String reason) {
        return "Can't load the object: " + reason;
    }

    // ---- Commands
    static final String OPEN_COMMAND = "Open heap dump";
    static final String DOMINATORS_COMMAND = "Show dominator tree of the heap";
    static final String OBJECTS_COMMAND = "List all objects of the heap dump";
    static final String FLAME_GRAPH_COMMAND = "Show heap dump as flame graph";
    static final String COMPARE_COMMAND = "Compare with previous heap dump";

    private HeapTexts() {}
}
