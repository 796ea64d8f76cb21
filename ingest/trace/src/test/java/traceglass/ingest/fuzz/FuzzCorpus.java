package traceglass.ingest.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;
import traceglass.ingest.CaseBytes;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.open.Importers;

/// Undamaged traces by format. Each format is drawn equally often, regardless of its number of traces.
final class FuzzCorpus {

    /// Maximum size in bytes to which larger traces are truncated: damaging a part is equally useful and cheaper.
    private static final int MAX_BYTES = 160 << 10;
    private static final int INSPECTED_BYTES = 512;
    private static final int ZIP_MAGIC = 0x504b0304;
    private static final String ARCHIVE = "zip";
    /// Extensions of files that accompany the traces.
    private static final Set<String> COMPANION_EXTENSIONS = Set.of("jsonl", "md", "py", "sql", "out", "tsv", "class");

    private final List<Importer> importers = Importers.builtIn().all();
    private final Map<String, List<Sample>> byFormat = new TreeMap<>();
    private final List<String> formats = new ArrayList<>();

    /// @param format id of the importer; `zip of` and the format of the largest file for archives; `unknown`
    ///     for the rest
    record Sample(String name, String format, byte[] content, boolean isText) {

        boolean isArchive() {
            return format.startsWith(ARCHIVE);
        }
    }

    /// Adds the traces below a folder. Text forms of traces are converted; a folder whose name ends in `.zip`
    /// becomes an archive, and its files are also added as separate traces.
    void addAllBelow(Path folder) throws IOException {
        List<Path> traces = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
                if (dir.toString().endsWith(".zip")) {
                    traces.add(dir);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (!COMPANION_EXTENSIONS.contains(name.substring(name.lastIndexOf('.') + 1))) {
                    traces.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        traces.sort(null);
        for (Path trace : traces) {
            add(trace);
        }
        formats.clear();
        formats.addAll(byFormat.keySet());
    }

    private void add(Path path) throws IOException {
        byte[] content;
        String name = path.getFileName().toString();
        if (Files.isDirectory(path) || name.matches(".*\\.(textproto|wire|hex)")) {
            byte[] complete = CaseBytes.of(path);
            content = Arrays.copyOf(complete, Math.min(complete.length, MAX_BYTES));
        } else {
            try (InputStream raw = Files.newInputStream(path);
                    InputStream in = name.endsWith(".gz")
                            ? new GZIPInputStream(raw)
                            : name.endsWith(".xz") ? new XZInputStream(raw) : raw) {
                content = in.readNBytes(MAX_BYTES);
            }
        }
        if (content.length > 0) {
            String format = format(content);
            byFormat.computeIfAbsent(format, f -> new ArrayList<>())
                    .add(new Sample(name, format, content, isText(content)));
        }
    }

    private String format(byte[] content) {
        if (content.length > 4
                && ((content[0] & 0xff) << 24 | content[1] << 16 | content[2] << 8 | content[3]) == ZIP_MAGIC) {
            // Traces that consist of several files count as a separate format.
            return ArchiveMutator.files(content).values().stream()
                    .max(Comparator.comparingInt(f -> f.length))
                    .map(f -> ARCHIVE + " of " + format(f))
                    .orElse(ARCHIVE);
        }
        byte[] head = Arrays.copyOf(content, Math.min(content.length, TraceInput.MAX_HEAD_BYTES));
        return importers.stream()
                .filter(i -> i.sniff(head))
                .map(Importer::id)
                .findFirst()
                .orElse("unknown");
    }

    static boolean isText(byte[] content) {
        for (int i = 0; i < Math.min(content.length, INSPECTED_BYTES); i++) {
            byte c = content[i];
            if (c < 0x20 && c != '\n' && c != '\t' && c != '\r' || c == 0x7f) {
                return false;
            }
        }
        return true;
    }

    int size() {
        return byFormat.values().stream().mapToInt(List::size).sum();
    }

    /// Returns the undamaged trace of an input. The formats take turns.
    Sample draw(int number, Random random) {
        List<Sample> samples = byFormat.get(formats.get(number % formats.size()));
        return samples.get(random.nextInt(samples.size()));
    }

    Sample drawAny(Random random) {
        return draw(random.nextInt(formats.size()), random);
    }
}
