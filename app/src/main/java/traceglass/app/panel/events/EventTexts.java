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

    static String filterByText(EventListing kind) {
        return tr("Filter {0} by text", title(kind));
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

    static String dimInsteadOfHiding(EventListing kind) {
        return tr("{0} instead of hiding them", dimCommand(kind));
    }

    // ---- List
    static final String DOES_NOT_MATCH = tr("Does not match the filter");
    static final String REMOVE_FILTER = tr("Remove filter");

    static String loading(EventListing kind) {
        return tr("Loading {0}…", plural(kind));
    }

    /// Number of listed events.
    ///
    /// @param listedCount number of events in the listed part of the trace
    /// @param total number of events in the trace
    static String listed(EventListing kind, int listedCount, int total) {
        return listedCount == total
                ? events(kind, listedCount)
                : tr("{0} of {1}", events(kind, listedCount), DisplayText.grouped(total));
    }

    /// Number of listed events if those that do not match the filter are dimmed.
    static String matching(EventListing kind, int matching, int listedCount) {
        return tr(
                "{0} of {1}{2}",
                DisplayText.grouped(matching),
                events(kind, listedCount),
                matching == 1 ? tr(" matches") : tr(" match"));
    }

    static String truncated(String status) {
        return tr("{0}, list truncated: narrow the filter", status);
    }

    static String noneInTrace(EventListing kind) {
        return tr("This trace has no {0}.", plural(kind));
    }

    static String noEventsInScope(EventListing kind) {
        return tr("No {0} in this part of the trace.", plural(kind));
    }

    static String noMatches(EventListing kind) {
        return tr("No {0} match the filter.", plural(kind));
    }

    static String noMatchesInScope(EventListing kind) {
        return tr("No {0} in this part of the trace match the filter.", plural(kind));
    }

    static String cantLoadList(String reason) {
        return tr("Can't load the list: {0}", reason);
    }

    // ---- Export
    static final String SAVING = tr("Saving");
    static final String COPY_ROWS = tr("Copy selected rows");

    static String saveAs(EventListing kind, String format) {
        return tr("Save {0} as {1}", title(kind), format);
    }

    static String eventsSaved(EventListing kind, int count, Object file) {
        return tr("{0} to {1}", events(kind, count), file);
    }

    static String events(EventListing kind, int count) {
        return DisplayText.count(count, kind.nouns().getFirst(), plural(kind));
    }

    static String cantCopyRows(String reason) {
        return tr("Can't copy the rows: {0}", reason);
    }

    // ---- Commands

    static String showCommand(EventListing kind) {
        return tr("Show {0}", title(kind));
    }

    static String filterCommand(EventListing kind) {
        return tr("Filter {0}", title(kind));
    }

    static String dimCommand(EventListing kind) {
        return tr("Dim {0} that do not match the filter", plural(kind));
    }

    private static String title(EventListing kind) {
        return kind.title().toLowerCase(Locale.ROOT);
    }

    private static String plural(EventListing kind) {
        return kind.nouns().getLast();
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
