package traceglass.engine.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import traceglass.engine.rpc.RpcEngine;
import traceglass.engine.rpc.RpcStream;

/// Serves the engine over a pair of streams, such as standard input and output.
public final class StreamEndpoint {

    private static final int PIECE_BYTES = 64 << 10;

    private StreamEndpoint() {}

    /// Runs calls until the input ends or the stream of calls is invalid.
    public static void run(RpcEngine engine, InputStream in, OutputStream out) throws IOException {
        RpcStream.Client client = bytes -> {
            bytes.writeTo(out);
            out.flush();
        };
        try (RpcStream stream = new RpcStream(engine, client)) {
            byte[] chunk = new byte[PIECE_BYTES];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                if (!stream.receive(ByteBuffer.wrap(chunk, 0, n))) {
                    return;
                }
            }
        }
    }
}
