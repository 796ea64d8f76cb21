package traceglass.app.record;

import static traceglass.store.language.Translations.tr;

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
/// [traceglass.app.record.running.RunningTexts] has the texts of a running recording.
final class RecordTexts {

    private RecordTexts() {}

    // ---- Page and commands

    static final String TITLE = tr("Record");
    static final String START_RECORDING = tr("Start recording");
    static final String STOP_RECORDING = tr("Stop recording");
    static final String SHOW_LIVE = tr("Show the timeline of the running recording");
    static final String TAKE_SNAPSHOT = tr("Take snapshot of recording");
    static final String CANCEL_RECORDING = tr("Cancel recording");
    static final String IMPORT_TRACE_CONFIG = tr("Import trace config…");
    static final String SAVE_TRACE_CONFIG = tr("Save trace config…");
    static final String CONNECT_DEVICE = tr("Connect device over Wi-Fi…");
    static final String CHOOSE_RECENT_RECORDING = tr("Recent recordings…");

    static String config(String name) {
        return "“" + name + "”";
    }

    static String config(String name, boolean isChanged) {
        return config(name) + (isChanged ? tr(", changed") : "");
    }

    static String configAndTarget(String name, String target) {
        return config(name) + " · " + target;
    }

    // ---- Devices

    static final String DEVICES = tr("Devices");
    static final String CONNECT = tr("Connect over Wi-Fi or to a browser…");
    static final String REFRESH = tr("Refresh");
    static final String CONNECT_OVER_WIFI = tr("Connect over Wi-Fi…");
    static final String DEVICE_RECORDING = tr("Recording");
    static final String NOT_READY = tr("Not ready");
    static final String CHOOSE_DAEMON_FOLDER = tr("Choose folder of traced…");
    static final String DAEMON_FOLDER_TITLE = tr("Folder with traced and traced_probes");
    static final String ASK_FOR_ROOT = tr("Record as root…");
    static final String ROOT_QUESTION = tr("Run the probes as root?");
    static final String ROOT_RUN = tr("Run");
    static final String WAITING_FOR_PASSWORD = tr("Waiting for the password…");
    static final String BACKGROUND_RECORDING = tr("Recording in the background");
    static final String FETCH = tr("Fetch");
    static final String SHOW_PROMPT_AGAIN = tr("Show the prompt again");
    static final String NO_PROMPT = tr("No prompt?");
    static final String NO_PROMPT_HELP = tr("Unlock the phone, open Developer options, choose “Revoke USB debugging"
            + " authorizations”, turn USB debugging off and on, and reconnect the cable.");
    static final String CHECKING = tr("Checking…");
    static final String TRACING_SERVICE = tr("Tracing service");
    static final String UNKNOWN = tr("unknown");
    static final String ANDROID_PHONE = tr("Android phone");
    static final String NOT_CONNECTED = tr("Not connected");
    static final String CONNECT_A_PHONE = tr(
            "On the phone, open Settings, About phone, and tap “Build number” seven times. In Developer options, turn"
                    + " on USB debugging. Then attach the phone with a cable; it appears here.");

    static String rootDetail(String command) {
        return tr(
                "Kernel events, samples and the processes of other users need root privileges. This "
                        + "command asks for your password once and stops when Traceglass exits:\n\n{0}",
                command);
    }

    static String backgroundRecording(String target, long startedMs) {
        return tr(
                "{0} · since {1}",
                target,
                DateTimeFormatter.ofPattern("d MMM, HH:mm", Locale.ENGLISH)
                        .format(LocalDateTime.ofInstant(Instant.ofEpochMilli(startedMs), ZoneId.systemDefault())));
    }

    static String labelAndState(String name, String state) {
        return name + ", " + state;
    }

    static String checksFor(String target) {
        return tr("Checks for {0}", target);
    }

    static String cantCheck(String target, Exception error) {
        return tr("Can't check {0}: {1}. Select it again to retry.", target, error);
    }

    // ---- Connecting over Wi-Fi or to a browser

    static final String CONNECT_TITLE = tr("Connect");
    static final String BROWSER = tr("Browser");
    static final String ADDRESS = tr("Address");
    static final String PORT = tr("Port");
    static final String PAIRING_CODE = tr("Pairing code");
    static final String ADDRESS_EXAMPLE = "192.168.1.42:5555";
    static final String PORT_EXAMPLE = "9222";
    static final String CODE_EXAMPLE = tr("only the first time");
    static final String CONNECT_BUTTON = tr("Connect");
    static final String PAIR = tr("Pair");
    static final String CONNECTING = tr("Connecting…");
    static final String PAIRING = tr("Pairing…");
    static final String PAIRED =
            tr("Paired. Now connect with the address that the phone shows under “IP address and port”.");
    static final String CONNECT_PHONE_HELP =
            tr("On the phone, open Developer options, Wireless debugging. The first time,"
                    + " choose “Pair device with pairing code” and enter the address and code shown there.");
    static final String CONNECT_BROWSER_HELP =
            tr("Start Chrome or Edge with --remote-debugging-port=9222 and enter that port.");

