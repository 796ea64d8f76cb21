package traceglass.record.spi;

import java.util.List;
import traceglass.protos.config.TraceConfig;

/// A device, computer or browser from which to record. Immutable. Connects only when needed.
public interface RecordingTarget {

    /// Stable id, as accepted by `--target` of the command line: `local`, `adb:SERIAL`, `chrome:9222`.
    String id();

    /// Display name: `Pixel 6a`, `This computer`.
    String name();

    /// Returns the name for use within a sentence: `Pixel 6a`, `this computer`.
    default String nameInSentence() {
        return name();
    }

    /// Short description: `Android 13 · USB`.
    String detail();

    Platform platform();

    /// Returns whether the target can be recorded from now.
    State state();

    /// Returns instructions for the user if the target can't be recorded from, or an empty string.
    default String help() {
        return "";
    }

    /// Inspects the target. Takes up to a few seconds; must not be called on the JavaFX thread.
    TargetReport inspect();

    /// Inspects the target like [#inspect], and starts the services needed to list its categories and events.
    default TargetReport inspectAll() throws RecordProblem {
        return inspect();
    }

    /// Connects to the target for a recording with this config. Takes up to a few seconds.
    Recorder connect(TraceConfig config) throws RecordProblem;

    /// Starts a recording that runs independently of this program.
    ///
    /// @param key unique name of letters, digits and dashes
    default DetachedRecording detach(TraceConfig config, String key) throws RecordProblem {
        throw new RecordProblem(RecordProblem.Kind.UNSUPPORTED, TargetTexts.noBackground(name()));
    }

    /// Ends a detached recording if it is still running, and fetches its trace.
    default Recorder fetch(DetachedRecording detached) throws RecordProblem {
        throw new RecordProblem(RecordProblem.Kind.UNSUPPORTED, TargetTexts.noRecordings(name()));
    }

    /// Returns the names of the processes on the target; empty if they can't be listed.
    default List<String> processes() throws RecordProblem {
        return List.of();
    }

    /// Availability of a target.
    enum State {
        READY(TargetTexts.READY),
        UNAUTHORIZED(TargetTexts.UNAUTHORIZED),
        OFFLINE(TargetTexts.OFFLINE),
        UNAVAILABLE(TargetTexts.UNAVAILABLE);

        private final String title;

        State(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }
}
