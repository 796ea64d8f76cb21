package traceglass.ingest.open;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import traceglass.ingest.FileSettings;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.bugreport.Bugreport;
import traceglass.ingest.database.ColumnChoices;
import traceglass.ingest.database.UnclearColumnsProblem;
import traceglass.ingest.manifest.ManifestRules;
import traceglass.ingest.plugin.ImporterFailure;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.source.TraceWalk;
import traceglass.store.database.PacketOptions;
import traceglass.store.database.ReadingOptions;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Reads a file of any supported format into a [TraceStorage]: finds the traces in it, selects an importer for each,
/// fills the `trace_file` table, and finishes the session.
public final class TraceFileReader {

    /// Name in the `trace_file` table of the file with added packets.
    private static final String ADDED = "added symbols";
    /// Maximum size of a manifest in bytes, far above the size of any real one.
    private static final int MAX_MANIFEST = 64 << 20;

    private final Path file;
    private final Path folder;
    /// Files of the folder that are read like the files of an archive; empty if only one file is read.
    private final List<Path> folderFiles;
    private final ImportSession session;
    private final Importers importers;
    private final Table files;
    private final Deque<Integer> open = new ArrayDeque<>();
    private ManifestRules rules;
    /// Number of files found in archives and folders.
    private int members;
    private int order;
    private long bytes;

    private TraceFileReader(Path path, TraceFolders.TraceFiles found, ImportSession session, Importers importers) {
        file = found.main();
        folder = path;
        folderFiles = found.all();
        this.session = session;
        this.importers = importers;
        files = session.storage().table(TableNames.TraceFile.TABLE);
    }

    /// Prepares to read a file, or a folder that forms a single trace.
    ///
    /// @throws TraceProblem if the file cannot be read
    public static TraceFileReader open(Path path, TraceStorage storage, ImportProgress progress)
            throws IOException, TraceProblem {
        return open(path, storage, progress, ReadingOptions.NONE);
    }

    /// Prepares to read a file with the given options.
    public static TraceFileReader open(Path path, TraceStorage storage, ImportProgress progress, ReadingOptions reading)
            throws IOException, TraceProblem {
        TraceFolders.TraceFiles files = TraceFolders.find(path, reading);
        checkReadable(files.main());
        ImportSession session = new ImportSession(storage, progress);
        session.shared(ColumnChoices.class, s -> ColumnChoices.of(reading));
        session.shared(PacketOptions.class, s -> reading.packets());
        return new TraceFileReader(path, files, session, Importers.of(reading));
    }

    /// Reads the whole file on the calling thread: [#read] followed by [#finish].
    public static void readAll(Path file, TraceStorage storage, ImportProgress progress)
            throws IOException, TraceProblem {
        TraceFileReader reading = open(file, storage, progress);
        reading.read();
        reading.finish();
    }

