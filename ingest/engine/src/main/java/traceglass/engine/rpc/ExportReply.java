package traceglass.engine.rpc;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.ExportFormat;
import traceglass.engine.TraceProcessor;
import traceglass.protos.processor.ExportArgs;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.TemporaryFiles;

/// Exports a whole database and sends it in pieces.
final class ExportReply {

    private static final int PIECE_BYTES = 64 << 10;

    private ExportReply() {}

    /// @throws EngineException if the format is not supported
    static ExportFormat format(ExportArgs.Format format) {
        return switch (format) {
            case SQLITE -> ExportFormat.SQLITE;
            case ARROW_TAR -> ExportFormat.ARROW_TAR;
            case PERFETTO -> ExportFormat.ARCHIVE;
            case FORMAT_UNSPECIFIED -> throw new EngineException("Export format is required", null);
        };
    }

    /// @throws EngineException if no trace is loaded; nothing has been sent then
    static void run(@Nullable TraceProcessor trace, ExportFormat format, RpcEngine.ReplySink sink) throws IOException {
        if (trace == null) {
            throw new EngineException(RpcEngine.NO_TRACE, null);
        }
        Path folder = TemporaryFiles.deleteAtExit(TemporaryFiles.folder("export"));
        Path file = folder.resolve("export");
        try {
            trace.export(format, file);
            try (InputStream in = Files.newInputStream(file)) {
                for (byte[] chunk = in.readNBytes(PIECE_BYTES); chunk.length > 0; chunk = in.readNBytes(PIECE_BYTES)) {
                    sink.send(ByteString.copyFrom(chunk));
                }
            }
        } finally {
            StoreDatabase.deleteTree(folder);
        }
    }
}
