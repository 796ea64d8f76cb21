package traceglass.ingest;

/// Input that cannot be used at all: what was found, where, and what was expected. Problems inside a trace that can be read
/// are counted in `stats` instead.
public final class TraceProblem extends Exception {

    private static final long serialVersionUID = 1;

    /// @param message one sentence for people, with the file's name, and the offset where one is known
    public TraceProblem(String message) {
        super(message);
    }

    public TraceProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
