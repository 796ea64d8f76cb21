package traceglass.store.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Identifies traces by their content without reading all of it: the size, 64 kB from both ends, and sixteen samples of
/// 4 kB between. A copy of a trace on another machine, with another name, has the same fingerprint.
public final class TraceFingerprint {

    private static final int END_BYTES = 64 << 10;
    private static final int SAMPLES = 16;
    private static final int SAMPLE_BYTES = 4 << 10;

    private TraceFingerprint() {}

    /// Returns the fingerprint of a file as 32 hexadecimal digits.
    ///
    /// @throws IOException if the file cannot be read
    public static String of(Path trace) throws IOException {
        return digest(trace, "trace " + Files.size(trace));
    }

    /// Computes a digest of `head` and of samples of the file.
    static String digest(Path trace, String head) throws IOException {
        MessageDigest digest = sha256();
        digest.update(head.getBytes(StandardCharsets.UTF_8));
        try (FileChannel file = FileChannel.open(trace, StandardOpenOption.READ)) {
            long size = file.size();
            add(digest, file, 0, END_BYTES);
            for (int i = 1; i <= SAMPLES && size > 2 * END_BYTES; i++) {
                add(digest, file, size / (SAMPLES + 1) * i, SAMPLE_BYTES);
            }
            add(digest, file, Math.max(0, size - END_BYTES), END_BYTES);
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }

    private static void add(MessageDigest digest, FileChannel file, long position, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining() && file.read(buffer, position + buffer.position()) > 0) {
            // Repeats short reads until the sample is complete or the file ends.
        }
        digest.update(buffer.flip());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
