package traceglass.record.adb;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;

/// Client of the adb server. A request is a string prefixed with its length as four hexadecimal digits; the server
/// replies `OKAY`, or `FAIL` with a reason. A request for a service of a device turns the connection into a stream to
/// that service.
///
/// @param host name or address of the computer on which the server runs
/// @param port port of the server; 5037 by default
public record AdbServer(String host, int port) {

    private static final int DEFAULT_PORT = 5037;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int CONNECT_TIMEOUT_MS = 5000;

    /// Returns the server set in adb's own environment variables.
    public static AdbServer ofEnvironment(Map<String, String> environment) {
        String socket = environment.getOrDefault("ADB_SERVER_SOCKET", "");
        if (socket.startsWith("tcp:")) {
            String[] parts = socket.substring("tcp:".length()).split(":");
            String host = parts.length > 1 ? parts[0] : "localhost";
            return new AdbServer(host, number(parts[parts.length - 1], DEFAULT_PORT));
        }
        return new AdbServer(
                "localhost", number(environment.getOrDefault("ANDROID_ADB_SERVER_PORT", ""), DEFAULT_PORT));
    }

    private static int number(String text, int fallback) {
        try {
            int n = Integer.parseInt(text);
            return n > 0 && n < 65536 ? n : fallback;
        } catch (NumberFormatException e) {
            return fallback;
        }
    }

    /// Sends a request to the server itself, such as `host:version`, and returns its reply.
    public String request(String command) throws RecordProblem {
        try (SocketChannel channel = connect()) {
            send(channel, command);
            return readText(channel.socket().getInputStream());
        } catch (IOException e) {
            throw connectionLost(e);
        }
    }

    /// Version of the server's protocol, such as 41; shown as `1.0.41`.
    public int version() throws RecordProblem {
        return Integer.parseInt(request("host:version"), 16);
    }

    /// Opens a stream to a service of a device, e.g. `localfilesystem:/dev/socket/traced_consumer`.
    public SocketChannel open(String serial, String service) throws RecordProblem {
        SocketChannel channel = connect();
        try {
            send(channel, "host:transport:" + serial);
            send(channel, service);
            channel.socket().setSoTimeout(0);
            return channel;
        } catch (IOException e) {
            close(channel);
            throw connectionLost(e);
        } catch (RecordProblem e) {
            close(channel);
            throw e;
        }
    }

    /// Opens a stream to the server itself that continues after `OKAY`, such as `host:track-devices-l`.
    SocketChannel openHost(String request) throws RecordProblem {
        SocketChannel channel = connect();
        try {
            send(channel, request);
            channel.socket().setSoTimeout(0);
            return channel;
        } catch (IOException e) {
            close(channel);
            throw connectionLost(e);
        } catch (RecordProblem e) {
            close(channel);
            throw e;
        }
    }

    private SocketChannel connect() throws RecordProblem {
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open();
            InetAddress address =
                    host.equals("localhost") ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
            channel.socket().connect(new InetSocketAddress(address, port), CONNECT_TIMEOUT_MS);
            channel.socket().setTcpNoDelay(true);
            channel.socket().setSoTimeout((int) TIMEOUT.toMillis());
            return channel;
        } catch (IOException e) {
            if (channel != null) {
                close(channel);
            }
            throw new RecordProblem(Kind.NOT_FOUND, AdbTexts.noServer(port), e);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // The connection is no longer used.
        }
    }

    private static void send(SocketChannel channel, String request) throws IOException, RecordProblem {
        byte[] text = request.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(4 + text.length)
                .put(String.format("%04x", text.length).getBytes(StandardCharsets.US_ASCII))
                .put(text)
                .flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        // Read through the socket, because only it has a timeout, and read no more than the reply, because
        // the bytes after it belong to the stream.
        InputStream in = channel.socket().getInputStream();
        String status = new String(readExactly(in, 4), StandardCharsets.US_ASCII);
        if (status.equals("FAIL")) {
            throw refused(request, readText(in));
        }
        if (!status.equals("OKAY")) {
            throw new RecordProblem(Kind.UNSUPPORTED, AdbTexts.NOT_ADB);
        }
    }

    static String readText(InputStream in) throws IOException {
        String length = new String(readExactly(in, 4), StandardCharsets.US_ASCII);
        try {
            return new String(readExactly(in, Integer.parseInt(length, 16)), StandardCharsets.UTF_8);
        } catch (NumberFormatException e) {
            throw new IOException(AdbTexts.invalidLength(length), e);
        }
    }

    private static byte[] readExactly(InputStream in, int n) throws IOException {
        byte[] bytes = in.readNBytes(n);
        if (bytes.length < n) {
            throw new EOFException(AdbTexts.SERVER_CLOSED);
        }
        return bytes;
    }

    private static RecordProblem refused(String request, String reason) {
        String r = reason.strip();
        if (r.contains("unauthorized") || r.contains("authorizing")) {
            return new RecordProblem(Kind.REFUSED, AdbTexts.notAuthorized());
        }
        if (r.contains("not found") || r.contains("no devices")) {
            return new RecordProblem(Kind.NOT_FOUND, AdbTexts.notAttached(r));
        }
        if (r.contains("offline")) {
            return new RecordProblem(Kind.NOT_FOUND, AdbTexts.DEVICE_OFFLINE);
        }
        String rule = request.startsWith("localfilesystem:") || request.startsWith("localabstract:")
                ? AdbTexts.THE_SOCKET
                : request.startsWith("host:") ? AdbTexts.ADB : AdbTexts.THE_DEVICE;
        return new RecordProblem(Kind.REFUSED, AdbTexts.refused(rule, r));
    }

    private static RecordProblem connectionLost(IOException e) {
        return new RecordProblem(
                Kind.LOST,
                e instanceof SocketTimeoutException
                        ? AdbTexts.SERVER_SILENT
                        : AdbTexts.serverLost(RecordProblem.reason(e)),
                e);
    }
}
