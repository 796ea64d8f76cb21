package traceglass.app.preferences.page;

import static traceglass.store.language.Translations.tr;

import java.util.List;
import traceglass.app.update.UpdateRun;
import traceglass.ingest.plugin.ImporterJar;

/// Texts of the settings page.
final class SettingsTexts {

    private SettingsTexts() {}

    static final String SETTINGS = tr("Settings");

    // ---- Appearance

    static final String APPEARANCE = tr("Appearance");
    static final String COLOR_SCHEME = tr("Color scheme");
    static final String TEXT_SIZE = tr("Text and row size");
    static final String COLOR_BLIND = tr("Color-blind palette");
    static final String COLOR_BLIND_HELP = tr("Slices, thread states and frames use hues without red-green contrast");
    static final String HIGH_CONTRAST = tr("High contrast");
    static final String HIGH_CONTRAST_HELP = tr("Outlines around all slices");
    static final String PRIORITIES = tr("Color CPUs by priority");
    static final String PRIORITIES_HELP = tr("Real-time, above normal and normal priority; otherwise by process");
    static final String COMFORTABLE_ROWS = tr("Comfortable rows");
    static final String COMFORTABLE_ROWS_HELP = tr("Taller rows for CPUs and counters");
    static final String REDUCED_MOTION = tr("Reduced motion");
    static final String REDUCED_MOTION_HELP = tr("Turns off animations");

    static String percent(double scale) {
        return Math.round(scale * 100) + "%";
    }

    // ---- Time

    static final String TIME = tr("Time");
    static final String TIME_FORMAT = tr("Time format");
    static final String TIME_FORMAT_HELP = tr("Also available in the status bar");
    static final String OTHER_ZONE = tr("Other time zone");
    static final String OTHER_ZONE_HELP = tr("Name, city, or offset such as +5:30");
    static final String EXACT_DURATIONS = tr("Exact durations");
    static final String EXACT_DURATIONS_HELP = tr("Nanosecond precision instead of four significant digits");

    // ---- Timeline navigation

    static final String NAVIGATION = tr("Timeline navigation");
    static final String MOVE_KEYS = tr("Keys for zoom in, left, zoom out, right");
    static final String MOVE_KEYS_HELP = tr("The keys at the positions of W, A, S and D on your keyboard");

    // ---- Memory and disk

    static final String MEMORY_AND_DISK = tr("Memory and disk");
    static final String MEMORY_LIMIT = tr("Memory limit per trace");
    static final String MEMORY_LIMIT_HELP = tr("For traces opened from now on; larger queries spill to disk");
    static final String CACHE_LIMIT = tr("Disk limit for cached traces");
    static final String CACHE_LIMIT_HELP =
            tr("The least recently used traces are removed first and imported again when opened");

    /// @param mb 0 for the default
    static String memory(int mb) {
        return mb == 0 ? tr("Half of the memory") : mb < 1024 ? tr("{0} MB", mb) : tr("{0} GB", mb / 1024);
    }

    /// @param gb 0 for the default
    static String cache(int gb) {
        return gb == 0 ? tr("10%, at most 20 GB") : tr("{0} GB", gb);
    }

    // ---- SQL

    static final String SQL = tr("SQL");
    static final String MODULE_FOLDER = tr("SQL module folder");
    static final String MODULE_FOLDER_HELP =
            tr("File a/b.sql is module a.b and overrides the built-in module of that name");
    static final String NO_FOLDER = tr("None");
    static final String FOLDER_NOT_FOUND = tr("Folder not found");
    static final String QUERY_LIMIT = tr("Query time limit");
    static final String QUERY_LIMIT_HELP = tr("Longer queries are stopped; applies to the next query");

    /// @param seconds 0 for none
    static String queryLimit(int seconds) {
        return seconds == 0 ? tr("No limit") : seconds < 60 ? seconds + " s" : tr("{0} min", seconds / 60);
    }

    // ---- Importers

    static final String IMPORTERS = tr("Importers");
    static final String IMPORTER_FOLDER = tr("Folder of importers");
    static final String NO_IMPORTER_FOLDER = tr("Importers in jars are not used");
    static final String ALLOW_IMPORTERS = tr("Allow");
    static final String STOP_USING_IMPORTERS = tr("Stop using");

    static String importerFolder(Object folder) {
        return tr("{0}. Put jars with importers for more formats here", folder);
    }

    static String importerJar(ImporterJar jar) {
        String names = String.join(", ", jar.classes());
        return switch (jar.state()) {
            case NEW -> tr("Not allowed yet: {0}", names);
            case ALLOWED -> tr("Used: {0}", names);
            case REFUSED -> tr("Not used: {0}", names);
            case UNUSABLE -> tr("Can't be used: {0}", jar.problem());
        };
    }

    static String allowImporters(String jar) {
        return tr("Allow {0}", jar);
    }

    static String stopUsingImporters(String jar) {
        return tr("Stop using {0}", jar);
    }

    static String cantSaveDecision(String reason) {
        return tr("Can't save the decision: {0}", reason);
    }

    // ---- Keyboard shortcuts

    static final String FIND_COMMAND = tr("Find command");
    static final String FIND_SETTING = tr("Find setting or shortcut");

    static String noSetting(String text) {
        return tr("No setting or shortcut matches “{0}”.", text);
    }

    static final String RESET_ALL = tr("Reset all");
    static final String UPDATES = tr("Updates");
    static final String UPDATES_ELSEWHERE = tr("This copy does not update itself");
    static final String UPDATES_ON = tr("Check for updates");
    static final String UPDATES_ON_HELP = tr("Once a day; downloads are verified and used at the next start");
    static final String CHANNEL = tr("Channel");
    static final String CHANNEL_HELP = tr("Stable versions, the next one (canary), or every change (autopush)");
    static final String UPDATE_ADDRESS = tr("Address");
    static final String UPDATE_ADDRESS_HELP = tr("https://…, or a folder. Empty: the address of this package");
    static final String PROXY = tr("Proxy");
    static final String PROXY_HELP = tr("host:port. Empty: the proxy set in the environment");
    static final String CHECK_FOR_UPDATES = tr("Check now");
    static final String ROLL_BACK = tr("Roll back");
    static final String RESET = tr("Reset");
    static final String NO_SHORTCUT = tr("none");
    static final String PRESS_A_KEY = tr("Press a key, Esc to cancel, Backspace to remove");

    static String shortcuts(List<String> keys) {
        return keys.isEmpty() ? NO_SHORTCUT : String.join(",  ", keys);
    }

    static String shortcutOf(String command) {
        return tr("Shortcut of {0}", command);
    }

    static String removed(String command) {
        return tr("“{0}” has no shortcut.", command);
    }

    static String assigned(String command, Object key) {
        return tr("The shortcut of “{0}” is now {1}.", command, key);
    }

    static String assigned(String command, Object key, String previousCommand) {
        return tr("{0} It was removed from “{1}”.", assigned(command, key), previousCommand);
    }

    static String installed(String version) {
        return tr("Version {0}", version);
    }

    static String rollBackTo(String version) {
        return tr("Roll back to {0}", version);
    }

    static String updateState(UpdateRun.State state) {
        return switch (state.phase()) {
            case IDLE -> "";
            case CHECKING -> tr("Checking for updates…");
            case CURRENT -> tr("No update: the channel has version {0}.", state.version());
            case DOWNLOADING -> tr("Downloading version {0}: {1}%", state.version(), state.percent());
            case READY -> tr("Version {0} is ready. It is used at the next start.", state.version());
            case FAILED -> state.problem();
        };
    }
}
