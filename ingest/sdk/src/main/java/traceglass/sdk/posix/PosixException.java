package traceglass.sdk.posix;

import java.io.IOException;

/// A failed call of the C library, with its error number.
public final class PosixException extends IOException {

    private static final long serialVersionUID = 1;

    private final int errno;

    PosixException(String call, int errno) {
        super(call + " failed with error " + errno + PosixErrors.text(errno));
        this.errno = errno;
    }

    /// Returns the error number, such as 111 (`ECONNREFUSED`).
    public int errno() {
        return errno;
    }
}
