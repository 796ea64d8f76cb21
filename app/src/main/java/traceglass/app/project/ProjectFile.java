package traceglass.app.project;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.app.io.Version;
import traceglass.store.text.Json;

/// Content of a project file, which is a JSON object:
///
/// | member | content |
/// |---|---|
/// | `traceglass` | version of the format, [#VERSION] if written by this program |
/// | `savedBy` | name and version of the program that wrote it |
/// | `trace` | location of the trace, see [TraceRef] |
/// | `sections` | an object with one object for each part of the window, by name |
///
/// Unknown members and sections are kept and written back. Immutable.
///
/// @param version version of the format
/// @param trace the trace of the project
/// @param sections state of the parts by name
/// @param unknownMembers other members of the file, which are kept
public record ProjectFile(
        long version, TraceRef trace, Map<String, Object> sections, Map<String, Object> unknownMembers) {

    /// Version of the format that is written. It is increased only if older programs would misread the file, not
    /// for a new field.
    public static final long VERSION = 1;
    /// Extension of project files.
    public static final String EXTENSION = "traceglass";

    private static final long MAX_BYTES = 256L << 20;
    private static final String VERSION_MEMBER = "traceglass";
    private static final String SAVED_BY = "savedBy";
    private static final String TRACE = "trace";
    private static final String SECTIONS = "sections";

    /// Creates a project of this version.
    public ProjectFile(TraceRef trace, Map<String, Object> sections) {
        this(VERSION, trace, sections, Map.of());
    }

    /// Returns whether a file is a project, judging by its name.
    public static boolean isProject(Path file) {
        return file.getFileName() != null
                && file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith("." + EXTENSION);
    }

    /// Returns whether a newer version of the program wrote the file, so that writing it again might lose content.
    public boolean isNewer() {
        return version > VERSION;
    }

    /// Reads a file. Must not be called on the JavaFX thread.
    public static ProjectFile read(Path file) throws ProjectProblem {
        byte[] bytes;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException(ProjectTexts.TOO_LARGE);
            }
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new ProjectProblem(ProjectTexts.cantRead(file, e), e);
        }
        try {
            return parse(bytes);
        } catch (IllegalArgumentException e) {
            throw new ProjectProblem(ProjectTexts.notAProject(file, e), e);
        }
    }

    /// @throws IllegalArgumentException with the error
    static ProjectFile parse(byte[] bytes) {
        if (!(Json.read(bytes) instanceof Map<?, ?> top)) {
            throw new IllegalArgumentException(ProjectTexts.NOT_AN_OBJECT);
        }
        Fields fields = Fields.of(top);
        long version = fields.number(VERSION_MEMBER, 0);
        if (version < 1) {
            throw new IllegalArgumentException(ProjectTexts.NO_VERSION);
        }
        Map<String, Object> others = new LinkedHashMap<>(fields.all(Object.class));
        others.keySet().removeAll(Set.of(VERSION_MEMBER, SAVED_BY, TRACE, SECTIONS));
        return new ProjectFile(
                version,
                TraceRef.of(fields.object(TRACE)),
                fields.object(SECTIONS).all(Object.class),
                others);
    }

    /// Returns a project with other sections, in the version that this program writes.
    public ProjectFile with(TraceRef newTrace, Map<String, Object> newSections) {
        return new ProjectFile(VERSION, newTrace, newSections, unknownMembers);
    }

    /// Returns the text of the file.
    public String text() {
        Map<String, Object> top = new LinkedHashMap<>();
        top.put(VERSION_MEMBER, version);
        top.put(SAVED_BY, "Traceglass " + Version.text());
        top.put(TRACE, trace.fields());
        top.put(SECTIONS, sections);
        top.putAll(unknownMembers);
        return JsonWriter.write(top);
    }

    /// Writes a text to a file atomically: the file contains either the old or the new text. Must not be called on
    /// the JavaFX thread.
    public static void write(String text, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        // A symbolic link is kept; the file it points to is replaced.
        Path target = Files.isSymbolicLink(file) ? file.toRealPath() : file;
        Path newFile = Files.createTempFile(target.toAbsolutePath().getParent(), ".traceglass-", ".new");
        try {
            try (var out = FileChannel.open(newFile, StandardOpenOption.WRITE)) {
                var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                // Flushed before the move, so that after a power failure the file is either the old or
                // the new one.
                out.force(true);
            }
            setNormalPermissions(newFile, target);
            try {
                Files.move(newFile, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(newFile, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(newFile);
        }
    }

    /// Temporary files are readable by their owner only; a project gets the permissions of the old file, or those
    /// of a normal file.
    private static void setNormalPermissions(Path newFile, Path target) {
        try {
            Files.setPosixFilePermissions(
                    newFile,
                    Files.exists(target)
                            ? Files.getPosixFilePermissions(target)
                            : PosixFilePermissions.fromString("rw-r--r--"));
        } catch (IOException | UnsupportedOperationException e) {
            // The file stays readable by its owner only.
        }
    }
}
