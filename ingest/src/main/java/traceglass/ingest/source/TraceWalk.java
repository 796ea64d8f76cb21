package traceglass.ingest.source;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipFile;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Walks a file down to the traces in it and hands each to a visitor, containers first.
///
/// Files of an archive are read in an order that the reference shares: manifests, Perfetto's own format, containers, the rest,
/// symbols, and by name among equals; hidden files are left out.
public final class TraceWalk {

    /// Containers in containers; deeper is an attack, not a trace.
    private static final int MAX_DEPTH = 8;
    /// What unpacks to more than this many times its size, beyond [#BOMB_FREE] bytes, is no trace.
    private static final int BOMB_RATIO = 1500;
    private static final long BOMB_FREE = 1L << 30;

    private final Visitor visitor;
    private final ImportProgress progress;
    private final ToIntFunction<byte[]> archivePriority;
    private final List<Path> spools = new ArrayList<>();

    /// Takes what is found.
    public interface Visitor {

        /// A container begins; its content follows until [#leave].
        ///
        /// @param type `gzip`, `zstd`, `zip` or `tar`
        void enter(String name, String type);

        /// The container's end.
        ///
        /// @param size bytes of it that were read
        void leave(long size);

        /// One trace, to be read here and now.
        void trace(TraceInput input) throws IOException, TraceProblem;

        /// A container could only be read in part.
        ///
        /// @param offset bytes that had been unpacked before the damage
        void damaged(String name, String type, long offset, String what);
    }

    /// @param archivePriority order among the files of one archive, from a file's first bytes; 1 for containers is known here
    public TraceWalk(Visitor visitor, ImportProgress progress, ToIntFunction<byte[]> archivePriority) {
        this.visitor = visitor;
        this.progress = progress;
        this.archivePriority = archivePriority;
    }

    /// Walks the file.
    ///
    /// @throws TraceProblem when it cannot be read at all
    public void walk(Path file) throws IOException, TraceProblem {
        progress.setBytesTotal(Files.size(file));
        try {
            walk(Piece.of(file, file.getFileName().toString()), 0, true);
        } finally {
            for (Path spool : spools) {
                Files.deleteIfExists(spool);
            }
        }
    }

    private void walk(Piece piece, int depth, boolean top) throws IOException, TraceProblem {
        try (InputStream raw = top ? counting(piece.open(), progress::setBytesRead) : piece.open()) {
            walk(piece.name(), new BufferedInputStream(raw, 1 << 16), piece, depth);
        }
        if (top) {
            progress.setBytesRead(progress.bytesTotal());
        }
    }

    /// @param piece the same bytes to be read again, or null for a stream from inside a container
    private void walk(String name, InputStream in, Piece piece, int depth) throws IOException, TraceProblem {
        in.mark(TraceInput.HEAD);
        byte[] head = in.readNBytes(TraceInput.HEAD);
        in.reset();
        Container container = Container.of(head);
        if (container != Container.NONE && depth >= MAX_DEPTH) {
            throw new TraceProblem(name + " holds containers in containers, more than " + MAX_DEPTH + " deep");
        }
        switch (container) {
            case NONE -> {
                try (TraceInput input = new TraceInput(name, in, progress)) {
                    visitor.trace(input);
                }
            }
            case GZIP, ZSTD -> unpack(name, in, container, depth);
            case ZIP, TAR -> archive(name, in, piece, container, depth);
        }
    }

    private void unpack(String name, InputStream in, Container container, int depth) throws IOException, TraceProblem {
        String type = container == Container.GZIP ? "gzip" : "zstd";
        InputStream unpacked;
        try {
            unpacked = container == Container.GZIP ? new GZIPInputStream(in, 1 << 16) : new ZstdInputStream(in).setContinuous(true);
        } catch (IOException e) {
            throw new TraceProblem(name + " is a damaged " + type + " file: " + reason(e), e);
        }
        visitor.enter(name, type);
        Tolerant tolerant = new Tolerant(unpacked, name, type);
        try (ReadAhead ahead = new ReadAhead(tolerant, name)) {
            walk(innerName(name), new BufferedInputStream(ahead, 1 << 16), null, depth + 1);
        }
        if (tolerant.problem != null) {
            if (tolerant.count == 0) {
                throw new TraceProblem(name + " is a damaged " + type + " file: nothing of it can be unpacked ("
                        + tolerant.problem + ")");
            }
            visitor.damaged(name, type, tolerant.count, tolerant.problem);
        }
        visitor.leave(tolerant.count);
    }

