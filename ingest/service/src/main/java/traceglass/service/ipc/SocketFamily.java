package traceglass.service.ipc;

import java.util.regex.Pattern;

/// Kind of socket, determined from its name.
enum SocketFamily {
    /// A socket file.
    FILE,
    /// `@name`, an abstract socket without a file.
    ABSTRACT,
    /// `vsock://CID:PORT`, a socket between a virtual machine and its host.
    VSOCK,
    /// `host:port` or `[address]:port`.
    TCP;

    private static final Pattern WITH_PORT = Pattern.compile(".*:\\d+");

    static SocketFamily of(String name) {
        if (name.startsWith("@")) {
            return ABSTRACT;
        }
        if (name.startsWith("vsock://")) {
            return VSOCK;
        }
        return WITH_PORT.matcher(name).matches() ? TCP : FILE;
    }
}
