package traceglass.ingest.source;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.database.TemporaryFiles;

/// Walks through a file and its nested containers, and passes each trace in it to a visitor.
///
/// Files of an archive are visited in the same order as in trace processor: manifests, Perfetto's own format,
/// containers, other formats, symbols, and by name within each group. Hidden files are skipped. An unreadable
/// file does not affect the others.
public final class TraceWalk {

    /// Maximum depth of nested containers; deeper nesting is an attack, not a trace.
    private static final int MAX_DEPTH = 8;

    /// Minimum size in bytes of an uncompressed file for a preview; smaller files are imported quickly anyway.
    private static final long LARGE_FILE_BYTES = 24L << 20;
    private static final long LARGE_COMPRESSED_BYTES = 8L << 20;
    /// Number of bytes read for a preview, enough for tracks with events of each CPU or of several processes. On two
    /// processors, 3 MB delayed the first picture of an ftrace trace by a quarter.
    private static final long PREVIEW_BYTES = 512L << 10;

    private final Visitor visitor;
    private final ImportProgress progress;
    private final ToIntFunction<byte[]> archivePriority;
    private final List<Path> temporaryFiles = new ArrayList<>();
    private final Expansion expansion;
    /// The file whose only content is the current trace, which may be compressed; null in archives.
    private Path outermost;
    /// Maximum number of bytes to read of a trace.
    private long maxBytes = Long.MAX_VALUE;

    /// A file in an archive.
    ///
    /// @param modified modification time in ms since 1970, as local time; 0 if unknown
    public record ArchiveFile(String name, long modified) {}

    /// Receives the containers and traces found.
    public interface Visitor {

        /// Returns the paths of the files to read, in order, if the archive as a whole has a known structure;
        /// null to inspect every file.
        default List<String> selectFiles(List<ArchiveFile> files) {
            return null;
        }

        /// Returns whether these first bytes (see [TraceInput#head]) belong to a trace.
        default boolean isTraceStart(byte[] head) {
            return false;
        }

        /// Called when a file is found, before any of it is read. The file is in the innermost container that
        /// has been entered but not left.
        ///
        /// @param name path in the archive; "" for the content of a compressed file; null for the outermost
        ///     file
        /// @param size size in bytes; 0 if unknown
        /// @return id of the file for the other methods
        int add(String name, long size);

        /// Called at the start of a container. Its contents follow until [#onLeave].
        ///
        /// @param type `gzip`, `zstd`, `bzip2`, `xz`, `lz4`, `brotli`, `ctrace`, `zip`, `tar` or `folder`
        default void onEnter(int file, String type) throws TraceProblem {}

        /// Called at the end of a container.
        ///
        /// @param size number of bytes read from it
        default void onLeave(int file, long size) {}

        /// Reads a trace. The input is only valid during the call.
        void onTrace(int file, TraceInput input) throws IOException, TraceProblem;

        /// Called if only a part of a container could be read.
        ///
        /// @param offset number of bytes decompressed before the damage
        /// @param detail description of the damage
        default void onDamaged(String name, String type, long offset, String detail) {}

        /// Called if a file of an archive is not a readable trace; other files of the archive may be.
        default void onSkipped(int file, String name, TraceProblem problem) {}
    }

    /// @param archivePriority returns the priority of a file in an archive, given its first bytes; the lowest
    ///     is read first. Containers always have priority 1
    public TraceWalk(Visitor visitor, ImportProgress progress, ToIntFunction<byte[]> archivePriority) {
        this.visitor = visitor;
        this.progress = progress;
        expansion = new Expansion(progress);
        this.archivePriority = archivePriority;
    }

    /// Walks through the whole file.
    ///
    /// @throws TraceProblem if nothing in it can be read, or if its manifest is invalid
    public void walk(Path file) throws IOException, TraceProblem {
        walk(ReplayableSource.of(file, file.getFileName().toString()), Files.size(file));
    }

