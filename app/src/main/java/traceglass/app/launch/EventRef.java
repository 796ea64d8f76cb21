package traceglass.app.launch;

import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.subject.Subjects;
import traceglass.app.io.UsageErrors;

/// A reference to an event on the command line, such as `slice:4802`.
///
/// @param table a table whose events can be referenced
/// @param id id of the event in the table
public record EventRef(String table, long id) {

    static EventRef parse(String text) {
        int colon = text.indexOf(':');
        String table = colon < 0 ? text : text.substring(0, colon);
        if (colon < 0 || !isReferenceable(table)) {
            throw UsageErrors.ofValue(LaunchTexts.notAnEvent(text, listReferences()));
        }
        try {
            return new EventRef(table, Long.parseLong(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw UsageErrors.ofValue(LaunchTexts.notAnId(text.substring(colon + 1), text));
        }
    }

    /// Returns whether the events of a table can be referenced.
    public static boolean isReferenceable(String table) {
        return Subjects.table(table).filter(EventTable::hasCommandLineName).isPresent();
    }

    private static String listReferences() {
        return Subjects.tables().stream()
                .filter(EventTable::isListedInMessages)
                .map(EventTable::name)
                .collect(Collectors.joining(", "));
    }

    /// Converts option values for picocli.
    public static final class Converter implements ITypeConverter<EventRef> {

        @Override
        public EventRef convert(String text) {
            return parse(text);
        }
    }
}
