package traceglass.engine.summary;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.protos.processor.PerfettoSqlStructuredQuery;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// An SQL source. All statements except the last one run before the query; `$alias` is replaced with another query.
final class SqlSource {

    /// Writes a query and returns the name of its table.
    interface Nested {
        String write(PerfettoSqlStructuredQuery query) throws SpecProblem;
    }

    private final Set<String> preambles;
    private final Nested nested;

    SqlSource(Set<String> preambles, Nested nested) {
        this.preambles = preambles;
        this.nested = nested;
    }

    String write(PerfettoSqlStructuredQuery.Sql sql) throws SpecProblem {
        List<List<Token>> statements;
        try {
            statements = SqlTokens.statements(SqlTokens.read(sql.getSql()));
        } catch (SqlSyntaxException e) {
            throw new SpecProblem("The SQL of a source can't be read: " + e.getMessage());
        }
        if (statements.isEmpty()) {
            throw new SpecProblem("A source in SQL has no statement");
        }
        List<Token> last = statements.getLast();
        int start = last.getFirst().start();
        if (sql.hasPreamble()) {
            if (statements.size() > 1) {
                throw new SpecProblem("A source has a preamble and several statements; put all of them into its sql");
            }
            preambles.add(sql.getPreamble());
        } else if (statements.size() > 1) {
            preambles.add(sql.getSql().substring(0, start));
        }
        Map<String, String> tables = new HashMap<>();
        for (PerfettoSqlStructuredQuery.Sql.Dependency dependency : sql.getDependenciesList()) {
            tables.put(dependency.getAlias(), nested.write(dependency.getQuery()));
        }
        StringBuilder text = new StringBuilder();
        int done = start;
        for (Token token : last) {
            String table = token.kind() == Token.Kind.PARAMETER
                    ? tables.get(token.text().substring(1))
                    : null;
            if (table != null) {
                text.append(sql.getSql(), done, token.start()).append(table);
                done = token.end();
            }
        }
        text.append(sql.getSql(), done, last.getLast().end());
        String columns = sql.getColumnNamesCount() == 0 ? "*" : String.join(", ", sql.getColumnNamesList());
        return "(SELECT " + columns + " FROM (" + text + "\n))";
    }
}
