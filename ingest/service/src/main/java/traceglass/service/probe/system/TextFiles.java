package traceglass.service.probe.system;

import java.nio.charset.StandardCharsets;
import java.util.List;
import traceglass.sdk.posix.FileLoader;

/// Reads small text files that are not polled.
final class TextFiles {

    private TextFiles() {}

    /// Returns the lines of a file; empty if it can't be read.
    static List<String> lines(FileLoader loader, byte[] path) {
        return loader.load(path)
                ? new String(loader.bytes(), 0, loader.size(), StandardCharsets.UTF_8)
                        .lines()
                        .toList()
                : List.of();
    }

    /// Returns the first line of a file without leading and trailing blanks; empty if it can't be read.
    static String first(FileLoader loader, byte[] path) {
        List<String> lines = lines(loader, path);
        return lines.isEmpty() ? "" : lines.getFirst().strip();
    }
}
