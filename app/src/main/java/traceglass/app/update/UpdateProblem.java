package traceglass.app.update;

import java.io.Serial;

/// Thrown if an update is not possible, with a message for the user. The installation is unchanged.
public final class UpdateProblem extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    UpdateProblem(String message) {
        super(message);
    }

    UpdateProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
