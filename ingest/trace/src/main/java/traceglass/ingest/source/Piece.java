package traceglass.ingest.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Bytes under a name that can be read again from their start: a file, an entry of a zip or tar file, or a spooled
/// copy.
interface Piece {

    /// File name, or the entry's path in its archive.
    String name();

    /// Bytes in it, -1 if unknown.
    long size();

    /// Bytes that it takes in its archive, -1 if unknown.
    default long storedSize() {
        return size();
    }

    /// When it was written, ms since 1970 on the clock on the wall, 0 if unknown.
    default long modified() {
        return 0;
    }

    /// A new stream from its start. Not buffered.
    InputStream open() throws IOException;

    /// The file that the bytes lie in as they are, or null: what random access to a zip needs.
    default Path file() {
        return null;
    }

    /// A piece that is a file of its own.
    static Piece of(Path path, String name) {
        return new Piece() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public long size() {
                try {
                    return Files.size(path);
                } catch (IOException e) {
                    return -1;
                }
            }

            @Override
            public InputStream open() throws IOException {
                return Files.newInputStream(path);
            }

            @Override
            public Path file() {
                return path;
            }
        };
    }
}
