package traceglass.service.probe.system;

import java.nio.charset.StandardCharsets;
import java.util.List;
import traceglass.sdk.posix.FileLoader;

/// Text files that are read once.
final class Texts {

    private Texts() {}

    /// Returns the lines of a file, none if it cannot be read.
    static List<String> lines(FileLoader loader, byte[] path) {
        return loader.load(path)
                ? new String(loader.bytes(), 0, loader.size(), StandardCharsets.UTF_8)
                        .lines()
                        .toList()
                : List.of();
    }

    /// Returns the first line of a file without blanks around it, nothing if it cannot be read.
    static String first(FileLoader loader, byte[] path) {
        List<String> lines = lines(loader, path);
        return lines.isEmpty() ? "" : lines.getFirst().strip();
    }
}