    private static String innerName(String name) {
        int dot = name.lastIndexOf('.');
        return dot > 0 && name.substring(dot).matches("\\.(gz|zst|zstd)") ? name.substring(0, dot) : name;
    }

    private void archive(String name, InputStream in, Piece piece, Container container, int depth)
            throws IOException, TraceProblem {
        Path file = piece != null && piece.file() != null ? piece.file() : spool(in);
        String type = container == Container.ZIP ? "zip" : "tar";
        if (container == Container.TAR) {
            entries(name, type, TarEntries.list(file), depth);
            return;
        }
        try (ZipFile zip = ZipEntries.open(file)) {
            entries(name, type, ZipEntries.list(zip), depth);
        } catch (java.util.zip.ZipException e) {
            throw new TraceProblem(name + " is a damaged zip file: " + reason(e), e);
        }
    }

    private record Ordered(Piece piece, int priority) {}

    private void entries(String name, String type, List<Piece> pieces, int depth) throws IOException, TraceProblem {
        List<Ordered> order = new ArrayList<>();
        for (Piece p : pieces) {
            String last = p.name().substring(p.name().lastIndexOf('/') + 1);
            if (last.isEmpty() || last.startsWith(".") || p.name().startsWith("__MACOSX/")) {
                continue;
            }
            byte[] head;
            try (InputStream in = p.open()) {
                head = in.readNBytes(TraceInput.HEAD);
            } catch (IOException e) {
                visitor.damaged(p.name(), type, 0, reason(e));
                continue;
            }
            order.add(new Ordered(p, Container.of(head) != Container.NONE ? 1 : archivePriority.applyAsInt(head)));
        }
        if (order.isEmpty()) {
            throw new TraceProblem(name + " is a " + type + " file with no trace in it");
        }
        order.sort(Comparator.comparingInt(Ordered::priority).thenComparing(o -> o.piece().name()));
        visitor.enter(name, type);
        long size = 0;
        for (Ordered o : order) {
            Tolerant tolerant = new Tolerant(o.piece().open(), o.piece().name(), type);
            try (InputStream in = order.size() == 1 ? new ReadAhead(tolerant, o.piece().name()) : tolerant) {
                walk(o.piece().name(), new BufferedInputStream(in, 1 << 16), null, depth + 1);
            }
            size += tolerant.count;
            if (tolerant.problem != null) {
                visitor.damaged(o.piece().name(), type, tolerant.count, tolerant.problem);
            }
        }
        visitor.leave(size);
    }

    private Path spool(InputStream in) throws IOException {
        Path file = Files.createTempFile("traceglass-", ".spool");
        spools.add(file);
        Files.copy(in, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        return file;
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static InputStream counting(InputStream in, LongConsumer count) {
        return new InputStream() {
            private long n;

            @Override
            public int read() throws IOException {
                int c = in.read();
                count.accept(c < 0 ? n : ++n);
                return c;
            }

            @Override
            public int read(byte[] b, int off, int len) throws IOException {
                int k = in.read(b, off, len);
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
        public int read(byte[] b, int off, int len) throws IOException {
            if (problem != null) {
                return -1;
            }
            int n;
            try {
                n = in.read(b, off, len);
            } catch (IOException e) {
                problem = reason(e);
                return -1;
            }
            if (n > 0) {
                count += n;
                if (count > BOMB_FREE && count / BOMB_RATIO > Math.max(progress.bytesTotal(), 1)) {
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
