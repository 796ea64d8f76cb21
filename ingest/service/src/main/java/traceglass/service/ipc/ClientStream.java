package traceglass.service.ipc;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.service.core.PeerIdentity;

/// Bytes to and from one client. One thread receives, another sends, and any may end both.
interface ClientStream {

    /// Result of {@link #receive} at the end of the stream.
    int END = -1;

    /// Waits for bytes, puts them into `[from, into.length)` and returns their number, or {@link #END}.
    int receive(byte[] into, int from) throws IOException;

    /// Returns the file descriptor that came with what was received last, once.
    default @Nullable Descriptor takeDescriptor() {
        return null;
    }

    /// Sends all bytes.
    ///
    /// @param passed descriptor to send along, which stays the caller's; ignored by streams that pass none
    void send(byte[] bytes, @Nullable Descriptor passed) throws IOException;

    /// Process at the other end, as far as it is known without asking it.
    PeerIdentity peer();

    /// Address of the other end without a port, for streams to other machines.
    default String address() {
        return "";
    }

    /// Whether the stream can lead to another machine: the client may then say who it is.
    default boolean isRemote() {
        return false;
    }

    /// Whether descriptors can be passed. Clients of other streams share no memory with the service.
    default boolean passesDescriptors() {
        return false;
    }

    /// Ends both directions and wakes the threads that wait.
    void shutdown();

    /// Releases the stream. No thread uses it any more.
    void close();
}
