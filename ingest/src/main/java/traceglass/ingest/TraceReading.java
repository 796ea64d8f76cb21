package traceglass.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import traceglass.ingest.source.TraceWalk;
import traceglass.model.store.IntColumn;
import traceglass.model.store.Table;
import traceglass.model.store.TraceStorage;

/// Reads a file of any known format into a [TraceStorage]: finds the traces in it, asks each importer, keeps the `trace_file`
/// table, and finishes the session.
public final class TraceReading {

    private final Path file;
    private final ImportSession session;
    private final List<Importer> importers;
    private final Table files;
    private final Deque<Integer> open = new ArrayDeque<>();
    private int order;
    private long bytes;

    private TraceReading(Path file, ImportSession session) {
        this.file = file;
        this.session = session;
        importers = importers();
        files = session.storage().table("__intrinsic_trace_file");
    }

    /// Prepares to read the file.
    ///
    /// @throws TraceProblem when there is nothing that can be read
    public static TraceReading open(Path file, TraceStorage storage, ImportProgress progress) throws IOException, TraceProblem {
        checkReadable(file);
        return new TraceReading(file, new ImportSession(storage, progress));
    }

    /// Reads the file whole, on the calling thread: [#read] and [#finish] in one.
    public static void readAll(Path file, TraceStorage storage, ImportProgress progress) throws IOException, TraceProblem {
        TraceReading reading = open(file, storage, progress);
        reading.read();
        reading.finish();
    }

    /// All known formats, in the order in which they are asked.
    public static List<Importer> importers() {
        List<Importer> all = new ArrayList<>();
        ServiceLoader.load(Importer.class, TraceReading.class.getClassLoader()).forEach(all::add);
        all.sort(Comparator.comparingInt(Importer::priority));
        return all;
    }

    /// Says what keeps the file from being read.
    static void checkReadable(Path file) throws TraceProblem {
        if (!Files.exists(file)) {
            throw new TraceProblem(file + " does not exist");
        }
        if (Files.isDirectory(file)) {
            throw new TraceProblem(file + " is a folder; choose a trace file in it");
        }
        try (InputStream in = Files.newInputStream(file)) {
            in.read();
        } catch (AccessDeniedException e) {
            throw new TraceProblem(file + " cannot be read: permission denied", e);
        } catch (IOException e) {
            throw new TraceProblem(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// Reads all traces in the file. Their events wait in the session's sorter, as far as the formats make them.
    ///
    /// @throws TraceProblem    when nothing in it can be used; the message says what was found and what is supported
    /// @throws ImportCancelled when [ImportProgress#cancel] was called
    public void read() throws IOException, TraceProblem {
        session.setUuidFromContent(file);
        if (Files.size(file) > 0) {
            new TraceWalk(new Walker(), session.progress(), this::archivePriority).walk(file);
        } else {
            session.context(0, addFile(file.getFileName().toString(), "unknown"));
        }
    }

    /// Makes rows of the events that wait, and finishes all trackers.
    public void finish() {
        session.finish();
    }

    /// Bytes of trace read, free of their containers.
    public long bytes() {
        return bytes;
    }

    private int archivePriority(byte[] head) {
        Importer importer = importerOf(head);
        return importer == null ? 2 : importer.archivePriority();
    }

    private Importer importerOf(byte[] head) {
        for (Importer i : importers) {
            if (i.sniff(head)) {
                return i;
            }
        }
        return null;
    }

    private int addFile(String name, String type) {
        int row = files.addRow();
        files.ints("parent_id").set(row, open.isEmpty() ? IntColumn.NULL : open.peekLast());
        // The outermost file has no name in the table, as in the reference: where it lies says nothing about the trace.
        files.strings("name").set(row, open.isEmpty() ? 0 : session.strings().intern(name));
        files.longs("size").set(row, 0);
        files.strings("trace_type").set(row, session.strings().intern(type));
        files.longs("processing_order").set(row, order++);
        return row;
    }

    private final class Walker implements TraceWalk.Visitor {

        @Override
        public void enter(String name, String type) {
            int row = addFile(name, type);
            files.longs("is_container").set(row, 1);
            open.addLast(row);
        }

        @Override
        public void leave(long size) {
            files.longs("size").set(open.removeLast(), size);
        }

        @Override
        public void trace(TraceInput input) throws IOException, TraceProblem {
            Importer importer = importerOf(input.head());
            if (importer == null) {
                throw unknown(input);
            }
            int row = addFile(input.name(), importer.id());
            files.longs("is_container").set(row, 0);
            ImportContext context = session.context(0, row);
            context.metadata().set("trace_type", importer.id());
            if (importer.sortsAtEnd()) {
                session.sorter().sortAtEndOnly();
            }
            importer.read(input, context);
            files.longs("size").set(row, input.position());
            bytes += input.position();
            context.metadata().set("trace_size_bytes", input.position());
        }

        @Override
        public void damaged(String name, String type, long offset, String what) {
            session.globalStats().increment("container_damaged");
        }

        private TraceProblem unknown(TraceInput input) {
            String formats = importers.stream().map(Importer::displayName).collect(Collectors.joining(", "));
            return new TraceProblem(input.name() + " is no trace in a known format: it begins with "
                    + describe(input.head()) + ". Known are: " + formats + ", and these in gzip, zstd, zip or tar.");
        }
    }

    /// The first bytes for people: as text where they are text, else in hexadecimal.
    private static String describe(byte[] head) {
        int n = Math.min(head.length, 24);
        boolean text = n > 0;
        for (int i = 0; i < n; i++) {
            text &= head[i] >= 0x20 && head[i] < 0x7f || head[i] == '\n' || head[i] == '\t' || head[i] == '\r';
        }
        if (text) {
            return '"' + new String(head, 0, n, java.nio.charset.StandardCharsets.US_ASCII).replaceAll("\\s+", " ") + '"';
        }
        StringBuilder hex = new StringBuilder("the bytes");
        for (int i = 0; i < Math.min(n, 8); i++) {
            hex.append(String.format(" %02x", head[i]));
        }
        return hex.toString();
    }
}
