package traceglass.app.panel.flame;

import static traceglass.store.language.Translations.tr;

import java.util.Locale;
import traceglass.store.language.Translations;
import traceglass.store.text.DisplayText;

/// Texts of flame graphs: the tab with its toolbar and menus, comparison, export and commands.
final class FlameTexts {

    // ---- Tab and choices
    static final String FLAME_GRAPH = tr("Flame graph");
    static final String SOURCE = tr("Source");
    static final String SCOPE = tr("Scope");
    static final String MEASURE = tr("Measure");
    static final String SAMPLES = tr("Samples");
    static final String COLOR_BY_MODULE = tr("Module");
    static final String COLOR_BY_NAME = tr("Name");

    // ---- Call tree and functions
    static final String CALL_TREE = tr("Call tree");
    static final String FUNCTIONS = tr("Functions");
    static final String VIEW_GRAPH = tr("Graph");
    static final String FRAME = tr("Frame");
    static final String FUNCTION = tr("Function");
    static final String SHARE = tr("Share");
    static final String SELF_SHARE = tr("Self share");
    static final String NO_FUNCTIONS = tr("No functions. Remove a filter, or choose another source or scope.");
    static final String FUNCTION_HINT =
            tr("Select a function to see its callers and callees. A recursive function counts once for each stack.");
    static final String CALLERS = tr("Callers");
    static final String CALLEES = tr("Callees");
    static final String NO_CALLER = tr("(outermost frame)");
    static final String CALLS_NOTHING = tr("None");
    static final String SHOW_IN_GRAPH = tr("Show in flame graph");

    /// Last line of a truncated list.
    static String more(int functions) {
        return tr("and {0} more", DisplayText.grouped(functions));
    }

    // ---- Filter bar
    /// Longest first.
    static final String[] SEARCH_PROMPTS = {
        tr("Search frames or /regex/, Enter to filter"),
        tr("Search frames or /regex/"),
        tr("Search frames"),
        tr("Search")
    };
    static final String SEARCH_OR_FILTER_FRAMES = tr("Search or filter frames");
    static final String ADD_FILTER = tr("Add filter");
    static final String COPY_ALL_FILTERS = tr("Copy all filters");
    static final String REMOVE_ALL_FILTERS = tr("Remove all filters");

    static String removeFilter(String label) {
        return tr("Remove filter {0}", label);
    }

    static String invalidRegex(String reason) {
        return tr("invalid regular expression: {0}", reason);
    }

    // ---- Graph
    static final String NO_FRAMES = tr("No frames. Remove a filter, or choose another source or scope.");
    static final String NO_DATA_IN_TRACE =
            tr("This trace has no data for a flame graph: no slices, no callstack samples and no heap profiles.");

    static String noDataInScope(String scope) {
        return tr("No data for “{0}”. Choose another scope.", scope);
    }

    static String cantLoadGraph(String reason) {
        return tr("can't load the flame graph: {0}", reason);
    }

    static String cantSearchTrace(String reason) {
        return tr("Can't search the trace: {0}", reason);
    }

    static String graphDescription(int frames, String total) {
        return tr("Flame graph of {0}, {1}", frames(frames), total);
    }

    private static String frames(long frames) {
        return DisplayText.count(frames, "frame", "frames");
    }

    // ---- Details of a frame
    static final String FRAME_HINT =
            tr("Click a frame to see its values. Double-click to zoom to it, right-click for its menu.");
    static final String COMPARISON_HINT =
            tr("Widths are those of the current graph. Red: more than in the base, blue: less, gray: unchanged."
                    + " Frames found only in the base are hidden; swap the graphs to see them.");
    static final String IN_BASE = tr("In base");
    static final String DIFFERENCE = tr("Difference");
    static final String SELF = tr("Self");
    static final String OF_ALL = tr("Of all");
    static final String OF_PARENT = tr("Of parent");
    static final String PARENT = tr("Parent");
    static final String CALLED_FROM = tr("Called from");
    static final String CHILDREN = tr("Children");
    static final String MODULES_SELF = tr("Modules, self");

    /// Difference of a value, with the change relative to the base.
    static String difference(String difference, long delta, long base) {
        return difference
                + (base == 0
                        ? tr(", new")
                        : Translations.withDecimalMark(String.format(Locale.ROOT, ", %+.1f%%", 100.0 * delta / base))
                                .replace('-', '−'));
    }

    // ---- Menu of a frame
    static final String FOCUS = tr("Focus");
    static final String SHOW_ALL = tr("Show all");
    static final String SHOW_FROM_FRAME = tr("Show from this frame");
    static final String PIVOT_ON_FRAME = tr("Pivot on this frame");
    static final String SHOW_ONLY_STACKS_WITH_FRAME = tr("Show only stacks with this frame");
    static final String HIDE_STACKS_WITH_FRAME = tr("Hide stacks with this frame");
    static final String HIDE_FRAME = tr("Hide frame");
    static final String SHOW_OBJECTS_OF_CLASS = tr("Show objects of this class");
    static final String SHOW_CODE = tr("Show source and disassembly");
    static final String LIST_EVENTS = tr("List events");
    static final String COPY_STACK = tr("Copy stack");
    static final String COPY_STACK_WITH_VALUES = tr("Copy stack with values");

