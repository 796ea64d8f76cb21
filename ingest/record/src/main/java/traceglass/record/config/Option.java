package traceglass.record.config;

import java.util.Arrays;
import java.util.List;

/// A setting of a probe, and the field it sets in the data source's config.
///
/// @param id stable within its probe
/// @param title display name
/// @param unit `ms`, `MB`; empty if there is none
/// @param choices values to choose from; numbers with choices also accept other values
/// @param defaultValue default value: a Long, a Boolean, or a List of String, depending on the kind
/// @param source name of the data source whose config it sets; empty if the probe's code does that
/// @param path path of the field in `DataSourceConfig`, with dots; for [Kind#PROCESSES], the paths of the fields for
///     names and ids, separated by a comma
/// @param scale factor applied to a number before it is stored in the field
public record Option(
        String id,
        String title,
        Kind kind,
        String unit,
        List<Choice> choices,
        Object defaultValue,
        String source,
        String path,
        double scale) {

    /// Kind of an option's value.
    public enum Kind {
        /// A Long; for 0 the field is not set.
        NUMBER,
        /// A Boolean; for false the field is not set.
        SWITCH,
        /// A List of String with values from the choices.
        SEVERAL,
        /// A List of String, one for each line.
        LINES,
        /// A List of String: process names or ids.
        PROCESSES
    }

    /// One value to choose.
    ///
    /// @param value the value in the config: a number, a word, the name of an enum value
    /// @param label display name
    public record Choice(String value, String label) {}

    public Option {
        choices = List.copyOf(choices);
    }

    private static final long[] POLL_MS = {250, 500, 1000, 2500, 5000, 30_000, 60_000};

    static Option ofPollInterval(String source, String path, long defaultMs) {
        return number("pollMs", ConfigTexts.POLL, "ms", defaultMs, source, path, POLL_MS);
    }

    static Option number(
            String id, String title, String unit, long defaultNumber, String source, String path, long... choices) {
        return new Option(
                id,
                title,
                Kind.NUMBER,
                unit,
                Arrays.stream(choices)
                        .mapToObj(c -> new Choice(String.valueOf(c), String.valueOf(c)))
                        .toList(),
                defaultNumber,
                source,
                path,
                1);
    }

    Option withScale(double factor) {
        return new Option(id, title, kind, unit, choices, defaultValue, source, path, factor);
    }

    static Option toggle(String id, String title, boolean isOnByDefault, String source, String path) {
        return new Option(id, title, Kind.SWITCH, "", List.of(), isOnByDefault, source, path, 1);
    }

    static Option multiple(
            String id, String title, List<Choice> choices, List<String> defaultValues, String source, String path) {
        return new Option(id, title, Kind.SEVERAL, "", choices, defaultValues, source, path, 1);
    }

    static Option lines(String id, String title, String source, String path) {
        return new Option(id, title, Kind.LINES, "", List.of(), List.of(), source, path, 1);
    }

    static Option processes(String source, String namesAndIds) {
        return new Option(
                "targets", ConfigTexts.PROCESSES, Kind.PROCESSES, "", List.of(), List.of(), source, namesAndIds, 1);
    }
}
