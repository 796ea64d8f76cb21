package traceglass.app.panel.area;

import java.util.Locale;
import traceglass.store.text.DisplayText;

/// Texts of the summaries of a selected range: toolbar, single events, states, flows and commands.
final class AreaTexts {

    // ---- Toolbar of a summary
    static final String SELECT_RANGE_AGAIN = "Select range again";
    static final String GROUP_BY = "Group by";
    static final String FILTER_NAMES = "Filter names";

    /// Menu item of a row.
    ///
    /// @param events title of the single events
    static String showEvents(String events) {
        return "Show " + (events.startsWith("CPU") ? events : events.toLowerCase(Locale.ROOT));
    }

    static String sqlComment(String report) {
        return "-- " + report + " in the selected range; times in ns";
    }

    static String tracks(long count) {
        return DisplayText.count(count, "track", "tracks");
    }

    static String excluding(String tracks, String reason) {
        return "excluding " + tracks + ": " + reason;
    }

    static String cantSummarize(String reason) {
        return "Can't summarize the range: " + reason;
    }

    // ---- Single events of a row
    static final String SUMMARY = "Summary";
    static final String BACK_TO_SUMMARY = "Back to summary";
    static final String SINGLE_EVENTS = "Single events";
    static final String LOADING = "Loading…";
    static final String IN_RANGE = "In range";
    static final String OF_WALL_TIME = "Of wall time";
    static final String CPU = "CPU";
    static final String START_NOTE = "start";

    static String events(long count, String plural) {
        return DisplayText.count(count, plural.substring(0, plural.length() - 1), plural);
    }

    static String longestEvents(long listed, long total, String plural) {
        return "longest " + DisplayText.grouped(listed) + " of " + DisplayText.grouped(total) + " " + plural + "; "
                + DisplayText.grouped(total - listed) + " not listed";
    }

    static String cantLoadEvents(String reason) {
        return "Can't load the events: " + reason;
    }

    // ---- Columns of single events
    static final String ADD_COLUMN = "Add column";
    static final String COLUMNS = "columns";
    static final String LOADING_ARGUMENTS = "Loading arguments…";

    static String arguments(long count) {
        return DisplayText.count(count, "argument", "arguments");
    }

    static String cantLoadArguments(String reason) {
        return "Can't load the arguments: " + reason;
    }

    /// Accessible text of a column that can be added.
    static String column(String title, boolean isShown) {
        return title + (isShown ? ", shown" : "");
    }

    // ---- States
    static String stateShares(String shares) {
        return "State shares: " + shares;
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", share * 100);
    }

    static String andMore(int count) {
        return "and " + count + " more";
    }

    // ---- Flows
    static final String SHOW_ARROWS_FOR = "Show arrows for";
    static final String ALL_FLOWS = "All flows";

    /// Accessible text of a category.
    static String category(String name, long flows) {
        return name + ", " + DisplayText.count(flows, "flow", "flows");
    }

    static String arrows(long shown, long hidden) {
        return DisplayText.count(shown, "arrow", "arrows") + " shown"
                + (hidden > 0 ? ", " + DisplayText.grouped(hidden) + " more hidden" : "");
    }

    static String cantReadCategories(String reason) {
        return "Can't read the categories: " + reason;
    }

    static String cantReadFlows(String reason) {
        return "Can't read the flows: " + reason;
    }

    // ---- Commands
    static final String SHOW_EVENTS_COMMAND = "Show the row's events";
    static final String BACK_COMMAND = "Back to range summary";
    static final String EXPORT_COMMAND = "Export range summary…";
    static final String SELECT_AGAIN_COMMAND = "Select summarized range again";
    static final String FLOWS_COMMAND = "Show or hide flow arrows of the range";

    private AreaTexts() {}
}
