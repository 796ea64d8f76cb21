package traceglass.app.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import traceglass.ingest.open.FormatDetector;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.check.ConfigProblem;
import traceglass.record.config.check.ConfigText;

/// Configs saved by the user: text files in a folder, named after the configs. All methods that access files block.
final class SavedConfigs {

    private static final String SUFFIX = ".pbtxt";

    private final Path folder;

    SavedConfigs(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    /// Returns the names in alphabetical order.
    List<String> names() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(n -> n.endsWith(SUFFIX))
                    .map(n -> n.substring(0, n.length() - SUFFIX.length()))
                    .sorted(String.CASE_INSENSITIVE_ORDER)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    TraceConfig read(String name) throws IOException, ConfigProblem {
        return ConfigText.read(Files.readAllBytes(file(name)), FormatDetector::of);
    }

    void write(String name, String text) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(file(name), text);
    }

    void delete(String name) throws IOException {
        Files.deleteIfExists(file(name));
    }

    private Path file(String name) {
        return folder.resolve(name.strip().replaceAll("[/\\\\:\\x00-\\x1f]", "_") + SUFFIX);
    }
}
