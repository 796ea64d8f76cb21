package traceglass.engine.fleet.measure;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Finds the first table in FROM.
final class FirstTable extends TreeRewriter {
    private @Nullable SqlName found;

    private FirstTable() {}

    /// Returns the name of the first table that statements read, in lower case; empty if there is none.
    static String of(String sql) {
        try {
            for (List<Token> statement : SqlTokens.statements(SqlTokens.read(sql))) {
                FirstTable first = new FirstTable();
                first.statement(ParsedStatement.of(statement).tree());
                if (first.found != null) {
                    return first.found.text().toLowerCase(Locale.ROOT);
                }
            }
        } catch (SqlSyntaxException e) {
            // Running the statements reports the error.
        }
        return "";
    }

    @Override
    public TableSource table(TableSource.Table t) {
        add(t.name());
        return super.table(t);
    }

    @Override
    public TableSource function(TableSource.Function f) {
        add(f.call().name());
        return super.function(f);
    }

    private void add(SqlName name) {
        if (found == null || name.span().start() < found.span().start()) {
            found = name;
        }
    }
}
