package traceglass.convert.cut.select;

import java.util.List;
import java.util.Set;

/// Selects the content of a cut, in addition to its time range. An empty component selects everything.
///
/// @param processes names or pids. System-wide events, such as scheduling, belong to every process
/// @param sequences ids of packet sequences
public record CutSelection(List<String> processes, Set<Long> sequences, Set<Content> contents) {

    public static final CutSelection ALL = new CutSelection(List.of(), Set.of(), Set.of());

    public CutSelection {
        processes = List.copyOf(processes);
        sequences = Set.copyOf(sequences);
        contents = Set.copyOf(contents);
    }

    public static CutSelection ofProcess(long pid) {
        return new CutSelection(List.of(Long.toString(pid)), Set.of(), Set.of());
    }

    public boolean isAll() {
        return processes.isEmpty() && sequences.isEmpty() && contents.isEmpty();
    }
}
