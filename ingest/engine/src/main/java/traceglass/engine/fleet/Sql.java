package traceglass.engine.fleet;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// Text of SQL.
final class Sql {

    private Sql() {}

    /// Returns a name in quotes.
    static String name(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /// Returns a text in quotes.
    static String text(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    /// Returns a path as a text in quotes.
    static String text(Path path) {
        return text(path.toString());
    }

    /// Returns a table function that reads files in this order.
    static String parquet(List<Path> files) {
        return "read_parquet([" + files.stream().map(Sql::text).collect(Collectors.joining(", "))
                + "], union_by_name = true)";
    }
}
