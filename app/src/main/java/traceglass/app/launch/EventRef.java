package traceglass.app.launch;

import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.subject.Subjects;
import traceglass.app.io.Misuse;

/// One event as it is written on the command line: `slice:4802`.
///
/// @param table one whose events a person can name
/// @param id its id there
public record EventRef(String table, long id) {

    static EventRef parse(String text) {
        int colon = text.indexOf(':');
        String table = colon < 0 ? text : text.substring(0, colon);
        if (colon < 0 || Subjects.table(table).filter(EventTable::isNamed).isEmpty()) {
            throw Misuse.ofValue(
                    "'" + text + "' names no event; write for example slice:4802 (tables: " + listed() + ")");
        }
        try {
            return new EventRef(table, Long.parseLong(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw Misuse.ofValue("'" + text.substring(colon + 1) + "' in '" + text + "' is no id");
        }
    }

    private static String listed() {
        return Subjects.tables().stream()
                .filter(EventTable::isListed)
                .map(EventTable::name)
                .collect(Collectors.joining(", "));
    }

    /// For picocli.
    public static final class Converter implements ITypeConverter<EventRef> {

        @Override
        public EventRef convert(String text) {
            return parse(text);
        }
    }
}
