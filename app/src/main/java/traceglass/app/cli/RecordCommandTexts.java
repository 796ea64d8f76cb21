package traceglass.app.cli;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import traceglass.record.spi.TargetReport;

/// Texts of the commands about recording: `record`, `devices` and `config`.
final class RecordCommandTexts {

    private RecordCommandTexts() {}

    // ---- record

    static final String RECORD =
            "Record a trace from an Android device, this computer or Chrome. Ctrl+C stops recording and saves the"
                    + " trace.";
    static final String TARGET =
            "local, adb, adb:SERIAL, chrome (starts a browser) or chrome:PORT (default: the connected device, or this"
                    + " computer).";
    static final String OUT = "The trace file to write; - for standard output (default: named after target and time, in"
            + " this folder).";
    static final String FORCE = "Replace an existing file.";
    static final String LIST = "List the categories, kernel events and data sources of the target, and record nothing.";
    static final String WAIT =
            "Wait this long for a device that is not attached or not ready, such as 5min. Without this"
                    + " option, record waits one minute for a device that asks whether to allow USB debugging.";
    static final String START_AFTER = "Delay before the recording starts, such as 5s.";
    static final String OPEN = "Open the trace in a window when it is complete.";
    static final String DAEMONS =
            "For local: folder with traced and traced_probes, which are started for the recording.";
    static final String AS_ROOT =
            "For local: ask for the password (sudo) and record kernel events, samples and all processes as root.";
    static final String DETACH =
            "Record in the background, even if the cable is unplugged, and print the key for --fetch.";
    static final String FETCH =
            "Stop a detached recording and fetch its trace. Without a key, list the detached recordings.";
    static final String NEEDS_FILE = tr("--open needs a file; use -o FILE");
    static final String DAEMONS_NEED_LOCAL = tr("--daemons needs --target local");
    static final String ROOT_NEEDS_LOCAL = tr("--as-root needs --target local, without --daemons");
    static final String STOPPING = tr("stopping; press Ctrl+C again to discard the recording");
    static final String INTERRUPTED = tr("the recording was interrupted");
    static final String DISCARDED = tr("canceled; the recording was discarded");

    static String asRoot(String command) {
        return tr("Running as root: {0}", command);
    }

    static String waiting(String device) {
        return tr("waiting: {0} Press Ctrl+C to cancel.", device);
    }

    static String logLine(double seconds, boolean isWarning, String text) {
        return String.format(Locale.ROOT, "%7.3f  %s%s", seconds, isWarning ? tr("warning: ") : "", text);
    }

    // ---- Detached recordings

    static final String NO_DETACHED_RECORDINGS = tr("no detached recordings; start one with record --detach");

    static String detached(String key) {
        return tr("recording in the background; fetch it with: traceglass record --fetch {0}", key);
    }

    static String detachedRecording(String key, String target, String start) {
        return tr("{0}  {1}  since {2}", key, target, start);
    }

    static String unknownKey(String key) {
        return tr("no detached recording has the key {0}; \"traceglass record --fetch\" lists them", key);
    }

    static String fetchCanceled(String key) {
        return tr("canceled; the recording can still be fetched: traceglass record --fetch {0}", key);
    }

    // ---- Options of record and config

    static final String CONFIG_FILE = "A trace config, as text or in binary form; - for standard input.";
    static final String PRESET = "A preset; \"traceglass config\" lists them.";
    static final String TIME = "Duration, such as 10s, 1min or 500ms; without a unit: seconds.";
    static final String BUFFER = "Size of the main buffer, such as 32M or 1G.";
    static final String MODE =
            "When the buffer is full: stop, ring (overwrite), or long (written to the file continuously).";
    static final String CATEGORIES =
            "Atrace categories or kernel events as group/name; on this computer also sched, freq, cpu, memory, ps; for"
                    + " Chrome, track event categories.";
    static final String CONFLICTING_CONFIGS = tr("-c FILE, --preset NAME and categories can't be combined");
    static final String MODE_WITH_FILE =
            tr("--mode needs a preset or categories; in a config, set fill_policy or write_into_file");
    static final String ZERO_DURATION = tr("the duration must not be zero; omit -t to record until Ctrl+C");
    static final String BUFFER_OUT_OF_RANGE = tr("the buffer size must be between 1k and 4095G");

    static String cantReadConfig(String file, String reason) {
        return tr("can't read the config in {0}: {1}", file, reason);
    }

    static String emptyConfig(String file) {
        return tr(
                "the config in {0} is empty; it needs a buffer and a data source; \"traceglass config "
                        + "--preset default\" prints an example",
                file);
    }

    /// @param argument the file, quoted for a shell
    static String traceInsteadOfConfig(String file, String reason, String argument) {
        return tr(
                "{0}: {1} To record with the same config: traceglass config -c {2} | traceglass record -c -",
                file, reason, argument);
    }

    static String unknownPreset(String name, String platform, List<String> presets) {
        return tr("unknown preset '{0}' for {1}; presets: {2}", name, platform, String.join(", ", presets));
    }

    static String unknownMode(String mode) {
        return tr("unknown mode '{0}'; modes: stop, ring, long", mode);
    }

    static String notADuration(String text) {
        return tr("can't read '{0}' as a duration; examples: 10s, 1min", text);
    }

    static String notABufferSize(String text) {
        return tr("can't read '{0}' as a size; examples: 64M, 1G", text);
    }

    // ---- config

    static final String CONFIG =
            "Print a trace config generated from a preset, categories or a config file, or the one that a trace was"
                    + " recorded with. Without arguments, list the presets.";
    static final String PLATFORM = "The platform to record: android (default), linux or chrome.";
    static final String BINARY = "Print the binary form, which perfetto -c accepts without --txt.";
    static final String STANDARD_INPUT_IS_A_TRACE =
            tr("standard input is a trace, not a config; save it to a file and pass the file");

    static String unknownPlatform(String name) {
        return tr("unknown platform '{0}'; platforms: android, linux, chrome", name);
    }

    static String cantWriteConfig(String reason) {
        return tr("can't write the config: {0}", reason);
    }

    static String noConfigIn(Path trace) {
        return tr("{0} is a trace that does not contain its config", trace);
    }

    static String cantUseConfigIn(Path trace, String reason) {
        return tr("can't use the config in {0}: {1}", trace, reason);
    }

    // ---- devices

    static final String DEVICES = "List the recording targets and how to fix those that are not ready.";
    static final String CHECK = "Check each target: version, tracing service, data sources.";

    static String checkState(TargetReport.State state) {
        return switch (state) {
            case OK -> "ok";
            case WARNING -> tr("warning");
            case FAILED -> tr("failed");
        };
    }

    static String cantListDevices(String reason) {
        return tr("can't list devices: {0}", reason);
    }
}
