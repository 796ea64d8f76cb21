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

/// The body of a request, in memory that all large requests share; closed when its bytes are no longer needed.
///
/// @param large its memory, or null if it is small
record RequestBody(ByteString bytes, RequestMemory.@Nullable Request large) implements AutoCloseable {

    private static final int MAX = 64 << 20;
    private static final int PIECE = 64 << 10;

    /// Receives the bytes of a body as they arrive.
    interface Pieces {

        /// @return whether more are wanted
        boolean take(ByteBuffer piece) throws IOException;
    }

    /// Reads the whole body.
    ///
    /// @throws RefusedRequest if it is too large, or memory is short for a long time
    static RequestBody read(Request request, RequestMemory memory) throws IOException {
        checkLength(request);
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] first = new byte[RequestMemory.SMALL];
            int count = in.readNBytes(first, 0, first.length);
            ByteString start = UnsafeByteOperations.unsafeWrap(first, 0, count);
            if (count < first.length) {
                return new RequestBody(start, null);
            }
            RequestMemory.Request large = memory.begin(() -> disconnect(request));
            boolean isRead = false;
            try {
                RequestBody body = new RequestBody(start.concat(rest(in, large, MAX - count)), large);
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

    private static ByteString rest(InputStream in, RequestMemory.Request large, int most) throws IOException {
        ByteString.Output all = ByteString.newOutput(PIECE);
        byte[] piece = new byte[PIECE];
        for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
            if (all.size() + n > most) {
                throw tooLarge();
            }
            try {
                large.take(n);
            } catch (IOException e) {
                throw new RefusedRequest(503, String.valueOf(e.getMessage()));
            }
            all.write(piece, 0, n);
        }
        return all.toByteString();
    }

    /// Passes on the body while it is received.
    ///
    /// @throws RefusedRequest if it is too large
    static void inPieces(Request request, Pieces pieces) throws IOException {
        checkLength(request);
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] piece = new byte[PIECE];
            long all = 0;
            boolean isWanted = true;
            for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                all += n;
                if (all > MAX) {
                    throw tooLarge();
                }
                // The rest is read, else the client would not get its answer.
                isWanted = isWanted && pieces.take(ByteBuffer.wrap(piece, 0, n));
            }
        }
    }

    private static void checkLength(Request request) throws RefusedRequest {
        if (request.getLength() > MAX) {
            throw tooLarge();
        }
    }

    private static RefusedRequest tooLarge() {
        return new RefusedRequest(413, "The body is larger than 64 MiB");
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
