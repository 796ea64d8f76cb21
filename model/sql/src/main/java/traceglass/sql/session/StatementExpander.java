package traceglass.sql.session;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import traceglass.sql.pipes.Pipelines;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.Macros;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// Turns a statement as written into plain SQL: expands its macros, then replaces its pipelines.
final class StatementExpander {

    /// Determines the columns of queries.
    interface Columns {
        List<ResultColumn> of(ExecutionFrame frame, List<Token> query) throws SqlProblem, SqlSyntaxException;
    }

    private final Macros macros = new Macros();
    private final StatementRunner.Modules modules;
    private final Columns columns;
    /// Whether statements outside modules may have pipelines.
    private boolean allowsPipelines;

    StatementExpander(StatementRunner.Modules modules, Columns columns) {
        this.modules = modules;
        this.columns = columns;
    }

    Macros macros() {
        return macros;
    }

    /// Changes a setting of the session.
    void set(PerfettoStatement.Pragma pragma) throws SqlSyntaxException {
        String name = pragma.name().value();
        if (!name.equalsIgnoreCase("pipelines")) {
            throw new SqlSyntaxException(
                    "PERFETTO PRAGMA: there is no setting '" + name + "', only pipelines", pragma.name());
        }
        allowsPipelines = pragma.number() != 0;
    }

    List<Token> expand(ExecutionFrame frame, List<Token> tokens) throws SqlProblem, SqlSyntaxException {
        return Pipelines.replace(
                expandMacros(frame, tokens),
                allowsPipelines || frame.module() != null,
                query -> columns.of(frame, query));
    }

    /// Expands macros in the tokens, and includes the modules that define them.
    private List<Token> expandMacros(ExecutionFrame frame, List<Token> tokens) throws SqlProblem, SqlSyntaxException {
        Set<String> tried = new HashSet<>();
        while (true) {
            try {
                return macros.expand(tokens);
            } catch (Macros.UndefinedMacroException e) {
                if (!tried.add(e.name) || !modules.include(frame, e.name, tokens.getFirst())) {
                    throw e;
                }
            }
        }
    }
}
