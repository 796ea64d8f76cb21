package traceglass.app.cli.query;

import traceglass.app.cli.agent.AgentError;
import traceglass.app.io.Failure;

/// Thrown if a query fails: has a message for users and an error for agents.
final class QueryFailure extends Failure {

    private static final long serialVersionUID = 1;

    private final transient AgentError error;
    private final int exitCode;

    /// @param message may have several lines
    QueryFailure(String message, AgentError error, int exitCode, Throwable cause) {
        super(firstLine(message), afterFirstLine(message), cause);
        this.error = error;
        this.exitCode = exitCode;
    }

    AgentError error() {
        return error;
    }

    int exitCode() {
        return exitCode;
    }
}
