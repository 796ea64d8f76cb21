package traceglass.ingest.source;

import com.github.luben.zstd.ZstdInputStream;
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
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Walks a file down to the traces in it and hands each to a visitor, containers first.
///
/// Files of an archive are read in an order that the reference shares: manifests, Perfetto's own format, containers,
/// the rest, symbols, and by name among equals; hidden files are left out. One that cannot be read does not keep the
/// others from it.
public final class TraceWalk {

    /// Containers in containers; deeper is an attack, not a trace.
    private static final int MAX_DEPTH = 8;
    /// What unpacks to more than this many times its size, beyond [#BOMB_FREE] bytes, is no trace.
    private static final int BOMB_RATIO = 1500;
    private static final long BOMB_FREE = 1L << 30;

    /// Smaller files are read before anybody would miss them.
    private static final long LARGE = 24L << 20;
    private static final long LARGE_PACKED = 8L << 20;
    private static final long GLIMPSE = 3L << 20;

    private final Visitor visitor;
    private final ImportProgress progress;
    private final ToIntFunction<byte[]> archivePriority;
    private final List<Path> spools = new ArrayList<>();
    /// Bytes that came out of containers so far, at every depth: what a file holds in all counts, not only in one
    /// of its parts.
    private final AtomicLong unpacked = new AtomicLong();
    /// Bytes of a trace that are read.
    private long most = Long.MAX_VALUE;

    /// A file in an archive.
    ///
    /// @param modified when it was written, ms since 1970 on the clock on the wall, 0 if unknown
    public record ArchiveFile(String name, long modified) {}

    /// Takes what is found.
    public interface Visitor {

        /// Which files of an archive are read, and in what order, if the archive as a whole is something known;
        /// null if each is to be looked at.
        default List<String> choose(List<ArchiveFile> files) {
            return null;
        }

        /// A file comes to light, before anything of it is read. It lies in the container that was entered last
        /// and not left.
        ///
        /// @param name its path in an archive, "" for what a compressed file holds, null for the file that is
        ///     walked
        /// @param size bytes, as far as is known; else 0
        /// @return a number to call it by
        int add(String name, long size);

        /// A container begins; its content follows until [#leave].
        ///
        /// @param type `gzip`, `zstd`, `ctrace`, `zip` or `tar`
        void enter(int file, String type) throws TraceProblem;

        /// The container's end.
        ///
        /// @param size bytes of it that were read
        void leave(int file, long size);

        /// One trace, to be read here and now.
        void trace(int file, TraceInput input) throws IOException, TraceProblem;

        /// A container could only be read in part.
        ///
        /// @param offset bytes that had been unpacked before the damage
        void damaged(String name, String type, long offset, String what);

        /// A file of an archive is no trace, or none that can be read; others of the archive may be.
        void skipped(int file, String name, TraceProblem why);
    }

    /// @param archivePriority order among the files of one archive, from a file's first bytes; 1 for containers is
    ///     known here
    public TraceWalk(Visitor visitor, ImportProgress progress, ToIntFunction<byte[]> archivePriority) {
        this.visitor = visitor;
        this.progress = progress;
        this.archivePriority = archivePriority;
    }

    /// Walks the file.
    ///
    /// @throws TraceProblem when nothing in it can be read, or what says how to read it is wrong
    public void walk(Path file) throws IOException, TraceProblem {
        walk(Piece.of(file, file.getFileName().toString()), Files.size(file));
    }

    /// Walks the first bytes of a trace, free of its container, as if those were all. Not for archives.
    public void walkStart(Path file, long bytes) throws IOException, TraceProblem {
        most = bytes;
        walk(file);
    }

