package traceglass.ingest.uftrace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Imports uftrace recordings: a folder, or an archive of one. Reads the file `info` and then the other files in its
/// folder.
public final class UftraceImporter implements Importer {

    private static final String MAIN_FILE = "info";

    /// Recordings of the import, by folder.
    private static final class Recordings {
        final Map<String, UftraceRecording> byFolder = new HashMap<>();
    }

    @Override
    public String id() {
        return "uftrace";
    }

    @Override
    public String displayName() {
        return "uftrace recording";
    }

    @Override
    public int priority() {
        return 43;
    }

    /// Returns 1, so that `info` is read before the other files in its folder.
    @Override
    public int archivePriority() {
        return 1;
    }

    @Override
    public boolean sniff(byte[] head) {
        return UftraceRecording.sniff(head);
    }

    @Override
    public Path mainFile(Path folder) throws IOException {
        Path file = folder.resolve(MAIN_FILE);
        if (Files.isRegularFile(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                return sniff(in.readNBytes(Long.BYTES)) ? file : null;
            }
        }
        return null;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        UftraceRecording recording = new UftraceRecording(input, context);
        if (input.file() == null) {
            String folder = folder(input.name());
            Recordings recordings = context.session().shared(Recordings.class, s -> new Recordings());
            recordings.byFolder.put(folder, recording);
            context.session().claimFolder(folder, new MemberImporter());
            return;
        }
        try (Stream<Path> files = Files.list(input.file().toAbsolutePath().getParent())) {
            List<Path> parts = files.filter(
                            f -> UftraceRecording.isPart(f.getFileName().toString()))
                    .sorted()
                    .toList();
            for (Path part : parts) {
                try (TraceInput in =
                        new TraceInput(part.toString(), Files.newInputStream(part), input.progress(), part)) {
                    recording.read(part.getFileName().toString(), in.asStream());
                }
            }
        }
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    /// Reads the other files of a recording in an archive.
    private static final class MemberImporter implements Importer {

        @Override
        public String id() {
            return "uftrace";
        }

        @Override
        public String displayName() {
            return "uftrace recording";
        }

        @Override
        public int priority() {
            return Integer.MAX_VALUE;
        }

        @Override
        public boolean sniff(byte[] head) {
            return false;
        }

        @Override
        public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
            Recordings recordings = context.session().shared(Recordings.class, s -> new Recordings());
            UftraceRecording recording = recordings.byFolder.get(folder(input.name()));
            String name = UftraceSymbols.baseName(input.name());
            if (recording != null && UftraceRecording.isPart(name)) {
                recording.read(name, input.asStream());
            }
        }
    }
}
