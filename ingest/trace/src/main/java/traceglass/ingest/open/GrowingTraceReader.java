package traceglass.ingest.open;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.perfetto.PerfettoImporter;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketSplitter;
import traceglass.ingest.perfetto.reader.PerfettoTraceReader;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Imports a Perfetto trace while it is being recorded: reads the data appended to its file, and emits events up to a
/// time before which their order is final. The import is never finished: rows that importers derive at the end of a
/// trace are missing until the complete file is opened.
///
/// Not thread-safe.
public final class GrowingTraceReader implements AutoCloseable {

    private final PerfettoImporter importer = new PerfettoImporter();
    private final Path file;
    private final ImportSession session;
    private final InputStream in;
    private final Packet packet = new Packet();
    private final PacketSplitter splitter = new PacketSplitter(this::readPacket, this::reportDamage);
    private final PerfettoTraceReader reader;
    private long position;
    private TraceProblem problem;
    private boolean isDamaged;
    private boolean isFormatChecked;

    private GrowingTraceReader(Path file, ImportSession session, InputStream in) {
        this.file = file;
        this.session = session;
        this.in = in;
        Table files = session.storage().table(TableNames.TraceFile.TABLE);
        int row = files.addRow();
        files.strings(TableNames.TraceFile.TRACE_TYPE)
                .set(row, session.strings().intern(importer.id()));
        files.longs(TableNames.TraceFile.PROCESSING_ORDER).set(row, 0);
        files.longs(TableNames.TraceFile.IS_CONTAINER).set(row, 0);
        ImportContext context = session.context(0, row);
        context.metadata().set("trace_type", importer.id());
        reader = importer.begin(context);
    }

    /// Opens a file that may still be empty.
    public static GrowingTraceReader open(Path file, TraceStorage storage, ImportProgress progress) throws IOException {
        return new GrowingTraceReader(file, new ImportSession(storage, progress), Files.newInputStream(file));
    }

    /// Reads the file up to a length in bytes; the recorder may still change the bytes after it.
    ///
    /// @return whether there was any new data
    /// @throws TraceProblem if the file is not a Perfetto trace, or is damaged so that nothing more can be read
    /// @throws ImportCanceled after [ImportProgress#cancel]
    public boolean readTo(long length) throws IOException, TraceProblem {
        session.progress().check();
        long added = length - position;
        if (added <= 0) {
            return false;
        }
        if (!isFormatChecked) {
            isFormatChecked = true;
            byte[] head = new byte[(int) Math.min(added, 4096)];
            try (InputStream start = Files.newInputStream(file)) {
                start.readNBytes(head, 0, head.length);
            }
            if (!importer.sniff(head)) {
                throw new TraceProblem(file + " is not a Perfetto trace");
            }
        }
        position = length;
        if (!isDamaged && !splitter.read(in, added)) {
            isDamaged = true;
            problem = new TraceProblem(file + " is damaged");
        }
        session.progress().setBytesRead(position);
        if (problem != null) {
            throw problem;
        }
        return true;
    }

    /// Returns the time of the latest event read so far, in ns.
    public long latestTs() {
        return session.sorter().maxTs();
    }

    /// Adds the events up to a time to the tables. Events before that time that are read later are dropped.
    public void emitUntil(long ts) {
        session.sorter().emitUntil(ts);
    }

    private void readPacket(byte[] buffer, int offset, int length, long position) {
        if (problem != null) {
            return;
        }
        if (!packet.read(buffer, offset, length, position)) {
            reportDamage(position);
            return;
        }
        try {
            reader.onPacket(packet);
        } catch (TraceProblem e) {
            problem = e;
        }
    }

    private void reportDamage(long position) {
        reader.onDamage(position);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
