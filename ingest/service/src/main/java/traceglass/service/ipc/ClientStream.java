package traceglass.service.ipc;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.service.core.peer.PeerIdentity;

/// Byte stream to and from one client. One thread receives and another sends; any thread can shut it down.
interface ClientStream {

    /// Result of [#receive] at the end of the stream.
    int END = -1;

    /// Waits for bytes, puts them into `[from, into.length)` and returns their number, or [#END].
    int receive(byte[] target, int from) throws IOException;

    /// Returns and removes the file descriptor that arrived with the last received bytes, or returns null.
    default @Nullable Descriptor takeDescriptor() {
        return null;
    }

    /// Sends all bytes.
    ///
    /// @param descriptor descriptor to send, or null; the caller keeps it and closes it. Ignored by streams that
    ///     can't pass descriptors
    void send(byte[] bytes, @Nullable Descriptor descriptor) throws IOException;

    /// Process at the other end, as reported by the kernel.
    PeerIdentity peer();

    /// For streams to other machines, the address of the other end without the port.
    default String address() {
        return "";
    }

    /// Whether the client can be on another machine. Such a client sends its identity itself.
    default boolean isRemote() {
        return false;
    }

    /// Whether the stream can pass descriptors. If not, client and service share no memory.
    default boolean passesDescriptors() {
        return false;
    }

    /// Ends both directions and wakes waiting threads.
    void shutdown();

    /// Releases the stream. No thread must use it afterwards.
    void close();
}
