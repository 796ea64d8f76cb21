package traceglass.app.cli.serve;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Folder of named sockets, which only the user can open.
public final class SocketFolder {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private SocketFolder() {}

    /// Returns whether a word is the name of a socket rather than a path.
    public static boolean isName(String word) {
        return word.matches("[A-Za-z0-9][A-Za-z0-9_-]*");
    }

    /// Returns the socket with a name or path.
    public static Path path(String nameOrPath) {
        return isName(nameOrPath) ? folder().resolve(nameOrPath + ".sock") : Path.of(nameOrPath);
    }

    /// Creates the folder if needed.
    ///
    /// @throws IOException if others can use it
    static void create() throws IOException {
        Path folder = folder();
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(folder);
            return;
        }
        if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(folder.getParent());
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        check();
    }

    /// @throws IOException if another user owns the folder or can access it
    static void check() throws IOException {
        Path folder = folder();
        if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)
                || !FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        PosixFileAttributes attributes =
                Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean isOwn = attributes.owner().getName().equals(System.getProperty("user.name"));
        if (!attributes.isDirectory() || !isOwn || !OWNER_ONLY.equals(attributes.permissions())) {
            throw new IOException(ServeTexts.openFolder(folder));
        }
    }

    /// Returns the folder, which may not exist yet.
    static Path folder() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        return runtime != null && !runtime.isEmpty()
                ? Path.of(runtime, "traceglass")
                : Path.of(System.getProperty("java.io.tmpdir"), "traceglass-" + System.getProperty("user.name"));
    }
}
