package traceglass.app.io;

/// Thrown if a command fails; the message is the one line that is printed, sometimes with more lines below it.
public class Failure extends Exception {

    private static final long serialVersionUID = 1;

    private final String details;

    public Failure(String message) {
        super(message);
        details = "";
    }

    public Failure(String message, Throwable cause) {
        this(message, "", cause);
    }

    /// @param details lines below the message
    protected Failure(String message, String details, Throwable cause) {
        super(message, cause);
        this.details = details;
    }

    /// Creates a failure whose text has several lines, such as an error in SQL with the line it is in.
    public static Failure ofLines(String text, Throwable cause) {
        return new Failure(firstLine(text), afterFirstLine(text), cause);
    }

    /// Returns the first line of a text.
    protected static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    /// Returns the lines of a text after the first.
    protected static String afterFirstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? "" : text.substring(end + 1).stripTrailing();
    }

    /// The lines below the message; empty if there are none.
    public String details() {
        return details;
    }
}
