package traceglass.engine.rpc;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.store.database.TemporaryFiles;

/// A trace that arrives in pieces, in a temporary file.
final class TraceUpload {

    /// Space that is left to other programs.
    private static final long RESERVE = 256L << 20;

    private final Path folder;
    private final Path file;
    private final OutputStream out;
    private long bytes;

    private TraceUpload(Path folder) throws IOException {
        this.folder = folder;
        file = folder.resolve("trace");
        out = Files.newOutputStream(file);
    }

    static TraceUpload begin() throws IOException {
        return new TraceUpload(TemporaryFiles.folder("upload"));
    }

    /// Returns the number of bytes up to now.
    long add(ByteString piece) throws IOException {
        if (folder.toFile().getUsableSpace() - piece.size() < RESERVE) {
            throw new IOException("there is too little space in the temporary folder for the trace");
        }
        piece.writeTo(out);
        bytes += piece.size();
        return bytes;
    }

    long bytes() {
        return bytes;
    }

    Path end() throws IOException {
        out.close();
        return file;
    }

    void delete() {
        try {
            out.close();
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // A leftover in the temporary folder of the system is harmless.
        }
    }
}
