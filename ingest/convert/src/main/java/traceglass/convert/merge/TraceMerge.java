package traceglass.convert.merge;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.packet.PacketFile;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.perfetto.reader.PacketTimes;

/// Merges Perfetto traces into one. The first trace is the reference, which is not changed; but if another trace was
/// recorded before the clock of the first one began, that trace is the reference. The times of the others are related
/// to those of the reference, and their machines, sequences, tracks and flows get distinct ids.
public final class TraceMerge {

    /// A trace to merge.
    ///
    /// @param file trace file; read twice
    /// @param alignment relation to the first trace; for the first trace, the identity
    /// @param spanNs time from its first to its last packet in ns
    /// @param loss description of lost data; empty if there is none
    public record Aligned(Path file, MergeAlignment alignment, long spanNs, String loss) {}

    final List<Path> files;
    final List<MergeScan> scans;
    final List<Aligned> aligned = new ArrayList<>();

    /// Reads traces and relates them.
    ///
    /// @throws ConvertProblem if a file is not a Perfetto trace, or can't be related to the first trace
    public static TraceMerge of(List<Path> files, MergeOptions options, ImportProgress progress)
            throws IOException, ConvertProblem {
        if (files.size() < 2) {
            throw new ConvertProblem("specify at least two traces to merge");
        }
        List<MergeScan> scans = new ArrayList<>();
        List<String> losses = new ArrayList<>();
        for (Path file : files) {
            MergeScan scan = new MergeScan(options.sharedEvent());
            losses.add(PacketFile.read(file, scan, progress).loss());
            if (!scan.hasTimes()) {
                throw new ConvertProblem(file + " has no packets with times");
            }
            scans.add(scan);
        }
        TraceMerge merge = new TraceMerge(files, scans, losses, mainIndex(scans, options), options);
        // Times before the clock of the reference began would be negative, and importers drop such events.
        int earliest = merge.earliestIndex();
        boolean isFixed = options.hostIsMain() != null || !options.offsets().isEmpty();
        return isFixed || earliest == 0 || merge.alignedStart(earliest) >= 0
                ? merge
                : new TraceMerge(files, scans, losses, earliest, options);
    }

    /// @param main index of the reference
    private TraceMerge(List<Path> files, List<MergeScan> scans, List<String> losses, int main, MergeOptions options)
            throws ConvertProblem {
        this.files = new ArrayList<>(files);
        this.scans = new ArrayList<>(scans);
        List<String> orderedLosses = new ArrayList<>(losses);
        Collections.swap(this.files, 0, main);
        Collections.swap(this.scans, 0, main);
        Collections.swap(orderedLosses, 0, main);
        for (int i = 0; i < files.size(); i++) {
            MergeScan scan = this.scans.get(i);
            int argumentIndex = i == 0 ? main : i == main ? 0 : i;
            aligned.add(new Aligned(
                    this.files.get(i),
                    i == 0
                            ? MergeAlignment.ofOffset("unchanged", 0, 0)
                            : align(this.files.get(i), scan, argumentIndex, options),
                    scan.last - scan.first,
                    orderedLosses.get(i)));
        }
    }

    /// Returns the index of the trace that begins first.
    private int earliestIndex() {
        return IntStream.range(0, aligned.size())
                .boxed()
                .min(Comparator.comparingLong(this::alignedStart))
                .orElse(0);
    }

    private long alignedStart(int index) {
        return aligned.get(index).alignment().apply(scans.get(index).first);
    }

    private MergeAlignment align(Path file, MergeScan scan, int argumentIndex, MergeOptions options)
            throws ConvertProblem {
        Long offset = options.offsets().get(argumentIndex);
        if (offset != null) {
            return MergeAlignment.ofOffset("the given offset", offset, -1);
        }
        return Alignments.find(
                String.valueOf(file.getFileName()),
                scans.getFirst(),
                scan,
                options.sharedEvent(),
                options.guestTscOffset());
    }

    private static int mainIndex(List<MergeScan> scans, MergeOptions options) throws ConvertProblem {
        Boolean isHost = options.hostIsMain();
        if (isHost == null) {
            return 0;
        }
        for (int i = 0; i < scans.size(); i++) {
            MergeScan scan = scans.get(i);
            if (!(isHost ? scan.hostPairs : scan.guestPairs).isEmpty()) {
                return i;
            }
        }
        throw new ConvertProblem(
                isHost
                        ? "no trace has snapshots of a host's CPU counter (clock 64 and another one)"
                        : "no trace has the events guest_clock_sync of a guest");
    }

    /// Returns the traces in the order in which they are written.
    public List<Aligned> aligned() {
        return aligned;
    }

    /// Returns the time of the first packet of a trace in ns of its own trace time.
    ///
    /// @param index index in [#aligned]
    public long start(int index) {
        return scans.get(index).first;
    }

    /// Returns whether a trace has snapshots of clocks.
    boolean hasSnapshot(int index) {
        return scans.get(index).hasSnapshot;
    }

    /// Returns a trace whose alignment is the offset between the boot clocks instead of the offset between
    /// trace times.
    Aligned withBootOffset(int index) {
        Aligned trace = aligned.get(index);
        MergeScan scan = scans.get(index);
        long middle = scan.first + (scan.last - scan.first) / 2;
        long alignedMiddle = trace.alignment().apply(middle);
        long boot = scan.boottime(middle);
        long mainBoot = scans.getFirst().boottime(alignedMiddle);
        boolean isKnown = boot != PacketTimes.NONE && mainBoot != PacketTimes.NONE;
        long offset = isKnown ? mainBoot - boot : alignedMiddle - middle;
        MergeAlignment moved = MergeAlignment.ofOffset(
                trace.alignment().method(), offset, trace.alignment().residualNs());
        return new Aligned(trace.file(), moved, trace.spanNs(), trace.loss());
    }

    /// Writes one Perfetto trace.
    public void write(OutputStream out, ImportProgress progress) throws IOException, ConvertProblem {
        MergeWriter writer = new MergeWriter(scans, out);
        PacketFile.read(files.getFirst(), writer.mainSink(), progress);
        writer.finishMain();
        for (int i = 1; i < files.size(); i++) {
            PacketFile.read(
                    files.get(i), writer.additionalSink(i, aligned.get(i).alignment()), progress);
        }
    }
}
