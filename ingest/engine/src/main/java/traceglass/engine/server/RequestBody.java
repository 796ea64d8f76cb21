package traceglass.engine.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import traceglass.engine.rpc.RequestMemory;

/// The body of a request. All large requests share a memory limit, so close it when its bytes are no longer needed.
///
/// @param large memory of the body, or null if it is small
record RequestBody(ByteString bytes, RequestMemory.@Nullable Request large) implements AutoCloseable {

    private static final int MAX_BYTES = 64 << 20;
    private static final int CHUNK_BYTES = 64 << 10;

    /// Receives the bytes of a body as they arrive.
    interface BodyReceiver {

        /// Receives the next bytes.
        ///
        /// @return whether to continue
        boolean receive(ByteBuffer chunk) throws IOException;
    }

    /// Reads the whole body.
    ///
    /// @throws RefusedRequest if it is too large, or not enough memory becomes available in time
    static RequestBody read(Request request, RequestMemory memory) throws IOException {
        checkLength(request);
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] first = new byte[RequestMemory.MAX_UNCOUNTED_BYTES];
            int count = in.readNBytes(first, 0, first.length);
            ByteString start = UnsafeByteOperations.unsafeWrap(first, 0, count);
            if (count < first.length) {
                return new RequestBody(start, null);
            }
            RequestMemory.Request large = memory.begin(() -> disconnect(request));
            boolean isRead = false;
            try {
                RequestBody body = new RequestBody(start.concat(readRest(in, large, MAX_BYTES - count)), large);
                large.complete();
                isRead = true;
                return body;
            } finally {
                if (!isRead) {
                    large.close();
                }
            }
        }
    }

    private static ByteString readRest(InputStream in, RequestMemory.Request large, int maxBytes) throws IOException {
        ByteString.Output all = ByteString.newOutput(CHUNK_BYTES);
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
            if (all.size() + n > maxBytes) {
                throw tooLarge();
            }
            try {
                large.reserve(n);
            } catch (IOException e) {
                throw new RefusedRequest(503, String.valueOf(e.getMessage()));
            }
            all.write(chunk, 0, n);
        }
        return all.toByteString();
    }

    /// Passes the body to a receiver while it arrives.
    ///
    /// @throws RefusedRequest if it is too large
    static void receive(Request request, BodyReceiver receiver) throws IOException {
        checkLength(request);
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] chunk = new byte[CHUNK_BYTES];
            long all = 0;
            boolean isAccepted = true;
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                all += n;
                if (all > MAX_BYTES) {
                    throw tooLarge();
                }
                // Always read the whole body; otherwise the client would not get the response.
                isAccepted = isAccepted && receiver.receive(ByteBuffer.wrap(chunk, 0, n));
            }
        }
    }

    private static void checkLength(Request request) throws RefusedRequest {
        if (request.getLength() > MAX_BYTES) {
            throw tooLarge();
        }
    }

    private static RefusedRequest tooLarge() {
        return new RefusedRequest(413, "The body is larger than 64 MB");
    }

    /// Ends the connection of a client.
    static void disconnect(Request request) {
        request.getConnectionMetaData().getConnection().getEndPoint().close();
    }

    @Override
    public void close() {
        if (large != null) {
            large.close();
        }
    }
}
