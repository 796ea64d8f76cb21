package traceglass.sql.dialect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The rules of the SQL dialect, documented in `dialect.md` next to this class for users and developers. The base is
/// DuckDB's SQL. Some constructs are always interpreted as in SQLite, because existing queries rely on it; others only
/// where the types of their operands make a difference (`ExpressionConversions`).
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
