package traceglass.app.update;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/// The running package, as described by its file `package.properties`.
///
/// @param home folder of the package
/// @param type package type, such as `tar` or `deb`
/// @param kind `full`, or `cli` without windows
/// @param version version, such as `1.2-0a1b2c3d4`
/// @param date date of the commit
/// @param system operating system and architecture, such as `linux-amd64`
/// @param address address of updates; empty if there is none
/// @param key public key that verifies updates; empty if there is none
public record Installation(
        Path home, String type, String kind, String version, Instant date, String system, String address, String key) {

    static final String FILE = "package.properties";
    private static final String PRODUCT = "traceglass";

    /// Returns the running package; empty if the program runs from a clone.
    public static Optional<Installation> running() {
        String home = System.getProperty("traceglass.home", "");
        try {
            return home.isEmpty() ? Optional.empty() : read(Path.of(home));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /// Reads the description of a package; empty if the folder contains none.
    static Optional<Installation> read(Path home) {
        Properties p = new Properties();
        try (Reader in = Files.newBufferedReader(home.resolve(FILE))) {
            p.load(in);
            if (!PRODUCT.equals(p.getProperty("product"))) {
                return Optional.empty();
            }
            return Optional.of(new Installation(
                    home,
                    p.getProperty("type", ""),
                    p.getProperty("package", ""),
                    p.getProperty("version", ""),
                    Instant.parse(p.getProperty("date", "")),
                    p.getProperty("system", ""),
                    p.getProperty("address", ""),
                    p.getProperty("key", "")));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /// Returns the folder with all versions if this installation updates itself: it is one of several versions that
    /// the installer of the archive has installed side by side.
    Optional<VersionFolder> versions() {
        Path versions = home.getParent();
        Path root = versions == null ? null : versions.getParent();
        return type.equals("tar") && root != null && home.startsWith(root.resolve("versions"))
                ? Optional.of(new VersionFolder(root))
                : Optional.empty();
    }

    /// Returns whether the program can update itself.
    public boolean canUpdateItself() {
        return !key.isEmpty() && versions().isPresent();
    }
}
