package traceglass.ingest.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Lists the files in a zip file as pieces.
final class ZipEntries {

    private ZipEntries() {}

    /// The files in the order of the directory.
    ///
    /// @param zip kept open by the caller while the pieces are read
    static List<Piece> list(ZipFile zip) {
        List<Piece> entries = new ArrayList<>();
        zip.stream().filter(e -> !e.isDirectory()).forEach(e -> entries.add(entry(zip, e)));
        return entries;
    }

    /// @throws IOException when the directory at the file's end is missing or damaged
    static ZipFile open(Path path) throws IOException {
        return new ZipFile(path.toFile());
    }

    private static Piece entry(ZipFile zip, ZipEntry entry) {
        return new Piece() {
            @Override
            public String name() {
                return entry.getName();
            }

            @Override
            public long size() {
                return entry.getSize();
            }

            @Override
            public InputStream open() throws IOException {
                return zip.getInputStream(entry);
            }
        };
    }
}
