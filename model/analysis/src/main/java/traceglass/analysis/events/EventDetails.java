package traceglass.analysis.events;

import java.util.List;
import traceglass.store.text.DisplayText;

/// Details of an event for display: head, fields, further parts, and arguments.
///
/// @param head name and actions
/// @param fields names and values
/// @param parts further parts of the details
/// @param sideParts related events, shown in a separate column if there is room
/// @param args arguments
/// @param argsOf name of the slice that the arguments belong to; null for other events
public record EventDetails(
        Head head, List<Field> fields, List<Part> parts, List<Part> sideParts, List<Arg> args, String argsOf) {

    public EventDetails {
        fields = List.copyOf(fields);
        parts = List.copyOf(parts);
        sideParts = List.copyOf(sideParts);
        args = List.copyOf(args);
    }

    /// Creates details without arguments.
    public EventDetails(Head head, List<Field> fields, List<Part> parts, List<Part> sideParts) {
        this(head, fields, parts, sideParts, List.of(), null);
    }

    /// Returns the same details with other arguments.
    public EventDetails withArgs(List<Arg> newArgs) {
        return new EventDetails(head, fields, parts, sideParts, newArgs, argsOf);
    }

    /// Returns a percentage for display: `75.0%`; empty if the whole is 0 or less.
    public static String percent(long part, long total) {
        if (total <= 0) {
            return "";
        }
        double p = 100.0 * part / total;
        return p == 100 ? "100%" : DisplayText.percent(p);
    }

    /// Palette that the color of a name is taken from.
    public enum NamePalette {
        /// Colors of slices, by name.
        SLICE,
        /// Colors of thread states, by name.
        STATE,
        /// The common color of all counters.
        COUNTER
    }

    /// Name and actions of an event.
    ///
    /// @param look null if the event has no color
    /// @param colorKey key of its color in that palette
    /// @param table table of the event
    /// @param sql query for all events of its kind; empty if there are no actions
    /// @param sqlTitle title of that query: `All scheduling slices of this thread`
    public record Head(
            String name,
            NamePalette look,
            String colorKey,
            String table,
            long id,
            String sql,
            String sqlTitle,
            List<EventMenu> menus) {

        public Head(
                String name, NamePalette look, String colorKey, String table, long id, String sql, String sqlTitle) {
            this(name, look, colorKey, table, id, sql, sqlTitle, List.of());
        }

        /// Creates a head without actions.
        public static Head ofName(String name) {
            return new Head(name, null, "", "", 0, "", "");
        }
    }

    /// Name and value.
    public sealed interface Field {
        String name();

        /// Value as display text; empty for a timestamp.
        String text();
    }

    /// Text.
    public record Text(String name, String text) implements Field {}

    /// Number or duration in a fixed-width font, followed by a remark in a subdued color.
    public record Number(String name, String text, String remark) implements Field {}

    /// Timestamp.
    ///
    /// @param ts time in ns
    /// @param showsTimeOfDay whether the time of day is shown as well, if known
    public record Time(String name, long ts, boolean showsTimeOfDay) implements Field {

        @Override
        public String text() {
            return "";
        }
    }

    /// Link to a row of a table, followed by a remark in a subdued color.
    public record Link(String name, String text, String remark, String table, long id) implements Field {}

    /// Link to a query on the SQL page.
    public record Query(String name, String text, String sql) implements Field {}

    /// Part of the details other than the fields.
    public sealed interface Part {}

    /// Heading.
    public record Heading(String text) implements Part {}

    /// Sentence.
    ///
    /// @param isSpaced whether there is space below it
    public record Note(String text, boolean isSpaced) implements Part {}

    /// Further fields.
    public record Fields(List<Field> fields) implements Part {}

    /// States of a thread within the event, longest first, with a heading.
    ///
    /// @param total duration of the event, ns
    public record States(String title, List<StateTime> states, long total) implements Part {}

    /// Callstack with its heading.
    public record Stack(EventStack stack) implements Part {}

    /// List of links to events.
    public record Links(List<Line> lines) implements Part {}

    /// Line of a list.
    ///
    /// @param direction `from` or `to` for the ends of flows, otherwise empty
    /// @param time text at the right
    public record Line(EventLink link, String direction, String time) {}

    /// Distribution of the durations of slices of one name, with one of them marked.
    ///
    /// @param upid process of its track, or null
    /// @param dur duration of the slice, ns
    public record Lengths(String sliceName, long trackId, Long upid, long dur) implements Part {}

    /// Picture.
    ///
    /// @param bytes content of an image file; empty if it could not be decoded
    /// @param caption description
    public record Picture(byte[] bytes, String caption) implements Part {}
}
