package traceglass.engine.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes traces to one archive.
public final class TraceArchive {

    private TraceArchive() {}

    /// @return the archive
    public static Path write(List<Path> traces, Path archive) throws IOException {
        Set<String> names = new HashSet<>();
        try (OutputStream file = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            for (Path trace : traces) {
                String name = String.valueOf(trace.getFileName());
                // Files from different folders can have the same name.
                for (int i = 2; !names.add(name); i++) {
                    name = i + "-" + trace.getFileName();
                }
                zip.putNextEntry(new ZipEntry(name));
                Files.copy(trace, zip);
                zip.closeEntry();
            }
        }
        return archive;
    }
}
