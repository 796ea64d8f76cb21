package traceglass.record.ipc;

import java.nio.file.Path;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import traceglass.store.text.DisplayText;

/// Messages about the tracing service: the log of a recording, and failures of the connection.
final class ServiceTexts {

    private ServiceTexts() {}

    // ---- Log

    static String sentConfig(int buffers, int sources) {
        return "Sent the config: " + DisplayText.count(buffers, "buffer", "buffers") + ", "
                + DisplayText.count(sources, "data source", "data sources");
    }

    static String noProducer(Collection<String> sources, boolean isAll, String hint) {
        return (isAll ? "The trace will be empty: no producer offers " : "No producer offers ")
                + String.join(", ", sources) + ". " + hint;
    }

    static final String NOT_IN_TRACE = "The trace will not contain that data.";
    static final String ALL_STARTED = "All data sources started";

    static String trigger(String name) {
        return "The trigger " + name + " requested a snapshot";
    }

    static final String DURATION_REACHED = "Duration reached; waiting for data sources to stop";
    static final String NOT_ALL_STOPPED = "Not all data sources stopped in time; reading the data received so far";
    static final String FILE_FULL = "The file has reached its maximum size: stopping the recording";
    static final String DISK_ALMOST_FULL = "Less than 1 GB is free on the disk of the file: stopping the recording";
    static final String NOT_FLUSHED = "Some data sources did not flush their last data in time";

    /// Returns the message for data sources that never started.
    ///
    /// @param hint what to do; can be empty
    static String neverStarted(Collection<String> sources, String hint) {
        return String.join(", ", sources) + " never started, so the trace will not contain that data."
                + (hint.isEmpty() ? "" : " " + hint);
    }

    // ---- Refused requests

    static String configRefused(String peer, String error, String field) {
        return refused(peer, "does not accept the config", error, field);
    }

    static String recordingEnded(String peer, String error, String field) {
        return refused(peer, "ended the recording", error, field);
    }

    private static String refused(String peer, String request, String error, String field) {
        return "The tracing service of " + peer + " " + request + ": "
                + error.strip().replaceFirst("\\.$", "") + ". Change " + (field.isEmpty() ? "the config" : field)
                + " and record again.";
    }

    static String refused(String peer, @Nullable String reason) {
        return "The tracing service of " + peer + " refused: " + reason + ".";
    }

    static final String NO_REASON = "no reason given";

    static String writtenOnTarget(String path, String peer) {
        return "The tracing service has written the trace to " + path + " on " + peer + ".";
    }

    static String notConsumer(String peer, String service) {
        return "The tracing service of " + peer + " has no " + service + ". Connect to its consumer socket instead.";
    }

    static String tooOld(String peer, String method) {
        return "The tracing service of " + peer + " is too old: it has no " + method + ".";
    }

    // ---- Snapshots

    static final String SAVES_FROM_NOW =
            "The timeline is shown. From now on everything is saved, beginning with the content of the buffers."
                    + " The file grows until the recording stops.";

    static String noSnapshots(String peer) {
        return "The tracing service of " + peer + " is too old to take snapshots. Stop the recording instead.";
    }

    static String snapshotFailed(String peer, String error) {
        return "The tracing service of " + peer + " can't take a snapshot: " + error;
    }

    static String snapshotNotWritten(Path file, String reason) {
        return "Can't write the snapshot to " + file + ": " + reason + ".";
    }

    // ---- The connection

    static final String RECORD_AGAIN = "Record again.";

    static String connectionLost(String peer, String reason, String hint) {
        return "The connection to " + peer + " was lost: " + reason + ". " + hint;
    }

    static String interrupted(String method) {
        return method + " was interrupted.";
    }

    static String silent(long seconds) {
        return "the tracing service has been silent for " + seconds + " s";
    }

    static String sentNothing(long seconds) {
        return "the tracing service sent nothing for " + seconds + " s";
    }

    static String noResponse(String method, long seconds) {
        return "the tracing service did not respond to " + method + " within " + seconds + " s";
    }

    static final String CLOSED_BY_PEER = "it was closed by the other side";
    static final String CLOSED = "it was closed";

    static String notProtocol(RuntimeException e) {
        return "the reply does not follow the tracing protocol: " + e;
    }

    static String invalidFrame(String length) {
        return "it sent a frame of " + length + " bytes, which is not the tracing protocol";
    }

    static final String CLOSED_IN_FRAME = "the connection was closed in the middle of a frame";
}
