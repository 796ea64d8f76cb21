package traceglass.app.settings;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// Folders that the platform assigns to a program.
///
/// @param config folder for settings
/// @param cache folder for data that can be recreated
/// @param state folder for unsaved user state
/// @param data folder for files that the user adds to the program
public record Folders(Path config, Path cache, Path state, Path data) {

    private static final String NAME = "traceglass";

    /// Folders for the current machine and user.
    public static Folders ofPlatform() {
        return of(System.getProperty("os.name", ""), System.getenv(), Path.of(System.getProperty("user.home", ".")));
    }

    /// Follows the XDG Base Directory Specification on Linux, and the conventions of Windows and macOS.
    static Folders of(String os, Map<String, String> env, Path home) {
        String system = os.toLowerCase(Locale.ROOT);
        if (system.contains("mac")) {
            Path library = home.resolve("Library");
            Path support = library.resolve("Application Support/Traceglass");
            return new Folders(support, library.resolve("Caches/Traceglass"), support, support);
        }
        if (system.contains("win")) {
            Path roaming = pathOf(env.get("APPDATA"), home.resolve("AppData/Roaming"));
            Path local = pathOf(env.get("LOCALAPPDATA"), home.resolve("AppData/Local"));
            return new Folders(
                    roaming.resolve("Traceglass"),
                    local.resolve("Traceglass").resolve("Cache"),
                    local.resolve("Traceglass"),
                    roaming.resolve("Traceglass"));
        }
        return new Folders(
                pathOf(env.get("XDG_CONFIG_HOME"), home.resolve(".config")).resolve(NAME),
                pathOf(env.get("XDG_CACHE_HOME"), home.resolve(".cache")).resolve(NAME),
                pathOf(env.get("XDG_STATE_HOME"), home.resolve(".local/state")).resolve(NAME),
                pathOf(env.get("XDG_DATA_HOME"), home.resolve(".local/share")).resolve(NAME));
    }

    /// The XDG specification requires that relative paths are ignored.
    private static Path pathOf(String value, Path fallback) {
        return value == null || value.isEmpty() || !Path.of(value).isAbsolute() ? fallback : Path.of(value);
    }

    /// Folder for databases of traces.
    public Path traceCache() {
        return cache.resolve("traces");
    }

    /// Folder for the lists of traces that are open.
    public Path runs() {
        return state.resolve("runs");
    }

    /// Folder for the log of the program.
    public Path logs() {
        return state.resolve("logs");
    }

    /// Folder for reports about unexpected errors.
    public Path reports() {
        return state.resolve("reports");
    }

    /// Folder for jars with importers for additional formats.
    public Path importers() {
        return data.resolve("importers");
    }

    /// Folder for unsaved user state of each trace.
    public Path sessions() {
        return state.resolve("sessions");
    }
}
