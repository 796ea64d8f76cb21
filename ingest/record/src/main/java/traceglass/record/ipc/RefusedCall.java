package traceglass.record.ipc;

import java.io.IOException;

/// Failure of a call that the service refused; the connection is still usable.
final class RefusedCall extends IOException {

    private static final long serialVersionUID = 1;

    RefusedCall(String reason) {
        super(reason);
    }
}
