package traceglass.analysis.select;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import traceglass.analysis.track.Owner;

/// Query for the pids of the processes to which a selection belongs.
///
/// @param sql one column, a row per process
public record ProcessesOfSelection(String sql) {

    /// Returns the query; empty if the selection can't belong to a process.
    public static Optional<ProcessesOfSelection> of(Selection selection) {
        return switch (selection) {
            case Selection.Area area -> ofTracks(area);
            case Selection.Event event -> ofEvent(event);
            default -> Optional.empty();
        };
    }

    private static ProcessesOfSelection ofUpids(String upids) {
        return new ProcessesOfSelection("SELECT pid FROM process WHERE upid IN (" + upids + ")");
    }

    private static Optional<ProcessesOfSelection> ofTracks(Selection.Area area) {
        String threads = ids(area, Owner::isThread, Owner::utid);
        String processes = ids(area, Owner::isProcess, Owner::upid);
        return threads.isEmpty() && processes.isEmpty()
                ? Optional.empty()
                : Optional.of(ofUpids("SELECT upid FROM thread WHERE utid IN (-1" + threads
                        + ") UNION SELECT upid FROM process WHERE upid IN (-1" + processes + ")"));
    }

    private static String ids(Selection.Area area, Predicate<Owner> isOf, ToLongFunction<Owner> id) {
        return area.tracks().stream()
                .map(t -> t.kind().owner())
                .filter(isOf)
                .map(o -> ", " + id.applyAsLong(o))
                .distinct()
                .collect(Collectors.joining());
    }

    private static Optional<ProcessesOfSelection> ofEvent(Selection.Event event) {
        String threadQuery = "SELECT t.upid FROM %s AS e JOIN thread AS t USING (utid) WHERE e.id = %d";
        String trackQuery = """
                SELECT coalesce(t.upid, p.upid) FROM %1$s AS e
                LEFT JOIN thread_%2$strack AS tt ON tt.id = e.track_id LEFT JOIN thread AS t ON t.utid = tt.utid
                LEFT JOIN process_%2$strack AS p ON p.id = e.track_id WHERE e.id = %3$d\
                """;
        return switch (event.table()) {
            case "sched", "thread_state" -> Optional.of(ofUpids(threadQuery.formatted(event.table(), event.id())));
            case "slice" -> Optional.of(ofUpids(trackQuery.formatted("slice", "", event.id())));
            case "counter" -> Optional.of(ofUpids(trackQuery.formatted("counter", "counter_", event.id())));
            default -> Optional.empty();
        };
    }
}
