package traceglass.app.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Recently opened traces, newest first, stored in a file with one line each. Not thread-safe.
public final class RecentTraces {

    private static final int MAX_TRACES = 12;

    /// One recently opened trace.
    ///
    /// @param opened time of opening, ms since 1970
    /// @param bytes size of the file
    /// @param summary short description, e.g. `Pixel 6a · Android 13 · 2.15 s`
    /// @param thumbnail load by row and column
    public record Entry(Path file, long opened, long bytes, String summary, Thumbnail thumbnail) {}

    /// Thumbnail of the minimap: loads of 0 to 255, [#COLUMNS] per row, row by row.
    public record Thumbnail(int rows, byte[] loads) {

        public static final int COLUMNS = 60;
        public static final Thumbnail NONE = new Thumbnail(0, new byte[0]);

        /// Returns the load of a cell, from 0 to 1.
        public double load(int row, int column) {
            return (loads[row * COLUMNS + column] & 255) / 255.0;
        }
    }

    private final Path file;
    private final List<Entry> entries = new ArrayList<>();

    private RecentTraces(Path file) {
        this.file = file;
    }

    /// Loads the list from `recent.tsv` in the folder.
    public static RecentTraces in(Path folder) {
        RecentTraces r = new RecentTraces(folder.resolve("recent.tsv"));
        if (Files.isRegularFile(r.file)) {
            try {
                for (String line : Files.readAllLines(r.file)) {
                    r.parse(line);
                }
            } catch (IOException e) {
                System.getLogger(RecentTraces.class.getName())
                        .log(System.Logger.Level.WARNING, "can't read " + r.file, e);
            }
        }
        return r;
    }

    /// Creates an empty list that is not stored.
    public static RecentTraces none() {
        return new RecentTraces(null);
    }

    /// Returns all entries, newest first, without accessing their files; some may no longer exist. See
    /// [RecentFileStates].
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /// Returns the files of all entries, newest first, without accessing them.
    public List<Path> files() {
        return entries.stream().map(Entry::file).toList();
    }

    /// Adds a trace that has just been opened.
    ///
    /// @param bytes size of the file, or -1 for a folder
    /// @param summary short description of the trace
    public void add(Path file, long bytes, String summary, Thumbnail thumbnail) {
        add(new Entry(file, System.currentTimeMillis(), bytes, summary, thumbnail));
    }

    /// Adds a trace at the top, replacing its previous entry.
    public void add(Entry entry) {
        entries.removeIf(e -> e.file.equals(entry.file));
        entries.addFirst(entry);
        while (entries.size() > MAX_TRACES) {
            entries.removeLast();
        }
        write();
    }

    public void clear() {
        entries.clear();
        write();
    }

    private void parse(String line) {
        String[] f = line.split("\t", -1);
        if (f.length < 6) {
            return;
        }
        try {
            byte[] loads = Base64.getDecoder().decode(f[4]);
            int rows = Integer.parseInt(f[3]);
            Thumbnail thumbnail =
                    rows > 0 && rows * Thumbnail.COLUMNS == loads.length ? new Thumbnail(rows, loads) : Thumbnail.NONE;
            entries.add(new Entry(Path.of(f[5]), Long.parseLong(f[0]), Long.parseLong(f[1]), f[2], thumbnail));
        } catch (IllegalArgumentException e) {
            System.getLogger(RecentTraces.class.getName())
                    .log(System.Logger.Level.DEBUG, "can't read an entry of the recent traces: " + line, e);
        }
    }

    private void write() {
        if (file == null) {
            return;
        }
        StringBuilder out = new StringBuilder();
        for (Entry e : entries) {
            out.append(e.opened)
                    .append('\t')
                    .append(e.bytes)
                    .append('\t')
                    .append(e.summary.replaceAll("[\t\n\r]", " "))
                    .append('\t')
                    .append(e.thumbnail.rows)
                    .append('\t')
                    .append(Base64.getEncoder().encodeToString(e.thumbnail.loads))
                    .append('\t')
                    .append(e.file)
                    .append('\n');
        }
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, out.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            System.getLogger(RecentTraces.class.getName()).log(System.Logger.Level.WARNING, "can't write " + file, e);
        }
    }
}