    // ---- Comparison
    static final String COMPARE = tr("Compare");
    static final String COMPARING = tr("Comparing");
    static final String USE_AS_BASE = tr("Use current graph as base");
    static final String COMPARE_WITH_OTHER_TRACE = tr("Compare with other trace");
    static final String SWAP_BASE_AND_CURRENT = tr("Swap base and current");
    static final String STOP_COMPARING = tr("Stop comparing");
    static final String BASE = tr("Base");
    static final String CURRENT = tr("Current");
    static final String SWAP = tr("Swap");
    static final String SAME_TOTAL = tr("Same total");
    static final String SAME_TOTAL_TOOLTIP =
            tr("Scales the base to the total of the current graph to compare shares, for example of traces of different"
                    + " lengths");
    static final String BASE_LACKS_MEASURE = tr("The base does not have this measure.");
    static final String BASE_SET = tr("Base set");
    static final String BASE_SET_HINT = tr("select events or a range in either trace to compare with it");

    static String baseHasOtherSource(String source) {
        return tr("The base has another source. Choose “{0}” to compare.", source);
    }

    /// Description of a graph.
    ///
    /// @param trace name of its trace, or null to omit it
    static String graphTitle(String trace, String source, String selection) {
        return (trace == null ? "" : trace + "  ·  ") + source + ", " + selection;
    }

    static String baseMeasure(String measure) {
        return tr("Base {0}", measure.toLowerCase(Locale.ROOT));
    }

    static String nothingToCompare(String trace, String source) {
        return tr("Nothing to compare in “{0}”: it has no {1}.", trace, source);
    }

    static String cantReadTrace(String trace, String reason) {
        return tr("Can't read “{0}”: {1}", trace, reason);
    }

    // ---- Export
    static final String EXPORT = tr("Export");
    static final String SAVE_SVG = tr("SVG…");
    static final String SAVE_TABLE = tr("Table as TSV…");
    static final String SAVE_COLLAPSED = tr("Collapsed stacks…");
    static final String SAVE_PPROF = tr("pprof profile…");
    static final String COPY_SVG = tr("Copy as SVG");
    static final String COPY_COLLAPSED = tr("Copy as collapsed stacks");
    static final String COPY_FUNCTIONS_TSV = tr("Copy functions as TSV");
    static final String COPY_FUNCTIONS_JSON = tr("Copy functions as JSON");
    static final String COPY_FUNCTIONS_MARKDOWN = tr("Copy functions as Markdown");
    static final String COPY_TSV = tr("Copy tree as TSV");
    static final String COPY_JSON = tr("Copy tree as JSON");
    static final String COPY_MARKDOWN = tr("Copy tree as Markdown");
    static final String SAVE_FLAME_GRAPH = tr("Save flame graph");
    static final String SVG_FILE_NAME = tr("flame graph.svg");
    static final String COLLAPSED_FILE_NAME = "stacks.collapsed";
    static final String PPROF_FILE_NAME = "profile.pb.gz";
    static final String SVG_PICTURE = tr("SVG image");
    static final String COLLAPSED_STACKS = tr("Collapsed stacks");
    static final String PPROF_PROFILE = tr("pprof profile");
    static final String SVG = tr("SVG");
    static final String STACKS = tr("stacks");
    static final String TREE = tr("tree");
    static final String TABLE_OF_FUNCTIONS = tr("functions");
    static final String TABLE_FILE = tr("Table");
    static final String TREE_FILE_NAME = tr("call tree.tsv");
    static final String FUNCTIONS_FILE_NAME = "functions.tsv";

    static String copiedFunctions(int functions) {
        return DisplayText.count(functions, "function", "functions");
    }

    static String copied(String content, int frames) {
        return tr("{0} of {1}", content, frames(frames));
    }

    static String cantCopy(String content, String reason) {
        return tr("Can't copy the {0}: {1}", content, reason);
    }

    // ---- Commands
    static final String SHOW_TRACE_COMMAND = tr("Show flame graph of the whole trace");
    static final String SHOW_OFF_CPU_COMMAND = tr("Show flame graph of the time off CPU");
    static final String SHOW_HEAP_PROFILE_COMMAND = tr("Show flame graph of the last heap profile");
    static final String LIST_EVENTS_COMMAND = tr("List events of the selected frame");
    static final String USE_AS_BASE_COMMAND = tr("Use flame graph as comparison base");
    static final String SWAP_COMMAND = tr("Swap compared flame graphs");
    static final String COMPARE_TRACES_COMMAND = tr("Compare flame graphs of both traces");
    static final String STOP_COMPARING_COMMAND = tr("Stop comparing flame graphs");
    static final String SAVE_SVG_COMMAND = tr("Save flame graph as SVG…");
    static final String SAVE_COLLAPSED_COMMAND = tr("Save flame graph as collapsed stacks…");
    static final String SAVE_PPROF_COMMAND = tr("Save flame graph as pprof profile…");
    static final String SAVE_TABLE_COMMAND = tr("Save call tree or functions as TSV…");
    static final String VIEW_GRAPH_COMMAND = tr("Show frames as flame graph");
    static final String VIEW_TREE_COMMAND = tr("Show frames as call tree");
    static final String VIEW_FUNCTIONS_COMMAND = tr("Show functions with callers and callees");
    static final String COPY_SVG_COMMAND = tr("Copy flame graph as SVG");
    static final String COPY_COLLAPSED_COMMAND = tr("Copy flame graph as collapsed stacks");
    static final String COPY_TSV_COMMAND = tr("Copy flame graph tree as TSV");
    static final String COPY_JSON_COMMAND = tr("Copy flame graph tree as JSON");
    static final String COPY_MARKDOWN_COMMAND = tr("Copy flame graph tree as Markdown");
    static final String NO_HEAP_PROFILE =
            tr("This trace has no heap profile. Record one with the data source android.heapprofd.");

    static String cantFindHeapProfile(String reason) {
        return tr("Can't find the heap profile: {0}", reason);
    }

    private FlameTexts() {}
}
