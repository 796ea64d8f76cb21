package traceglass.sdk;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.wire.ServiceSocket;

/// Settings of [Tracing#initialize]. The methods change this object and return it.
public final class TracingSetup {

    private static final int MAX_MEMORY_KB = 32 << 10;

    private String address = ServiceSocket.defaultAddress();
    private String producerName = ProcessHandle.current().info().command().orElse("java");
    private int memoryKb = 2048;
    private int pageKb = 4;
    private @Nullable TracingOptions startupOptions;
    private Duration startupTimeout = Duration.ofSeconds(10);

    /// Creates default settings: the service is at the address that Perfetto's own programs use.
    public TracingSetup() {}

    /// Sets the socket address of the service.
    ///
    /// @param socket a file, an abstract name that starts with `@`, or `host:port`
    public TracingSetup address(String socket) {
        address = socket;
        return this;
    }

    /// Sets the name under which this process registers with the service; the default is its command.
    public TracingSetup producerName(String name) {
        producerName = name;
        return this;
    }

    /// Sets the size of the memory shared with the service. A session can request another size.
    ///
    /// @param sizeKb size in KB: at least one page, at most 32768
    /// @param pageSizeKb page size in KB: 4, 8, 16 or 32. Each thread fills its own page.
    public TracingSetup sharedMemory(int sizeKb, int pageSizeKb) {
        boolean isPage = pageSizeKb == 4 || pageSizeKb == 8 || pageSizeKb == 16 || pageSizeKb == 32;
        if (!isPage || sizeKb < pageSizeKb || sizeKb > MAX_MEMORY_KB || sizeKb % pageSizeKb != 0) {
            throw new IllegalArgumentException(
                    "Can't share " + sizeKb + " KB in pages of " + pageSizeKb + " KB. Example: 2048 and 4.");
        }
        memoryKb = sizeKb;
        pageKb = pageSizeKb;
        return this;
    }

    /// Starts recording immediately, before the service answers. If a session of the service requests the same
    /// categories within the timeout, it adopts the events; otherwise they are discarded.
    public TracingSetup startup(TracingOptions options, Duration timeout) {
        startupOptions = options.copy();
        startupTimeout = timeout;
        return this;
    }

    String address() {
        return address;
    }

    String producerName() {
        return producerName;
    }

    int memorySize() {
        return memoryKb * 1024;
    }

    int pageSize() {
        return pageKb * 1024;
    }

    @Nullable
    TracingOptions startupOptions() {
        return startupOptions;
    }

    Duration startupTimeout() {
        return startupTimeout;
    }
}
