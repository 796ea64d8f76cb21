package traceglass.app.project;

/// Thrown if a file can't be read as a project; the message is a sentence for the user.
public final class ProjectProblem extends Exception {

    private static final long serialVersionUID = 1;

    public ProjectProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
