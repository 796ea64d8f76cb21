package traceglass.app.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import traceglass.store.cache.TraceFingerprint;

/// Reference from a project to its trace. Immutable.
///
/// @param name file name
/// @param relative path from the folder of the project, with `/` as separator; empty if there is none, such as for
///     a trace on another drive
/// @param absolute path on the computer that wrote the project
/// @param bytes size of the file
/// @param fingerprint see [TraceFingerprint]; empty if unknown
public record TraceRef(String name, String relative, String absolute, long bytes, String fingerprint) {

    /// Maximum number of files in the project's folder whose content is compared.
    private static final int MAX_COMPARED = 2_000;

    /// Location of a project's trace.
    ///
    /// @param file the trace
    /// @param isSame whether its content is the same as when the project was saved
    /// @param bytes its current size
    public record Found(Path file, boolean isSame, long bytes) {}

    /// Creates a reference to a trace.
    ///
    /// @param project the project file, or null for a session
    public static TraceRef of(Path trace, Path project, long bytes, String fingerprint) {
        Path absolute = trace.toAbsolutePath().normalize();
        String relative = "";
        if (project != null) {
            try {
                relative = project.toAbsolutePath()
                        .normalize()
                        .getParent()
                        .relativize(absolute)
                        .toString()
                        .replace('\\', '/');
            } catch (IllegalArgumentException e) {
                // The trace is on another drive.
            }
        }
        return new TraceRef(absolute.getFileName().toString(), relative, absolute.toString(), bytes, fingerprint);
    }

    /// Reads a reference from the fields that [#fields] returns.
    public static TraceRef of(Fields f) {
        return new TraceRef(
                f.text("name", ""),
                f.text("relative", ""),
                f.text("path", ""),
                f.number("bytes", -1),
                f.text("fingerprint", ""));
    }

    /// Returns the fields for the project file.
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("relative", relative);
        fields.put("path", absolute);
        fields.put("bytes", bytes);
        fields.put("fingerprint", fingerprint);
        return fields;
    }

    /// Searches for the trace: at its relative path, at its absolute path, by name in the project's folder, and
    /// then by content among the files in the project's folder and other known files. A file with different content
    /// in one of the first three locations is returned only if the right one is not found. Reads files; must not be
    /// called on the JavaFX thread.
    ///
    /// @param project the project file
    /// @param known other candidates, such as recently opened traces
    /// @return empty if nothing was found
    public Optional<Found> find(Path project, List<Path> known) {
        Path folder = project.toAbsolutePath().normalize().getParent();
        List<Path> candidates = new ArrayList<>();
        path(folder, relative).ifPresent(candidates::add);
        path(folder, absolute).ifPresent(candidates::add);
        path(folder, name).ifPresent(candidates::add);
        List<Found> other = new ArrayList<>();
        for (Path candidate : candidates) {
            Optional<Found> match = check(candidate);
            if (match.isPresent() && match.get().isSame) {
                return match;
            }
            match.ifPresent(other::add);
        }
        return byContent(folder, known).or(() -> other.stream().findFirst());
    }

    /// Checks whether a file is this trace; empty if it is not a readable file.
    public Optional<Found> check(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            long size = Files.size(file);
            boolean isSame = fingerprint.isEmpty()
                    || (bytes < 0 || size == bytes) && TraceFingerprint.of(file).equals(fingerprint);
            return Optional.of(new Found(file, isSame, size));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Optional<Found> byContent(Path folder, List<Path> known) {
        if (fingerprint.isEmpty() || bytes < 0) {
            return Optional.empty();
        }
        List<Path> candidates = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.limit(MAX_COMPARED).forEach(candidates::add);
        } catch (IOException | UncheckedIOException e) {
            // A folder that can't be listed has no candidates.
        }
        candidates.addAll(known);
        for (Path candidate : candidates) {
            try {
                if (Files.isRegularFile(candidate)
                        && Files.size(candidate) == bytes
                        && TraceFingerprint.of(candidate).equals(fingerprint)) {
                    return Optional.of(new Found(candidate, true, bytes));
                }
            } catch (IOException e) {
                // A file that can't be read is skipped.
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> path(Path folder, String text) {
        try {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(folder.resolve(text).normalize());
        } catch (InvalidPathException e) {
            // The path is from another platform.
            return Optional.empty();
        }
    }
}
