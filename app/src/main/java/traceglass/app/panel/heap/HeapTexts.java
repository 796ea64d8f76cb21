package traceglass.app.panel.heap;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// Texts of the panel of Java heap dumps: toolbar, dominator tree, details of an object, and commands.
final class HeapTexts {

    // ---- Tab and toolbar
    static final String HEAP = tr("Heap");
    static final String HEAP_DUMP = tr("Heap dump");
    static final String COMPARED_HEAP_DUMP = tr("Heap dump to compare with");
    static final String COMPARE_PROMPT = tr("Compare with…");
    static final String NO_COMPARISON = tr("No comparison");
    static final String CLASSES = tr("Classes");
    static final String DOMINATORS = tr("Dominators");
    static final String OBJECTS = tr("Objects");
    static final String DIFFERENCES = tr("Differences");
    static final String LIST_OBJECTS_OF_ALL_CLASSES = tr("List objects of all classes");
    static final String FILTER_CLASSES = tr("Filter classes");
    static final String FLAME_GRAPH = tr("Flame graph");

    /// Name of the dump that the chosen one is compared with.
    static String comparedDump(String name) {
        return tr("A: {0}", name);
    }

    static String objectsOf(String className) {
        return tr("Objects of {0}", className);
    }

    // ---- Summary of the dump
    static final String COMPUTING_RETAINED_SIZES = tr("Computing retained sizes…");

    static String reading(long objects) {
        return tr("Reading {0}…", objects(objects));
    }

    static String dumpSummary(long reachableBytes, long nativeBytes, long unreachableObjects, boolean isIncomplete) {
        return tr(
                "{0} reachable{1}{2}{3}",
                DisplayText.size(reachableBytes),
                nativeBytes > 0 ? tr(", {0} native", DisplayText.size(nativeBytes)) : "",
                unreachableObjects > 0 ? tr("  ·  {0} unreachable", objects(unreachableObjects)) : "",
                isIncomplete ? tr("  ·  incomplete: data was lost during recording") : "");
    }

    static String objects(long count) {
        return DisplayText.count(count, "object", "objects");
    }

    // ---- Lists
    static final String NO_CLASSES = tr("This dump has no classes.");
    static final String NO_OBJECTS_OF_CLASS = tr("This dump has no objects of this class.");
    static final String CHOOSE_SECOND_DUMP = tr("Choose a second dump of the process to compare with.");
    /// Columns that the lists are initially sorted by, titled as in [traceglass.analysis.heap.HeapRows].
    static final String SELF_SIZE = tr("Self size");

    static final String RETAINED = tr("Retained");
    static final String SELF_SIZE_DIFFERENCE = tr("Δ self size");

    // ---- Dominator tree
    static final String DOMINATOR_TREE = tr("Dominator tree");
    static final String NOTHING_REACHABLE = tr("No object in this dump is reachable from a root.");
    static final String OBJECT = tr("Object");
    static final String RETAINED_BYTES = tr("Retained, bytes");
    static final String RETAINED_NATIVE_BYTES = tr("Retained native, bytes");
    static final String RETAINED_OBJECTS = tr("Retained objects");
    static final String SELF_SIZE_BYTES = tr("Self size, bytes");
    static final String SHARE_OF_HEAP = tr("Of heap");

    static String share(long part, long total) {
        return total == 0 ? "0%" : DisplayText.percent(100.0 * part / total);
    }

    static String showMore(int objects) {
        return tr("Show more ({0})", objects(objects));
    }

    static String root(String type) {
        return tr("{0} root", type);
    }

    // ---- Details of an object
    static final String SELECT_OBJECT_HINT =
            tr("Select an object to see its dominators, its path from a root, and references from and to it.");
    static final String UNREACHABLE = tr("unreachable");
    static final String ID = tr("Id");
    static final String NATIVE_SIZE = tr("Native size");
    static final String RETAINED_NATIVE = tr("Retained native");
    static final String RETAINED_SET = tr("Retained set");
    static final String NOTHING_RETAINED = tr("0 (unreachable)");
    static final String OBJECTS_OF_THIS_CLASS = tr("Objects of this class");
    static final String BACK = tr("Back");
    static final String DOMINATED_BY = tr("Dominated by");
    static final String SHORTEST_PATH = tr("Shortest path from a root");
    static final String NOT_REACHABLE = tr("The object is not reachable from a root.");
    static final String REFERS_TO = tr("Refers to");
    static final String NO_REFERENCES = tr("The object has no references.");
    static final String REFERRED_TO_BY = tr("Referred to by");
    static final String NO_REFERRERS = tr("No object refers to this one.");
    static final String MISSING_OBJECT = tr("object missing in the dump");
    static final String RETAINED_SIZE_TOOLTIP = tr("Retained size including native memory");

    static String heap(String name) {
        return tr("{0} heap", name);
    }

    static String heading(String title, long count) {
        return title + "  " + DisplayText.grouped(count);
    }

    static String more(long count) {
        return tr("{0} more", DisplayText.grouped(count));
    }

    /// A size in bytes, with the exact number if it is rounded.
    static String bytes(long count) {
        return count < 1024
                ? DisplayText.size(count)
                : DisplayText.size(count) + "  (" + DisplayText.grouped(count) + ")";
    }

    // ---- Errors
    static final String CANT_LIST_DUMPS = tr("Can't list the heap dumps");
    static final String CANT_READ_DUMP = tr("Can't read the heap dump");
    static final String CANT_READ_OTHER_DUMP = tr("Can't read the other heap dump");
    static final String CANT_LIST_OBJECTS = tr("Can't list the objects");

    static String withReason(String error, String reason) {
        return error + ": " + reason;
    }

    static String asSentence(String error) {
        return error + ".";
    }

    static String cantLoadObject(String reason) {
        return tr("Can't load the object: {0}", reason);
    }

    // ---- Commands
    static final String OPEN_COMMAND = tr("Open heap dump");
    static final String DOMINATORS_COMMAND = tr("Show dominator tree of the heap");
    static final String OBJECTS_COMMAND = tr("List all objects of the heap dump");
    static final String FLAME_GRAPH_COMMAND = tr("Show heap dump as flame graph");
    static final String COMPARE_COMMAND = tr("Compare with previous heap dump");

    private HeapTexts() {}
}
