package traceglass.ingest.open;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.database.SqliteTables;
import traceglass.ingest.manifest.ManifestRules;
import traceglass.ingest.source.ContentStart;
import traceglass.store.database.ReadingOptions;

/// Recognizes a stream by its first bytes, before storing the rest, which may be endless.
public final class StreamStart {

    /// Number of bytes to inspect.
    public static final int BYTES = 64 << 10;

    private StreamStart() {}

    /// Checks that a stream may be a trace.
    ///
    /// @param start first [#BYTES] bytes of the stream
    /// @param name name of the stream in messages
    /// @throws TraceProblem if it is not a trace in a supported format; the message is the same as for a file
    public static void check(byte[] start, String name, ReadingOptions reading) throws TraceProblem {
        Importers importers = Importers.of(reading);
        Optional<byte[]> content =
                ContentStart.of(start, head -> ManifestRules.sniff(head) || importers.of(head) != null);
        if (content.isEmpty()) {
            return;
        }
        try (TraceInput input = new TraceInput(name, new ByteArrayInputStream(content.get()), new ImportProgress())) {
            byte[] head = input.head();
            // Databases are recognized by their tables, which may be listed anywhere in the file.
            if (!SqliteTables.isSqlite(head) && !ManifestRules.sniff(head) && importers.of(input) == null) {
                throw new TraceProblem(name + " " + UnknownFile.describe(head, name));
            }
        } catch (IOException e) {
            throw new TraceProblem(name + " can't be read: " + e.getMessage(), e);
        }
    }
}
