package traceglass.analysis.derived;

import java.util.List;
import java.util.Optional;
import traceglass.analysis.subject.Subjects;

/// All derived tables of all subjects.
public final class DerivedTables {

    private DerivedTables() {}

    /// Returns all tables, in the order of their tracks.
    public static List<DerivedTable> all() {
        return Subjects.tables().stream()
                .filter(DerivedEvents.class::isInstance)
                .map(t -> ((DerivedEvents) t).table())
                .toList();
    }

    /// Returns whether an event table is derived.
    public static boolean isTable(String name) {
        return of(name).isPresent();
    }

    /// Returns the table of this name.
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

    /// Returns SQL with which users can query the same rows: the required modules and the query.
    public static String sql(DerivedTable table) {
        return setOf(table).includes() + "\n" + table.query().strip();
    }
}
