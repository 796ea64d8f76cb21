package traceglass.engine.fleet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import traceglass.engine.fleet.source.FleetLabels;

/// Creates small traces for tests of fleets.
final class FleetTraces {

    private FleetTraces() {}

    /// Returns a JSON trace with a slice `work` that contains a slice `inner`, on a thread of the process `app`.
    ///
    /// @param us duration of `work` in microseconds
    static byte[] trace(int us) {
        return """
                [{"ph": "M", "pid": 7, "tid": 7, "name": "process_name", "args": {"name": "app"}},
                 {"ph": "X", "pid": 7, "tid": 7, "name": "work", "ts": 100, "dur": %d, "args": {"n": 3}},
                 {"ph": "X", "pid": 7, "tid": 7, "name": "inner", "ts": 101, "dur": %d},
                 {"ph": "C", "pid": 7, "name": "load", "ts": 102, "args": {"value": %d}}]\
                """.formatted(us, us / 2, us).getBytes(StandardCharsets.UTF_8);
    }

    static Path write(Path folder, String name, int us) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, trace(us));
    }

    /// Writes two traces of the branch `main` and one of `change`, and returns their folder.
    static Path writeRuns(Path runs) throws IOException {
        write(runs, "main/phone-1.json", 1000);
        write(runs, "main/phone-2.json", 1100);
        write(runs, "change/phone-1.json", 2000);
        return runs;
    }

    /// Imports such traces into a new fleet, with labels from their paths.
    static Fleet importRuns(Path runs, Path fleetFolder) {
        Fleet fleet = Fleet.create(fleetFolder);
        fleet.add(new FleetImport(
                List.of(runs.toString()), FleetLabels.of(null, "{branch}/{device}-{run}.json"), 0, 0, null));
        return fleet;
    }

    /// Reads all rows as text.
    static List<String> rows(FleetRows rows) {
        List<String> texts = new ArrayList<>();
        try (rows) {
            rows.forEach(r -> texts.add(r.toString()));
        }
        return texts;
    }
}