    /// Checks that the file exists and is readable.
    ///
    /// @throws TraceProblem if not; the message gives the reason
    static void checkReadable(Path file) throws TraceProblem {
        if (!Files.exists(file)) {
            throw new TraceProblem(file + " does not exist");
        }
        if (!Files.isRegularFile(file)) {
            // Opening a pipe may block forever, and a trace is read more than once.
            throw new TraceProblem(
                    file + " is a pipe or device, not a file; save its output to a file and open that file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            in.read();
        } catch (AccessDeniedException e) {
            throw new TraceProblem(file + " can't be read: permission denied", e);
        } catch (IOException e) {
            throw new TraceProblem(file + " can't be read: " + e.getMessage(), e);
        }
    }

    /// Reads all traces in the file. Their events remain in the session's sorter unless an importer emits them
    /// earlier.
    ///
    /// @throws TraceProblem if nothing in the file can be used; the message says what was found and what is
    ///     supported
    /// @throws ImportCanceled after [ImportProgress#cancel]
    public void read() throws IOException, TraceProblem {
        session.setUuidFromContent(file);
        if (!folderFiles.isEmpty()) {
            new TraceWalk(new Walker(null), session.progress(), this::archivePriority).walkFolder(folder, folderFiles);
        } else if (Files.size(file) > 0) {
            new TraceWalk(new Walker(null), session.progress(), this::archivePriority).walk(file);
        } else {
            int row = new Walker(null).add(null, 0);
            startFile(row, "unknown");
            session.context(0, row);
        }
    }

    /// Reads packets that were added to the trace, such as symbols, after the trace itself. Packets that cannot be
    /// read do not prevent the trace from being opened.
    void readAdded(Path packets) throws IOException {
        session.progress().check();
        try {
            // Progress is reported for the trace only: the packets are small.
            new TraceWalk(new Walker(ADDED), new ImportProgress(), this::archivePriority).walk(packets);
        } catch (TraceProblem e) {
            session.globalStats().increment(StatNames.ARCHIVE_FILE_SKIPPED);
        }
        session.progress().check();
    }

    /// Reads the first `length` bytes of the file as if they were the whole file.
    void readStart(long length) throws IOException, TraceProblem {
        new TraceWalk(new Walker(null), session.progress(), this::archivePriority).walkStart(file, length);
    }

    /// Emits the remaining events and finishes all trackers.
    public void finish() {
        session.finish();
    }

    /// Returns the sorter of the session, which also measures its own running time.
    public EventSorter sorter() {
        return session.sorter();
    }

    /// Returns the number of trace bytes read, after decompression.
    public long bytes() {
        return bytes;
    }

    private int archivePriority(byte[] head) {
        if (ManifestRules.sniff(head)) {
            return -1;
        }
        Importer importer = importers.of(head);
        return importer == null ? 2 : importer.archivePriority();
    }

    /// Records the type of a file that is about to be read, and its position in the processing order.
    private void startFile(int row, String type) {
        files.strings(TableNames.TraceFile.TRACE_TYPE)
                .set(row, session.strings().intern(type));
        files.longs(TableNames.TraceFile.PROCESSING_ORDER).set(row, order++);
    }

    /// Returns the path within its archive of the file in this row; null for the outermost file.
    private String path(int row) {
        int name = files.strings(TableNames.TraceFile.NAME).get(row);
        return name == StringPool.NULL ? null : session.strings().get(name);
    }

    /// Returns the row of the first file with this path, or -1 if there is none.
    private int rowOf(String path) {
        for (int row = 0; row < files.rowCount(); row++) {
            if (path.equals(path(row))) {
                return row;
            }
        }
        return -1;
    }

    /// Checks that the manifest has no settings for a file that is not a trace itself, such as an archive.
    private void checkNoSettings(int file) throws TraceProblem {
        if (rules != null) {
            rules.settings(path(file), false);
        }
    }

    private final class Walker implements TraceWalk.Visitor {

        /// Name of the outermost file in the table. Null for the trace, as in trace processor, because the name
        /// depends on where the trace is stored.
        private final String outermost;

        Walker(String outermost) {
            this.outermost = outermost;
        }

        @Override
        public List<String> selectFiles(List<TraceWalk.ArchiveFile> archive) {
            return Bugreport.of(session).selectFiles(archive);
        }

        @Override
        public boolean isTraceStart(byte[] head) {
            return ManifestRules.sniff(head) || importers.of(head) != null;
        }

        @Override
        public int add(String name, long size) {
            int row = files.addRow();
            files.ints(TableNames.TraceFile.PARENT_ID).set(row, open.isEmpty() ? IntColumn.NULL : open.peekLast());
            String traceName = name == null ? outermost : name;
            files.strings(TableNames.TraceFile.NAME)
                    .set(
                            row,
                            traceName == null
                                    ? StringPool.NULL
                                    : session.strings().intern(traceName));
            files.longs(TableNames.TraceFile.SIZE).set(row, size);
            files.strings(TableNames.TraceFile.TRACE_TYPE)
                    .set(row, session.strings().intern("unknown"));
            files.longs(TableNames.TraceFile.IS_CONTAINER).set(row, 0);
            members += name == null || name.isEmpty() ? 0 : 1;
            return row;
        }

        @Override
        public void onEnter(int file, String type) throws TraceProblem {
            startFile(file, type);
            files.longs(TableNames.TraceFile.IS_CONTAINER).set(file, 1);
            checkNoSettings(file);
            open.addLast(file);
        }

        @Override
        public void onLeave(int file, long size) {
            open.removeLast();
            files.longs(TableNames.TraceFile.SIZE).set(file, size);
        }

        @Override
        public void onTrace(int file, TraceInput input) throws IOException, TraceProblem {
            if (ManifestRules.sniff(input.head())) {
                startFile(file, "perfetto_manifest");
                readManifest(file, input);
            } else {
                Importer importer = importers.of(input);
                importer = importer == null ? session.importerOfFolder(input.name()) : importer;
                if (importer == null) {
                    throw unknown(input);
                }
                startFile(file, importer.id());
                read(importer, file, input);
            }
            files.longs(TableNames.TraceFile.SIZE).set(file, input.position());
            bytes += input.position();
            session.metadata().of(IntColumn.NULL, file).set("trace_size_bytes", input.position());
        }

        private void read(Importer importer, int file, TraceInput input) throws IOException, TraceProblem {
            FileSettings settings = rules == null ? FileSettings.NONE : rules.settings(path(file), true);
            session.setSettings(file, settings);
            // Later files of an archive may contain earlier events.
            if (importer.sortsAtEnd() || members > 1) {
                session.sorter().sortAtEndOnly();
            }
            ImportContext context = session.context(settings.machine(), file);
            context.metadata().set("trace_type", importer.id());
            try {
                importer.read(input, context);
            } catch (ImporterFailure | UnclearColumnsProblem e) {
                throw e;
            } catch (TraceProblem e) {
                Optional<String> description = UnknownFile.describeKnown(input.head());
                throw description.isEmpty() ? e : new TraceProblem(input.name() + " " + description.get(), e);
            }
        }

        private void readManifest(int file, TraceInput input) throws IOException, TraceProblem {
            if (session.hasTraces()) {
                throw TraceProblem.ofSettings("perfetto_manifest file must be the first trace file in the input, but "
                        + input.name() + " comes after other files");
            }
            checkNoSettings(file);
            if (rules != null) {
                throw TraceProblem.ofSettings(
                        "multiple perfetto_manifest files in archive: " + input.name() + " is the second one");
            }
            byte[] text = input.asStream().readNBytes(MAX_MANIFEST);
            session.metadata().of(IntColumn.NULL, file).set("trace_type", "perfetto_manifest");
            rules = ManifestRules.apply(text, file, session, TraceFileReader.this::rowOf);
        }

        @Override
        public void onDamaged(String name, String type, long offset, String detail) {
            session.globalStats().increment(StatNames.CONTAINER_DAMAGED);
        }

        @Override
        public void onSkipped(int file, String name, TraceProblem problem) {
            while (!open.isEmpty()
                    && open.peekLast()
                            != files.ints(TableNames.TraceFile.PARENT_ID).get(file)) {
                open.removeLast();
            }
            session.globalStats().increment(StatNames.ARCHIVE_FILE_SKIPPED);
        }

        private TraceProblem unknown(TraceInput input) {
            String outer = file.getFileName().toString();
            String name = input.name() + (input.name().equals(outer) ? "" : " in " + outer);
            if (input.head().length == 0) {
                return new TraceProblem(name + " is empty (0 bytes)");
            }
            return new TraceProblem(name + " " + UnknownFile.describe(input.head(), input.name()));
        }
    }
}
