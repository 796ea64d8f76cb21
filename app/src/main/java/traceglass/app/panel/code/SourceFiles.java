package traceglass.app.panel.code;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds source files below the folders that the user chose, by the path in the debug information.
final class SourceFiles {

    private static final int MAX_DEPTH = 32;
    private static final int MAX_FILES = 2_000_000;
    private static final long MAX_BYTES = 32L << 20;

    private SourceFiles() {}

    /// Returns the file whose path has the longest common suffix with the compiled path: `/build/src/net/url.cc`
    /// is found as `FOLDER/net/url.cc` rather than as `FOLDER/other/url.cc`.
    static Optional<Path> find(String compiled, List<Path> folders) {
        String[] parts = compiled.replace('\\', '/').split("/");
        String name = parts[parts.length - 1];
        if (name.isEmpty() || name.equals("..") || name.equals(".")) {
            return Optional.empty();
        }
        for (Path folder : folders) {
            Optional<Path> direct = direct(parts, folder);
            if (direct.isPresent()) {
                return direct;
            }
        }
        Search search = new Search(parts);
        for (Path folder : folders) {
            try {
                Files.walkFileTree(folder, Set.of(), MAX_DEPTH, search);
            } catch (IOException e) {
                // The other folders are still useful.
            }
        }
        return Optional.ofNullable(search.best);
    }

    /// Looks for suffixes of the path directly below a folder, the longest first; a suffix has at least one
    /// folder of the path.
    private static Optional<Path> direct(String[] parts, Path folder) {
        for (int from = 0; from < parts.length - 1; from++) {
            String rest = String.join("/", List.of(parts).subList(from, parts.length));
            if (!rest.isEmpty()
                    && !rest.startsWith("/")
                    && !List.of(rest.split("/")).contains("..")) {
                Path file = folder.resolve(rest);
                if (Files.isRegularFile(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    private static final class Search extends SimpleFileVisitor<Path> {

        private final String[] parts;
        private int fileCount;
        private int bestParts;
        private Path best;

        Search(String[] parts) {
            this.parts = parts;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            Path name = folder.getFileName();
            return name != null && name.toString().equals(".git")
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
                int equal = 0;
                for (int at = parts.length - 1, own = file.getNameCount() - 1; at >= 0 && own >= 0; at--, own--) {
                    if (!file.getName(own).toString().equals(parts[at])) {
                        break;
                    }
                    equal++;
                }
                if (equal > bestParts) {
                    bestParts = equal;
                    best = file;
                }
            }
            return ++fileCount > MAX_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }

    /// Reads a file as lines.
    ///
    /// @throws IOException if it can't be read or is too large to be source code
    static List<String> lines(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException(file.getFileName() + " is too large to be source code");
        }
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }
}
