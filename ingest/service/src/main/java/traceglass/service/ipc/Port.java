package traceglass.service.ipc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;

/// A service that clients bind to, for one connection.
interface Port {

    /// Name by which clients bind.
    String name();

    /// Names of the methods; their ids count from 1.
    List<String> methods();

    /// Runs a method.
    ///
    /// @throws InvalidProtocolBufferException if the arguments can't be decoded
    void invoke(String method, ByteString arguments, Reply reply) throws InvalidProtocolBufferException;

    /// The client has disconnected.
    void closed();

    /// Answers to one call.
    interface Reply {

        /// @param more whether further answers follow
        void send(MessageLite message, boolean more);

        /// Sends a message of a stream together with a file descriptor.
        void sendWith(MessageLite message, @Nullable Descriptor descriptor);

        /// Rejects the call.
        void reject();
    }
}
