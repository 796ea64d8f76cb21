package traceglass.app.export;

import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.Owner;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;

/// The process of a selected event or of selected tracks.
///
/// @param upids query for the processes
record SelectedProcess(String upids) {

    /// Returns the process of a selection; empty if the selection can't belong to one.
    static Optional<SelectedProcess> of(Selection selection) {
        return switch (selection) {
            case Selection.Area area -> ofTracks(area);
            case Selection.Event event -> ofEvent(event);
            default -> Optional.empty();
        };
    }

    private static Optional<SelectedProcess> ofTracks(Selection.Area area) {
        String threads = ids(area, Owner::isThread, Owner::utid);
        String processes = ids(area, Owner::isProcess, Owner::upid);
        return threads.isEmpty() && processes.isEmpty()
                ? Optional.empty()
                : Optional.of(new SelectedProcess("SELECT upid FROM thread WHERE utid IN (-1" + threads
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

    private static Optional<SelectedProcess> ofEvent(Selection.Event event) {
        String ofThread = "SELECT t.upid FROM %s AS e JOIN thread AS t USING (utid) WHERE e.id = %d";
        String ofTrack = """
                SELECT coalesce(t.upid, p.upid) FROM %1$s AS e
                LEFT JOIN thread_%2$strack AS tt ON tt.id = e.track_id LEFT JOIN thread AS t ON t.utid = tt.utid
                LEFT JOIN process_%2$strack AS p ON p.id = e.track_id WHERE e.id = %3$d\
                """;
        return switch (event.table()) {
            case "sched", "thread_state" ->
                Optional.of(new SelectedProcess(ofThread.formatted(event.table(), event.id())));
            case "slice" -> Optional.of(new SelectedProcess(ofTrack.formatted("slice", "", event.id())));
            case "counter" -> Optional.of(new SelectedProcess(ofTrack.formatted("counter", "counter_", event.id())));
            default -> Optional.empty();
        };
    }

    /// Returns its pid.
    ///
    /// @throws ConvertProblem if there is none, or there are several
    long pid(TraceRows rows) throws IOException, ConvertProblem {
        Set<Long> pids = new HashSet<>();
        rows.query("SELECT pid FROM process WHERE upid IN (" + upids + ")", cursor -> {
            while (cursor.next()) {
                pids.add(cursor.getLong(0));
            }
        });
        if (pids.size() != 1) {
            throw new ConvertProblem(pids.isEmpty() ? ExportTexts.NO_PROCESS : ExportTexts.SEVERAL_PROCESSES);
        }
        return pids.iterator().next();
    }
}
