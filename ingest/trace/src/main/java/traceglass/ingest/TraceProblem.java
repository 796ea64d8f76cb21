package traceglass.ingest;

/// Input that cannot be used at all: what was found, where, and what was expected. Problems inside a trace that can be
/// read are counted in `stats` instead.
public final class TraceProblem extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean concernsAll;

    /// @param message one sentence for people, with the file's name, and the offset where one is known
    public TraceProblem(String message) {
        this(message, false);
    }

    public TraceProblem(String message, Throwable cause) {
        super(message, cause);
        concernsAll = false;
    }

    private TraceProblem(String message, boolean concernsAll) {
        super(message);
        this.concernsAll = concernsAll;
    }

    /// What is wrong is not one file but what was said of how several go together, so that none of them can be
    /// placed.
    public static TraceProblem ofSettings(String message) {
        return new TraceProblem(message, true);
    }

    /// Whether other files of the same archive cannot be used either.
    public boolean concernsAll() {
        return concernsAll;
    }
}