    // ---- Form: heading and presets

    static final String NO_TARGET = tr("No recording target");
    static final String SHOW_CONFIG = tr("Config");
    static final String RECENT_RECORDINGS = tr("Recent recordings");
    static final String SAVE_AS = tr("Save as…");
    static final String IMPORT_CONFIG = tr("Import config…");
    static final String SAVED_CONFIG = tr("saved");
    static final String FIND_PROBE = tr("Find probe");

    static String recordFrom(String target) {
        return tr("Record from {0}", target);
    }

    static String preset(RecordSettings settings) {
        return DisplayText.size(settings.bufferKb() * 1024) + " · " + TimeText.brief(settings.durationMs());
    }

    static String titleAndDescription(String title, String description) {
        return title + ", " + description;
    }

    static String deleteConfig(String name) {
        return tr("Delete config {0}", name);
    }

    static String probesOn(long count, int total) {
        return tr("{0} of {1} on", count, total);
    }

    // ---- Form: mode, buffer and duration

    static final String MODE = tr("Mode");
    static final String BUFFER = tr("Buffer");
    static final String BUFFER_SIZE = tr("Buffer size");
    static final String BUFFER_SIZE_AS_NUMBER = tr("Buffer size as a number");
    static final String MAXIMUM_DURATION = tr("Maximum duration");
    static final String UNTIL_STOPPED = tr("Until stopped");
    /// First word of [#UNTIL_STOPPED] in lower case, which is enough when it is typed.
    static final String UNTIL = tr("until");
    static final String START_DELAY = tr("Delay before the recording starts");
    static final String COMPRESS = tr("Compress");
    static final String AT_MOST = tr("At most");
    static final String MEGABYTES = tr("MB,");
    static final String WRITTEN_EVERY = tr("written every");
    static final String MILLISECONDS = "ms";
    static final String RECORD_IN_BACKGROUND = tr("Continue when Traceglass is closed");

    static String startAfter(long ms) {
        return tr("Start after {0}", ms == 0 ? tr("0 s") : TimeText.brief(ms));
    }

    // ---- Form: triggers

