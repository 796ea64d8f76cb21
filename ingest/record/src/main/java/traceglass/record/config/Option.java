package traceglass.record.config;

import java.util.List;

/// A setting of a probe, and the field of the data source's config that it sets.
///
/// @param id stable within its probe
/// @param title what people read
/// @param unit `ms`, `MB`; empty if there is none
/// @param choices what is offered; a number that is not among them can be entered where there are some
/// @param standard its value unless somebody changes it: a Long, a Boolean, or a List of String, by its kind
/// @param source name of the data source whose config it sets; empty if the probe does that itself
/// @param path the field in `DataSourceConfig`, with dots; for [Kind#PROCESSES] a second one for ids behind a comma
/// @param scale a number is multiplied by this on its way into the field
public record Option(
        String id,
        String title,
        Kind kind,
        String unit,
        List<Choice> choices,
        Object standard,
        String source,
        String path,
        double scale) {

    /// What kind of value it has.
    public enum Kind {
        /// A Long; 0 leaves the field out.
        NUMBER,
        /// A Boolean; false leaves the field out.
        SWITCH,
        /// A List of the values of choices.
        SEVERAL,
        /// A List of lines of text.
        LINES,
        /// A List of lines: names of processes, or their ids.
        PROCESSES
    }

    /// Something to choose.
    ///
    /// @param value what goes into the config: a number, a word, the name of an enum value
    /// @param label what people read
    public record Choice(String value, String label) {}

    public Option {
        choices = List.copyOf(choices);
    }

    private static final long[] POLL_MS = {250, 500, 1000, 2500, 5000, 30_000, 60_000};

    static Option poll(String source, String path, long standardMs) {
        return number("pollMs", "Poll", "ms", standardMs, source, path, POLL_MS);
    }

    static Option number(
            String id, String title, String unit, long standard, String source, String path, long... choices) {
        return new Option(
                id,
                title,
                Kind.NUMBER,
                unit,
                java.util.Arrays.stream(choices)
                        .mapToObj(c -> new Choice(String.valueOf(c), String.valueOf(c)))
                        .toList(),
                standard,
                source,
                path,
                1);
    }

    Option scaled(double factor) {
        return new Option(id, title, kind, unit, choices, standard, source, path, factor);
    }

    static Option toggle(String id, String title, boolean standard, String source, String path) {
        return new Option(id, title, Kind.SWITCH, "", List.of(), standard, source, path, 1);
    }

    static Option several(
            String id, String title, List<Choice> choices, List<String> standard, String source, String path) {
        return new Option(id, title, Kind.SEVERAL, "", choices, standard, source, path, 1);
    }

    static Option lines(String id, String title, String source, String path) {
        return new Option(id, title, Kind.LINES, "", List.of(), List.of(), source, path, 1);
    }

    static Option processes(String source, String namesAndIds) {
        return new Option(
                "targets",
                "Processes, by name or id",
                Kind.PROCESSES,
                "",
                List.of(),
                List.of(),
                source,
                namesAndIds,
                1);
    }
}
