package traceglass.app.mcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The folders whose files the agent may open. Symbolic links count as their targets.
final class AllowedFolders {

    private static final int MAX_ENTRIES = 20_000;

    private final List<Path> folders;
    private final int maxEntries;

    /// @param folders real paths of folders; relative names are relative to the first
    /// @param maxEntries largest number of files and folders in a trace that is a folder
    private AllowedFolders(List<Path> folders, int maxEntries) {
        this.folders = folders;
        this.maxEntries = maxEntries;
    }

    /// @throws IOException if one is not a folder that can be read
    static AllowedFolders of(List<Path> folders) throws IOException {
        return of(folders, MAX_ENTRIES);
    }

    static AllowedFolders of(List<Path> folders, int maxEntries) throws IOException {
        Stream.Builder<Path> real = Stream.builder();
        for (Path folder : folders) {
            if (!Files.exists(folder)) {
                throw new IOException(McpTexts.notAFolder(folder));
            }
            Path path = folder.toRealPath();
            if (!Files.isDirectory(path)) {
                throw new IOException(McpTexts.notAFolder(folder));
            }
            real.add(path);
        }
        return new AllowedFolders(real.build().distinct().toList(), maxEntries);
    }

    List<Path> folders() {
        return folders;
    }

    /// Returns the real path of a file or folder that may be opened. For other paths, does not reveal whether they
    /// exist.
    ///
    /// @throws ToolProblem if it is not in an allowed folder, does not exist, or is neither a file nor a folder
    Path resolve(String name) throws ToolProblem {
        Path path;
        try {
            path = folders.getFirst().resolve(name).normalize();
        } catch (InvalidPathException e) {
            throw new ToolProblem(McpTexts.notAPath(name));
        }
        Path real = real(path);
        if (!isInside(real)) {
            throw new ToolProblem(McpTexts.notAllowed(name, folders));
        }
        if (!Files.exists(real)) {
            throw new ToolProblem(McpTexts.noFile(name));
        }
        if (Files.isDirectory(real)) {
            checkContent(real, name);
        } else if (!Files.isRegularFile(real)) {
            throw new ToolProblem(McpTexts.notAFile(name));
        }
        return real;
    }

    /// Returns the real path; if the file does not exist, its path in the real folder.
    private static Path real(Path requested) {
        for (Path path = requested; path != null; path = path.getParent()) {
            try {
                return path.toRealPath().resolve(path.relativize(requested));
            } catch (IOException e) {
                if (Files.isSymbolicLink(path)) {
                    // A dangling link. Its target must not be revealed.
                    return path.getRoot();
                }
            }
        }
        return requested.getRoot();
    }

    private boolean isInside(Path real) {
        return folders.stream().anyMatch(real::startsWith);
    }

    /// A trace may be a folder. Links in it must not point outside the allowed folders.
    private void checkContent(Path folder, String name) throws ToolProblem {
        int count = 0;
        try (Stream<Path> content = Files.walk(folder)) {
            for (Path entry : (Iterable<Path>) content::iterator) {
                if (++count > maxEntries) {
                    throw new ToolProblem(McpTexts.tooManyFiles(name, maxEntries));
                }
                if (Files.isSymbolicLink(entry) && !isInside(entry.toRealPath())) {
                    throw new ToolProblem(McpTexts.notAllowed(name + "/" + folder.relativize(entry), folders));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw new ToolProblem(McpTexts.noFile(name));
        }
    }
}
