package traceglass.app.project;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import traceglass.app.io.Version;
import traceglass.store.text.Json;

/// What a project file says. It is a JSON object:
///
/// | member | holds |
/// |---|---|
/// | `traceglass` | version of the format, [#VERSION] for what this program writes |
/// | `savedBy` | name and version of the program that wrote it |
/// | `trace` | where the trace is, see [TraceRef] |
/// | `sections` | an object with one object for each part of the window, by its name |
///
/// Members and sections that this version does not know are kept and written back. Immutable.
///
/// @param version of the format
/// @param trace the trace it belongs to
/// @param sections state of the parts by their names
/// @param others members of the file that are none of the above
public record ProjectFile(long version, TraceRef trace, Map<String, Object> sections, Map<String, Object> others) {

    /// Version of the format that is written. It goes up only when older programs would misread what is there, not
    /// for a new field.
    public static final long VERSION = 1;
    /// What names of project files end with.
    public static final String ENDING = "traceglass";

    private static final long LARGEST = 256L << 20;
    private static final String MARK = "traceglass";
    private static final String SAVED_BY = "savedBy";
    private static final String TRACE = "trace";
    private static final String SECTIONS = "sections";

    /// A project of this version.
    public ProjectFile(TraceRef trace, Map<String, Object> sections) {
        this(VERSION, trace, sections, Map.of());
    }

    /// Whether a file is a project by its name.
    public static boolean isProject(Path file) {
        return file.getFileName() != null
                && file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith("." + ENDING);
    }

    /// Whether a newer version of the program wrote it, so that writing it again might lose what it meant.
    public boolean isNewer() {
        return version > VERSION;
    }

    /// Reads a file. Not for the JavaFX thread.
    public static ProjectFile read(Path file) throws ProjectProblem {
        byte[] bytes;
        try {
            if (Files.size(file) > LARGEST) {
                throw new IOException("it has more than 256 MB");
            }
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new ProjectProblem("The project " + file + " cannot be read: " + e.getMessage(), e);
        }
        try {
            return parse(bytes);
        } catch (IllegalArgumentException e) {
            throw new ProjectProblem(file + " is no project of Traceglass: " + e.getMessage(), e);
        }
    }

    /// @throws IllegalArgumentException with what is wrong
    static ProjectFile parse(byte[] bytes) {
        if (!(Json.read(bytes) instanceof Map<?, ?> top)) {
            throw new IllegalArgumentException("it is no JSON object");
        }
        Fields fields = Fields.of(top);
        long version = fields.number(MARK, 0);
        if (version < 1) {
            throw new IllegalArgumentException("it does not begin with \"traceglass\" and a version");
        }
        Map<String, Object> others = new LinkedHashMap<>(fields.all(Object.class));
        others.keySet().removeAll(java.util.Set.of(MARK, SAVED_BY, TRACE, SECTIONS));
        return new ProjectFile(
                version,
                TraceRef.of(fields.object(TRACE)),
                fields.object(SECTIONS).all(Object.class),
                others);
    }

    /// The same with other sections, in the version that this program writes.
    public ProjectFile with(TraceRef newTrace, Map<String, Object> newSections) {
        return new ProjectFile(VERSION, newTrace, newSections, others);
    }

    /// The text of the file.
    public String text() {
        Map<String, Object> top = new LinkedHashMap<>();
        top.put(MARK, version);
        top.put(SAVED_BY, "Traceglass " + Version.text());
        top.put(TRACE, trace.fields());
        top.put(SECTIONS, sections);
        top.putAll(others);
        return JsonWriter.write(top);
    }

    /// Puts the text into a file such that it holds all of the old text or all of the new one, whatever happens.
    /// Not for the JavaFX thread.
    public static void write(String text, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        // A link stays a link, and the file it leads to is replaced.
        Path target = Files.isSymbolicLink(file) ? file.toRealPath() : file;
        Path fresh = Files.createTempFile(target.toAbsolutePath().getParent(), ".traceglass-", ".new");
        try {
            try (var out = java.nio.channels.FileChannel.open(fresh, java.nio.file.StandardOpenOption.WRITE)) {
                var bytes = java.nio.ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                // On the disk before it takes the old one's place: after a power cut there is one or
                // the other.
                out.force(true);
            }
            openToOthers(fresh, target);
            try {
                Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /// A file for a while can be read by its owner alone; a project should be as readable as it was, or as other
    /// files are.
    private static void openToOthers(Path fresh, Path target) {
        try {
            Files.setPosixFilePermissions(
                    fresh,
                    Files.exists(target)
                            ? Files.getPosixFilePermissions(target)
                            : java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
        } catch (IOException | UnsupportedOperationException e) {
            // Then it can be read by its owner alone, which loses nothing.
        }
    }
}
