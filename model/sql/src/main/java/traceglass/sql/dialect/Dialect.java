package traceglass.sql.dialect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The rules of the SQL dialect. They are documented in one place, `dialect.md` next to this class, for users and
/// developers: the base is DuckDB's SQL; some things are always interpreted as in SQLite, because both
/// interpretations are valid and existing queries rely on that one; others only if DuckDB refuses the statement
/// (`Repairer`).
public final class Dialect {
    private Dialect() {}

    /// Returns the rules as Markdown.
    public static String text() {
        try (InputStream in = Dialect.class.getResourceAsStream("dialect.md")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
