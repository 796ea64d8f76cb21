package traceglass.convert.packet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.Importers;
import traceglass.ingest.perfetto.PerfettoImporter;
import traceglass.ingest.perfetto.packet.PacketSplitter;
import traceglass.ingest.source.TraceWalk;

/// Reads the packets of a Perfetto trace in file order, including packets in compressed bundles. The file
/// itself can be compressed, or an archive with one Perfetto trace.
public final class PacketFile {

    private static final PerfettoImporter FORMAT = new PerfettoImporter();

    /// Consumer of packets. The bytes are valid only during the call.
    public interface Sink {
        void onPacket(byte[] buffer, int offset, int length) throws IOException, ConvertProblem;
    }

    private PacketFile() {}

    /// Result of reading a trace.
    ///
    /// @param packets number of packets
    /// @param damages number of unreadable parts; after a field of unknown length, the rest of the file is lost
    /// @param damagedAt offset of the first damage in the uncompressed trace; -1 if there is none
    public record Summary(long packets, long damages, long damagedAt) {

        /// Returns a description of lost data; empty if there is none.
        public String loss() {
            return damages == 0
                    ? ""
                    : damages == 1
                            ? "the trace is damaged at byte " + damagedAt + "; the intact packets were used"
                            : "the trace is damaged in " + damages + " places, first at byte " + damagedAt
                                    + "; the intact packets were used";
        }
    }

    /// Reads all packets.
    ///
    /// @param progress reports the bytes read of the file and cancels the reading
    /// @throws ConvertProblem if the file is not a Perfetto trace, or an archive with several
    /// @throws traceglass.ingest.ImportCanceled after [ImportProgress#cancel]
    public static Summary read(Path file, Sink sink, ImportProgress progress) throws IOException, ConvertProblem {
        PacketVisitor visitor = new PacketVisitor(file, sink);
        try {
            if (!Files.exists(file)) {
                throw new ConvertProblem(file + " does not exist");
            }
            progress.setBytesTotal(Files.size(file));
            new TraceWalk(visitor, progress, head -> FORMAT.sniff(head) ? 0 : 2).walk(file);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (Stopped e) {
            throw e.problem;
        } catch (TraceProblem e) {
            throw new ConvertProblem(String.valueOf(e.getMessage()), e);
        }
        if (!visitor.isFound) {
            throw new ConvertProblem(file + " is not a Perfetto trace");
        }
        return new Summary(visitor.packets, visitor.damages, visitor.damagedAt);
    }

    /// Returns whether a file starts like a Perfetto trace. Does not inspect the content of compressed files.
    public static boolean isPerfettoTrace(byte[] head) {
        return head.length > 0 && FORMAT.sniff(head);
    }

    /// Carries an exception through the interfaces of the importer.
    private static final class Stopped extends RuntimeException {

        private static final long serialVersionUID = 1;

        final transient ConvertProblem problem;

        Stopped(ConvertProblem problem) {
            super(problem);
            this.problem = problem;
        }
    }

    private static final class PacketVisitor implements TraceWalk.Visitor {

        private final Path file;
        private final Sink sink;
        private boolean isFound;
        private int files;
        private long packets;
        private long damages;
        private long damagedAt = -1;

        PacketVisitor(Path file, Sink sink) {
            this.file = file;
            this.sink = sink;
        }

        @Override
        public int add(String name, long size) {
            return files++;
        }

        @Override
        public void onTrace(int id, TraceInput input) throws IOException, TraceProblem {
            if (!FORMAT.sniff(input.head())) {
                if (files == 1) {
                    throw new TraceProblem(file + " is not a Perfetto trace; its format is " + format(input.head()));
                }
                return;
            }
            if (isFound) {
                throw new Stopped(
                        new ConvertProblem(file + " contains several Perfetto traces; extract one of them first"));
            }
            isFound = true;
            new PacketSplitter(this::readPacket, this::recordDamage).readAll(input);
        }

        private static String format(byte[] head) {
            Importer importer = Importers.builtIn().of(head);
            return importer == null ? "unknown" : importer.displayName();
        }

        private void readPacket(byte[] buffer, int offset, int length, long position) {
            packets++;
            try {
                sink.onPacket(buffer, offset, length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (ConvertProblem e) {
                throw new Stopped(e);
            }
        }

        private void recordDamage(long position) {
            damages++;
            damagedAt = damagedAt < 0 ? position : damagedAt;
        }

        @Override
        public void onDamaged(String name, String type, long offset, String description) {
            recordDamage(offset);
        }

        @Override
        public void onSkipped(int id, String name, TraceProblem problem) {
            if (isFound) {
                damages++;
            }
        }
    }
}
