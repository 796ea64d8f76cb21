package traceglass.sql.functions;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import traceglass.sql.syntax.Token;

/// Creates the macros of [SqlFunctions] and the functions of [JavaScalars] in the session, each when a query first
/// calls it.
public final class Builtins {

    /// Prefix of the sequence that numbers the rows of a table created with INTEGER PRIMARY KEY.
    public static final String ROW_NUMBERS = "tg_row_numbers_";

    private static final Pattern CALL = Pattern.compile("\\btg_\\w+");

    private final Connection connection;
    private final JavaScalars scalars;
    private final Set<String> defined = new HashSet<>();

    public Builtins(Connection connection) {
        this.connection = connection;
        scalars = new JavaScalars(connection);
    }

    /// Creates the macros and functions with these names and those that they call, unless they already exist.
    /// Other names are ignored.
    public void define(Set<String> names) throws SQLException {
        for (String name : names) {
            if (name.startsWith(ROW_NUMBERS)) {
                execute("CREATE TEMP SEQUENCE IF NOT EXISTS " + Token.quoteName(name));
            } else if (JavaScalars.isDefined(name)) {
                scalars.register(name);
            } else {
                String definition = definition(name);
                if (definition != null && defined.add(name)) {
                    define(CALL.matcher(definition)
                            .results()
                            .map(MatchResult::group)
                            .collect(Collectors.toSet()));
                    execute("CREATE OR REPLACE TEMP MACRO " + name + definition);
                }
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement s = connection.createStatement()) {
            s.execute(sql);
        }
    }

    /// Returns the parameters and text of a macro; null if there is none with this name.
    static String definition(String macro) {
        SqlFunctions.Row row = SqlFunctions.ofMacro(macro);
        return row == null ? null : MacroTexts.expand(row.implementation());
    }
}
