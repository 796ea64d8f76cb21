package traceglass.app.panel.flame;

import java.util.Locale;
import traceglass.store.text.DisplayText;

/// Texts of flame graphs: the tab with its toolbar and menus, comparison, export and commands.
final class FlameTexts {

    // ---- Tab and choices
    static final String FLAME_GRAPH = "Flame graph";
    static final String SOURCE = "Source";
    static final String SCOPE = "Scope";
    static final String MEASURE = "Measure";
    static final String SAMPLES = "Samples";
    static final String COLOR_BY_MODULE = "Module";
    static final String COLOR_BY_NAME = "Name";

    // ---- Call tree and functions
    static final String CALL_TREE = "Call tree";
    static final String FUNCTIONS = "Functions";
    static final String VIEW_GRAPH = "Graph";
    static final String FRAME = "Frame";
    static final String FUNCTION = "Function";
    static final String SHARE = "Share";
    static final String SELF_SHARE = "Self share";
    static final String NO_FUNCTIONS = "No functions. Remove a filter, or choose another source or scope.";
    static final String FUNCTION_HINT =
            "Select a function to see its callers and callees. A recursive function counts once for each stack.";
    static final String CALLERS = "Callers";
    static final String CALLEES = "Callees";
    static final String NO_CALLER = "(outermost frame)";
    static final String CALLS_NOTHING = "None";
    static final String SHOW_IN_GRAPH = "Show in flame graph";

    /// Last line of a truncated list.
    static String more(int functions) {
        return "and " + DisplayText.grouped(functions) + " more";
    }

    // ---- Filter bar
    /// Longest first.
    static final String[] SEARCH_PROMPTS = {
        "Search frames or /regex/, Enter to filter", "Search frames or /regex/", "Search frames", "Search"
    };
    static final String SEARCH_OR_FILTER_FRAMES = "Search or filter frames";
    static final String ADD_FILTER = "Add filter";
    static final String COPY_ALL_FILTERS = "Copy all filters";
    static final String REMOVE_ALL_FILTERS = "Remove all filters";

    static String removeFilter(String label) {
        return "Remove filter " + label;
    }

    static String invalidRegex(String reason) {
        return "invalid regular expression: " + reason;
    }

    // ---- Graph
    static final String NO_FRAMES = "No frames. Remove a filter, or choose another source or scope.";
    static final String NO_DATA_IN_TRACE =
            "This trace has no data for a flame graph: no slices, no callstack samples and no heap profiles.";

    static String noDataInScope(String scope) {
        return "No data for “" + scope + "”. Choose another scope.";
    }

    static String cantLoadGraph(String reason) {
        return "can't load the flame graph: " + reason;
    }

    static String cantSearchTrace(String reason) {
        return "Can't search the trace: " + reason;
    }

    static String graphDescription(int frames, String total) {
        return "Flame graph of " + frames(frames) + ", " + total;
    }

    /// Label of the root frame.
    static String allFrames(String total) {
        return "All  ·  " + total;
    }

    /// Label of a box that stands for several frames.
    static String narrowFrames(int frames) {
        return DisplayText.count(frames, "narrow frame", "narrow frames");
    }

    static String narrowFramesBelow(int frames, String parent) {
        return narrowFrames(frames) + " below " + parent;
    }

    static String shareOfAll(String share) {
        return share + " of all";
    }

    static String shareOfParent(String share) {
        return share + " of parent";
    }

    static String selfValue(String value) {
        return "self " + value;
    }

    static String baseValue(String value) {
        return "base " + value;
    }

    static String currentValue(String value) {
        return "current " + value;
    }

    static String share(long part, long total) {
        return total == 0 ? "0%" : String.format(Locale.ROOT, "%.1f%%", 100.0 * part / total);
    }

    private static String frames(long frames) {
        return DisplayText.count(frames, "frame", "frames");
    }

    // ---- Details of a frame
    static final String FRAME_HINT =
            "Click a frame to see its values. Double-click to zoom to it, right-click for its menu.";
    static final String COMPARISON_HINT =
            "Widths are those of the current graph. Red: more than in the base, blue: less, gray: unchanged."
                    + " Frames found only in the base are hidden; swap the graphs to see them.";
    static final String IN_BASE = "In base";
    static final String DIFFERENCE = "Difference";
    static final String SELF = "Self";
    static final String OF_ALL = "Of all";
    static final String OF_PARENT = "Of parent";
    static final String PARENT = "Parent";
    static final String CALLED_FROM = "Called from";
    static final String CHILDREN = "Children";
    static final String MODULES_SELF = "Modules, self";

    /// Difference of a value, with the change relative to the base.
    static String difference(String difference, long delta, long base) {
        return difference
                + (base == 0
                        ? ", new"
                        : String.format(Locale.ROOT, ", %+.1f%%", 100.0 * delta / base)
                                .replace('-', '−'));
    }

    // ---- Menu of a frame
    static final String FOCUS = "Focus";
    static final String SHOW_ALL = "Show all";
    static final String SHOW_FROM_FRAME = "Show from this frame";
    static final String PIVOT_ON_FRAME = "Pivot on this frame";
    static final String SHOW_ONLY_STACKS_WITH_FRAME = "Show only stacks with this frame";
    static final String HIDE_STACKS_WITH_FRAME = "Hide stacks with this frame";
    static final String HIDE_FRAME = "Hide frame";
    static final String SHOW_OBJECTS_OF_CLASS = "Show objects of this class";
    static final String SHOW_CODE = "Show source and disassembly";
    static final String LIST_EVENTS = "List events";
    static final String COPY_STACK = "Copy stack";
    static final String COPY_STACK_WITH_VALUES = "Copy stack with values";

