package traceglass.analysis.events;

import java.util.List;
import java.util.Locale;

/// What is known about an event, as it is shown: its head, fields, what goes with it beside them, and its arguments.
///
/// @param head its name and what is done with it
/// @param fields names and values
/// @param parts what goes with the event
/// @param aside other events that belong to it, which stand apart where there is room
/// @param args its arguments
/// @param argsOf name of the slice whose arguments they are; null where it is another event's
public record EventDetails(
        Head head, List<Field> fields, List<Part> parts, List<Part> aside, List<Arg> args, String argsOf) {

    public EventDetails {
        fields = List.copyOf(fields);
        parts = List.copyOf(parts);
        aside = List.copyOf(aside);
        args = List.copyOf(args);
    }

    /// Details without arguments.
    public EventDetails(Head head, List<Field> fields, List<Part> parts, List<Part> aside) {
        this(head, fields, parts, aside, List.of(), null);
    }

    /// The same with other arguments.
    public EventDetails withArgs(List<Arg> others) {
        return new EventDetails(head, fields, parts, aside, others, argsOf);
    }

    /// A share for people: `75.0 %`; empty of nothing.
    public static String percent(long part, long whole) {
        if (whole <= 0) {
            return "";
        }
        double p = 100.0 * part / whole;
        return p == 100 ? "100 %" : String.format(Locale.ROOT, "%.1f %%", p);
    }

    /// The family of colours that a name has one of.
    public enum Look {
        /// That of slices of the name.
        SLICE,
        /// That of the thread state of the name.
        STATE,
        /// That of all counters.
        COUNTER
    }

    /// Name of the event.
    ///
    /// @param look null where it has no colour
    /// @param colorKey whose colour it has in that family
    /// @param table of the event
    /// @param sql a query for all of its kind; empty where nothing can be done with it
    /// @param sqlTitle what that query gives: `All turns of this thread on a CPU`
    public record Head(
            String name,
            Look look,
            String colorKey,
            String table,
            long id,
            String sql,
            String sqlTitle,
            List<EventMenu> menus) {

        public Head(String name, Look look, String colorKey, String table, long id, String sql, String sqlTitle) {
            this(name, look, colorKey, table, id, sql, sqlTitle, List.of());
        }

        /// A name with nothing that can be done.
        public static Head plain(String name) {
            return new Head(name, null, "", "", 0, "", "");
        }
    }

    /// A name and a value.
    public sealed interface Field {
        String name();

        /// The value in words; empty for a point in time.
        String text();
    }

    /// A text.
    public record Text(String name, String text) implements Field {}

    /// A number or a length of time, in fixed width, with a quieter remark after it.
    public record Number(String name, String text, String remark) implements Field {}

    /// A point in time.
    ///
    /// @param ts ns
    /// @param withDay whether the time of day is said as well, where it is known
    public record Time(String name, long ts, boolean withDay) implements Field {

        @Override
        public String text() {
            return "";
        }
    }

    /// A value that leads to a row of a table, with a quieter remark after it.
    public record Link(String name, String text, String remark, String table, long id) implements Field {}

    /// A value that leads to a query on the SQL page.
    public record Query(String name, String text, String sql) implements Field {}

    /// What can stand beside the fields.
    public sealed interface Part {}

    /// A heading.
    public record Heading(String text) implements Part {}

    /// A sentence.
    ///
    /// @param spaced whether there is room below it
    public record Note(String text, boolean spaced) implements Part {}

    /// Further names and values.
    public record Fields(List<Field> fields) implements Part {}

    /// The states of a thread within the event, the longest first, with their heading.
    ///
    /// @param whole how long the event took, ns
    public record States(String title, List<StateShare> states, long whole) implements Part {}

    /// A callstack with its heading.
    public record Stack(EventStack stack) implements Part {}

    /// A list of events, a link each.
    public record Links(List<Line> lines) implements Part {}

    /// A line of a list.
    ///
    /// @param direction `from` or `to` for the ends of flows, else empty
    /// @param time as it stands at the right
    public record Line(EventLink link, String direction, String time) {}

    /// How long slices of one name took, compared with one of them.
    ///
    /// @param upid process of its track, or null
    /// @param dur its length, ns
    public record Lengths(String sliceName, long trackId, Long upid, long dur) implements Part {}

    /// A picture.
    ///
    /// @param bytes of a file; empty where they could not be decoded
    /// @param words what it is
    public record Picture(byte[] bytes, String words) implements Part {}
}
