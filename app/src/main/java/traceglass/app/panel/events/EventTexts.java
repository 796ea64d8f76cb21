package traceglass.app.panel.events;

import static traceglass.store.language.Translations.tr;

import java.util.Locale;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.Facet;
import traceglass.store.text.DisplayText;

/// Texts of event lists: toolbar, filters, list, export and commands.
final class EventTexts {

    // ---- Text filter
    static final String FILTER_BY_TEXT = tr("Filter by text");
    /// Shorter prompt, for narrow windows.
    static final String FILTER = tr("Filter");
    static final String REGULAR_EXPRESSION = tr("Regular expression");
    static final String REGEX_BUTTON = ".*";

    static String filterByText(EventListing listing) {
        return tr("Filter {0} by text", title(listing));
    }

    static String invalidRegex(String reason) {
        return tr("Invalid regular expression: {0}", reason);
    }

    // ---- Levels
    static final String LOWEST_LEVEL = tr("Lowest level");
    static final String ALL_LEVELS = tr("All levels");

    static String atLeast(String level) {
        return "≥ " + level;
    }

    // ---- Values
    static final String NO_VALUES = tr("No values");
    static final String EMPTY_VALUE = tr("(none)");
    static final String COUNTING = tr("Counting…");

    static String filterBy(Facet facet) {
        return tr("Filter by {0}", facet.title().toLowerCase(Locale.ROOT));
    }

    static String valuesWithOtherFilters(Facet facet, int values) {
        return tr(
                "{0} with the other filters",
                DisplayText.count(values, facet.title().toLowerCase(Locale.ROOT), facet.plural()));
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
        return value(value) + ", " + count + (isChosen ? tr(", chosen") : "");
    }

    static String chip(Facet facet, String value) {
        return facet.title() + ": " + value(value);
    }

    static String removeChip(String chip) {
        return tr("Remove {0}", chip);
    }

    // ---- Other controls
    static final String ALL = tr("All");
    static final String VISIBLE = tr("Visible");
    static final String SELECTED = tr("Selected");
    static final String FOLLOW_TIMELINE = tr("Follow the timeline");
    static final String COPY_SELECTED_ROWS = tr("Copy selected rows");

    static String dimInsteadOfHiding(EventListing listing) {
        return tr("{0} instead of hiding them", dimCommand(listing));
    }

    // ---- List
    static final String DOES_NOT_MATCH = tr("Does not match the filter");
    static final String REMOVE_FILTER = tr("Remove filter");

    static String loading(EventListing listing) {
        return tr("Loading {0}…", plural(listing));
    }

    /// Number of listed events.
    ///
    /// @param listedCount number of events in the listed part of the trace
    /// @param total number of events in the trace
    static String listed(EventListing listing, int listedCount, int total) {
        return listedCount == total
                ? events(listing, listedCount)
                : tr("{0} of {1}", events(listing, listedCount), DisplayText.grouped(total));
    }

    /// Number of listed events if those that do not match the filter are dimmed.
    static String matching(EventListing listing, int matching, int listedCount) {
        return tr(
                "{0} of {1}{2}",
                DisplayText.grouped(matching),
                events(listing, listedCount),
                matching == 1 ? tr(" matches") : tr(" match"));
    }

    static String truncated(String status) {
        return tr("{0}, list truncated: narrow the filter", status);
    }

    static String noneInTrace(EventListing listing) {
        return tr("This trace has no {0}.", plural(listing));
    }

    static String noEventsInScope(EventListing listing) {
        return tr("No {0} in this part of the trace.", plural(listing));
    }

    static String noMatches(EventListing listing) {
        return tr("No {0} match the filter.", plural(listing));
    }

    static String noMatchesInScope(EventListing listing) {
        return tr("No {0} in this part of the trace match the filter.", plural(listing));
    }

    static String cantLoadList(String reason) {
        return tr("Can't load the list: {0}", reason);
    }

    // ---- Export
    static final String SAVING = tr("Saving");
    static final String COPY_ROWS = tr("Copy selected rows");

    static String saveAs(EventListing listing, String format) {
        return tr("Save {0} as {1}", title(listing), format);
    }

    static String eventsSaved(EventListing listing, int count, Object file) {
        return tr("{0} to {1}", events(listing, count), file);
    }

    static String events(EventListing listing, int count) {
        return DisplayText.count(count, listing.nouns().getFirst(), plural(listing));
    }

    static String cantCopyRows(String reason) {
        return tr("Can't copy the rows: {0}", reason);
    }

    // ---- Commands

    static String showCommand(EventListing listing) {
        return tr("Show {0}", title(listing));
    }

    static String filterCommand(EventListing listing) {
        return tr("Filter {0}", title(listing));
    }

    static String dimCommand(EventListing listing) {
        return tr("Dim {0} that do not match the filter", plural(listing));
    }

    private static String title(EventListing listing) {
        return listing.title().toLowerCase(Locale.ROOT);
    }

    private static String plural(EventListing listing) {
        return listing.nouns().getLast();
    }

    private EventTexts() {}

    /// First line of the message of a failed query, without the prefixes of the database.
    static String firstLine(Exception e) {
        String message = String.valueOf(e.getMessage())
                .replaceFirst("^(java\\.sql\\.QueryException: )?(Invalid Input|Invalid) Error: ", "");
        int line = message.indexOf('\n');
        return line < 0 ? message : message.substring(0, line);
    }
}
