package traceglass.app.record;

import java.nio.file.Path;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.BufferFill;
import traceglass.record.spi.SourceState;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of a running or ended recording: on the record page and in the status bar.
final class RunningTexts {

    private RunningTexts() {}

    // ---- Heading and actions

    static final String STOP_AND_OPEN = "Stop and open";
    static final String STOP_AND_SAVE = "Stop and save";
    static final String SHOW_TIMELINE = "Show timeline";
    static final String SNAPSHOT = "Snapshot";
    static final String CANCEL_AND_DISCARD = "Cancel and discard";
    static final String OPEN = "Open";
    static final String OPEN_PARTIAL_TRACE = "Open partial trace";
    static final String RECORD_AGAIN = "Record again";
    static final String BACK = "Back";

    static String title(SessionView view, String target) {
        return switch (view.state()) {
            case CONNECTING -> "Connecting to " + target;
            case CONFIGURED -> view.startsInMs() > 0 ? "Ready to record from " + target : "Starting on " + target;
            case RECORDING -> "Recording from " + target;
            case STOPPING -> "Stopping on " + target;
            case READING -> "Reading the trace from " + target;
            case DONE -> "Recorded from " + target;
            case FAILED -> view.elapsedMs() == 0 ? "Nothing was recorded from " + target : "Recording failed";
            case CANCELLED -> "Canceled";
        };
    }

    static String stopsAfter(long ms) {
        return " · stops automatically after " + TimeText.brief(ms);
    }

    static String note(SessionView view) {
        return switch (view.state()) {
            case DONE ->
                view.file() + " · " + DisplayText.size(view.fileBytes())
                        + (view.buffers().isEmpty() ? "" : losses(view));
            case FAILED -> view.problem() == null ? "" : view.problem().getMessage();
            case CANCELLED -> "The recording was discarded.";
            case READING -> keepsReceived(view);
            default -> view.savesWhileRecording() ? keepsReceived(view) : savesAtTheEnd(view);
        };
    }

    private static String keepsReceived(SessionView view) {
        return "Writing to " + view.file() + ". If the target disconnects, the data received so far is kept.";
    }

    private static String savesAtTheEnd(SessionView view) {
        return "The trace stays on the target until the recording ends and is then saved to " + view.file()
                + ". If the target disconnects before that, nothing is kept here.";
    }

    private static String losses(SessionView view) {
        return view.lostPackets() == 0
                ? " · No data was lost."
                : " · " + DisplayText.count(view.lostPackets(), "packet was", "packets were")
                        + " lost. Use larger buffers or record less.";
    }

    static String openSnapshot(Path file) {
        return "Open " + file.getFileName();
    }

    // ---- Time

    static final String UNTIL_START = "until start";
    static final String RECORDED = "recorded";

    static String remainingTime(long ms) {
        return "left of " + TimeText.brief(ms);
    }

    // ---- Data rate and buffers

    static final String DATA_RATE = "Data rate";
    static final String NO_RATE = "–";
    static final String NO_DATA = "no data received yet";
    static final String BUFFERS = "Buffers on the target";

    /// Describes why no buffers are listed.
    static String noBuffers(SessionView view) {
        if (!view.reportsBuffers()) {
            return "This recording method has no buffer statistics";
        }
        return view.state().isFinal() ? "No buffer statistics" : "Waiting for buffer statistics";
    }

    static String perSecond(double bytes) {
        return DisplayText.rate(bytes);
    }

    static String received(long bytes, boolean isRunning, long fileBytes) {
        return DisplayText.size(bytes) + (isRunning ? " so far, " : " in total, ") + DisplayText.size(fileBytes)
                + " in the file";
    }

    static String bufferSize(BufferFill buffer) {
        return DisplayText.size(buffer.sizeBytes()) + (buffer.isRingBuffer() ? " ring" : "");
    }

    static String bufferFill(BufferFill buffer) {
        return buffer.hasWrapped()
                ? DisplayText.size(buffer.usedBytes()) + ", overwriting"
                : DisplayText.size(buffer.usedBytes()) + " of " + DisplayText.size(buffer.sizeBytes());
    }

    static String packetsLost(long packets) {
        return DisplayText.count(packets, "packet lost", "packets lost");
    }

    // ---- Data sources and log

    static final String DATA_SOURCES = "Data sources";
    static final String NO_PRODUCER = "no producer";
    static final String LOG = "Log";
    static final String COPY_LOG = "Copy the log";

    /// Describes the state of a data source.
    ///
    /// @param isNeverStarted whether it will no longer start
    /// @param isEarly whether it stopped while others continue
    /// @param losses packets lost in its buffer, or −1 if unknown
    static String sourceState(SourceState.Phase phase, boolean isNeverStarted, boolean isEarly, long losses) {
        String lost = losses < 0
                ? ""
                : losses == 0 ? " · 0 lost" : " · " + DisplayText.grouped(losses) + " lost in its buffer";
        return switch (phase) {
            case ABSENT -> "Not recorded";
            case FAILED, WAITING -> isNeverStarted ? "Never started" : "Waiting";
            case RECORDING -> "Recording" + lost;
            case STOPPED -> (isEarly ? "Stopped early" : "Stopped") + lost;
        };
    }

    /// Describes a data source of a recording that has failed.
    ///
    /// @param isEnded whether it had stopped before
    /// @param isKept whether data has arrived
    static String interrupted(boolean isEnded, boolean isKept) {
        return (isEnded ? "Stopped" : "Interrupted")
                + (isKept ? " · data received so far is kept" : " · nothing was kept");
    }

    // ---- Status bar

    static String task(SessionView view, String target) {
        return view.state() == SessionState.READING
                ? "Reading the trace from " + target
                : "Recording from " + target
                        + (view.state() == SessionState.RECORDING ? ", " + TimeRing.clock(view.elapsedMs()) : "");
    }
}
