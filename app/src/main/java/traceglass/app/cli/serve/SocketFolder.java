package traceglass.app.cli.serve;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Where sockets with a name are: a folder that only the user can open.
public final class SocketFolder {

    private SocketFolder() {}

    /// Returns whether a word names a socket, and is not its path.
    public static boolean isName(String word) {
        return word.matches("[A-Za-z0-9][A-Za-z0-9_-]*");
    }

    /// Returns the socket with a name or path.
    public static Path path(String nameOrPath) {
        return isName(nameOrPath) ? folder().resolve(nameOrPath + ".sock") : Path.of(nameOrPath);
    }

    /// Creates the folder if needed.
    static void create() throws IOException {
        Path folder = folder();
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
        }
    }

    private static Path folder() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        return runtime != null && !runtime.isEmpty()
                ? Path.of(runtime, "traceglass")
                : Path.of(System.getProperty("java.io.tmpdir"), "traceglass-" + System.getProperty("user.name"));
    }
}
