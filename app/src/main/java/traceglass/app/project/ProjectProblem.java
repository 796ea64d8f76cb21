package traceglass.app.project;

/// A file that cannot be read as a project; the message is a sentence for people.
public final class ProjectProblem extends Exception {

    private static final long serialVersionUID = 1;

    public ProjectProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
