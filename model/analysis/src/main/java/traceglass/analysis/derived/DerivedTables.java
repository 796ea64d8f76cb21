package traceglass.analysis.derived;

import java.util.List;
import java.util.Optional;

/// All tables that standard modules make for tracks.
public final class DerivedTables {

    private static final List<DerivedSet> SETS = List.of(
            AndroidStartups.SET,
            AndroidAnrs.SET,
            AndroidJourneys.SET,
            ChromeScrolls.SET,
            ChromeScrollFrames.SET,
            Screenshots.SET);

    private DerivedTables() {}

    /// Every table, in the order in which their tracks are shown.
    public static List<DerivedTable> all() {
        return SETS.stream().flatMap(s -> s.tables().stream()).toList();
    }

    /// Whether a table of events is one of these.
    public static boolean isTable(String name) {
        return of(name).isPresent();
    }

    /// The table of this name.
    public static Optional<DerivedTable> of(String name) {
        return name.startsWith(DerivedTable.PREFIX)
                ? all().stream().filter(t -> t.name().equals(name)).findFirst()
                : Optional.empty();
    }

    static DerivedSet setOf(DerivedTable table) {
        return SETS.stream().filter(s -> s.tables().contains(table)).findFirst().orElseThrow();
    }

    /// What a person would run to see the rows: the modules that are needed and the query.
    public static String sql(DerivedTable table) {
        return setOf(table).includes() + "\n" + table.query().strip();
    }
}