    // ---- Comparison
    static final String COMPARE = "Compare";
    static final String COMPARING = "Comparing";
    static final String USE_AS_BASE = "Use current graph as base";
    static final String COMPARE_WITH_OTHER_TRACE = "Compare with other trace";
    static final String SWAP_BASE_AND_CURRENT = "Swap base and current";
    static final String STOP_COMPARING = "Stop comparing";
    static final String BASE = "Base";
    static final String CURRENT = "Current";
    static final String SWAP = "Swap";
    static final String SAME_TOTAL = "Same total";
    static final String SAME_TOTAL_TOOLTIP =
            "Scales the base to the total of the current graph to compare shares, e.g. for traces of different lengths";
    static final String BASE_LACKS_MEASURE = "The base does not have this measure.";
    static final String BASE_SET = "Base set";
    static final String BASE_SET_HINT = "select events or a range in either trace to compare with it";

    static String baseHasOtherSource(String source) {
        return "The base has another source. Choose “" + source + "” to compare.";
    }

    /// Description of a graph.
    ///
    /// @param trace name of its trace, or null to omit it
    static String graphTitle(String trace, String source, String selection) {
        return (trace == null ? "" : trace + "  ·  ") + source + ", " + selection;
    }

    static String baseMeasure(String measure) {
        return "Base " + measure.toLowerCase(Locale.ROOT);
    }

    static String nothingToCompare(String trace, String source) {
        return "Nothing to compare in “" + trace + "”: it has no " + source + ".";
    }

    static String cantReadTrace(String trace, String reason) {
        return "Can't read “" + trace + "”: " + reason;
    }

    // ---- Export
    static final String EXPORT = "Export";
    static final String SAVE_SVG = "SVG…";
    static final String SAVE_TABLE = "Table as TSV…";
    static final String SAVE_COLLAPSED = "Collapsed stacks…";
    static final String SAVE_PPROF = "pprof profile…";
    static final String COPY_SVG = "Copy as SVG";
    static final String COPY_COLLAPSED = "Copy as collapsed stacks";
    static final String COPY_FUNCTIONS_TSV = "Copy functions as TSV";
    static final String COPY_FUNCTIONS_JSON = "Copy functions as JSON";
    static final String COPY_FUNCTIONS_MARKDOWN = "Copy functions as Markdown";
    static final String COPY_TSV = "Copy tree as TSV";
    static final String COPY_JSON = "Copy tree as JSON";
    static final String COPY_MARKDOWN = "Copy tree as Markdown";
    static final String SAVE_FLAME_GRAPH = "Save flame graph";
    static final String SVG_FILE_NAME = "flame graph.svg";
    static final String COLLAPSED_FILE_NAME = "stacks.collapsed";
    static final String PPROF_FILE_NAME = "profile.pb.gz";
    static final String SVG_PICTURE = "SVG image";
    static final String COLLAPSED_STACKS = "Collapsed stacks";
    static final String PPROF_PROFILE = "pprof profile";
    static final String SVG = "SVG";
    static final String STACKS = "stacks";
    static final String TREE = "tree";
    static final String TABLE_OF_FUNCTIONS = "functions";
    static final String TABLE_FILE = "Table";
    static final String TREE_FILE_NAME = "call tree.tsv";
    static final String FUNCTIONS_FILE_NAME = "functions.tsv";

    static String copiedFunctions(int functions) {
        return DisplayText.count(functions, "function", "functions");
    }

    static String copied(String content, int frames) {
        return content + " of " + frames(frames);
    }

    static String cantCopy(String content, String reason) {
        return "Can't copy the " + content + ": " + reason;
    }

    // ---- Commands
    static final String SHOW_TRACE_COMMAND = "Show flame graph of the whole trace";
    static final String SHOW_OFF_CPU_COMMAND = "Show flame graph of the time off CPU";
    static final String SHOW_HEAP_PROFILE_COMMAND = "Show flame graph of the last heap profile";
    static final String LIST_EVENTS_COMMAND = "List events of the selected frame";
    static final String USE_AS_BASE_COMMAND = "Use flame graph as comparison base";
    static final String SWAP_COMMAND = "Swap compared flame graphs";
    static final String COMPARE_TRACES_COMMAND = "Compare flame graphs of both traces";
    static final String STOP_COMPARING_COMMAND = "Stop comparing flame graphs";
    static final String SAVE_SVG_COMMAND = "Save flame graph as SVG…";
    static final String SAVE_COLLAPSED_COMMAND = "Save flame graph as collapsed stacks…";
    static final String SAVE_PPROF_COMMAND = "Save flame graph as pprof profile…";
    static final String SAVE_TABLE_COMMAND = "Save call tree or functions as TSV…";
    static final String VIEW_GRAPH_COMMAND = "Show frames as flame graph";
    static final String VIEW_TREE_COMMAND = "Show frames as call tree";
    static final String VIEW_FUNCTIONS_COMMAND = "Show functions with callers and callees";
    static final String COPY_SVG_COMMAND = "Copy flame graph as SVG";
    static final String COPY_COLLAPSED_COMMAND = "Copy flame graph as collapsed stacks";
    static final String COPY_TSV_COMMAND = "Copy flame graph tree as TSV";
    static final String COPY_JSON_COMMAND = "Copy flame graph tree as JSON";
    static final String COPY_MARKDOWN_COMMAND = "Copy flame graph tree as Markdown";
    static final String NO_HEAP_PROFILE =
            "This trace has no heap profile. Record one with the data source android.heapprofd.";

    static String cantFindHeapProfile(String reason) {
        return "Can't find the heap profile: " + reason;
    }

    private FlameTexts() {}
}
