package traceglass.record.spi;

import java.nio.file.Path;

/// Texts that all kinds of targets and recorders share.
final class TargetTexts {

    private TargetTexts() {}

    // ---- Platforms and states

    static final String ANDROID = "Android";
    static final String LINUX = "Linux";
    static final String CHROME = "Chrome";
    static final String READY = "Ready";
    static final String UNAUTHORIZED = "Unauthorized";
    static final String OFFLINE = "Offline";
    static final String UNAVAILABLE = "Not available";

    // ---- Buffers

    static final String MAIN_BUFFER = "Main";
    static final String PROCESSES_BUFFER = "Processes";

    static String buffer(int index) {
        return "Buffer " + index;
    }

    // ---- Unsupported operations

    static final String NO_SNAPSHOTS = "This target can't take snapshots. Stop the recording instead.";

    static String noBackground(String target) {
        return target + " can't record in the background. Keep Traceglass open.";
    }

    static String noRecordings(String target) {
        return target + " has no background recordings.";
    }

    // ---- Background recordings

    static String stillRunning(String recording) {
        return "Recording " + recording + " is still running; stopping it";
    }

    static String notStopped(String recording, long pid) {
        return "Recording " + recording + " has not stopped. End its process " + pid + " on the target.";
    }

    // ---- Trace files

    static String notWritten(String reason) {
        return "Can't write the trace: " + reason
                + ". Free some space on that disk or choose another folder, and record again.";
    }

    static String fileInUse(Path file) {
        return "Another recording is writing to " + file + ". Choose another file.";
    }

    static String notWritable(Path file, String reason) {
        return "Can't write the trace to " + file + ": " + reason + ". Choose another file.";
    }

    // ---- Reasons

    static final String NO_SUCH_FILE = "no such file or folder";
    static final String DENIED = "permission denied";
    static final String CLOSED = "the connection was closed";

    static String notAFolder(String file) {
        return file + " is a file, not a folder";
    }
}
