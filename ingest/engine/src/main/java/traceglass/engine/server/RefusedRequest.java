package traceglass.engine.server;

import java.io.IOException;

/// Thrown for a request that is refused.
final class RefusedRequest extends IOException {

    private static final long serialVersionUID = 1;

    private final int status;

    RefusedRequest(int status, String reason) {
        super(reason);
        this.status = status;
    }

    /// HTTP status code.
    int status() {
        return status;
    }
}
