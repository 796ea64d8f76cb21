package traceglass.sql.session;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Finds the names of the tables and functions that a statement uses.
final class CalledNames extends TreeRewriter {
    private final List<Token> found = new ArrayList<>();

    private CalledNames() {}

    /// Returns the names in their order; for a statement that the parser does not know, all words that may be
    /// names.
    static List<Token> of(ParsedStatement statement) {
        SqlParser.Parsed parsed = statement.parsed();
        if (parsed == null) {
            return possibleNames(statement.tokens());
        }
        CalledNames names = new CalledNames();
        names.statement(parsed.statement());
        return names.found;
    }

    private static List<Token> possibleNames(List<Token> tokens) {
        List<Token> names = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            boolean isCalled = i + 1 < tokens.size() && tokens.get(i + 1).isOperator("(");
            boolean isSource = i > 0 && tokens.get(i - 1).isAny("FROM", "JOIN", "INTO", "UPDATE");
            if (tokens.get(i).isName() && (isCalled || isSource)) {
                names.add(tokens.get(i));
            }
        }
        return names;
    }

    private void add(SqlName name) {
        Token token = name.span().first();
        if (token != null) {
            found.add(token);
        }
    }

    @Override
    public TableSource table(TableSource.Table t) {
        if (t.path().size() == 1) {
            add(t.name());
        }
        return super.table(t);
    }

    @Override
    public TableSource function(TableSource.Function f) {
        add(f.call().name());
        return super.function(f);
    }

    @Override
    public Expression call(Expression.Call e) {
        add(e.name());
        return super.call(e);
    }
}
