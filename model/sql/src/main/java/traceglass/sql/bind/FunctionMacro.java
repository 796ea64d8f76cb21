package traceglass.sql.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;

/// A statement that creates one form of a function as a macro of DuckDB, as tokens for the translator.
///
/// @param statement tokens of the statement
/// @param shift distance from the index of a token in the function's query to its index in the statement
/// @param cast index of the CAST that converts the query's value; -1 if there is none
/// @param isSafe whether the arguments are selected into a row of their own first, see [UserFunctions]
public record FunctionMacro(List<Token> statement, int shift, int cast, boolean isSafe) {
    private static final String PARAMETER = "tg_arg_";
    private static final String ROW = "tg_args";
    /// Types that have the same name in DuckDB.
    private static final Set<String> SAME_TYPES = Set.of("BOOLEAN", "VARCHAR", "BLOB");

    /// Creates the statement for a form of a function.
    ///
    /// @param name name of the macro
    static FunctionMacro of(PerfettoStatement.Function function, String name, boolean isSafe)
            throws SqlSyntaxException {
        List<String> parameters = function.parameters().stream()
                .map(p -> PARAMETER + p.name().toLowerCase(Locale.ROOT))
                .toList();
        boolean isTable = function.returns() == null;
        String type = isTable ? null : DefinitionRewriter.duckType(function.returns());
        if (!isTable && type == null && SAME_TYPES.contains(function.returns())) {
            type = function.returns();
        }
        int origin = function.name().origin();
        List<Token> out = new ArrayList<>(SqlTokens.read(
                "CREATE OR REPLACE TEMP MACRO " + Token.quoteName(name) + "(" + String.join(", ", parameters) + ") AS "
                        + (isTable ? "TABLE " : type == null ? "(" : "(CAST("),
                origin));
        // Before the parenthesis of its operand.
        int cast = type == null ? -1 : out.size() - 2;
        List<Token> body = body(function, isSafe);
        int shift;
        if (isTable && isSafe) {
            out.addAll(SqlTokens.read(" SELECT tg_rows.* " + row(parameters) + ", LATERAL (", origin));
            shift = out.size();
            out.addAll(body);
            out.addAll(SqlTokens.read(") AS tg_rows", origin));
        } else if (isTable) {
            shift = out.size();
            out.addAll(body);
        } else {
            Expression value = isSafe ? null : new FunctionQuery(body).value();
            out.addAll(SqlTokens.read(isSafe ? "(SELECT (" : "(", origin));
            shift = value == null ? out.size() : out.size() - value.span().outerStart();
            out.addAll(value == null ? body : value.span().outerTokens());
            out.addAll(SqlTokens.read(isSafe ? ") " + row(parameters) + ")" : ")", origin));
            out.addAll(SqlTokens.read(type == null ? ")" : " AS " + type + "))", origin));
        }
        return new FunctionMacro(out, shift, cast, isSafe);
    }

    /// Returns the source that is a row of the arguments.
    private static String row(List<String> parameters) {
        List<String> values = parameters.stream().map(p -> p + " AS v" + p).toList();
        return "FROM (SELECT " + String.join(", ", values) + ") AS " + ROW;
    }

    /// Returns the query with the names of its arguments.
    private static List<Token> body(PerfettoStatement.Function function, boolean isSafe) {
        List<Token> body = new ArrayList<>();
        for (Token t : function.query()) {
            boolean isParameter = t.kind() == Token.Kind.PARAMETER
                    && function.parameters().stream().anyMatch(p -> p.name().equalsIgnoreCase(t.value()));
            body.add(
                    isParameter
                            ? new Token(
                                    Token.Kind.WORD,
                                    argument(t.value(), isSafe),
                                    t.source(),
                                    t.start(),
                                    t.origin(),
                                    t.hasSpaceBefore())
                            : t);
        }
        return body;
    }

    /// Returns the name of an argument in the macro's query.
    private static String argument(String parameter, boolean isSafe) {
        String name = PARAMETER + parameter.toLowerCase(Locale.ROOT);
        return isSafe ? ROW + ".v" + name : name;
    }

    /// Returns whether the first part of a column's name is that of arguments of a macro.
    static boolean isArgument(String name) {
        return name.startsWith(PARAMETER) || name.startsWith(ROW);
    }

    /// Returns a text that is put into the query of the function with the names of its arguments.
    public String withArguments(PerfettoStatement.Function function, String text) {
        return replaceParameters(text, name -> findParameter(function, name) == null ? null : argument(name, isSafe));
    }

    /// Returns a text that is put into the query of a function with NULLs as arguments.
    public static String withNulls(PerfettoStatement.Function function, String text) {
        return replaceParameters(text, name -> {
            PerfettoStatement.Parameter parameter = findParameter(function, name);
            return parameter == null ? null : nullOf(parameter);
        });
    }

    /// Adds a NULL of its type for each parameter in a function's query, to validate the query.
    ///
    /// @param to receives the text that replaces a token, by the token's index
    public static void addNulls(PerfettoStatement.Function function, List<Token> query, Map<Integer, String> to) {
        for (int i = 0; i < query.size(); i++) {
            Token t = query.get(i);
            PerfettoStatement.Parameter parameter =
                    t.kind() == Token.Kind.PARAMETER ? findParameter(function, t.value()) : null;
            if (parameter != null) {
                to.putIfAbsent(i, nullOf(parameter));
            }
        }
    }

    private static PerfettoStatement.@Nullable Parameter findParameter(
            PerfettoStatement.Function function, String name) {
        return function.parameters().stream()
                .filter(p -> p.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }

    private static String nullOf(PerfettoStatement.Parameter parameter) {
        String type = DefinitionRewriter.duckType(parameter.type());
        return type == null ? "NULL" : "CAST(NULL AS " + type + ")";
    }

    /// Replaces the parameters in a part of a statement.
    ///
    /// @param value returns the text for a name, null for one that is kept
    private static String replaceParameters(String text, Function<String, @Nullable String> value) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        try {
            StringBuilder out = new StringBuilder(text);
            for (Token t : SqlTokens.read(text).reversed()) {
                String argument = t.kind() == Token.Kind.PARAMETER ? value.apply(t.value()) : null;
                if (argument != null) {
                    out.replace(t.start(), t.end(), argument);
                }
            }
            return out.toString();
        } catch (SqlSyntaxException e) {
            // Running the statement reports the error.
            return text;
        }
    }
}
