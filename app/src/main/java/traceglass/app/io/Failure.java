package traceglass.app.io;

/// Thrown if a command fails; the message is the one line that is printed.
public class Failure extends Exception {

    private static final long serialVersionUID = 1;

    public Failure(String message) {
        super(message);
    }

    public Failure(String message, Throwable cause) {
        super(message, cause);
    }
}
