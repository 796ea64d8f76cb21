package traceglass.store.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// Identifies traces by their content without reading all of it: the size, 64 KB from both ends, and sixteen samples
/// of 4 KB in between. For a folder, the sizes of its files and 4 KB of some of them. A copy of a trace on another
/// machine, with another name, has the same fingerprint.
public final class TraceFingerprint {

    private static final int END_BYTES = 64 << 10;
    private static final int SAMPLES = 16;
    private static final int SAMPLE_BYTES = 4 << 10;
    /// Limits for reading a folder.
    private static final int FOLDER_DEPTH = 8;

    private static final int FOLDER_FILES = 10_000;
    private static final int SAMPLED_FILES = 64;

    private TraceFingerprint() {}

    /// Loads the classes for digests and searches the JDK's security providers, which takes longer than a digest.
    public static void prepare() {
        sha256();
    }

    /// Returns the fingerprint of a file or folder as 32 hexadecimal digits.
    ///
    /// @throws IOException if the file cannot be read
    public static String of(Path trace) throws IOException {
        // The size of a folder differs between file systems.
        return digest(trace, "trace " + (Files.isDirectory(trace) ? "folder" : Files.size(trace)));
    }

    /// Computes a digest of `head` and of samples of the file.
    static String digest(Path trace, String head) throws IOException {
        MessageDigest digest = sha256();
        digest.update(head.getBytes(StandardCharsets.UTF_8));
        if (Files.isDirectory(trace)) {
            addFolder(digest, trace);
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        }
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

    private static void addFolder(MessageDigest digest, Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> paths = Files.walk(folder, FOLDER_DEPTH)) {
            files = paths.filter(Files::isRegularFile)
                    .limit(FOLDER_FILES)
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (int i = 0; i < files.size(); i++) {
            long size = Files.size(files.get(i));
            digest.update((size + "\n").getBytes(StandardCharsets.UTF_8));
            if (i < SAMPLED_FILES) {
                try (FileChannel file = FileChannel.open(files.get(i), StandardOpenOption.READ)) {
                    add(digest, file, 0, SAMPLE_BYTES);
                    add(digest, file, Math.max(0, size - SAMPLE_BYTES), SAMPLE_BYTES);
                }
            }
        }
    }

    private static void add(MessageDigest digest, FileChannel file, long position, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining() && file.read(buffer, position + buffer.position()) > 0) {
            // Repeat short reads until the sample is complete or the file ends.
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
