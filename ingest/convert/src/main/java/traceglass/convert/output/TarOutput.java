package traceglass.convert.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/// Writes a tar file. Its bytes depend only on its members, without times or owners. Members can be larger than 8 GiB
/// and have long names.
public final class TarOutput {

    private final TarArchiveOutputStream tar;

    /// @param out receives the tar file; not closed here
    public TarOutput(OutputStream out) {
        tar = new TarArchiveOutputStream(out, StandardCharsets.UTF_8.name());
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    }

    public void add(String name, byte[] bytes) throws IOException {
        begin(name, bytes.length);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    /// Adds a file.
    ///
    /// @throws ConvertProblem if the file changes while it is added
    public void add(String name, Path file) throws IOException, ConvertProblem {
        begin(name, Files.size(file));
        try {
            Files.copy(file, tar);
            tar.closeArchiveEntry();
        } catch (IllegalArgumentException e) {
            throw new ConvertProblem(file + " changed while it was read", e);
        }
    }

    private void begin(String name, long size) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(size);
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
    }

    /// Writes the end of the tar file.
    public void finish() throws IOException {
        tar.finish();
    }
}
