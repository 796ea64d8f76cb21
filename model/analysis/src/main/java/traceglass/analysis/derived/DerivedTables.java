package traceglass.analysis.derived;

import java.util.List;
import java.util.Optional;
import traceglass.analysis.subject.Subjects;

/// All tables that standard modules make for tracks, as the subjects have them.
public final class DerivedTables {

    private DerivedTables() {}

    /// Every table, in the order in which their tracks are shown.
    public static List<DerivedTable> all() {
        return Subjects.tables().stream()
                .filter(DerivedEvents.class::isInstance)
                .map(t -> ((DerivedEvents) t).table())
                .toList();
    }

    /// Whether a table of events is one of these.
    public static boolean isTable(String name) {
        return of(name).isPresent();
    }

    /// The table of this name.
    public static Optional<DerivedTable> of(String name) {
        return events(name).map(DerivedEvents::table);
    }

    private static Optional<DerivedEvents> events(String name) {
        return name.startsWith(DerivedTable.PREFIX)
                ? Subjects.table(name).filter(DerivedEvents.class::isInstance).map(DerivedEvents.class::cast)
                : Optional.empty();
    }

    static DerivedSet setOf(DerivedTable table) {
        return events(table.name()).orElseThrow().set();
    }

    /// What a person would run to see the rows: the modules that are needed and the query.
    public static String sql(DerivedTable table) {
        return setOf(table).includes() + "\n" + table.query().strip();
    }
}
