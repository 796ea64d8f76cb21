package traceglass.sql.dialect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// What SQL means here. The rule is written down in one place, `dialect.md` beside this class, for those who write
/// queries and for those who change the translation: the base is DuckDB's SQL; some things are always read as SQLite
/// does, because both readings are legal and the queries people bring mean that one; others only when DuckDB refuses
/// (`Repairer`).
public final class Dialect {
    private Dialect() {}

    /// The rule, as text with headings in Markdown.
    public static String text() {
        try (InputStream in = Dialect.class.getResourceAsStream("dialect.md")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
