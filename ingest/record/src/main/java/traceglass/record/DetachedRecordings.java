package traceglass.record;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.RecordProblem;

/// List of recordings that continue without this program, stored as one small file each in a folder.
public final class DetachedRecordings {

    private static final String SUFFIX = ".properties";

    private final Path folder;

    public DetachedRecordings(Path folder) {
        this.folder = folder;
    }

    /// Recordings that have not been fetched yet, oldest first.
    public List<DetachedRecording> all() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<DetachedRecording> recordings = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(f -> f.toString().endsWith(SUFFIX)).forEach(f -> read(f).ifPresent(recordings::add));
        } catch (IOException e) {
            return List.of();
        }
        recordings.sort(Comparator.comparingLong(DetachedRecording::startedMs));
        return List.copyOf(recordings);
    }

    public Optional<DetachedRecording> find(String key) {
        return all().stream().filter(d -> d.key().equals(key)).findFirst();
    }

    private static Optional<DetachedRecording> read(Path file) {
        Properties p = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            p.load(in);
            String name = file.getFileName().toString();
            return Optional.of(new DetachedRecording(
                    name.substring(0, name.length() - SUFFIX.length()),
                    p.getProperty("target", ""),
                    p.getProperty("name", ""),
                    Long.parseLong(p.getProperty("pid")),
                    p.getProperty("path", ""),
                    Long.parseLong(p.getProperty("started")),
                    Long.parseLong(p.getProperty("duration"))));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    public void add(DetachedRecording d) throws RecordProblem {
        Properties p = new Properties();
        p.setProperty("target", d.targetId());
        p.setProperty("name", d.targetName());
        p.setProperty("pid", String.valueOf(d.pid()));
        p.setProperty("path", d.path());
        p.setProperty("started", String.valueOf(d.startedMs()));
        p.setProperty("duration", String.valueOf(d.durationMs()));
        try {
            Files.createDirectories(folder);
            try (Writer out = Files.newBufferedWriter(folder.resolve(d.key() + SUFFIX))) {
                p.store(out, null);
            }
        } catch (IOException e) {
            throw new RecordProblem(RecordProblem.Kind.DISK, RecordingTexts.notListed(folder, d.path(), e), e);
        }
    }

    /// Removes a fetched recording from the list.
    public void remove(String key) {
        try {
            Files.deleteIfExists(folder.resolve(key + SUFFIX));
        } catch (IOException e) {
            // The entry stays in the list; the next fetch reports that the recording is gone.
        }
    }
}
