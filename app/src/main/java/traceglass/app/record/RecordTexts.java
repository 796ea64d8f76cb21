package traceglass.app.record;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import traceglass.record.config.RecordSettings;
import traceglass.record.config.RecordSettings.Triggers;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the record page while a recording is configured: commands, devices, form, config and start bar.
/// [RunningTexts] has the texts of a running recording.
final class RecordTexts {

    private RecordTexts() {}

    // ---- Page and commands

    static final String TITLE = "Record";
    static final String START_RECORDING = "Start recording";
    static final String STOP_RECORDING = "Stop recording";
    static final String SHOW_LIVE = "Show the timeline of the running recording";
    static final String TAKE_SNAPSHOT = "Take snapshot of recording";
    static final String CANCEL_RECORDING = "Cancel recording";
    static final String IMPORT_TRACE_CONFIG = "Import trace config…";
    static final String SAVE_TRACE_CONFIG = "Save trace config…";
    static final String CONNECT_DEVICE = "Connect device over Wi-Fi…";
    static final String CHOOSE_RECENT_RECORDING = "Recent recordings…";

    static String config(String name) {
        return "“" + name + "”";
    }

    static String config(String name, boolean isChanged) {
        return config(name) + (isChanged ? ", changed" : "");
    }

    static String configAndTarget(String name, String target) {
        return config(name) + " · " + target;
    }

    // ---- Devices

    static final String DEVICES = "Devices";
    static final String CONNECT = "Connect over Wi-Fi or to a browser…";
    static final String REFRESH = "Refresh";
    static final String CONNECT_OVER_WIFI = "Connect over Wi-Fi…";
    static final String DEVICE_RECORDING = "Recording";
    static final String NOT_READY = "Not ready";
    static final String CHOOSE_DAEMON_FOLDER = "Choose folder of traced…";
    static final String DAEMON_FOLDER_TITLE = "Folder with traced and traced_probes";
    static final String ASK_FOR_ROOT = "Record as root…";
    static final String ROOT_QUESTION = "Run the probes as root?";
    static final String ROOT_RUN = "Run";
    static final String WAITING_FOR_PASSWORD = "Waiting for the password…";
    static final String BACKGROUND_RECORDING = "Recording in the background";
    static final String FETCH = "Fetch";
    static final String SHOW_PROMPT_AGAIN = "Show the prompt again";
    static final String NO_PROMPT = "No prompt?";
    static final String NO_PROMPT_HELP = "Unlock the phone, open Developer options, choose “Revoke USB debugging"
            + " authorizations”, turn USB debugging off and on, and reconnect the cable.";
    static final String CHECKING = "Checking…";
    static final String TRACING_SERVICE = "Tracing service";
    static final String UNKNOWN = "unknown";
    static final String ANDROID_PHONE = "Android phone";
    static final String NOT_CONNECTED = "Not connected";
    static final String CONNECT_A_PHONE =
            "On the phone, open Settings, About phone, and tap “Build number” seven times. In Developer options, turn"
                    + " on USB debugging. Then attach the phone with a cable; it appears here.";

    static String rootDetail(String command) {
        return "Kernel events, samples and the processes of other users need root privileges. This command asks for "
                + "your password once and stops when Traceglass exits:\n\n" + command;
    }

    static String backgroundRecording(String target, long startedMs) {
        return target + " · since "
                + DateTimeFormatter.ofPattern("d MMM, HH:mm", Locale.ENGLISH)
                        .format(LocalDateTime.ofInstant(Instant.ofEpochMilli(startedMs), ZoneId.systemDefault()));
    }

    static String labelAndState(String name, String state) {
        return name + ", " + state;
    }

    static String checksFor(String target) {
        return "Checks for " + target;
    }

    static String cantCheck(String target, Exception error) {
        return "Can't check " + target + ": " + error + ". Select it again to retry.";
    }

    // ---- Connecting over Wi-Fi or to a browser

    static final String CONNECT_TITLE = "Connect";
    static final String BROWSER = "Browser";
    static final String ADDRESS = "Address";
    static final String PORT = "Port";
    static final String PAIRING_CODE = "Pairing code";
    static final String ADDRESS_EXAMPLE = "192.168.1.42:5555";
    static final String PORT_EXAMPLE = "9222";
    static final String CODE_EXAMPLE = "only the first time";
    static final String CONNECT_BUTTON = "Connect";
    static final String PAIR = "Pair";
    static final String CONNECTING = "Connecting…";
    static final String PAIRING = "Pairing…";
    static final String PAIRED =
            "Paired. Now connect with the address that the phone shows under “IP address and port”.";
    static final String CONNECT_PHONE_HELP = "On the phone, open Developer options, Wireless debugging. The first time,"
            + " choose “Pair device with pairing code” and enter the address and code shown there.";
    static final String CONNECT_BROWSER_HELP =
            "Start Chrome or Edge with --remote-debugging-port=9222 and enter that" + " port.";

    // ---- Form: heading and presets

