package traceglass.record.spi;

import java.util.List;
import traceglass.protos.config.TraceConfig;

/// Something to record from. Immutable and cheap: nothing is reached until it is asked for.
public interface RecordingTarget {

    /// Stable, and what `--target` of the command line takes: `local`, `adb:SERIAL`, `chrome:9222`.
    String id();

    /// What people call it: `Pixel 6a`, `This computer`.
    String name();

    /// What and where it is, in a few words: `Android 13 · USB`.
    String detail();

    Platform platform();

    /// Whether it can be recorded from now.
    State state();

    /// What to do when it cannot, else empty.
    default String help() {
        return "";
    }

    /// Looks at the target. Takes up to some seconds; not for the JavaFX thread.
    TargetReport inspect();

    /// Reaches the target for a recording with this config. Takes up to some seconds.
    Recorder connect(TraceConfig config) throws RecordProblem;

    /// Starts a recording that goes on without this program.
    ///
    /// @param key a word of letters, digits and dashes that tells it from others
    default Detached detach(TraceConfig config, String key) throws RecordProblem {
        throw new RecordProblem(
                RecordProblem.Kind.UNSUPPORTED, name() + " cannot record without this program. Keep Traceglass open.");
    }

    /// Ends a detached recording, if it still goes on, and brings its trace.
    default Recorder fetch(Detached detached) throws RecordProblem {
        throw new RecordProblem(RecordProblem.Kind.UNSUPPORTED, name() + " has no recordings of its own.");
    }

    /// Names of the processes that run there, for those who choose one; empty if that cannot be asked.
    default List<String> processes() throws RecordProblem {
        return List.of();
    }

    /// How a target stands.
    enum State {
        READY("Ready"),
        UNAUTHORIZED("Unauthorised"),
        OFFLINE("Offline"),
        UNAVAILABLE("Not available");

        private final String title;

        State(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }
}
