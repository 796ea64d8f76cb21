package traceglass.ingest.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.store.database.ReadingOptions;

/// The user's choices of the meanings of table columns: the choice made when opening this file, and earlier ones
/// remembered in `columns.txt` by column names.
public final class ColumnChoices {

    /// No choice was made.
    public static final ColumnChoices NONE = new ColumnChoices("", null);

    /// Replaces the meanings if the user wants to choose them even though they are clear.
    public static final String ASK = "?";

    private static final String FILE = "columns.txt";

    private final String current;
    private final Path file;

    private ColumnChoices(String current, Path file) {
        this.current = current;
        this.file = file;
    }

    public static ColumnChoices of(ReadingOptions reading) {
        return new ColumnChoices(
                reading.columns(),
                reading.choices() == null ? null : reading.choices().resolve(FILE));
    }

    /// Returns the chosen meanings of these columns in their text form; empty if none were chosen.
    String choiceFor(List<String> columns) {
        return current.isEmpty() || shouldAsk() ? lines().getOrDefault(key(columns), "") : current;
    }

    /// Returns whether the user wants to choose the meanings.
    boolean shouldAsk() {
        return current.equals(ASK);
    }

    /// Saves these meanings for all tables with these columns.
    public void save(List<String> columns, ColumnMeanings meanings) throws IOException {
        if (file == null) {
            return;
        }
        Map<String, String> lines = lines();
        lines.put(key(columns), meanings.text().replaceAll("[\\r\\n]", " "));
        Files.createDirectories(file.getParent());
        Path next = file.resolveSibling(FILE + ".new");
        Files.write(
                next,
                lines.entrySet().stream()
                        .map(e -> e.getKey() + " " + e.getValue())
                        .toList(),
                StandardCharsets.UTF_8);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private Map<String, String> lines() {
        Map<String, String> lines = new LinkedHashMap<>();
        try {
            if (file != null && Files.isRegularFile(file)) {
                for (String line : Files.readAllLines(file)) {
                    int space = line.indexOf(' ');
                    if (space > 0) {
                        lines.put(line.substring(0, space), line.substring(space + 1));
                    }
                }
            }
        } catch (IOException e) {
            // Created only here: every command reads the file, and creating a logger takes longer than that.
            System.getLogger(ColumnChoices.class.getName()).log(System.Logger.Level.WARNING, "can't read " + file, e);
        }
        return lines;
    }

    /// Returns a key for databases of tables imported with these choices; empty if there are no choices.
    public String variant() {
        Map<String, String> lines = lines();
        return current.isEmpty() && lines.isEmpty() ? "" : " columns " + digest(current + lines);
    }

    private static String key(List<String> columns) {
        return digest(String.join("\u0000", columns));
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
