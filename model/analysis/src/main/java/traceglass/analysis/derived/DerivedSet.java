package traceglass.analysis.derived;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import traceglass.analysis.events.EventTable;

/// Tables that are created together because they share modules and are displayed together.
///
/// @param modules names of the modules that the queries need
public record DerivedSet(List<String> modules, List<DerivedTable> tables) {

    public DerivedSet {
        modules = List.copyOf(modules);
        tables = List.copyOf(tables);
    }

    /// Returns the statements that include the modules, one on each line.
    public String includes() {
        return modules.stream().map(m -> "INCLUDE PERFETTO MODULE " + m + ";\n").collect(Collectors.joining());
    }

    /// Returns the event tables of its tables.
    ///
    /// @param rank rank of these among all event tables
    /// @param ownEvents event tables that have their own class
    public List<EventTable> events(int rank, DerivedEvents... ownEvents) {
        return tables.stream()
                .map(t -> Stream.of(ownEvents)
                        // Names are unique; comparing whole records would make the JVM generate code at startup.
                        .filter(e -> e.table().name().equals(t.name()))
                        .findFirst()
                        .<EventTable>map(e -> e)
                        .orElseGet(() -> new DerivedEvents(rank, this, t)))
                .toList();
    }
}
