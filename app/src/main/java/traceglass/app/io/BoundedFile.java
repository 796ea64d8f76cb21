package traceglass.app.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads files that users write, such as SQL and specifications, up to a size limit, because a path may name an
/// endless device or pipe.
public final class BoundedFile {

    private static final int MAX_BYTES = 64 << 20;

    private BoundedFile() {}

    /// Reads a whole file.
    ///
    /// @throws IOException if it can't be read or is too large
    public static byte[] read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in);
        }
    }

    /// Reads a whole stream.
    ///
    /// @throws IOException if it can't be read or is too long
    public static byte[] read(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new IOException(OutputTexts.tooLarge(MAX_BYTES));
        }
        return bytes;
    }
}
