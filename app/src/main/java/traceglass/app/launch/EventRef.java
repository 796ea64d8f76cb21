package traceglass.app.launch;

import java.util.List;
import picocli.CommandLine.ITypeConverter;
import traceglass.app.io.Misuse;

/// One event as it is written on the command line: `slice:4802`.
///
/// @param table one of [#TABLES]
/// @param id its id there
public record EventRef(String table, long id) {

    static final List<String> TABLES = List.of(
            "slice",
            "sched",
            "thread_state",
            "counter",
            "android_logs",
            "ftrace_event",
            "perf_sample",
            "cpu_profile_stack_sample",
            "instruments_sample",
            "heap_profile_allocation",
            "heap_graph");

    static EventRef parse(String text) {
        int colon = text.indexOf(':');
        String table = colon < 0 ? text : text.substring(0, colon);
        if (colon < 0
                || !TABLES.contains(table)
                        && !traceglass.analysis.debug.DebugTracks.isTable(table)
                        && !traceglass.analysis.derived.DerivedTables.isTable(table)) {
            throw Misuse.ofValue("'" + text + "' names no event; write for example slice:4802 (tables: "
                    + String.join(", ", TABLES) + ")");
        }
        try {
            return new EventRef(table, Long.parseLong(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw Misuse.ofValue("'" + text.substring(colon + 1) + "' in '" + text + "' is no id");
        }
    }

    /// For picocli.
    public static final class Converter implements ITypeConverter<EventRef> {

        @Override
        public EventRef convert(String text) {
            return parse(text);
        }
    }
}
