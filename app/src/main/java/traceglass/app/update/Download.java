package traceglass.app.update;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;

/// Downloads one file. After a broken connection, the download resumes at the same position, even in a later run.
///
/// @param retryMs pause before another attempt
record Download(UpdateSource source, long retryMs) {

    /// Number of attempts without any progress before the download fails.
    private static final int ATTEMPTS = 4;

    /// Downloads into a file and checks size and checksum.
    ///
    /// @param target may contain the start of the file; it is kept after an error, but deleted if its content
    ///     is wrong
    /// @param progress receives the number of bytes so far
    void downloadTo(Path target, String name, ReleaseFile file, LongConsumer progress)
            throws UpdateProblem, InterruptedException {
        int attempts = 0;
        Path folder = target.resolveSibling("").normalize();
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UpdateProblem(UpdateTexts.cantWrite(folder, e), e);
        }
        checkSpace(folder, file.size() - size(target) + 3 * file.size());
        while (size(target) < file.size()) {
            long before = size(target);
            try {
                append(target, name, file, progress);
                if (size(target) >= file.size()) {
                    break;
                }
                throw new IOException(UpdateTexts.INCOMPLETE);
            } catch (WriteProblem e) {
                throw new UpdateProblem(UpdateTexts.cantWrite(target, e.cause()), e);
            } catch (IOException e) {
                attempts = size(target) > before ? 0 : attempts + 1;
                if (attempts >= ATTEMPTS) {
                    throw new UpdateProblem(UpdateTexts.cantDownload(name, e), e);
                }
                Thread.sleep(retryMs * (attempts + 1));
            }
        }
        check(target, file);
    }

    /// Distinguishes errors of the disk from errors of the connection.
    private static final class WriteProblem extends IOException {
        private static final long serialVersionUID = 1;
        private final IOException cause;

        WriteProblem(IOException cause) {
            super(cause);
            this.cause = cause;
        }

        IOException cause() {
            return cause;
        }
    }

    /// @param size bytes of the archive and its content, which is about twice as large
    private static void checkSpace(Path folder, long size) throws UpdateProblem {
        if (folder.toFile().getUsableSpace() < size) {
            throw new UpdateProblem(UpdateTexts.noSpace(folder, size));
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    private void append(Path target, String name, ReleaseFile file, LongConsumer progress)
            throws IOException, InterruptedException {
        try (UpdateSource.Part part = source.open(name, size(target));
                OutputStream out = open(target, part.from() == 0)) {
            long done = part.from();
            byte[] buffer = new byte[1 << 16];
            InputStream in = part.in();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                // A server that sends more than announced must not fill the disk.
                int used = (int) Math.min(n, file.size() - done);
                write(out, buffer, used);
                done += used;
                progress.accept(done);
                if (used < n || done == file.size()) {
                    break;
                }
            }
        }
    }

    private static OutputStream open(Path target, boolean startsOver) throws WriteProblem {
        try {
            return Files.newOutputStream(
                    target,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    startsOver ? StandardOpenOption.TRUNCATE_EXISTING : StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new WriteProblem(e);
        }
    }

    private static void write(OutputStream out, byte[] buffer, int length) throws WriteProblem {
        try {
            out.write(buffer, 0, length);
        } catch (IOException e) {
            throw new WriteProblem(e);
        }
    }

    private static void check(Path target, ReleaseFile file) throws UpdateProblem {
        try {
            if (size(target) == file.size() && sha256(target).equalsIgnoreCase(file.sha256())) {
                return;
            }
            Files.deleteIfExists(target);
        } catch (IOException e) {
            throw new UpdateProblem(UpdateTexts.cantRead(target, e), e);
        }
        throw new UpdateProblem(UpdateTexts.WRONG_CONTENT);
    }

    static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
