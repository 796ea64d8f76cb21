package traceglass.engine.fleet.sql;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import traceglass.sql.syntax.Token;

/// Creates fragments of SQL.
public final class Sql {

    private Sql() {}

    /// Returns a path as a quoted string.
    public static String quote(Path path) {
        return Token.quoteString(path.toString());
    }

    /// Returns a call of the table function that reads Parquet files in this order.
    public static String parquet(List<Path> files) {
        return "read_parquet([" + files.stream().map(Sql::quote).collect(Collectors.joining(", "))
                + "], union_by_name = true)";
    }
}
