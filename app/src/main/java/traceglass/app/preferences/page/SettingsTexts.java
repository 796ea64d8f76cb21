package traceglass.app.preferences.page;

import java.util.List;
import traceglass.app.update.UpdateRun;
import traceglass.ingest.plugin.ImporterJar;

/// Texts of the settings page.
final class SettingsTexts {

    private SettingsTexts() {}

    static final String SETTINGS = "Settings";

    // ---- Appearance

    static final String APPEARANCE = "Appearance";
    static final String COLOR_SCHEME = "Color scheme";
    static final String TEXT_SIZE = "Text and row size";
    static final String COLOR_BLIND = "Color-blind palette";
    static final String COLOR_BLIND_HELP = "Slices, thread states and frames use hues without red-green contrast";
    static final String HIGH_CONTRAST = "High contrast";
    static final String HIGH_CONTRAST_HELP = "Outlines around all slices";
    static final String PRIORITIES = "Color CPUs by priority";
    static final String PRIORITIES_HELP = "Real-time, above normal and normal priority; otherwise by process";
    static final String COMFORTABLE_ROWS = "Comfortable rows";
    static final String COMFORTABLE_ROWS_HELP = "Taller rows for CPUs and counters";
    static final String REDUCED_MOTION = "Reduced motion";
    static final String REDUCED_MOTION_HELP = "Turns off animations";

    static String percent(double scale) {
        return Math.round(scale * 100) + "%";
    }

    // ---- Time

    static final String TIME = "Time";
    static final String TIME_FORMAT = "Time format";
    static final String TIME_FORMAT_HELP = "Also available in the status bar";
    static final String OTHER_ZONE = "Other time zone";
    static final String OTHER_ZONE_HELP = "Name, city, or offset such as +5:30";
    static final String EXACT_DURATIONS = "Exact durations";
    static final String EXACT_DURATIONS_HELP = "Nanosecond precision instead of four significant digits";

    // ---- Timeline navigation

    static final String NAVIGATION = "Timeline navigation";
    static final String MOVE_KEYS = "Keys for zoom in, left, zoom out, right";
    static final String MOVE_KEYS_HELP = "The keys at the positions of W, A, S and D on your keyboard";

    // ---- Memory and disk

    static final String MEMORY_AND_DISK = "Memory and disk";
    static final String MEMORY_LIMIT = "Memory limit per trace";
    static final String MEMORY_LIMIT_HELP = "For traces opened from now on; larger queries spill to disk";
    static final String CACHE_LIMIT = "Disk limit for cached traces";
    static final String CACHE_LIMIT_HELP =
            "The least recently used traces are removed first and imported again when opened";

    /// @param mb 0 for the default
    static String memory(int mb) {
        return mb == 0 ? "Half of the memory" : mb < 1024 ? mb + " MB" : mb / 1024 + " GB";
    }

    /// @param gb 0 for the default
    static String cache(int gb) {
        return gb == 0 ? "10%, at most 20 GB" : gb + " GB";
    }

    // ---- SQL

    static final String SQL = "SQL";
    static final String MODULE_FOLDER = "SQL module folder";
    static final String MODULE_FOLDER_HELP =
            "File a/b.sql is module a.b and overrides the built-in module of that name";
    static final String NO_FOLDER = "None";
    static final String FOLDER_NOT_FOUND = "Folder not found";
    static final String QUERY_LIMIT = "Query time limit";
    static final String QUERY_LIMIT_HELP = "Longer queries are stopped; applies to the next query";

    /// @param seconds 0 for none
    static String queryLimit(int seconds) {
        return seconds == 0 ? "No limit" : seconds < 60 ? seconds + " s" : seconds / 60 + " min";
    }

    // ---- Importers

    static final String IMPORTERS = "Importers";
    static final String IMPORTER_FOLDER = "Folder of importers";
    static final String NO_IMPORTER_FOLDER = "Importers in jars are not used";
    static final String ALLOW_IMPORTERS = "Allow";
    static final String STOP_USING_IMPORTERS = "Stop using";

    static String importerFolder(Object folder) {
        return folder + ". Put jars with importers for more formats here";
    }

    static String importerJar(ImporterJar jar) {
        String names = String.join(", ", jar.classes());
        return switch (jar.state()) {
            case NEW -> "Not allowed yet: " + names;
            case ALLOWED -> "Used: " + names;
            case REFUSED -> "Not used: " + names;
            case UNUSABLE -> "Can't be used: " + jar.problem();
        };
    }

    static String allowImporters(String jar) {
        return "Allow " + jar;
    }

    static String stopUsingImporters(String jar) {
        return "Stop using " + jar;
    }

    static String cantSaveDecision(String reason) {
        return "Can't save the decision: " + reason;
    }

    // ---- Keyboard shortcuts

    static final String FIND_COMMAND = "Find command";
    static final String FIND_SETTING = "Find setting or shortcut";

    static String noSetting(String text) {
        return "No setting or shortcut matches “" + text + "”.";
    }

    static final String RESET_ALL = "Reset all";
    static final String UPDATES = "Updates";
    static final String UPDATES_ELSEWHERE = "This copy does not update itself";
    static final String UPDATES_ON = "Check for updates";
    static final String UPDATES_ON_HELP = "Once a day; downloads are verified and used at the next start";
    static final String CHANNEL = "Channel";
    static final String CHANNEL_HELP = "Stable versions, the next one (canary), or every change (autopush)";
    static final String UPDATE_ADDRESS = "Address";
    static final String UPDATE_ADDRESS_HELP = "https://…, or a folder. Empty: the address of this package";
    static final String PROXY = "Proxy";
    static final String PROXY_HELP = "host:port. Empty: the proxy set in the environment";
    static final String CHECK_FOR_UPDATES = "Check now";
    static final String ROLL_BACK = "Roll back";
    static final String RESET = "Reset";
    static final String NO_SHORTCUT = "none";
    static final String PRESS_A_KEY = "Press a key, Esc to cancel, Backspace to remove";

    static String shortcuts(List<String> keys) {
        return keys.isEmpty() ? NO_SHORTCUT : String.join(",  ", keys);
    }

    static String shortcutOf(String command) {
        return "Shortcut of " + command;
    }

    static String removed(String command) {
        return "“" + command + "” has no shortcut.";
    }

    static String assigned(String command, Object key) {
        return "The shortcut of “" + command + "” is now " + key + ".";
    }

    static String assigned(String command, Object key, String previousCommand) {
        return assigned(command, key) + " It was removed from “" + previousCommand + "”.";
    }

    static String installed(String version) {
        return "Version " + version;
    }

    static String rollBackTo(String version) {
        return "Roll back to " + version;
    }

    static String updateState(UpdateRun.State state) {
        return switch (state.phase()) {
            case IDLE -> "";
            case CHECKING -> "Checking for updates…";
            case CURRENT -> "No update: the channel has version " + state.version() + ".";
            case DOWNLOADING -> "Downloading version " + state.version() + ": " + state.percent() + "%";
            case READY -> "Version " + state.version() + " is ready. It is used at the next start.";
            case FAILED -> state.problem();
        };
    }
}
