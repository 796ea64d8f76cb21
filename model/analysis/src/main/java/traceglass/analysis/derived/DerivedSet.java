package traceglass.analysis.derived;

import java.util.List;
import java.util.stream.Collectors;

/// Tables that are made together, because they share modules and are looked at together.
///
/// @param modules names of the modules that the queries need
public record DerivedSet(List<String> modules, List<DerivedTable> tables) {

    public DerivedSet {
        modules = List.copyOf(modules);
        tables = List.copyOf(tables);
    }

    /// The statements that include the modules, one a line.
    public String includes() {
        return modules.stream().map(m -> "INCLUDE PERFETTO MODULE " + m + ";\n").collect(Collectors.joining());
    }
}