    static final String NO_TARGET = "No recording target";
    static final String SHOW_CONFIG = "Config";
    static final String RECENT_RECORDINGS = "Recent recordings";
    static final String SAVE_AS = "Save as…";
    static final String IMPORT_CONFIG = "Import config…";
    static final String SAVED_CONFIG = "saved";
    static final String FIND_PROBE = "Find probe";

    static String recordFrom(String target) {
        return "Record from " + target;
    }

    static String preset(RecordSettings settings) {
        return DisplayText.size(settings.bufferKb() * 1024) + " · " + TimeText.brief(settings.durationMs());
    }

    static String titleAndDescription(String title, String description) {
        return title + ", " + description;
    }

    static String deleteConfig(String name) {
        return "Delete config " + name;
    }

    static String probesOn(long count, int total) {
        return count + " of " + total + " on";
    }

    // ---- Form: mode, buffer and duration

    static final String MODE = "Mode";
    static final String BUFFER = "Buffer";
    static final String BUFFER_SIZE = "Buffer size";
    static final String BUFFER_SIZE_AS_NUMBER = "Buffer size as a number";
    static final String MAXIMUM_DURATION = "Maximum duration";
    static final String UNTIL_STOPPED = "Until stopped";
    /// First word of [#UNTIL_STOPPED] in lower case, which is enough when it is typed.
    static final String UNTIL = "until";
    static final String START_DELAY = "Delay before the recording starts";
    static final String COMPRESS = "Compress";
    static final String AT_MOST = "At most";
    static final String MEGABYTES = "MB,";
    static final String WRITTEN_EVERY = "written every";
    static final String MILLISECONDS = "ms";
    static final String RECORD_IN_BACKGROUND = "Continue when Traceglass is closed";

    static String startAfter(long ms) {
        return "Start after " + (ms == 0 ? "0 s" : TimeText.brief(ms));
    }

    // ---- Form: triggers

    static final String TRIGGERS = "Triggers";
    static final String NO_TRIGGERS = "No triggers";
    static final String TRIGGERS_START = "Triggers start recording";
    static final String TRIGGERS_STOP = "Triggers stop recording";
    static final String TRIGGERS_SNAPSHOT = "Triggers take snapshots";
    static final String ADD_TRIGGER = "Add trigger";
    static final String REMOVE_TRIGGER = "Remove trigger";
    static final String TRIGGER_NAME = "Trigger name";
    static final String TRIGGER_DELAY = "delay";
    static final String TRIGGER_TIMEOUT = "Trigger timeout";
    static final String TIMEOUT = "Timeout";

    static String triggerMode(Triggers triggers) {
        return triggers == null
                ? NO_TRIGGERS
                : switch (triggers.mode()) {
                    case START_TRACING -> TRIGGERS_START;
                    case CLONE_SNAPSHOT -> TRIGGERS_SNAPSHOT;
                    default -> TRIGGERS_STOP;
                };
    }

    static String nameOfTrigger(int number) {
        return "Name of trigger " + number;
    }

    static String delayAfterTrigger(int number) {
        return "Delay after trigger " + number;
    }

    // ---- Form: probes and their options

    static final String NOT_AVAILABLE = "Not available";
    static final String CHOOSE_OPTIONS = "Choose…";
    static final String OPTIONS_DONE = "Done";
    static final String AT_THE_END = "at the end";
    static final String IMMEDIATELY = "immediately";
    static final String DEFAULT = "default";
    static final String ADD_FROM_LIST = "Add from list";

    static String requiresApiLevel(int required, int actual) {
        return "Requires API level " + required + "; this device has " + actual;
    }

    static String kernelLacks(String event, int others) {
        return "The kernel lacks " + event
                + (others == 0 ? "" : " and " + DisplayText.count(others, "other event", "other events"));
    }

    static String notAvailable(List<String> sources) {
        return "Not available on this target: " + String.join(", ", sources);
    }

    static String chosenCategories(int count, int total, boolean isReported) {
        return count + " of " + total + (isReported ? ", read from device" : "");
    }

    static String moreChoices(int others) {
        return "+ " + others;
    }

    static String filterChoices(int total) {
        return "Filter " + total + " choices";
    }

    // ---- Form: additional data sources

    static final String ADDITIONAL_DATA_SOURCES = "Additional data sources";
    static final String ADD_DATA_SOURCE = "Add data source";
    static final String ADD_DATA_SOURCE_PROMPT = "Add data source…";
    static final String NO_SETTINGS = "This data source has no settings.";
    static final String COMMON_SETTINGS = "Common settings";
    static final String ONE_PER_LINE = "one per line";

    static String remove(String name) {
        return "Remove " + name;
    }

    static String add(String name) {
        return "Add " + name;
    }

    static String numbered(String name, int number) {
        return name + " " + number;
    }

    static String joinLines(List<String> choices) {
        return ONE_PER_LINE + ": " + String.join(", ", choices);
    }

    // ---- Config as text

