package traceglass.ingest.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Named bytes that can be read repeatedly from the start: a file, an entry of a zip or tar file, or a temporary copy.
interface ReplayableSource {

    /// Returns the file name, or the path of the entry in its archive.
    String name();

    /// Returns the size in bytes; -1 if unknown.
    long size();

    /// Returns the size in bytes as stored in the archive; -1 if unknown.
    default long storedSize() {
        return size();
    }

    /// Returns the modification time in ms since 1970, as local time; 0 if unknown.
    default long modified() {
        return 0;
    }

    /// Opens a new unbuffered stream at the start.
    InputStream open() throws IOException;

    /// Returns the file that contains exactly these bytes, or null. Random access to a zip file requires one.
    default Path file() {
        return null;
    }

    /// Creates a source that reads a whole file.
    static ReplayableSource of(Path path, String name) {
        return new ReplayableSource() {
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
