package traceglass.app.mcp;

/// Thrown if a tool can't complete its task; the message says why, and what to do instead.
final class ToolProblem extends Exception {

    private static final long serialVersionUID = 1;

    ToolProblem(String message) {
        super(message);
    }
}
