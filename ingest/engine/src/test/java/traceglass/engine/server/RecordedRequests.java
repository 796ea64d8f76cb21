package traceglass.engine.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/// Recorded requests of a client: a name, the head, and the body in hexadecimal digits. Ports are replaced with
/// `PORT`.
final class RecordedRequests {

    private static final int DIGITS_PER_LINE = 110;

    /// @param head request line and headers, with their line ends
    record Recorded(String head, byte[] body) {

        /// Returns the method and path, such as `POST /query`.
        String target() {
            String[] words = head.split(" ");
            return words[0] + " " + words[1];
        }

        /// Returns the recorded bytes of the request, with another port.
        byte[] bytes(int port) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(head.replace(":PORT", ":" + port).getBytes(StandardCharsets.US_ASCII));
            bytes.writeBytes(body);
            return bytes.toByteArray();
        }

        /// Returns the request in the format of the file.
        String text() {
            StringBuilder text = new StringBuilder(head.replace("\r\n", "\n"));
            String digits = HexFormat.of().formatHex(body);
            for (int at = 0; at < digits.length(); at += DIGITS_PER_LINE) {
                text.append(digits, at, Math.min(digits.length(), at + DIGITS_PER_LINE))
                        .append('\n');
            }
            return text.append("----\n").toString();
        }
    }

    private RecordedRequests() {}

    /// Reads a file next to this class.
    static List<Recorded> read(String file) throws IOException {
        String text;
        try (InputStream in = RecordedRequests.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException("There is no " + file);
            }
            text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
        List<Recorded> requests = new ArrayList<>();
        for (String request : text.split("----\n")) {
            int end = request.indexOf("\n\n") + 2;
            requests.add(new Recorded(
                    request.substring(0, end).replace("\n", "\r\n"),
                    HexFormat.of().parseHex(request.substring(end).replace("\n", ""))));
        }
        return requests;
    }

    /// Reads the next request of a connection. Returns null at its end.
    static Recorded next(InputStream in, int port) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                return null;
            }
            head.write(b);
        }
        String text = head.toString(StandardCharsets.US_ASCII);
        int length = text.lines()
                .filter(l -> l.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .mapToInt(l -> Integer.parseInt(l.substring(l.indexOf(':') + 1).strip()))
                .findFirst()
                .orElse(0);
        return new Recorded(text.replace(":" + port, ":PORT"), in.readNBytes(length));
    }
}
