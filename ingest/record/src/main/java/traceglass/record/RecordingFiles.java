package traceglass.record;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// File names for recordings: target, time, and a number if the name is taken.
public final class RecordingFiles {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmm", Locale.ROOT);
    private static final String SUFFIX = ".pftrace";

    private RecordingFiles() {}

    /// Returns a file that does not exist yet in the folder, such as `pixel6a-2026-11-20-1628.pftrace`.
    public static Path next(Path folder, String target, LocalDateTime time) {
        return unusedFile(folder, fileNamePart(target) + "-" + TIME.format(time));
    }

    /// Like [#next], but also creates an empty file with that name, so that recordings started at the same time get
    /// different names. If the file can't be created, returns the name anyway; the writer reports the error later.
    public static Path claim(Path folder, String target, LocalDateTime time) {
        try {
            Files.createDirectories(folder.toAbsolutePath());
        } catch (IOException e) {
            return next(folder, target, time);
        }
        while (true) {
            Path file = next(folder, target, time);
            try {
                return Files.createFile(file);
            } catch (FileAlreadyExistsException e) {
                // Another thread or process took the name: try the next one.
            } catch (IOException e) {
                return file;
            }
        }
    }

    /// Deletes a claimed file if nothing was recorded into it.
    public static void release(Path claimed) {
        try {
            if (Files.isRegularFile(claimed) && Files.size(claimed) == 0) {
                Files.delete(claimed);
            }
        } catch (IOException e) {
            // Ignore the failure: an empty file is harmless.
        }
    }

    /// Returns the file for the next snapshot of a recording, in the recording's folder.
    public static Path snapshot(Path recording) {
        String name = recording.getFileName().toString();
        String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
        for (int i = 1; ; i++) {
            Path file = recording.resolveSibling(stem + "-snapshot" + i + SUFFIX);
            if (!Files.exists(file)) {
                return file;
            }
        }
    }

    private static Path unusedFile(Path folder, String stem) {
        Path file = folder.resolve(stem + SUFFIX);
        for (int i = 2; Files.exists(file); i++) {
            file = folder.resolve(stem + "-" + i + SUFFIX);
        }
        return file;
    }

    private static String fileNamePart(String target) {
        String word = target.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "");
        return word.isEmpty() ? "trace" : word;
    }
}
