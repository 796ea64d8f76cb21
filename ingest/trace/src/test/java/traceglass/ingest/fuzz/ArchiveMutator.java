package traceglass.ingest.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Damages a single file of an archive but keeps its header, so that traces of several files, which can only be read
/// together, are not simply rejected: overwritten numbers, flipped bits and, sometimes, missing or repeated ranges.
final class ArchiveMutator {

    /// Number of bytes at the start of a file that are kept, because they identify its format.
    private static final int KEPT_BYTES = 8;
    /// Number of bytes that contain the header in files of most formats.
    private static final int HEADER_SIZE = 128;

    private ArchiveMutator() {}

    /// Returns the files of an archive by name; if it is damaged, the files before the damage.
    static Map<String, byte[]> files(byte[] archive) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
                if (!e.isDirectory()) {
                    files.put(e.getName(), zip.readAllBytes());
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            // The archive is truncated.
        }
        return files;
    }

    /// Returns an archive with the same files, one of which is damaged; the same bytes if there is no file to
    /// damage.
    static byte[] mutate(byte[] archive, Random random) throws IOException {
        Map<String, byte[]> files = files(archive);
        List<String> names = files.keySet().stream()
                .filter(n -> files.get(n).length > KEPT_BYTES)
                .toList();
        List<String> binary =
                names.stream().filter(n -> !FuzzCorpus.isText(files.get(n))).toList();
        if (names.isEmpty()) {
            return archive;
        }
        List<String> candidates = binary.isEmpty() || random.nextInt(6) == 0 ? names : binary;
        String damaged = candidates.get(random.nextInt(candidates.size()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(1);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getKey().equals(damaged) ? damaged(file.getValue(), random) : file.getValue());
            }
        }
        return out.toByteArray();
    }

    private static byte[] damaged(byte[] file, Random random) {
        if (FuzzCorpus.isText(file)) {
            return TextMutator.mutate(file, random);
        }
        int kept = random.nextBoolean() || file.length < 2 * HEADER_SIZE ? KEPT_BYTES : HEADER_SIZE;
        byte[] content = new byte[file.length - kept];
        System.arraycopy(file, kept, content, 0, content.length);
        content = random.nextInt(4) == 0 ? ByteMutator.mutate(content, random) : CountMutator.mutate(content, random);
        return ByteMutator.splice(file, kept, file.length - kept, content);
    }
}
