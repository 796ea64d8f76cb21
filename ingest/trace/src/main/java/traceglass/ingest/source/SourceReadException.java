package traceglass.ingest.source;

import java.io.EOFException;
import java.io.IOException;

/// Thrown if the file itself cannot be read, for example because the disk was removed. The data read so far
/// is incomplete but not damaged.
final class SourceReadException extends IOException {

    private static final long serialVersionUID = 1;

    SourceReadException(IOException cause) {
        super(reason(cause), cause);
    }

    /// Returns the reason as the end of a sentence.
    static String reason(IOException e) {
        return e instanceof EOFException
                ? "unexpected end of file"
                : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
