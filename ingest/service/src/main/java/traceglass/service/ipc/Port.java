package traceglass.service.ipc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;

/// A set of methods that a client can bind and call, for one connection.
interface Port {

    /// Name by which clients bind.
    String name();

    /// Names of the methods. Their ids are their positions, counted from 1.
    List<String> methods();

    /// Runs a method.
    ///
    /// @throws InvalidProtocolBufferException if the arguments can't be decoded
    void invoke(String method, ByteString arguments, Reply reply) throws InvalidProtocolBufferException;

    /// Called when the client has disconnected.
    void onClosed();

    /// Sends replies to one call.
    interface Reply {

        /// Sends a reply.
        ///
        /// @param hasMore whether more replies follow
        void send(MessageLite message, boolean hasMore);

        /// Sends a reply with a file descriptor; more replies follow.
        void sendWith(MessageLite message, @Nullable Descriptor descriptor);

        /// Rejects the call.
        void reject();
    }
}
