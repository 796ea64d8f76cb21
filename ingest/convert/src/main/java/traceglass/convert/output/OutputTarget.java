package traceglass.convert.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A file or folder that is written under a temporary name next to its final one and gets the final name only when it
/// is complete. Until [#commit], an existing file stays as it is; [#close] without it deletes the written data. The
/// end of the program deletes it too, for instance after Ctrl+C. Existing devices and pipes are written directly.
public final class OutputTarget implements AutoCloseable {

    private static final int BUFFER_SIZE = 1 << 18;
    private static final Set<Path> PENDING = ConcurrentHashMap.newKeySet();

    /// Maximum number of attempts, and the pauses between them, to delete a folder that other threads still write to
    /// when the program ends.
    private static final int ATTEMPTS = 50;

    private static final int PAUSE_MS = 10;

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> PENDING.forEach(OutputTarget::deleteAtExit), "output-cleanup"));
    }

    private final Path target;
    private final Path part;
    private final boolean isReplacing;
    private final boolean isDevice;
    private @Nullable OutputStream stream;
    private boolean isFolder;
    private boolean isCommitted;

    private OutputTarget(Path target, boolean isReplacing, boolean isDevice) {
        this.target = target;
        this.isReplacing = isReplacing;
        this.isDevice = isDevice;
        part = target.resolveSibling(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    }

    /// Prepares to write a file or folder.
    ///
    /// @param isReplacing whether to replace an existing file with this name
    /// @param inputs files that are read while the output is written; the target must not be one of them
    /// @throws ConvertProblem if the target is an existing file or folder or an input, or its folder does not exist
    public static OutputTarget of(Path target, boolean isReplacing, List<Path> inputs) throws ConvertProblem {
        Path absolute = target.toAbsolutePath().normalize();
        if (absolute.getFileName() == null) {
            throw new ConvertProblem(target + " is not the name of a file");
        }
        for (Path input : inputs) {
            if (isSame(input, absolute)) {
                throw new ConvertProblem(target + " is the trace itself; choose another name");
            }
        }
        boolean isDevice = isDevice(absolute);
        if (Files.exists(absolute, LinkOption.NOFOLLOW_LINKS) && !isReplacing && !isDevice) {
            throw new ConvertProblem(target + " exists; use --force to replace it");
        }
        Path folder = absolute.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new ConvertProblem(
                    "can't write " + absolute.getFileName() + ": the folder " + folder + " does not exist");
        }
        return new OutputTarget(absolute, isReplacing, isDevice);
    }

    private static boolean isDevice(Path target) {
        try {
            return Files.readAttributes(target, BasicFileAttributes.class).isOther();
        } catch (IOException e) {
            return false; // It does not exist, or writing reports the reason.
        }
    }

    private static boolean isSame(Path input, Path target) {
        try {
            return Files.exists(target) && Files.exists(input) && Files.isSameFile(input, target);
        } catch (IOException e) {
            return input.toAbsolutePath().normalize().equals(target);
        }
    }

    /// Returns the stream to the file, the same at each call. [#commit] and [#close] close it.
    public OutputStream stream() throws ConvertProblem {
        if (stream == null) {
            checkIsNotAFolder();
            try {
                if (isDevice) {
                    stream = new BufferedOutputStream(
                            Files.newOutputStream(target, StandardOpenOption.WRITE), BUFFER_SIZE);
                } else {
                    PENDING.add(part);
                    stream = new BufferedOutputStream(Files.newOutputStream(part), BUFFER_SIZE);
                }
            } catch (IOException e) {
                throw problem(target, e);
            }
        }
        return stream;
    }

    private void checkIsNotAFolder() throws ConvertProblem {
        if (Files.isDirectory(target)) {
            throw new ConvertProblem(target + " is a folder; choose a file in it");
        }
    }

    /// Returns the temporary name, for libraries that create the file themselves. It does not exist yet.
    public Path temporaryFile() throws ConvertProblem {
        checkIsNotAFolder();
        return emptyPart();
    }

    private Path emptyPart() throws ConvertProblem {
        if (isDevice) {
            throw new ConvertProblem(target + " is neither a file nor a folder");
        }
        PENDING.add(part);
        delete(part);
        return part;
    }

    /// Creates the folder under its temporary name and returns it.
    public Path temporaryFolder() throws ConvertProblem {
        isFolder = true;
        try {
            return Files.createDirectory(emptyPart());
        } catch (IOException e) {
            throw problem(target, e);
        }
    }

    /// Completes the file or folder: it gets its final name.
    ///
    /// @throws ConvertProblem if the remaining data can't be written or the file can't be renamed; then an existing
    ///     file is unchanged
    public void commit() throws ConvertProblem {
        try {
            if (stream != null) {
                stream.close();
            }
            if (isDevice) {
                isCommitted = true;
                return;
            }
            if (isReplacing && isFolder && Files.isDirectory(target)) {
                checkHasOnlyOldFiles();
                delete(target);
            }
            try {
                Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            }
            isCommitted = true;
            PENDING.remove(part);
        } catch (IOException e) {
            throw problem(target, e);
        }
    }

    /// Checks that the folder to replace contains only files with the extensions of the new files, so that a
    /// mistyped name does not delete other files.
    private void checkHasOnlyOldFiles() throws IOException, ConvertProblem {
        Set<String> extensions = new HashSet<>();
        try (Stream<Path> files = Files.list(part)) {
            files.forEach(f -> extensions.add(extension(f)));
        }
        try (Stream<Path> files = Files.list(target)) {
            if (!files.allMatch(
                    f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS) && extensions.contains(extension(f)))) {
                throw new ConvertProblem(target + " contains other files; choose another folder");
            }
        }
    }

    private static String extension(Path file) {
        String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /// Deletes the written data unless it was committed.
    @Override
    public void close() {
        if (isCommitted) {
            return;
        }
        try {
            if (stream != null) {
                stream.close();
            }
        } catch (IOException e) {
            // Ignore the failure: the file is deleted below.
        } finally {
            deletePart(part);
            PENDING.remove(part);
        }
    }

    /// Returns the problem for a file that can't be written.
    public static ConvertProblem problem(Path file, IOException e) {
        String reason = e instanceof AccessDeniedException
                ? "permission denied"
                : e instanceof NoSuchFileException
                        ? "the folder does not exist"
                        : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new ConvertProblem("can't write " + file + ": " + reason, e);
    }

    /// Deletes the written data although other threads may still create files in the folder.
    private static void deleteAtExit(Path part) {
        deletePart(part);
        try {
            for (int i = 0; i < ATTEMPTS && Files.exists(part, LinkOption.NOFOLLOW_LINKS); i++) {
                Thread.sleep(PAUSE_MS);
                deletePart(part);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Deletes the written data and files that a library created next to it, such as the log of a database.
    private static void deletePart(Path part) {
        delete(part);
        Path folder = part.getParent();
        if (folder == null) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, isCreatedWith(part))) {
            files.forEach(OutputTarget::delete);
        } catch (IOException | DirectoryIteratorException e) {
            System.getLogger(OutputTarget.class.getName()).log(System.Logger.Level.DEBUG, "Can't list " + folder, e);
        }
    }

    private static DirectoryStream.Filter<Path> isCreatedWith(Path part) {
        String start = part.getFileName() + ".";
        return file -> String.valueOf(file.getFileName()).startsWith(start);
    }

    private static void delete(Path path) {
        try (Stream<Path> paths = Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? Files.walk(path) : Stream.empty()) {
            for (Path p : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(p);
            }
        } catch (IOException e) {
            System.getLogger(OutputTarget.class.getName()).log(System.Logger.Level.DEBUG, "Can't delete " + path, e);
        }
    }
}
