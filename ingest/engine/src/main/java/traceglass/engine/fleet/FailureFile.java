package traceglass.engine.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import traceglass.store.text.Json;

/// The file `failures.json` of a fleet: traces that could not be imported, with the reasons.
final class FailureFile {

    private static final String NAME = "failures.json";
    private static final long MAX_BYTES = 64L << 20;

    private FailureFile() {}

    static Path in(Path fleet) {
        return fleet.resolve(NAME);
    }

    /// Reads the failures, ordered by path. Returns an empty list if the file is malformed.
    static List<FleetFailure> read(Path fleet) {
        List<FleetFailure> failures = new ArrayList<>();
        Path file = in(fleet);
        try {
            if (Files.isRegularFile(file)
                    && Files.size(file) <= MAX_BYTES
                    && Json.read(Files.readAllBytes(file)) instanceof Map<?, ?> map) {
                map.forEach(
                        (path, reason) -> failures.add(new FleetFailure(String.valueOf(path), String.valueOf(reason))));
            }
        } catch (IOException | IllegalArgumentException e) {
            // The next import rewrites the file.
            return List.of();
        }
        return failures;
    }

    /// Returns whether a trace, or the archive that contains it, still exists.
    private static boolean exists(String path) {
        try {
            int entry = path.indexOf('!');
            return Files.exists(Path.of(path)) || entry > 0 && Files.exists(Path.of(path.substring(0, entry)));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /// Replaces the failures of an import.
    ///
    /// @param attempted paths of the traces that the import has processed
    /// @param failures the failed ones among them
    static void update(Path fleet, Collection<String> attempted, List<FleetFailure> failures) throws IOException {
        Map<String, Object> all = new TreeMap<>();
        Set<String> attemptedPaths = new HashSet<>(attempted);
        for (FleetFailure old : read(fleet)) {
            if (!attemptedPaths.contains(old.path()) && exists(old.path())) {
                all.put(old.path(), old.reason());
            }
        }
        failures.forEach(f -> all.put(f.path(), f.reason()));
        Path file = in(fleet);
        if (all.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        Path partial = fleet.resolve(NAME + ".partial");
        Files.writeString(partial, Json.spaced(out -> Json.write(all, out)) + "\n");
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
