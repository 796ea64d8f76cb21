package traceglass.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import traceglass.record.spi.RecordProblem;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Messages about recordings: their log, their targets, and recordings in the background.
final class RecordingTexts {

    private RecordingTexts() {}

    // ---- Log of a recording

    static String connecting(String target) {
        return "Connecting to " + target;
    }

    static String connected(String target) {
        return "Connected to " + target;
    }

    static String startingIn(long ms) {
        return "Starting in " + TimeText.brief(ms);
    }

    static String recording(long durationMs) {
        return "Recording" + (durationMs > 0 ? " for " + TimeText.brief(durationMs) : " until stopped");
    }

    static final String STOPPING = "Stopping";
    static final String READING = "Reading the trace";

    static String saved(Path file, long bytes) {
        return "Trace saved: " + file.getFileName() + ", " + DisplayText.size(bytes);
    }

    static String snapshotSaved(Path file, long bytes) {
        return "Snapshot saved: " + file.getFileName() + ", " + DisplayText.size(bytes);
    }

    static final String CANCELED = "Canceled; no data was kept";

    static String notDeleted(Path file, IOException e) {
        return "Can't delete " + file + ": " + RecordProblem.reason(e);
    }

    static final String RING_BUFFER_FULL = "A ring buffer is full; its oldest data is being overwritten";

    static String lost(List<String> buffers, long packets) {
        return (buffers.size() == 1 ? "Buffer " : "Buffers ") + String.join(", ", buffers) + " lost "
                + DisplayText.count(packets, "packet", "packets") + ". Increase the buffer size or record less.";
    }

    // ---- Failures of a recording

    static final String INTERRUPTED = "The recording was interrupted.";

    static String internalError(RuntimeException e) {
        return "The recording ended because of an internal error: " + e + ".";
    }

    static final String EMPTY = "The recording ended without any data: the target sent an empty trace.";

    static String kept(long bytes, Path file) {
        return " The data received so far is kept: " + DisplayText.size(bytes) + " in " + file + ".";
    }

    static final String NOTHING_RECEIVED = " No data was received.";
    static final String NO_SNAPSHOT = "No snapshot was taken: nothing is being recorded.";

    // ---- Targets

    static String unknownTarget(String name) {
        return "Unknown target \"" + name + "\". Use local, adb, adb:SERIAL, chrome or chrome:PORT.";
    }

    static String notAttached(String serial, String attached) {
        return "Device " + serial + " is not attached. " + attached;
    }

    static String chooseDevice(List<String> targets) {
        return targets.size() + " devices are attached. Choose one: " + String.join(", ", targets) + ".";
    }

    static String deviceState(String name, String state, String help) {
        return name + " is " + state + ". " + help;
    }

    static String waitingForDevice(String serial) {
        return serial.isEmpty()
                ? "No device is ready. Connect one by USB with USB debugging turned on, or over Wi-Fi with adb connect."
                : "Device " + serial + " is not ready. Connect it by USB or with adb connect.";
    }

    static String noDeviceReady(String attached) {
        return "No device is ready. " + attached;
    }

    static final String NO_DEVICE =
            "No device is attached. Connect one by USB with USB debugging turned on, or over Wi-Fi with adb connect.";

    static String attached(List<String> devices) {
        return "Attached: " + String.join(", ", devices) + ".";
    }

    // ---- Recordings in the background

    static String notListed(Path folder, String trace, IOException e) {
        return "The recording continues, but it can't be listed in " + folder + ": " + RecordProblem.reason(e)
                + ". Its trace file is " + trace + ".";
    }
}
