package traceglass.service.testing;

import traceglass.sdk.SystemTracing;

/// Our SDK as a producer of a service under test.
public final class SdkClient {

    private SdkClient() {}

    /// Connects this process to a service until the result is closed.
    public static AutoCloseable connect(String socket) {
        return SystemTracing.connect(socket);
    }
}
