package traceglass.engine.server;

import java.io.IOException;

/// A request that can't be answered.
final class RefusedRequest extends IOException {

    private static final long serialVersionUID = 1;

    private final int status;

    RefusedRequest(int status, String reason) {
        super(reason);
        this.status = status;
    }

    /// Status of HTTP.
    int status() {
        return status;
    }
}
