package traceglass.app.record.running;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import java.util.Objects;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.BufferFill;
import traceglass.record.spi.SourceState;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of a running or ended recording: on the record page and in the status bar.
public final class RunningTexts {

    private RunningTexts() {}

    // ---- Heading and actions

    public static final String STOP_AND_OPEN = tr("Stop and open");
    public static final String STOP_AND_SAVE = tr("Stop and save");
    public static final String SHOW_TIMELINE = tr("Show timeline");
    public static final String SNAPSHOT = tr("Snapshot");
    public static final String CANCEL_AND_DISCARD = tr("Cancel and discard");
    public static final String OPEN = tr("Open");
    public static final String OPEN_PARTIAL_TRACE = tr("Open partial trace");
    public static final String RECORD_AGAIN = tr("Record again");
    public static final String BACK = tr("Back");

    /// Returns the heading for a state.
    ///
    /// @param target name of the target in a sentence
    public static String title(SessionView view, String target) {
        return switch (view.state()) {
            case CONNECTING -> tr("Connecting to {0}", target);
            case CONFIGURED ->
                view.startsInMs() > 0 ? tr("Ready to record from {0}", target) : tr("Starting on {0}", target);
            case RECORDING -> tr("Recording from {0}", target);
            case STOPPING -> tr("Stopping on {0}", target);
            case READING -> tr("Reading the trace from {0}", target);
            case DONE -> tr("Recorded from {0}", target);
            case FAILED -> view.elapsedMs() == 0 ? tr("Nothing was recorded from {0}", target) : tr("Recording failed");
            case CANCELED -> tr("Canceled");
        };
    }

    /// Describes when a recording stops automatically; follows its description.
    ///
    /// @param ms duration in milliseconds
    public static String stopsAfter(long ms) {
        return tr(" · stops automatically after {0}", TimeText.brief(ms));
    }

    /// Describes the trace file and lost packets, or the error of a failed recording.
    public static String note(SessionView view) {
        return switch (view.state()) {
            case DONE ->
                view.file() + " · " + DisplayText.size(view.fileBytes())
                        + (view.buffers().isEmpty() ? "" : losses(view));
            case FAILED ->
                view.problem() == null
                        ? ""
                        : Objects.requireNonNullElse(view.problem().getMessage(), "");
            case CANCELED -> tr("The recording was discarded.");
            case READING -> keepsReceived(view);
            default -> view.savesWhileRecording() ? keepsReceived(view) : savesAtTheEnd(view);
        };
    }

    private static String keepsReceived(SessionView view) {
        return tr("Writing to {0}. If the target disconnects, the data received so far is kept.", view.file());
    }

    private static String savesAtTheEnd(SessionView view) {
        return tr(
                "The trace stays on the target until the recording ends and is then saved to {0}. If "
                        + "the target disconnects before that, nothing is kept here.",
                view.file());
    }

    private static String losses(SessionView view) {
        return view.lostPackets() == 0
                ? tr(" · No data was lost.")
                : tr(
                        " · {0} lost. Use larger buffers or record less.",
                        DisplayText.count(view.lostPackets(), "packet was", "packets were"));
    }

    /// Label of the link that opens a snapshot.
    public static String openSnapshot(Path file) {
        return tr("Open {0}", file.getFileName());
    }

    // ---- Time

    static final String UNTIL_START = tr("until start");
    static final String RECORDED = tr("recorded");

    static String remainingTime(long ms) {
        return tr("left of {0}", TimeText.brief(ms));
    }

    // ---- Data rate and buffers

    public static final String DATA_RATE = tr("Data rate");
    public static final String NO_RATE = "–";
    public static final String NO_DATA = tr("no data received yet");
    public static final String BUFFERS = tr("Buffers on the target");

    /// Describes why no buffers are listed.
    public static String noBuffers(SessionView view) {
        if (!view.reportsBuffers()) {
            return tr("This recording method has no buffer statistics");
        }
        return view.state().isFinal() ? tr("No buffer statistics") : tr("Waiting for buffer statistics");
    }

    /// Formats a data rate in bytes per second.
    public static String perSecond(double bytes) {
        return DisplayText.rate(bytes);
    }

    /// Describes the amount of data.
    ///
    /// @param bytes bytes recorded so far, including those not yet in the file
    /// @param fileBytes size of the trace file
    public static String received(long bytes, boolean isRunning, long fileBytes) {
        return tr(
                "{0}{1}{2} in the file",
                DisplayText.size(bytes), isRunning ? tr(" so far, ") : tr(" in total, "), DisplayText.size(fileBytes));
    }

    static String bufferSize(BufferFill buffer) {
        return DisplayText.size(buffer.sizeBytes()) + (buffer.isRingBuffer() ? tr(" ring") : "");
    }

    static String bufferFill(BufferFill buffer) {
        return buffer.hasWrapped()
                ? tr("{0}, overwriting", DisplayText.size(buffer.usedBytes()))
                : tr("{0} of {1}", DisplayText.size(buffer.usedBytes()), DisplayText.size(buffer.sizeBytes()));
    }

    static String packetsLost(long packets) {
        return DisplayText.count(packets, "packet lost", "packets lost");
    }

    // ---- Data sources and log

    public static final String DATA_SOURCES = tr("Data sources");
    public static final String NO_PRODUCER = tr("no producer");
    public static final String LOG = tr("Log");
    public static final String COPY_LOG = tr("Copy the log");

    /// Describes the state of a data source.
    ///
    /// @param isNeverStarted whether it will no longer start
    /// @param isEarly whether it stopped while others continue
    /// @param losses packets lost in its buffer, or −1 if unknown
    static String sourceState(SourceState.Phase phase, boolean isNeverStarted, boolean isEarly, long losses) {
        String lost = losses < 0
                ? ""
                : losses == 0 ? tr(" · 0 lost") : tr(" · {0} lost in its buffer", DisplayText.grouped(losses));
        return switch (phase) {
            case ABSENT -> tr("Not recorded");
            case FAILED, WAITING -> isNeverStarted ? tr("Never started") : tr("Waiting");
            case RECORDING -> tr("Recording{0}", lost);
            case STOPPED -> (isEarly ? tr("Stopped early") : tr("Stopped")) + lost;
        };
    }

    /// Describes a data source of a recording that has failed.
    ///
    /// @param hasEnded whether it had stopped before
    /// @param isKept whether data has arrived
    static String interrupted(boolean hasEnded, boolean isKept) {
        return (hasEnded ? tr("Stopped") : tr("Interrupted"))
                + (isKept ? tr(" · data received so far is kept") : tr(" · nothing was kept"));
    }

    // ---- Status bar

    static String task(SessionView view, String target) {
        return view.state() == SessionState.READING
                ? tr("Reading the trace from {0}", target)
                : tr(
                        "Recording from {0}{1}",
                        target, view.state() == SessionState.RECORDING ? ", " + TimeRing.clock(view.elapsedMs()) : "");
    }
}
