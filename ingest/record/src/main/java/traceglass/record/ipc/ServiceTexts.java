package traceglass.record.ipc;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import traceglass.store.text.DisplayText;

/// Messages about the tracing service: the log of a recording, and failures of the connection.
final class ServiceTexts {

    private ServiceTexts() {}

    // ---- Log

    static String sentConfig(int buffers, int sources) {
        return tr(
                "Sent the config: {0}, {1}",
                DisplayText.count(buffers, "buffer", "buffers"),
                DisplayText.count(sources, "data source", "data sources"));
    }

    static String noProducer(Collection<String> sources, boolean isAll, String hint) {
        return (isAll ? tr("The trace will be empty: no producer offers ") : tr("No producer offers "))
                + String.join(", ", sources) + ". " + hint;
    }

    static final String NOT_IN_TRACE = tr("The trace will not contain that data.");
    static final String ALL_STARTED = tr("All data sources started");

    static String trigger(String name) {
        return tr("The trigger {0} requested a snapshot", name);
    }

    static final String DURATION_REACHED = tr("Duration reached; waiting for data sources to stop");
    static final String NOT_ALL_STOPPED = tr("Not all data sources stopped in time; reading the data received so far");
    static final String FILE_FULL = tr("The file has reached its maximum size: stopping the recording");
    static final String DISK_ALMOST_FULL = tr("Less than 1 GB is free on the disk of the file: stopping the recording");
    static final String NOT_FLUSHED = tr("Some data sources did not flush their last data in time");

    /// Returns the message for data sources that never started.
    ///
    /// @param hint instructions for the user; can be empty
    static String neverStarted(Collection<String> sources, String hint) {
        return tr(
                "{0} never started, so the trace will not contain that data.{1}",
                String.join(", ", sources), hint.isEmpty() ? "" : " " + hint);
    }

    // ---- Refused requests

    static String configRefused(String peer, String error, String field) {
        return refused(peer, tr("does not accept the config"), error, field);
    }

    static String recordingEnded(String peer, String error, String field) {
        return refused(peer, tr("ended the recording"), error, field);
    }

    private static String refused(String peer, String request, String error, String field) {
        return tr(
                "The tracing service of {0} {1}: {2}. Change {3} and record again.",
                peer, request, error.strip().replaceFirst("\\.$", ""), field.isEmpty() ? tr("the config") : field);
    }

    static String refused(String peer, @Nullable String reason) {
        return tr("The tracing service of {0} refused: {1}.", peer, reason);
    }

    static final String NO_REASON = tr("no reason given");

    static String writtenOnTarget(String path, String peer) {
        return tr("The tracing service has written the trace to {0} on {1}.", path, peer);
    }

    static String notConsumer(String peer, String service) {
        return tr("The tracing service of {0} has no {1}. Connect to its consumer socket instead.", peer, service);
    }

    static String tooOld(String peer, String method) {
        return tr("The tracing service of {0} is too old: it has no {1}.", peer, method);
    }

    // ---- Snapshots

    static final String SAVES_FROM_NOW =
            tr("The timeline is shown. From now on everything is saved, beginning with the content of the buffers."
                    + " The file grows until the recording stops.");

    static String noSnapshots(String peer) {
        return tr("The tracing service of {0} is too old to take snapshots. Stop the recording instead.", peer);
    }

    static String snapshotFailed(String peer, String error) {
        return tr("The tracing service of {0} can't take a snapshot: {1}", peer, error);
    }

    static String snapshotNotWritten(Path file, String reason) {
        return tr("Can't write the snapshot to {0}: {1}.", file, reason);
    }

    // ---- The connection

    static final String RECORD_AGAIN = tr("Record again.");

    static String connectionLost(String peer, String reason, String hint) {
        return tr("The connection to {0} was lost: {1}. {2}", peer, reason, hint);
    }

    static String interrupted(String method) {
        return tr("{0} was interrupted.", method);
    }

    static String silent(long seconds) {
        return tr("the tracing service has been silent for {0} s", seconds);
    }

    static String sentNothing(long seconds) {
        return tr("the tracing service sent nothing for {0} s", seconds);
    }

    static String noResponse(String method, long seconds) {
        return tr("the tracing service did not respond to {0} within {1} s", method, seconds);
    }

    static final String CLOSED_BY_PEER = tr("it was closed by the other side");
    static final String CLOSED = tr("it was closed");

    static String notProtocol(RuntimeException e) {
        return tr("the reply does not follow the tracing protocol: {0}", e);
    }

    static String invalidFrame(String length) {
        return tr("it sent a frame of {0} bytes, which is not the tracing protocol", length);
    }

    static final String CLOSED_IN_FRAME = tr("the connection was closed in the middle of a frame");
}
