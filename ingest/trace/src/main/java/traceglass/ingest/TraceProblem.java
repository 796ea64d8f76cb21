package traceglass.ingest;

/// Thrown for input that cannot be used at all. The message says what was found, where, and what was expected. Problems
/// within a readable trace are counted in `stats` instead.
public class TraceProblem extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean affectsAllFiles;

    /// @param message one sentence for users, with the file name and, if known, the offset
    public TraceProblem(String message) {
        this(message, false);
    }

    public TraceProblem(String message, Throwable cause) {
        super(message, cause);
        affectsAllFiles = false;
    }

    private TraceProblem(String message, boolean affectsAllFiles) {
        super(message);
        this.affectsAllFiles = affectsAllFiles;
    }

    /// Returns a problem with the settings that combine several files, which affects all of them.
    public static TraceProblem ofSettings(String message) {
        return new TraceProblem(message, true);
    }

    /// Returns whether the other files of the same archive cannot be used either.
    public boolean affectsAllFiles() {
        return affectsAllFiles;
    }
}
