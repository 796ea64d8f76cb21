package traceglass.convert.merge;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.output.TarOutput;
import traceglass.convert.packet.PacketFile;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.TemporaryFiles;
import traceglass.store.text.Json;

/// Writes traces of any formats into a tar file with a `perfetto_manifest` that relates their times. The traces
/// themselves are not changed.
public final class MergeArchive {

    private static final String MANIFEST = "perfetto_manifest.json";
    private static final String MANIFEST_START = "{\"perfetto_manifest\":{\"version\":1,\"files\":[";
    private static final int HEAD_BYTES = 4096;

    /// Largest accepted error in ns due to clocks with different rates, because the manifest has constant offsets.
    private static final double MAX_ERROR_NS = 500;

    private MergeArchive() {}

    /// Writes the tar file.
    ///
    /// @return the traces in the order of the archive
    /// @throws ConvertProblem if a trace is not a file, or cannot be related to the first
    public static List<TraceMerge.Aligned> write(
            List<Path> files, MergeOptions options, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        if (arePerfetto(files)) {
            TraceMerge merge = TraceMerge.of(files, options, progress);
            writePerfetto(merge, out, progress);
            return merge.aligned();
        }
        List<TraceMerge.Aligned> aligned = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            Long offset = i == 0 ? Long.valueOf(0) : options.offsets().get(i);
            if (offset == null) {
                throw new ConvertProblem(
                        files.get(i) + " can't be aligned, because not all files are Perfetto traces",
                        "use --offset " + files.get(i).getFileName() + "=TIME");
            }
            String method = i == 0 ? "unchanged" : "the given offset";
            aligned.add(new TraceMerge.Aligned(files.get(i), MergeAlignment.ofOffset(method, offset, -1), 0, ""));
        }
        List<Integer> clocks = new ArrayList<>();
        for (Path file : files) {
            clocks.add(isPerfetto(file) ? ClockId.BOOTTIME : 0);
        }
        writeFiles(aligned, clocks, out);
        return aligned;
    }

    /// Writes a tar file that opens as one timeline, with each trace as a separate machine. Perfetto traces are related
    /// to the first as by [#write]; if there are other formats, the importer relates the clocks that it knows.
    ///
    /// @param to receives the tar file; not closed here
    /// @throws ConvertProblem if a trace is not a file, or a Perfetto trace cannot be related to the first
    public static void writeTimeline(List<Path> files, OutputStream to, ImportProgress progress)
            throws IOException, ConvertProblem {
        OutputStream out = canceledBy(progress, to);
        if (arePerfetto(files)) {
            writePerfetto(TraceMerge.of(files, MergeOptions.DEFAULT, progress), out, progress);
            return;
        }
        List<String> names = names(files);
        String entries = names.stream().map(MergeArchive::entry).collect(Collectors.joining("},"));
        TarOutput tar = new TarOutput(out);
        tar.add(MANIFEST, (MANIFEST_START + entries + "}]}}").getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < files.size(); i++) {
            tar.add(names.get(i), files.get(i));
        }
        tar.finish();
    }

    /// Returns a stream that throws [traceglass.ingest.ImportCanceled] when it is written to after a cancellation,
    /// even in the middle of a file.
    private static OutputStream canceledBy(ImportProgress progress, OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                progress.check();
                out.write(bytes, offset, length);
            }
        };
    }

    /// Returns whether all files are Perfetto traces.
    ///
    /// @throws ConvertProblem if one is not a file
    private static boolean arePerfetto(List<Path> files) throws IOException, ConvertProblem {
        boolean arePerfetto = true;
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                throw new ConvertProblem(
                        Files.exists(file) ? file + " is a folder; choose files in it" : file + " does not exist");
            }
            arePerfetto &= isPerfetto(file);
        }
        return arePerfetto;
    }

    private static boolean isPerfetto(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return PacketFile.isPerfettoTrace(in.readNBytes(HEAD_BYTES));
        }
    }

    private static void writePerfetto(TraceMerge merge, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        List<TraceMerge.Aligned> traces = merge.aligned();
        // The times of a Perfetto trace without snapshots belong to no clock that a manifest can move.
        boolean isConstant = true;
        for (int i = 0; i < traces.size(); i++) {
            TraceMerge.Aligned trace = traces.get(i);
            double error = Math.abs(trace.alignment().rate() - 1) * trace.spanNs();
            isConstant &= merge.hasSnapshot(i) && error <= MAX_ERROR_NS;
        }
        if (isConstant) {
            List<TraceMerge.Aligned> moved = new ArrayList<>();
            List<Integer> clocks = new ArrayList<>();
            for (int i = 0; i < traces.size(); i++) {
                moved.add(merge.withBootOffset(i));
                clocks.add(ClockId.BOOTTIME);
            }
            writeFiles(moved, clocks, out);
            return;
        }
        // A manifest can't express this, so all traces are merged into one member.
        Path merged = TemporaryFiles.deleteAtExit(TemporaryFiles.file("merge", ".pftrace"));
        try {
            try (OutputStream file = Files.newOutputStream(merged)) {
                merge.write(file, progress);
            }
            TarOutput tar = new TarOutput(out);
            tar.add(MANIFEST, (MANIFEST_START + "]}}").getBytes(StandardCharsets.UTF_8));
            tar.add("merged.pftrace", merged);
            tar.finish();
        } finally {
            StoreDatabase.deleteTree(merged);
        }
    }

    /// @param clocks clock of each trace that the manifest relates; 0 for a file without clocks
    private static void writeFiles(List<TraceMerge.Aligned> traces, List<Integer> clocks, OutputStream out)
            throws IOException, ConvertProblem {
        List<String> names = names(traces.stream().map(TraceMerge.Aligned::file).toList());
        StringBuilder json = new StringBuilder(MANIFEST_START);
        for (int i = 0; i < traces.size(); i++) {
            json.append(i == 0 ? "" : ",").append(entry(names.get(i)));
            if (i > 0) {
                json.append(",\"clocks\":{")
                        .append(clock(clocks.get(i), ","))
                        .append("\"sync_to\":{\"file\":")
                        .append(Json.quoted(names.getFirst()))
                        .append(clocks.getFirst() == 0 ? "" : "," + clock(clocks.getFirst(), ""))
                        .append("},\"offset_ns\":")
                        .append(traces.get(i).alignment().offsetAt(0))
                        .append('}');
            }
            json.append('}');
        }
        json.append("]}}");
        TarOutput tar = new TarOutput(out);
        tar.add(MANIFEST, json.toString().getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < traces.size(); i++) {
            tar.add(names.get(i), traces.get(i).file());
        }
        tar.finish();
    }

    /// Returns the JSON object of a file that is a separate machine, without its closing brace.
    private static String entry(String name) {
        String quoted = Json.quoted(name);
        return "{\"path\":" + quoted + ",\"machine\":{\"name\":" + quoted + '}';
    }

    private static String clock(int id, String separator) {
        return id == 0 ? "" : "\"clock\":" + Json.quoted(ClockId.name(id)) + separator;
    }

    /// Returns the names of the members: the file names, with a number added if they are not unique.
    private static List<String> names(List<Path> files) {
        Set<String> used = new HashSet<>(Set.of(MANIFEST));
        List<String> names = new ArrayList<>();
        for (Path file : files) {
            // Readers ignore hidden files.
            String visibleName = String.valueOf(file.getFileName()).replaceFirst("^[.]+", "");
            String name = visibleName;
            for (int i = 2; !used.add(name); i++) {
                name = i + "-" + visibleName;
            }
            names.add(name);
        }
        return names;
    }
}