    /// How many bytes of a trace are enough to look at and take no time to read: none of one that is small itself,
    /// or in an archive.
    public static OptionalLong glimpse(Path file) throws IOException {
        long size = Files.size(file);
        if (size <= LARGE_PACKED) {
            return OptionalLong.empty();
        }
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(TraceInput.HEAD);
        }
        return switch (Container.of(head)) {
            case NONE -> size > LARGE ? OptionalLong.of(GLIMPSE) : OptionalLong.empty();
            case GZIP, ZSTD, CTRACE -> OptionalLong.of(GLIMPSE);
            case ZIP, TAR -> OptionalLong.empty();
        };
    }

    void walk(Piece piece, long bytes) throws IOException, TraceProblem {
        progress.setBytesTotal(bytes);
        try (InputStream raw = counting(piece.open(), progress::setBytesRead)) {
            walk(visitor.add(null, 0), piece.name(), new BufferedInputStream(raw, 1 << 16), piece, 0);
            progress.setBytesRead(progress.bytesTotal());
        } finally {
            for (Path spool : spools) {
                Files.deleteIfExists(spool);
            }
        }
    }

    /// @param piece the same bytes to be read again, or null for a stream from inside a container
    private void walk(int file, String name, InputStream in, Piece piece, int depth) throws IOException, TraceProblem {
        in.mark(TraceInput.HEAD);
        byte[] head = in.readNBytes(TraceInput.HEAD);
        in.reset();
        Container container = Container.of(head);
        if (container != Container.NONE && depth >= MAX_DEPTH) {
            throw new TraceProblem(name + " holds containers in containers, more than " + MAX_DEPTH + " deep");
        }
        switch (container) {
            case NONE -> {
                try (TraceInput input = new TraceInput(name, start(in), progress)) {
                    visitor.trace(file, input);
                }
            }
            case GZIP, ZSTD -> unpack(file, name, in, container, depth);
            case CTRACE -> {
                in.skipNBytes(Container.compressedTextAt(head));
                unpack(file, name, in, container, depth);
            }
            case ZIP, TAR -> {
                if (most != Long.MAX_VALUE) {
                    throw new TraceProblem(name + " is an archive, of whose beginning nothing can be made");
                }
                archive(file, name, in, piece, container, depth);
            }
        }
    }

    private void unpack(int file, String name, InputStream in, Container container, int depth)
            throws IOException, TraceProblem {
        String type = container.name().toLowerCase(Locale.ROOT);
        InputStream unpacked;
        try {
            unpacked = switch (container) {
                case GZIP -> new GZIPInputStream(in, 1 << 16);
                case ZSTD -> new ZstdInputStream(in).setContinuous(true);
                default -> new InflaterInputStream(in);
            };
        } catch (ReadFailure e) {
            throw e;
        } catch (IOException e) {
            throw new TraceProblem(name + " is a damaged " + type + " file: " + reason(e), e);
        }
        visitor.enter(file, type);
        Tolerant tolerant = new Tolerant(unpacked, name, type);
        try (ReadAhead ahead = new ReadAhead(start(tolerant), name)) {
            walk(visitor.add("", 0), innerName(name), new BufferedInputStream(ahead, 1 << 16), null, depth + 1);
        }
        if (tolerant.problem != null) {
            if (tolerant.count == 0) {
                throw new TraceProblem(name + " is a damaged " + type + " file: nothing of it can be unpacked ("
                        + tolerant.problem + ")");
            }
            visitor.damaged(name, type, tolerant.count, tolerant.problem);
        }
        visitor.leave(file, tolerant.count);
    }

    private InputStream start(InputStream in) {
        return most == Long.MAX_VALUE ? in : new StartOf(in, most);
    }

    private static String innerName(String name) {
        int dot = name.lastIndexOf('.');
        return dot > 0 && name.substring(dot).matches("\\.(gz|zst|zstd)") ? name.substring(0, dot) : name;
    }

    private void archive(int file, String name, InputStream in, Piece piece, Container container, int depth)
            throws IOException, TraceProblem {
        boolean inPlace = piece != null && piece.file() != null;
        Path path = inPlace ? piece.file() : spool(in);
        visitor.enter(file, container == Container.ZIP ? "zip" : "tar");
        visitor.leave(file, container == Container.TAR ? tar(name, path, depth) : zip(name, path, depth));
        if (!inPlace) {
            Files.deleteIfExists(path);
        }
    }

    private long tar(String name, Path path, int depth) throws IOException, TraceProblem {
        TarEntries tar = TarEntries.list(path);
        if (tar.damage() != null) {
            visitor.damaged(name, "tar", 0, tar.damage());
        }
        return entries(name, "tar", tar.files(), depth);
    }

    private long zip(String name, Path path, int depth) throws IOException, TraceProblem {
        ZipFile open;
        try {
            open = ZipEntries.open(path);
        } catch (ZipException | EOFException e) {
            // Without its directory, as of a download that broke off, the files can still be found one
            // after the other.
            visitor.damaged(name, "zip", 0, reason(e));
            return entries(name, "zip", ZipEntries.listByStream(path, this::spool), depth);
        }
        try (open) {
            return entries(name, "zip", ZipEntries.list(open), depth);
        }
    }

    private record Ordered(int file, Piece piece, int priority) {}

    private List<Ordered> byKind(String type, List<Piece> pieces) {
        List<Ordered> order = new ArrayList<>();
        for (Piece p : pieces) {
            if (p.name().endsWith("/") || isHidden(p.name())) {
                continue;
            }
            int file = visitor.add(p.name(), Math.max(p.size(), 0));
            byte[] head;
            try (InputStream in = p.open()) {
                head = in.readNBytes(TraceInput.HEAD);
            } catch (IOException e) {
                visitor.damaged(p.name(), type, 0, reason(e));
                continue;
            }
            order.add(
                    new Ordered(file, p, Container.of(head) != Container.NONE ? 1 : archivePriority.applyAsInt(head)));
        }
        return order;
    }

    private List<Ordered> byChoice(List<Piece> pieces, List<String> chosen) {
        List<Ordered> order = new ArrayList<>();
        for (Piece p : pieces) {
            int place = chosen.indexOf(p.name());
            int file = visitor.add(p.name(), Math.max(place < 0 ? p.storedSize() : p.size(), 0));
            if (place >= 0 && !p.name().endsWith("/") && !isHidden(p.name())) {
                order.add(new Ordered(file, p, place));
            }
        }
        return order;
    }

    private long entries(String name, String type, List<Piece> pieces, int depth) throws IOException, TraceProblem {
        List<String> chosen = visitor.choose(pieces.stream()
                .map(p -> new ArchiveFile(p.name(), p.modified()))
                .toList());
        List<Ordered> order = chosen == null ? byKind(type, pieces) : byChoice(pieces, chosen);
        if (order.isEmpty()) {
            throw new TraceProblem(name + " is a " + type + " file with no trace in it");
        }
        order.sort(Comparator.comparingInt(Ordered::priority)
                .thenComparing(o -> o.piece().name()));
        long size = 0;
        int read = 0;
        TraceProblem first = null;
        for (Ordered o : order) {
            Tolerant tolerant = new Tolerant(o.piece().open(), o.piece().name(), type);
            try (InputStream in =
                    order.size() == 1 ? new ReadAhead(tolerant, o.piece().name()) : tolerant) {
                walk(o.file(), o.piece().name(), new BufferedInputStream(in, 1 << 16), null, depth + 1);
                read++;
            } catch (TraceProblem e) {
                if (e.concernsAll()) {
                    throw e;
                }
                first = first == null ? e : first;
                visitor.skipped(o.file(), o.piece().name(), e);
            }
            size += tolerant.count;
            if (tolerant.problem != null) {
                visitor.damaged(o.piece().name(), type, tolerant.count, tolerant.problem);
            }
        }
        if (read == 0) {
            throw first;
        }
        return size;
    }

    /// Whether a part of the path begins with a dot: what systems leave beside the files that people put there.
    static boolean isHidden(String path) {
        for (String part : path.split("/")) {
            if (part.startsWith(".") && !part.equals(".") && !part.equals("..") || part.equals("__MACOSX")) {
                return true;
            }
        }
        return false;
    }

    private Path spool(InputStream in) throws IOException {
        Path file = Files.createTempFile("traceglass-", ".spool");
        spools.add(file);
        byte[] buffer = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int n = in.read(buffer); n >= 0 && !isBomb(); n = in.read(buffer)) {
                progress.check();
                out.write(buffer, 0, n);
                unpacked.addAndGet(n);
            }
        }
        return file;
    }

    private boolean isBomb() {
        long all = unpacked.get();
        return all > BOMB_FREE && all / BOMB_RATIO > Math.max(progress.bytesTotal(), 1);
    }

    private static String reason(IOException e) {
        return e instanceof EOFException
                ? "it ends too early"
                : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /// The file could not be read on, as when the disk it is on has gone: what was read is not all of it, and no
    /// damage.
    private static final class ReadFailure extends IOException {

        private static final long serialVersionUID = 1;

        ReadFailure(IOException cause) {
            super(reason(cause), cause);
        }
    }

    private static InputStream counting(InputStream in, LongConsumer count) {
        return new InputStream() {
            private long n;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] b, int off, int len) throws IOException {
                int k;
                try {
                    k = in.read(b, off, len);
                } catch (IOException e) {
                    throw new ReadFailure(e);
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

    /// An unpacked stream that ends where damage begins, and stops at what cannot be a trace.
    private final class Tolerant extends InputStream {

        private final InputStream in;
        private final String name;
        private final String type;
        private volatile String problem;
        private volatile long count;

        Tolerant(InputStream in, String name, String type) {
            this.in = in;
            this.name = name;
            this.type = type;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // One thread reads the stream; others see how far it is.
        public int read(byte[] b, int off, int len) throws IOException {
            if (problem != null) {
                return -1;
            }
            int n;
            try {
                n = in.read(b, off, len);
            } catch (ReadFailure e) {
                throw e;
            } catch (IOException e) {
                problem = reason(e);
                return -1;
            }
            if (n > 0) {
                count += n;
                unpacked.addAndGet(n);
                if (isBomb()) {
                    problem = "it unpacks to more than " + BOMB_RATIO + " times its size";
                    return -1;
                }
            }
            return n;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }

        @Override
        public String toString() {
            return type + " " + name;
        }
    }
}
