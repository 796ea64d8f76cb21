package traceglass.engine.fleet.source;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/// Explains why a file can't be read or written.
public final class FileReason {

    private FileReason() {}

    /// Returns the reason as the end of a sentence.
    public static String reason(IOException e) {
        return switch (e) {
            case FileAlreadyExistsException _ -> "a file with this name exists";
            case NoSuchFileException _ -> "it does not exist";
            case AccessDeniedException _ -> "permission denied";
            default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        };
    }
}
