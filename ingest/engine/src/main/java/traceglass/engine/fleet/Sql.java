package traceglass.engine.fleet;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import traceglass.sql.syntax.Token;

/// Text of SQL.
final class Sql {

    private Sql() {}

    /// Returns a path as a text in quotes.
    static String text(Path path) {
        return Token.quoteString(path.toString());
    }

    /// Returns a table function that reads files in this order.
    static String parquet(List<Path> files) {
        return "read_parquet([" + files.stream().map(Sql::text).collect(Collectors.joining(", "))
                + "], union_by_name = true)";
    }
}
