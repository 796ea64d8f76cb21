package traceglass.app.panel.area;

import static traceglass.store.language.Translations.tr;

import java.util.Locale;
import traceglass.store.language.Translations;
import traceglass.store.text.DisplayText;

/// Texts of the summaries of a selected range: toolbar, single events, states, flows and commands.
final class AreaTexts {

    // ---- Toolbar of a summary
    static final String SELECT_RANGE_AGAIN = tr("Select range again");
    static final String GROUP_BY = tr("Group by");
    static final String FILTER_NAMES = tr("Filter names");

    /// Menu item of a row.
    ///
    /// @param events title of the single events
    static String showEvents(String events) {
        return tr("Show {0}", events.startsWith("CPU") ? events : events.toLowerCase(Locale.ROOT));
    }

    static String sqlComment(String report) {
        return tr("-- {0} in the selected range; times in ns", report);
    }

    static String tracks(long count) {
        return DisplayText.count(count, "track", "tracks");
    }

    static String excluding(String tracks, String reason) {
        return tr("excluding {0}: {1}", tracks, reason);
    }

    static String cantSummarize(String reason) {
        return tr("Can't summarize the range: {0}", reason);
    }

    // ---- Single events of a row
    static final String SUMMARY = tr("Summary");
    static final String BACK_TO_SUMMARY = tr("Back to summary");
    static final String SINGLE_EVENTS = tr("Single events");
    static final String LOADING = tr("Loading…");
    static final String IN_RANGE = tr("In range");
    static final String OF_WALL_TIME = tr("Of wall time");
    static final String CPU = tr("CPU");
    static final String START_NOTE = tr("start");

    static String events(long count, String plural) {
        // Only English words have a plural that ends in "s".
        boolean isSingular = count == 1 && !Translations.isActive();
        return DisplayText.grouped(count) + " " + (isSingular ? plural.substring(0, plural.length() - 1) : plural);
    }

    static String longestEvents(long listed, long total, String plural) {
        return tr(
                "longest {0} of {1} {2}; {3} not listed",
                DisplayText.grouped(listed), DisplayText.grouped(total), plural, DisplayText.grouped(total - listed));
    }

    static String cantLoadEvents(String reason) {
        return tr("Can't load the events: {0}", reason);
    }

    // ---- Columns of single events
    static final String ADD_COLUMN = tr("Add column");
    static final String COLUMNS = tr("columns");
    static final String LOADING_ARGUMENTS = tr("Loading arguments…");

    static String arguments(long count) {
        return DisplayText.count(count, "argument", "arguments");
    }

    static String cantLoadArguments(String reason) {
        return tr("Can't load the arguments: {0}", reason);
    }

    /// Accessible text of a column that can be added.
    static String column(String title, boolean isShown) {
        return title + (isShown ? tr(", shown") : "");
    }

    // ---- States
    static String stateShares(String shares) {
        return tr("State shares: {0}", shares);
    }

    static String percent(double share) {
        return DisplayText.percent(share * 100);
    }

    static String andMore(int count) {
        return tr("and {0} more", count);
    }

    // ---- Flows
    static final String SHOW_ARROWS_FOR = tr("Show arrows for");
    static final String ALL_FLOWS = tr("All flows");

    /// Accessible text of a category.
    static String category(String name, long flows) {
        return name + ", " + DisplayText.count(flows, "flow", "flows");
    }

    static String arrows(long shown, long hidden) {
        return tr(
                "{0} shown{1}",
                DisplayText.count(shown, "arrow", "arrows"),
                hidden > 0 ? tr(", {0} more hidden", DisplayText.grouped(hidden)) : "");
    }

    static String cantReadCategories(String reason) {
        return tr("Can't read the categories: {0}", reason);
    }

    static String cantReadFlows(String reason) {
        return tr("Can't read the flows: {0}", reason);
    }

    // ---- Commands
    static final String SHOW_EVENTS_COMMAND = tr("Show the row's events");
    static final String BACK_COMMAND = tr("Back to range summary");
    static final String EXPORT_COMMAND = tr("Export range summary…");
    static final String SELECT_AGAIN_COMMAND = tr("Select summarized range again");
    static final String FLOWS_COMMAND = tr("Show or hide flow arrows of the range");

    private AreaTexts() {}
}
