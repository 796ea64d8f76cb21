package traceglass.service.probe.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Fake `/proc` and `/sys` folders with files that a test writes.
public final class SystemFolderFiles {

    private final Path root;

    public SystemFolderFiles(Path root) throws IOException {
        this.root = root;
        Files.createDirectories(root.resolve("proc"));
        Files.createDirectories(root.resolve("sys"));
    }

    public SystemFolders folders() {
        return new SystemFolders(root.resolve("proc"), root.resolve("sys"));
    }

    /// Writes a file, for example `proc/meminfo`, and its folders.
    public SystemFolderFiles write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    public Path resolve(String path) {
        return root.resolve(path);
    }
}
