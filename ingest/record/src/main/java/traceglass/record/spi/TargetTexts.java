package traceglass.record.spi;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;

/// Texts that all kinds of targets and recorders share.
final class TargetTexts {

    private TargetTexts() {}

    // ---- Platforms and states

    static final String ANDROID = "Android";
    static final String LINUX = "Linux";
    static final String CHROME = "Chrome";
    static final String READY = tr("Ready");
    static final String UNAUTHORIZED = tr("Unauthorized");
    static final String OFFLINE = tr("Offline");
    static final String UNAVAILABLE = tr("Not available");

    // ---- Buffers

    static final String MAIN_BUFFER = tr("Main");
    static final String PROCESSES_BUFFER = tr("Processes");

    static String buffer(int index) {
        return tr("Buffer {0}", index);
    }

    // ---- Unsupported operations

    static final String NO_SNAPSHOTS = tr("This target can't take snapshots. Stop the recording instead.");

    static String noBackground(String target) {
        return tr("{0} can't record in the background. Keep Traceglass open.", target);
    }

    static String noRecordings(String target) {
        return tr("{0} has no background recordings.", target);
    }

    // ---- Background recordings

    static String stillRunning(String recording) {
        return tr("Recording {0} is still running; stopping it", recording);
    }

    static String notStopped(String recording, long pid) {
        return tr("Recording {0} has not stopped. End its process {1} on the target.", recording, pid);
    }

    // ---- Trace files

    static String notWritten(String reason) {
        return tr(
                "Can't write the trace: {0}. Free some space on that disk or choose another folder, "
                        + "and record again.",
                reason);
    }

    static String fileInUse(Path file) {
        return tr("Another recording is writing to {0}. Choose another file.", file);
    }

    static String notWritable(Path file, String reason) {
        return tr("Can't write the trace to {0}: {1}. Choose another file.", file, reason);
    }

    // ---- Reasons

    static final String NO_SUCH_FILE = tr("no such file or folder");
    static final String DENIED = tr("permission denied");
    static final String CLOSED = tr("the connection was closed");

    static String notAFolder(String file) {
        return tr("{0} is a file, not a folder", file);
    }
}
