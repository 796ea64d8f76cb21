package traceglass.app.update;

import java.io.Serial;

/// Thrown if an update is not possible; the message is for people. The installation is as it was before.
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
