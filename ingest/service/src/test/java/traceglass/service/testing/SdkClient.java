package traceglass.service.testing;

import traceglass.sdk.Tracing;
import traceglass.sdk.TracingSetup;

/// Connects our SDK as a producer to a service under test.
public final class SdkClient {

    private SdkClient() {}

    /// Connects this process to a service until the result is closed.
    public static AutoCloseable connect(String socket) {
        return Tracing.initialize(new TracingSetup().address(socket), Tracing.Backend.SYSTEM);
    }
}
