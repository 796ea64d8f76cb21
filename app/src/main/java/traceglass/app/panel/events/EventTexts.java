package traceglass.app.panel.events;

import java.util.Locale;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.Facet;
import traceglass.store.text.DisplayText;

/// Texts of event lists: toolbar, filters, list, export and commands.
final class EventTexts {

    // ---- Text filter
    static final String FILTER_BY_TEXT = "Filter by text";
    /// Shorter prompt, for narrow windows.
    static final String FILTER = "Filter";
    static final String REGULAR_EXPRESSION = "Regular expression";
    static final String REGEX_BUTTON = ".*";

    static String filterByText(EventListing kind) {
        return "Filter " + title(kind) + " by text";
    }

    static String invalidRegex(String reason) {
        return "Invalid regular expression: " + reason;
    }

    // ---- Levels
    static final String LOWEST_LEVEL = "Lowest level";
    static final String ALL_LEVELS = "All levels";

    static String atLeast(String level) {
        return "≥ " + level;
    }

    // ---- Values
    static final String NO_VALUES = "No values";
    static final String EMPTY_VALUE = "(none)";
    static final String COUNTING = "Counting…";

    static String filterBy(Facet facet) {
        return "Filter by " + facet.title().toLowerCase(Locale.ROOT);
    }

    static String valuesWithOtherFilters(Facet facet, int values) {
        return DisplayText.count(values, facet.title().toLowerCase(Locale.ROOT), facet.plural())
                + " with the other filters";
    }

    /// Label of the button of a facet.
    static String facet(Facet facet, int chosen) {
        return chosen == 0 ? facet.title() : facet.title() + " · " + chosen;
    }

    static String value(String value) {
        return value.isEmpty() ? EMPTY_VALUE : value;
    }

    /// Accessible text of a value.
    static String value(String value, long count, boolean isChosen) {
        return value(value) + ", " + count + (isChosen ? ", chosen" : "");
    }

    static String chip(Facet facet, String value) {
        return facet.title() + ": " + value(value);
    }

    static String removeChip(String chip) {
        return "Remove " + chip;
    }

    // ---- Other controls
    static final String ALL = "All";
    static final String VISIBLE = "Visible";
    static final String SELECTED = "Selected";
    static final String FOLLOW_TIMELINE = "Follow the timeline";
    static final String COPY_SELECTED_ROWS = "Copy selected rows";

    static String dimInsteadOfHiding(EventListing kind) {
        return dimCommand(kind) + " instead of hiding them";
    }

    // ---- List
    static final String DOES_NOT_MATCH = "Does not match the filter";
    static final String REMOVE_FILTER = "Remove filter";

    static String loading(EventListing kind) {
        return "Loading " + plural(kind) + "…";
    }

    /// Number of listed events.
    ///
    /// @param listedCount number of events in the listed part of the trace
    /// @param total number of events in the trace
    static String listed(EventListing kind, int listedCount, int total) {
        return listedCount == total
                ? events(kind, listedCount)
                : events(kind, listedCount) + " of " + DisplayText.grouped(total);
    }

    /// Number of listed events if those that do not match the filter are dimmed.
    static String matching(EventListing kind, int matching, int listedCount) {
        return DisplayText.grouped(matching) + " of " + events(kind, listedCount)
                + (matching == 1 ? " matches" : " match");
    }

    static String truncated(String status) {
        return status + ", list truncated: narrow the filter";
    }

    static String noneInTrace(EventListing kind) {
        return "This trace has no " + plural(kind) + ".";
    }

    static String noEventsInScope(EventListing kind) {
        return "No " + plural(kind) + " in this part of the trace.";
    }

    static String noMatches(EventListing kind) {
        return "No " + plural(kind) + " match the filter.";
    }

    static String noMatchesInScope(EventListing kind) {
        return "No " + plural(kind) + " in this part of the trace match the filter.";
    }

    static String cantLoadList(String reason) {
        return "Can't load the list: " + reason;
    }

    // ---- Export
    static final String SAVING = "Saving";
    static final String COPY_ROWS = "Copy selected rows";

    static String saveAs(EventListing kind, String format) {
        return "Save " + title(kind) + " as " + format;
    }

    static String eventsSaved(EventListing kind, int count, Object file) {
        return events(kind, count) + " to " + file;
    }

    static String events(EventListing kind, int count) {
        return DisplayText.count(count, kind.nouns().getFirst(), plural(kind));
    }

    static String cantCopyRows(String reason) {
        return "Can't copy the rows: " + reason;
    }

    // ---- Commands

    static String showCommand(EventListing kind) {
        return "Show " + title(kind);
    }

    static String filterCommand(EventListing kind) {
        return "Filter " + title(kind);
    }

    static String dimCommand(EventListing kind) {
        return "Dim " + plural(kind) + " that do not match the filter";
    }

    private static String title(EventListing kind) {
        return kind.title().toLowerCase(Locale.ROOT);
    }

    private static String plural(EventListing kind) {
        return kind.nouns().getLast();
    }

    private EventTexts() {}
}