    static final String TRIGGERS = tr("Triggers");
    static final String NO_TRIGGERS = tr("No triggers");
    static final String TRIGGERS_START = tr("Triggers start recording");
    static final String TRIGGERS_STOP = tr("Triggers stop recording");
    static final String TRIGGERS_SNAPSHOT = tr("Triggers take snapshots");
    static final String ADD_TRIGGER = tr("Add trigger");
    static final String REMOVE_TRIGGER = tr("Remove trigger");
    static final String TRIGGER_NAME = tr("Trigger name");
    static final String TRIGGER_DELAY = tr("delay");
    static final String TRIGGER_TIMEOUT = tr("Trigger timeout");
    static final String TIMEOUT = tr("Timeout");

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
        return tr("Name of trigger {0}", number);
    }

    static String delayAfterTrigger(int number) {
        return tr("Delay after trigger {0}", number);
    }

    // ---- Form: probes and their options

    static final String NOT_AVAILABLE = tr("Not available");
    static final String CHOOSE_OPTIONS = tr("Choose…");
    static final String OPTIONS_DONE = tr("Done");
    static final String AT_THE_END = tr("at the end");
    static final String IMMEDIATELY = tr("immediately");
    static final String DEFAULT = tr("default");
    static final String ADD_FROM_LIST = tr("Add from list");

    static String requiresApiLevel(int required, int actual) {
        return tr("Requires API level {0}; this device has {1}", required, actual);
    }

    static String kernelLacks(String event, int others) {
        return tr(
                "The kernel lacks {0}{1}",
                event, others == 0 ? "" : tr(" and {0}", DisplayText.count(others, "other event", "other events")));
    }

    static String notAvailable(List<String> sources) {
        return tr("Not available on this target: {0}", String.join(", ", sources));
    }

    static String chosenCategories(int count, int total, boolean isReported) {
        return tr("{0} of {1}{2}", count, total, isReported ? tr(", read from device") : "");
    }

    static String moreChoices(int others) {
        return "+ " + others;
    }

    static String filterChoices(int total) {
        return tr("Filter {0} choices", total);
    }

    // ---- Form: additional data sources

    static final String ADDITIONAL_DATA_SOURCES = tr("Additional data sources");
    static final String ADD_DATA_SOURCE = tr("Add data source");
    static final String ADD_DATA_SOURCE_PROMPT = tr("Add data source…");
    static final String NO_SETTINGS = tr("This data source has no settings.");
    static final String COMMON_SETTINGS = tr("Common settings");
    static final String ONE_PER_LINE = tr("one per line");

    static String remove(String name) {
        return tr("Remove {0}", name);
    }

    static String add(String name) {
        return tr("Add {0}", name);
    }

    static String numbered(String name, int number) {
        return name + " " + number;
    }

    static String joinLines(List<String> choices) {
        return ONE_PER_LINE + ": " + String.join(", ", choices);
    }

    // ---- Config as text

    static final String CONFIG_TAB = tr("Config");
    static final String COMMAND_LINE_TAB = tr("Command line");
    static final String SHOW_FORM = tr("Form");
    static final String SAVE_TO_FILE = tr("Save to a file…");
    static final String CONFIG_TEXT = tr("Trace config as text");
    static final String CONFIG_INVALID = tr("Invalid");
    static final String CONFIG_VALID = tr("Valid");
    static final String CONFIG_WILL_NOT_WORK = tr("Won't work");
    static final String CONFIG_NOTE = tr("Note");
    static final String WITH_TRACEGLASS = tr("# With Traceglass:");
    static final String WITH_ADB = tr("# With adb only:");
    static final String WITH_PERFETTO = tr("# With perfetto only:");

    // ---- Start bar

    static final String OPEN_WHEN_DONE = tr("Open when done");
    static final String SAVE_TO = tr("Save to");
    static final String CONNECT_A_DEVICE = tr("Connect a device to record from.");
    static final String NAME_A_TRIGGER = tr("Name a trigger or choose “{0}”.", NO_TRIGGERS);

    static String summary(RecordSettings settings, int dataSources) {
        int probes = settings.probes().size();
        return (probes > 0 ? DisplayText.count(probes, "probe", "probes") : dataSources(dataSources)) + " · "
                + switch (settings.mode()) {
                    case RING_BUFFER -> tr("{0} ring buffer", DisplayText.size(settings.bufferKb() * 1024));
                    case STOP_WHEN_FULL -> tr("{0} buffer", DisplayText.size(settings.bufferKb() * 1024));
                    case LONG_TRACE ->
                        tr("streamed to a file of at most {0}", DisplayText.size((long) settings.maxFileMb() << 20));
                }
                + " · " + end(settings);
    }

    private static String end(RecordSettings settings) {
        return settings.triggers() != null
                ? tr("until a trigger fires")
                : settings.durationMs() > 0
                        ? tr("stops automatically after {0}", TimeText.brief(settings.durationMs()))
                        : tr("runs until stopped");
    }

    private static String dataSources(int count) {
        return DisplayText.count(count, "data source", "data sources");
    }

    static String configInvalid(String problem) {
        return tr("The config is invalid: {0}", problem);
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

    static final String STILL_SAVING = tr("The trace is still being saved.");
    static final String STILL_SAVING_DETAIL =
            tr("Data that has not been read from the target yet is lost if the window closes now.");
    static final String WAIT = tr("Wait");
    static final String CLOSE_NOW = tr("Close now");
    static final String STOP_AND_SAVE = tr("Stop and save");
    static final String DISCARD = tr("Discard");
    static final String CLOSES_WHEN_SAVED = tr("The window closes once the recorded data is saved.");
    static final String OPEN = tr("Open");
    static final String RECORDING_IN_BACKGROUND =
            tr("Recording in the background. Fetch the trace from the list of devices when you need it.");
    static final String CONFIG_NAME = tr("Name of the config");
    static final String DELETE = tr("Delete");
    static final String KEEP = tr("Keep");
    static final String IMPORT_CONFIG_TITLE = tr("Import a trace config");
    static final String OPEN_TRACE = tr("Open trace");
    static final String SAVE_CONFIG_TITLE = tr("Save the trace config");
    static final String TRACE_CONFIG_FILES = tr("Trace config");
    static final String RECORDING_FOLDER_TITLE = tr("Folder for recordings");

    static String recorded(Path file) {
        return tr("Recorded {0}.", file);
    }

    static String recordingsRunning(int count) {
        return count == 1 ? tr("A recording is running.") : tr("{0} recordings are running.", count);
    }

    static String closingStops(Path folder) {
        return tr("Closing the window stops recording. The recorded data can be saved to a file in {0}.", folder);
    }

    static String noRecordings(Path folder) {
        return tr("There are no recordings in {0} yet.", folder);
    }

    static String cantSaveConfig(Exception error) {
        return tr("Can't save the config: {0}", error.getMessage());
    }

    static String cantReadConfig(String name, Exception error) {
        return tr("Can't read the config {0}: {1}", name, error.getMessage());
    }

    static String askDeleteConfig(String name) {
        return tr("Delete the saved config {0}?", config(name));
    }

    static String deletesConfigFile(Path folder) {
        return tr("This deletes its file in {0}.", folder);
    }

    static String cantDeleteConfig(String name, Exception error) {
        return tr("Can't delete the config {0}: {1}", name, error.getMessage());
    }

    static String cantRead(Path file, Exception error) {
        return tr("Can't read {0}: {1}", file, error.getMessage());
    }

    static String isTrace(Path file, Exception error) {
        return tr(
                "{0}: {1} Its overview page shows the config it was recorded with.",
                file.getFileName(), error.getMessage());
    }

    static String configProblem(Path file, String problem) {
        return file.getFileName() + ": " + problem;
    }

    static String cantWrite(Path file, Exception error) {
        return tr("Can't write {0}: {1}", file, error.getMessage());
    }

    static String cantFetch(String target) {
        return tr("Can't fetch the recording: {0} is not connected.", target);
    }

    static String fetching(String recording) {
        return tr("Fetching {0}", recording);
    }
}