    static final String CONFIG_TAB = "Config";
    static final String COMMAND_LINE_TAB = "Command line";
    static final String SHOW_FORM = "Form";
    static final String SAVE_TO_FILE = "Save to a file…";
    static final String CONFIG_TEXT = "Trace config as text";
    static final String CONFIG_INVALID = "Invalid";
    static final String CONFIG_VALID = "Valid";
    static final String CONFIG_WILL_NOT_WORK = "Won't work";
    static final String CONFIG_NOTE = "Note";
    static final String WITH_TRACEGLASS = "# With Traceglass:";
    static final String WITH_ADB = "# With adb only:";
    static final String WITH_PERFETTO = "# With perfetto only:";

    // ---- Start bar

    static final String OPEN_WHEN_DONE = "Open when done";
    static final String SAVE_TO = "Save to";
    static final String CONNECT_A_DEVICE = "Connect a device to record from.";
    static final String NAME_A_TRIGGER = "Name a trigger or choose “" + NO_TRIGGERS + "”.";

    static String summary(RecordSettings settings, int dataSources) {
        int probes = settings.probes().size();
        return (probes > 0 ? DisplayText.count(probes, "probe", "probes") : dataSources(dataSources)) + " · "
                + switch (settings.mode()) {
                    case RING_BUFFER -> DisplayText.size(settings.bufferKb() * 1024) + " ring buffer";
                    case STOP_WHEN_FULL -> DisplayText.size(settings.bufferKb() * 1024) + " buffer";
                    case LONG_TRACE ->
                        "streamed to a file of at most " + DisplayText.size((long) settings.maxFileMb() << 20);
                }
                + " · " + end(settings);
    }

    private static String end(RecordSettings settings) {
        return settings.triggers() != null
                ? "until a trigger fires"
                : settings.durationMs() > 0
                        ? "stops automatically after " + TimeText.brief(settings.durationMs())
                        : "runs until stopped";
    }

    private static String dataSources(int count) {
        return DisplayText.count(count, "data source", "data sources");
    }

    static String configInvalid(String problem) {
        return "The config is invalid: " + problem;
    }

    /// Describes a recording by its config, above its progress.
    static String runTitle(String config, boolean isChanged, RecordSettings settings, int dataSources) {
        return config(config, isChanged) + " · "
                + settings.mode().title().toLowerCase(Locale.ROOT)
                + (settings.triggers() == null
                        ? ""
                        : " · " + triggerMode(settings.triggers()).toLowerCase(Locale.ROOT))
                + " · " + dataSources(dataSources);
    }

    // ---- Dialogs and notices

    static final String STILL_SAVING = "The trace is still being saved.";
    static final String STILL_SAVING_DETAIL =
            "Data that has not been read from the target yet is lost if the window closes now.";
    static final String WAIT = "Wait";
    static final String CLOSE_NOW = "Close now";
    static final String STOP_AND_SAVE = "Stop and save";
    static final String DISCARD = "Discard";
    static final String CLOSES_WHEN_SAVED = "The window closes once the recorded data is saved.";
    static final String OPEN = "Open";
    static final String RECORDING_IN_BACKGROUND =
            "Recording in the background. Fetch the trace from the list of devices when you need it.";
    static final String CONFIG_NAME = "Name of the config";
    static final String DELETE = "Delete";
    static final String KEEP = "Keep";
    static final String IMPORT_CONFIG_TITLE = "Import a trace config";
    static final String OPEN_TRACE = "Open trace";
    static final String SAVE_CONFIG_TITLE = "Save the trace config";
    static final String TRACE_CONFIG_FILES = "Trace config";
    static final String RECORDING_FOLDER_TITLE = "Folder for recordings";

    static String recorded(Path file) {
        return "Recorded " + file + ".";
    }

    static String recordingsRunning(int count) {
        return count == 1 ? "A recording is running." : count + " recordings are running.";
    }

    static String closingStops(Path folder) {
        return "Closing the window stops recording. The recorded data can be saved to a file in " + folder + ".";
    }

    static String noRecordings(Path folder) {
        return "There are no recordings in " + folder + " yet.";
    }

    static String cantSaveConfig(Exception error) {
        return "Can't save the config: " + error.getMessage();
    }

    static String cantReadConfig(String name, Exception error) {
        return "Can't read the config " + name + ": " + error.getMessage();
    }

    static String askDeleteConfig(String name) {
        return "Delete the saved config " + config(name) + "?";
    }

    static String deletesConfigFile(Path folder) {
        return "This deletes its file in " + folder + ".";
    }

    static String cantDeleteConfig(String name, Exception error) {
        return "Can't delete the config " + name + ": " + error.getMessage();
    }

    static String cantRead(Path file, Exception error) {
        return "Can't read " + file + ": " + error.getMessage();
    }

    static String isTrace(Path file, Exception error) {
        return file.getFileName() + ": " + error.getMessage()
                + " Its overview page shows the config it was recorded with.";
    }

    static String configProblem(Path file, String problem) {
        return file.getFileName() + ": " + problem;
    }

    static String cantWrite(Path file, Exception error) {
        return "Can't write " + file + ": " + error.getMessage();
    }

    static String cantFetch(String target) {
        return "Can't fetch the recording: " + target + " is not connected.";
    }

    static String fetching(String recording) {
        return "Fetching " + recording;
    }
}
