package traceglass.sql.functions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;

/// Implements `__intrinsic_file_write(file, bytes)`, which writes a file and returns its size, as in the trace
/// processor. Only sessions that may access files can call it.
final class FileWrite {

    static final String SCALAR = "tg_write_file";
    private static final String MESSAGE_PREFIX = "__intrinsic_file_write: ";

    private FileWrite() {}

    /// Returns the macro, which checks the types of the arguments, because DuckDB would convert values of other
    /// types.
    static String macro() {
        return "(f, b) AS CASE WHEN typeof(f) <> 'VARCHAR' OR f IS NULL THEN error('" + MESSAGE_PREFIX
                + "the name of the file must be text') WHEN typeof(b) <> 'BLOB' OR b IS NULL THEN error('"
                + MESSAGE_PREFIX
                + "the content must be bytes') ELSE " + SCALAR
                + "(CAST(f AS VARCHAR), hex(TRY_CAST(b AS BLOB))) END";
    }

    /// Writes or replaces a file.
    ///
    /// @param digits content as hexadecimal digits
    /// @return number of bytes
    static long write(String file, String digits) {
        byte[] bytes = HexFormat.of().parseHex(digits);
        try {
            Files.write(Path.of(file), bytes);
        } catch (NoSuchFileException e) {
            throw new UncheckedIOException(MESSAGE_PREFIX + "the folder of " + file + " does not exist", e);
        } catch (IOException e) {
            throw new UncheckedIOException(MESSAGE_PREFIX + "can't write " + file + ": " + e.getMessage(), e);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(MESSAGE_PREFIX + file + " can't be the name of a file", e);
        }
        return bytes.length;
    }
}