    /// Walks through files in a folder and its subfolders as if they were an archive of type `folder`.
    public void walkFolder(Path folder, List<Path> files) throws IOException, TraceProblem {
        long bytes = 0;
        List<ReplayableSource> sources = new ArrayList<>();
        for (Path file : files) {
            bytes += Files.size(file);
            StringJoiner name = new StringJoiner("/");
            folder.relativize(file).forEach(part -> name.add(part.toString()));
            sources.add(ReplayableSource.of(file, name.toString()));
        }
        progress.setBytesTotal(bytes);
        int row = visitor.add(null, 0);
        visitor.onEnter(row, "folder");
        visitor.onLeave(row, walkEntries(folder.getFileName().toString(), "folder", sources, 0));
        progress.setBytesRead(bytes);
    }

    /// Walks through the first bytes (after decompression) of a trace as if they were the whole trace. Not for
    /// archives.
    public void walkStart(Path file, long bytes) throws IOException, TraceProblem {
        maxBytes = bytes;
        walk(file);
    }

    /// Returns how many bytes of a trace to read for a quick preview; empty for small files and archives.
    public static OptionalLong previewBytes(Path file) throws IOException {
        long size = Files.size(file);
        if (size <= LARGE_COMPRESSED_BYTES) {
            return OptionalLong.empty();
        }
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(TraceInput.MAX_HEAD_BYTES);
        }
        return switch (Container.of(head)) {
            case NONE -> size > LARGE_FILE_BYTES ? OptionalLong.of(PREVIEW_BYTES) : OptionalLong.empty();
            case GZIP, ZSTD, BZIP2, XZ, LZ4, BROTLI, CTRACE -> OptionalLong.of(PREVIEW_BYTES);
            case ZIP, TAR -> OptionalLong.empty();
        };
    }

    void walk(ReplayableSource source, long bytes) throws IOException, TraceProblem {
        outermost = maxBytes != Long.MAX_VALUE ? null : source.file();
        progress.setBytesTotal(bytes);
        try (InputStream raw = countBytes(source.open(), progress::setBytesRead)) {
            walk(visitor.add(null, 0), source.name(), new BufferedInputStream(raw, 1 << 16), source, 0);
            progress.setBytesRead(progress.bytesTotal());
        } finally {
            for (Path temporary : temporaryFiles) {
                Files.deleteIfExists(temporary);
            }
        }
    }

    /// @param source source for reading the same bytes again; null for a stream within a container
    private void walk(int file, String name, InputStream in, ReplayableSource source, int depth)
            throws IOException, TraceProblem {
        in.mark(TraceInput.MAX_HEAD_BYTES);
        byte[] head = in.readNBytes(TraceInput.MAX_HEAD_BYTES);
        in.reset();
        Container container = container(head);
        if (container != Container.NONE && depth >= MAX_DEPTH) {
            throw new TraceProblem(name + " contains archives nested more than " + MAX_DEPTH + " levels deep");
        }
        switch (container) {
            case NONE -> {
                try (TraceInput input = new TraceInput(name, limit(in), progress, file(source), outermost)) {
                    visitor.onTrace(file, input);
                }
            }
            case GZIP, ZSTD, BZIP2, XZ, LZ4, BROTLI -> unpack(file, name, in, container, depth);
            case CTRACE -> {
                in.skipNBytes(Container.compressedTextAt(head));
                unpack(file, name, in, container, depth);
            }
            case ZIP, TAR -> {
                if (maxBytes != Long.MAX_VALUE) {
                    throw new TraceProblem(name + " is an archive and can't be previewed");
                }
                walkArchive(file, name, in, source, container, depth);
            }
        }
    }

    private Container container(byte[] head) {
        Container container = Container.of(head);
        if (container == Container.NONE && head.length > 0 && !visitor.isTraceStart(head)) {
            byte[] start = Decompressors.brotliStart(head);
            return start.length > 0 && visitor.isTraceStart(start) ? Container.BROTLI : container;
        }
        return container;
    }

    /// Returns the file that the source reads as a whole, or null.
    private Path file(ReplayableSource source) {
        return source == null || maxBytes != Long.MAX_VALUE ? null : source.file();
    }

    private void unpack(int file, String name, InputStream in, Container container, int depth)
            throws IOException, TraceProblem {
        String type = container.name().toLowerCase(Locale.ROOT);
        InputStream unpacked;
        try {
            unpacked = Decompressors.open(container, in);
        } catch (SourceReadException e) {
            throw e;
        } catch (IOException e) {
            throw new TraceProblem(name + " is a damaged " + type + " file: " + SourceReadException.reason(e), e);
        }
        visitor.onEnter(file, type);
        DamageTolerantStream tolerant = new DamageTolerantStream(unpacked, name, type, expansion);
        try (PrefetchingInputStream prefetched = new PrefetchingInputStream(limit(tolerant), name)) {
            walk(visitor.add("", 0), innerName(name), new BufferedInputStream(prefetched, 1 << 16), null, depth + 1);
        }
        if (tolerant.problem() != null) {
            if (tolerant.count() == 0) {
                throw new TraceProblem(name + " is a damaged " + type + " file: no data could be extracted ("
                        + tolerant.problem() + ")");
            }
            visitor.onDamaged(name, type, tolerant.count(), tolerant.problem());
        }
        visitor.onLeave(file, tolerant.count());
    }

    private InputStream limit(InputStream in) {
        return maxBytes == Long.MAX_VALUE ? in : new StreamHead(in, maxBytes);
    }

    private static String innerName(String name) {
        int dot = name.lastIndexOf('.');
        return dot > 0 && name.substring(dot).matches("\\.(gz|zst|zstd)") ? name.substring(0, dot) : name;
    }

    private void walkArchive(
            int file, String name, InputStream in, ReplayableSource source, Container container, int depth)
            throws IOException, TraceProblem {
        outermost = null;
        boolean isInPlace = source != null && source.file() != null;
        Path path = isInPlace ? source.file() : spool(in);
        visitor.onEnter(file, container == Container.ZIP ? "zip" : "tar");
        visitor.onLeave(file, container == Container.TAR ? walkTar(name, path, depth) : walkZip(name, path, depth));
        if (!isInPlace) {
            Files.deleteIfExists(path);
        }
    }

    private long walkTar(String name, Path path, int depth) throws IOException, TraceProblem {
        TarEntries tar = TarEntries.list(path);
        if (tar.damage() != null) {
            visitor.onDamaged(name, "tar", 0, tar.damage());
        }
        return walkEntries(name, "tar", tar.files(), depth);
    }

    private long walkZip(String name, Path path, int depth) throws IOException, TraceProblem {
        ZipFile open;
        try {
            open = ZipEntries.open(path);
        } catch (ZipException | EOFException e) {
            // Without a central directory, e.g. after an interrupted download, the entries can still be
            // read sequentially.
            visitor.onDamaged(name, "zip", 0, SourceReadException.reason(e));
            return walkEntries(name, "zip", ZipEntries.listByStream(path, this::spool), depth);
        }
        try (open) {
            return walkEntries(name, "zip", ZipEntries.list(open), depth);
        }
    }

    private record PrioritizedFile(int file, ReplayableSource source, int priority) {}

    private List<PrioritizedFile> orderByKind(String type, List<ReplayableSource> sources) {
        List<PrioritizedFile> order = new ArrayList<>();
        for (ReplayableSource source : sources) {
            if (source.name().endsWith("/") || isHidden(source.name())) {
                continue;
            }
            int file = visitor.add(source.name(), Math.max(source.size(), 0));
            byte[] head;
            try (InputStream in = source.open()) {
                head = in.readNBytes(TraceInput.MAX_HEAD_BYTES);
            } catch (IOException e) {
                visitor.onDamaged(source.name(), type, 0, SourceReadException.reason(e));
                continue;
            }
            order.add(new PrioritizedFile(
                    file, source, container(head) != Container.NONE ? 1 : archivePriority.applyAsInt(head)));
        }
        return order;
    }

    private List<PrioritizedFile> orderBySelection(List<ReplayableSource> sources, List<String> selected) {
        List<PrioritizedFile> order = new ArrayList<>();
        for (ReplayableSource source : sources) {
            int index = selected.indexOf(source.name());
            int file = visitor.add(source.name(), Math.max(index < 0 ? source.storedSize() : source.size(), 0));
            if (index >= 0 && !source.name().endsWith("/") && !isHidden(source.name())) {
                order.add(new PrioritizedFile(file, source, index));
            }
        }
        return order;
    }

    private long walkEntries(String name, String type, List<ReplayableSource> sources, int depth)
            throws IOException, TraceProblem {
        List<String> selected = visitor.selectFiles(sources.stream()
                .map(s -> new ArchiveFile(s.name(), s.modified()))
                .toList());
        List<PrioritizedFile> order =
                selected == null ? orderByKind(type, sources) : orderBySelection(sources, selected);
        if (order.isEmpty()) {
            throw new TraceProblem(name + " is a " + type + " file that contains no trace");
        }
        order.sort(Comparator.comparingInt(PrioritizedFile::priority)
                .thenComparing(o -> o.source().name()));
        long size = 0;
        int read = 0;
        boolean isFolder = type.equals("folder");
        TraceProblem first = null;
        for (PrioritizedFile o : order) {
            DamageTolerantStream tolerant =
                    new DamageTolerantStream(o.source().open(), o.source().name(), type, expansion);
            try (InputStream in = order.size() == 1
                    ? new PrefetchingInputStream(tolerant, o.source().name())
                    : tolerant) {
                walk(o.file(), o.source().name(), new BufferedInputStream(in, 1 << 16), null, depth + 1);
                read++;
            } catch (TraceProblem e) {
                if (e.affectsAllFiles()) {
                    throw e;
                }
                first = first == null ? e : first;
                visitor.onSkipped(o.file(), o.source().name(), e);
            }
            size += tolerant.count();
            if (isFolder) {
                progress.setBytesRead(Math.min(size, progress.bytesTotal()));
            }
            if (tolerant.problem() != null) {
                visitor.onDamaged(o.source().name(), type, tolerant.count(), tolerant.problem());
            }
        }
        if (read == 0) {
            Optional<String> description = FolderKinds.describe(
                    sources.stream().map(ReplayableSource::name).toList());
            throw description.isEmpty() ? first : new TraceProblem(name + " " + description.get(), first);
        }
        return size;
    }

    /// Returns whether a component of the path starts with a dot or is `__MACOSX`, like the files that
    /// operating systems add to archives.
    static boolean isHidden(String path) {
        for (String part : path.split("/")) {
            if (part.startsWith(".") && !part.equals(".") && !part.equals("..") || part.equals("__MACOSX")) {
                return true;
            }
        }
        return false;
    }

    private Path spool(InputStream in) throws IOException {
        Path file = TemporaryFiles.file("spool", ".spool");
        temporaryFiles.add(file);
        byte[] buffer = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int n = in.read(buffer); n >= 0 && !expansion.isBomb(); n = in.read(buffer)) {
                progress.check();
                out.write(buffer, 0, n);
                expansion.add(n);
            }
        }
        return file;
    }

    private static InputStream countBytes(InputStream in, LongConsumer count) {
        return new InputStream() {
            private long n;

            @Override
            public int read() throws IOException {
                byte[] single = new byte[1];
                return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
            }

            @Override
            public int read(byte[] b, int off, int len) throws IOException {
                int k;
                try {
                    k = in.read(b, off, len);
                } catch (IOException e) {
                    throw new SourceReadException(e);
                }
                n += Math.max(k, 0);
                count.accept(n);
                return k;
            }

            @Override
            public void close() throws IOException {
                in.close();
            }
        };
    }
}
