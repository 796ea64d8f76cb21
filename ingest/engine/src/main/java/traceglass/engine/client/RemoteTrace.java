package traceglass.engine.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.protos.processor.QueryArgs;
import traceglass.protos.processor.QueryResult;
import traceglass.protos.processor.QueryResult.CellsBatch;
import traceglass.protos.processor.TraceProcessorRpc;
import traceglass.protos.processor.TraceProcessorRpc.TraceProcessorMethod;
import traceglass.protos.processor.TraceProcessorRpcStream;

/// The trace of a running server. Tables that queries create and modules that they include remain available to later
/// calls.
public final class RemoteTrace implements Closeable {

    /// Receives a result.
    public interface Rows {

        /// Called once before the rows, unless the statement has no columns.
        void columns(List<String> names) throws IOException;

        /// @param values Long, Double, String, byte[] or null
        void row(@Nullable Object[] values) throws IOException;
    }

    private interface Connection extends Closeable {

        /// Sends a stream of calls and returns the stream of replies.
        InputStream send(ByteString calls) throws IOException;
    }

    private static final int MESSAGE_TAG =
            TraceProcessorRpcStream.MSG_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int MAX_MESSAGE_BYTES = 256 << 20;

    private final Connection connection;
    private int sequence;

    private RemoteTrace(Connection connection) {
        this.connection = connection;
    }

    /// Connects to a Unix socket.
    ///
    /// @throws IOException if no server listens there
    public static RemoteTrace connect(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        InputStream in = Channels.newInputStream(channel);
        return new RemoteTrace(new Connection() {
            @Override
            public InputStream send(ByteString calls) throws IOException {
                ByteBuffer remaining = calls.asReadOnlyByteBuffer();
                while (remaining.hasRemaining()) {
                    channel.write(remaining);
                }
                return in;
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        });
    }

    /// Uses a server over HTTP.
    ///
    /// @param server address of the server, such as `http://localhost:9001`
    /// @param token token that the server requires, or null
    public static RemoteTrace connect(URI server, @Nullable String token) {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
        return new RemoteTrace(new Connection() {
            @Override
            public InputStream send(ByteString calls) throws IOException {
                HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve("/rpc"))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(calls.toByteArray()));
                if (token != null) {
                    request.header("Authorization", "Bearer " + token);
                }
                try {
                    HttpResponse<InputStream> response =
                            client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
                    if (response.statusCode() != 200) {
                        throw new IOException(
                                response.statusCode() == 401
                                        ? "the server requires a token"
                                        : "the server returned status " + response.statusCode());
                    }
                    return response.body();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
            }

            @Override
            public void close() {
                // Close without waiting for the remaining rows.
                client.shutdownNow();
            }
        });
    }

    /// Runs statements and passes the rows of the last one to a receiver.
    ///
    /// @throws EngineException if a statement fails, with the server's message
    /// @throws IOException if the server can't be reached, or the receiver of the rows fails
    public void query(String sql, Rows rows) throws IOException {
        TraceProcessorRpc.Builder call = TraceProcessorRpc.newBuilder()
                .setSeq(sequence++)
                .setRequest(TraceProcessorMethod.TPM_QUERY_STREAMING)
                .setQueryArgs(QueryArgs.newBuilder().setSqlQuery(sql));
        InputStream responses = connection.send(
                TraceProcessorRpcStream.newBuilder().addMsg(call).build().toByteString());
        int columns = 0;
        boolean isLast = false;
        while (!isLast) {
            TraceProcessorRpc response = readMessage(responses);
            if (!response.getFatalError().isEmpty()) {
                throw new IOException(response.getFatalError());
            }
            if (!response.hasQueryResult()) {
                throw new IOException("the server did not reply to the query");
            }
            QueryResult result = response.getQueryResult();
            if (result.getColumnNamesCount() > 0) {
                columns = result.getColumnNamesCount();
                rows.columns(result.getColumnNamesList());
            }
            for (CellsBatch batch : result.getBatchList()) {
                try {
                    passRows(batch, columns, rows);
                } catch (IndexOutOfBoundsException e) {
                    throw new IOException("the server sent a damaged result", e);
                }
                isLast |= batch.getIsLastBatch();
            }
            if (!result.getError().isEmpty()) {
                throw new EngineException(result.getError(), null);
            }
        }
    }

    private static TraceProcessorRpc readMessage(InputStream in) throws IOException {
        int tag = in.read();
        if (tag < 0) {
            throw new IOException("the server closed the connection");
        }
        int length = CodedInputStream.readRawVarint32(in.read(), in);
        if (tag != MESSAGE_TAG || length < 0 || length > MAX_MESSAGE_BYTES) {
            throw new IOException("the server is not a trace processor");
        }
        byte[] message = in.readNBytes(length);
        if (message.length < length) {
            throw new IOException("the server closed the connection");
        }
        return TraceProcessorRpc.parseFrom(new ByteArrayInputStream(message));
    }

    private static void passRows(CellsBatch batch, int columns, Rows rows) throws IOException {
        if (columns == 0) {
            return;
        }
        List<String> texts = splitStrings(batch.getStringCells());
        int varint = 0;
        int real = 0;
        int text = 0;
        int blob = 0;
        for (int cell = 0; cell + columns <= batch.getCellsCount(); cell += columns) {
            @Nullable Object[] values = new Object[columns];
            for (int c = 0; c < columns; c++) {
                values[c] = switch (batch.getCells(cell + c)) {
                    case CELL_VARINT -> batch.getVarintCells(varint++);
                    case CELL_FLOAT64 -> batch.getFloat64Cells(real++);
                    case CELL_STRING -> texts.get(text++);
                    case CELL_BLOB -> batch.getBlobCells(blob++).toByteArray();
                    default -> null;
                };
            }
            rows.row(values);
        }
    }

    private static List<String> splitStrings(String joined) {
        List<String> texts = new ArrayList<>();
        int start = 0;
        for (int end = joined.indexOf('\0'); end >= 0; end = joined.indexOf('\0', start)) {
            texts.add(joined.substring(start, end));
            start = end + 1;
        }
        return texts;
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
