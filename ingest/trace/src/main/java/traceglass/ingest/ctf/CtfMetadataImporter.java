package traceglass.ingest.ctf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.names.StatNames;

/// Reads the file `metadata` of a trace, before the streams in the same folder.
public final class CtfMetadataImporter implements Importer {

    private static final int MAX_SIZE = 1 << 28;
    /// Name of the file in a trace's folder.
    private static final String NAME = "metadata";
    /// Maximum depth of the search for traces in a folder. LTTng sessions have them in `ust/uid/1000/64-bit`,
    /// below the number of a rotation.
    private static final int MAX_DEPTH = 7;

    private static final int MAX_FOLDERS = 1000;
    private static final int MAX_FILES = 100_000;

    @Override
    public String id() {
        return "ctf_metadata";
    }

    @Override
    public String displayName() {
        return "CTF trace";
    }

    @Override
    public int priority() {
        return 32;
    }

    @Override
    public int archivePriority() {
        return 1;
    }

    @Override
    public boolean sniff(byte[] head) {
        return Metadata.isMetadata(head);
    }

    @Override
    public List<Path> traceFiles(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        Deque<Path> pending = new ArrayDeque<>(List.of(folder));
        for (int n = 0; !pending.isEmpty() && n < MAX_FOLDERS; n++) {
            Path next = pending.removeFirst();
            List<Path> content;
            try (Stream<Path> list = Files.list(next)) {
                content = list.limit(MAX_FILES).sorted().toList();
            }
            if (startsWith(next.resolve(NAME), this)) {
                files.addAll(files(content));
            } else if (next.getNameCount() - folder.getNameCount() < MAX_DEPTH) {
                content.stream()
                        .filter(p -> Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS) && Files.isReadable(p))
                        .forEach(pending::add);
            }
        }
        return files;
    }

    /// Returns the metadata and the streams among the files of the folder. If no file begins like a typical
    /// stream, all files are assumed to be streams.
    private static List<Path> files(List<Path> content) throws IOException {
        List<Path> regular = new ArrayList<>();
        List<Path> streams = new ArrayList<>();
        for (Path file : content) {
            if (!Files.isRegularFile(file) || file.getFileName().toString().startsWith(".")) {
                continue;
            }
            regular.add(file);
            if (file.endsWith(NAME) || startsWith(file, new CtfStreamImporter())) {
                streams.add(file);
            }
        }
        return streams.size() > 1 ? streams : regular;
    }

    private static boolean startsWith(Path file, Importer format) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return format.sniff(in.readNBytes(TraceInput.MAX_HEAD_BYTES));
        }
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        String text = Metadata.text(input.asStream().readNBytes(MAX_SIZE));
        Consumer<String> onProblem = reason -> context.logs()
                .record(
                        StatNames.CTF_METADATA_ERROR,
                        b -> b.addString(
                                context.strings().intern("reason"),
                                context.strings().intern(reason)));
        CtfTrace trace = Metadata.isJson(text.stripLeading())
                ? Ctf2Parser.parse(text, onProblem)
                : TsdlParser.parse(text, onProblem);
        if (trace.streams.isEmpty()) {
            throw new TraceProblem(input.name() + " describes no streams of events");
        }
        if (input.file() != null) {
            throw new TraceProblem(input.name() + " describes a CTF trace, whose events are in the other files of its"
                    + " folder; open the folder");
        }
        CtfTraces.of(context).add(input.name(), trace, context);
        // Streams need not begin with a magic number.
        context.session().claimFolder(CtfTraces.folder(input.name()), new CtfStreamImporter());
        String host = trace.environment.get("hostname");
        if (host != null) {
            context.metadata().setDynamic("ctf_hostname", host);
        }
    }
}
