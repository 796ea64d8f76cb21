package traceglass.app.project;

import java.io.IOException;
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

/// Which trace a project belongs to, and where it was. Immutable.
///
/// @param name of the file
/// @param relative path from the folder of the project, with `/` between names; empty when there is none, as on another
///     drive
/// @param absolute path on the machine that wrote the project
/// @param bytes size of the file
/// @param fingerprint see [TraceFingerprint]; empty when it is not known
public record TraceRef(String name, String relative, String absolute, long bytes, String fingerprint) {

    /// How many files beside a project are looked at by their content.
    private static final int MOST_BESIDE = 2_000;

    /// Where the trace of a project is.
    ///
    /// @param file the trace
    /// @param same whether its content is that which the project was saved with
    /// @param bytes its size now
    public record Found(Path file, boolean same, long bytes) {}

    /// The reference to a trace in a project.
    ///
    /// @param project the project's file, or null when it has none, as for a session
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
                // On another drive.
            }
        }
        return new TraceRef(absolute.getFileName().toString(), relative, absolute.toString(), bytes, fingerprint);
    }

    /// What [#fields] gave, read back.
    public static TraceRef of(Fields f) {
        return new TraceRef(
                f.text("name", ""),
                f.text("relative", ""),
                f.text("path", ""),
                f.number("bytes", -1),
                f.text("fingerprint", ""));
    }

    /// As it stands in a project file.
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("relative", relative);
        fields.put("path", absolute);
        fields.put("bytes", bytes);
        fields.put("fingerprint", fingerprint);
        return fields;
    }

    /// Looks for the trace: by its path from the project, by its absolute path, by its name beside the project, and
    /// then by its content among the files beside the project and those known otherwise. A file in one of these
    /// places whose content is another is what is found only when the right one is nowhere. Reads files; not for
    /// the JavaFX thread.
    ///
    /// @param project the project's file
    /// @param known other files that it might be, such as the traces opened last
    /// @return empty when there is nothing
    public Optional<Found> find(Path project, List<Path> known) {
        Path folder = project.toAbsolutePath().normalize().getParent();
        List<Path> places = new ArrayList<>();
        path(folder, relative).ifPresent(places::add);
        path(folder, absolute).ifPresent(places::add);
        path(folder, name).ifPresent(places::add);
        List<Found> other = new ArrayList<>();
        for (Path place : places) {
            Optional<Found> found = check(place);
            if (found.isPresent() && found.get().same) {
                return found;
            }
            found.ifPresent(other::add);
        }
        return byContent(folder, known).or(() -> other.stream().findFirst());
    }

    /// Whether a file is this trace; empty when it is no file that can be read.
    public Optional<Found> check(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            long size = Files.size(file);
            boolean same = fingerprint.isEmpty()
                    || (bytes < 0 || size == bytes) && TraceFingerprint.of(file).equals(fingerprint);
            return Optional.of(new Found(file, same, size));
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
            files.limit(MOST_BESIDE).forEach(candidates::add);
        } catch (IOException | java.io.UncheckedIOException e) {
            // A folder that cannot be listed has nothing to offer.
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
                // One that cannot be read is not it.
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
            // Of another platform.
            return Optional.empty();
        }
    }
}
