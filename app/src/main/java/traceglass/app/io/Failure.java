package traceglass.app.io;

/// A command that could not be done; its message is the one line that is printed.
public class Failure extends Exception {

    private static final long serialVersionUID = 1;

    public Failure(String message) {
        super(message);
    }

    public Failure(String message, Throwable cause) {
        super(message, cause);
    }
}
