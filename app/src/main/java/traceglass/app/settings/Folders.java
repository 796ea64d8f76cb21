package traceglass.app.settings;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// The folders that the platform gives a program.
///
/// @param config for settings
/// @param cache for what can be made again
/// @param state for what a person did and did not save
public record Folders(Path config, Path cache, Path state) {

    private static final String NAME = "traceglass";

    /// The folders of this machine and user.
    public static Folders ofPlatform() {
        return of(System.getProperty("os.name", ""), System.getenv(), Path.of(System.getProperty("user.home", ".")));
    }

    /// As the XDG Base Directory Specification says on Linux, and by the customs of Windows and macOS.
    static Folders of(String os, Map<String, String> env, Path home) {
        String system = os.toLowerCase(Locale.ROOT);
        if (system.contains("mac")) {
            Path library = home.resolve("Library");
            Path support = library.resolve("Application Support/Traceglass");
            return new Folders(support, library.resolve("Caches/Traceglass"), support);
        }
        if (system.contains("win")) {
            Path roaming = pathOf(env.get("APPDATA"), home.resolve("AppData/Roaming"));
            Path local = pathOf(env.get("LOCALAPPDATA"), home.resolve("AppData/Local"));
            return new Folders(
                    roaming.resolve("Traceglass"),
                    local.resolve("Traceglass").resolve("Cache"),
                    local.resolve("Traceglass"));
        }
        return new Folders(
                pathOf(env.get("XDG_CONFIG_HOME"), home.resolve(".config")).resolve(NAME),
                pathOf(env.get("XDG_CACHE_HOME"), home.resolve(".cache")).resolve(NAME),
                pathOf(env.get("XDG_STATE_HOME"), home.resolve(".local/state")).resolve(NAME));
    }

    /// The specification has relative paths ignored.
    private static Path pathOf(String value, Path otherwise) {
        return value == null || value.isEmpty() || !Path.of(value).isAbsolute() ? otherwise : Path.of(value);
    }

    /// Where databases of traces are kept.
    public Path traceCache() {
        return cache.resolve("traces");
    }

    /// Where it is kept what a person made of each trace without saving it.
    public Path sessions() {
        return state.resolve("sessions");
    }
}
