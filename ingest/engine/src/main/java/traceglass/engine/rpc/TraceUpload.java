package traceglass.engine.rpc;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.store.database.TemporaryFiles;

/// A trace that is received in pieces and written to a temporary file.
final class TraceUpload {

    /// Free disk space in bytes that is left for other programs.
    private static final long RESERVED_BYTES = 256L << 20;

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

    /// Adds a piece and returns the total number of bytes.
    long add(ByteString chunk) throws IOException {
        if (folder.toFile().getUsableSpace() - chunk.size() < RESERVED_BYTES) {
            throw new IOException("there is too little space in the temporary folder for the trace");
        }
        chunk.writeTo(out);
        bytes += chunk.size();
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
            // Ignore the failure: a leftover file in the system's temporary folder is harmless.
        }
    }
}
