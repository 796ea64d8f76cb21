package traceglass.record;

import static traceglass.store.language.Translations.tr;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import traceglass.record.spi.BufferFill;
import traceglass.record.spi.RecordProblem;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Messages about recordings: their log, their targets, and recordings in the background.
final class RecordingTexts {

    private RecordingTexts() {}

    // ---- Log of a recording

    static String connecting(String target) {
        return tr("Connecting to {0}", target);
    }

    static String connected(String target) {
        return tr("Connected to {0}", target);
    }

    static String startingIn(long ms) {
        return tr("Starting in {0}", TimeText.brief(ms));
    }

    static String recording(long durationMs) {
        return tr("Recording{0}", durationMs > 0 ? tr(" for {0}", TimeText.brief(durationMs)) : tr(" until stopped"));
    }

    static final String STOPPING = tr("Stopping");
    static final String READING = tr("Reading the trace");

    static String saved(Path file, long bytes) {
        return tr("Trace saved: {0}, {1}", file.getFileName(), DisplayText.size(bytes));
    }

    static String snapshotSaved(Path file, long bytes) {
        return tr("Snapshot saved: {0}, {1}", file.getFileName(), DisplayText.size(bytes));
    }

    static final String CANCELED = tr("Canceled; no data was kept");

    static String notDeleted(Path file, IOException e) {
        return tr("Can't delete {0}: {1}", file, RecordProblem.reason(e));
    }

    static final String RING_BUFFER_FULL = tr("A ring buffer is full; its oldest data is being overwritten");

    static String lost(List<BufferFill> fills, long packets) {
        List<String> names = fills.stream()
                .filter(f -> f.lostPackets() > 0)
                .map(BufferFill::name)
                .toList();
        return tr(
                "{0}{1} lost {2}. Increase the buffer size or record less.",
                names.size() == 1 ? tr("Buffer ") : tr("Buffers "),
                String.join(", ", names),
                DisplayText.count(packets, "packet", "packets"));
    }

    // ---- Failures of a recording

    static final String INTERRUPTED = tr("The recording was interrupted.");

    static String internalError(RuntimeException e) {
        return tr("The recording ended because of an internal error: {0}.", e);
    }

    static final String EMPTY = tr("The recording ended without any data: the target sent an empty trace.");

    static String kept(long bytes, Path file) {
        return tr(" The data received so far is kept: {0} in {1}.", DisplayText.size(bytes), file);
    }

    static final String NOTHING_RECEIVED = tr(" No data was received.");
    static final String NO_SNAPSHOT = tr("No snapshot was taken: nothing is being recorded.");

    // ---- Targets

    static String unknownTarget(String name) {
        return tr("Unknown target “{0}”. Use local, adb, adb:SERIAL, chrome or chrome:PORT.", name);
    }

    static String notAttached(String serial, String attached) {
        return tr("Device {0} is not attached. {1}", serial, attached);
    }

    static String chooseDevice(List<String> targets) {
        return tr("{0} devices are attached. Choose one: {1}.", targets.size(), String.join(", ", targets));
    }

    static String deviceState(String name, String state, String help) {
        return tr("{0} is {1}. {2}", name, state, help);
    }

    static String waitingForDevice(String serial) {
        return serial.isEmpty()
                ? tr(
                        "No device is ready. Connect one by USB with USB debugging turned on, or over Wi-Fi with adb connect.")
                : tr("Device {0} is not ready. Connect it by USB or with adb connect.", serial);
    }

    static String noDeviceReady(String attached) {
        return tr("No device is ready. {0}", attached);
    }

    static final String NO_DEVICE = tr(
            "No device is attached. Connect one by USB with USB debugging turned on, or over Wi-Fi with adb connect.");

    static String attached(List<String> devices) {
        return tr("Attached: {0}.", String.join(", ", devices));
    }

    // ---- Recordings in the background

    static String notListed(Path folder, String trace, IOException e) {
        return tr(
                "The recording continues, but it can't be listed in {0}: {1}. Its trace file is {2}.",
                folder, RecordProblem.reason(e), trace);
    }
}
