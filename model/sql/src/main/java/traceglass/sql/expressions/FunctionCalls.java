package traceglass.sql.expressions;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.functions.JavaScalars;
import traceglass.sql.functions.SqlFunctions;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlName;

/// Functions of SQLite and PerfettoSQL have other names or arguments in DuckDB.
final class FunctionCalls implements SyntaxRule {
    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Call.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) throws SQLException {
        if (expression instanceof Expression.Call call
                && call.path().size() == 1
                && call.name().form() == SqlName.Form.PLAIN
                && !statement.edits.isReplaced(call.span().start())) {
            translate(call, statement);
        }
    }

    private static void translate(Expression.Call call, EditableStatement statement) throws SQLException {
        String name = resolvedName(call, statement);
        int position = call.span().start();
        int arguments = call.arguments().size();
        switch (name) {
            case "min", "max" -> {
                if (arguments > 1) {
                    statement.replaceByBuiltin(position, name.equals("min") ? "tg_least" : "tg_greatest");
                }
            }
            case "stack_from_stack_profile_callsite" -> {
                if (arguments == 2) {
                    SessionCalls.translate(call, name + "_annotated", statement);
                } else {
                    translateOther(call, name, statement);
                }
            }
            case "package_lookup", "_intrinsic_package_lookup" ->
                statement.edits.replace(position, "android_package_lookup");
            case "datetime", "date", "time", "strftime", "julianday", "unixepoch" ->
                DateCalls.translate(call, name, statement);
            case "substr", "substring" -> TextCalls.translateSubstring(call, statement);
            case "printf", "format" -> TextCalls.translatePrintf(call, name.equals("printf"), statement);
            case "regexp_extract" -> {
                if (arguments == 2) {
                    statement.replaceByBuiltin(position, "tg_regexp_extract");
                }
            }
            case "last_non_null" -> {
                statement.edits.replace(position, "last_value");
                statement.edits.append(call.arguments().span().end() - 1, " IGNORE NULLS");
            }
            case "total" -> translateTotal(call, name, statement);
            case "char" -> TextCalls.translateCharacters(call, statement);
            case "group_concat", "string_agg" -> TextCalls.translateConcatenation(call, statement);
            case "hash" -> {
                statement.replaceByBuiltin(position, "tg_hash_of");
                statement.edits.builtins.add("tg_hash_part");
                TextCalls.translateJoin(call, "tg_hash_part(", ")", statement);
            }
            case "json_group_array" -> JsonCalls.translateGroupArray(call, statement);
            case "json_group_object" -> JsonCalls.translateGroupObject(call, statement);
            case "json_set", "json_insert", "json_replace", "json_remove" ->
                JsonCalls.translateEdit(call, name, statement);
            case "json_object" -> JsonCalls.convertValues(call, 1, 2, statement);
            case "json_array" -> JsonCalls.convertValues(call, 0, 1, statement);
            case "extract_arg",
                    "extract_metadata",
                    "extract_metadata_for_machine",
                    "extract_metadata_for_trace",
                    "extract_exact_metadata" -> translateTyped(call, name, statement);
            default -> translateOther(call, name, statement);
        }
    }

    /// Returns the name under which a called function is known here.
    private static String resolvedName(Expression.Call call, EditableStatement statement) {
        String name = statement.functions.resolvedName(call.name().text());
        if (!name.equalsIgnoreCase(call.name().text())) {
            statement.edits.replace(call.span().start(), name);
        }
        return name;
    }

    /// Translates the sum of doubles that is never NULL; a macro can't be a window function.
    private static void translateTotal(Expression.Call call, String name, EditableStatement statement)
            throws SQLException {
        if (call.window() == null || call.arguments().size() != 1) {
            translateOther(call, name, statement);
            return;
        }
        statement.edits.replace(call.span().start(), "sum");
        statement.wrap(call.arguments().value(0), "TRY_CAST(", " AS DOUBLE)");
        statement.edits.wrap(call.span().start(), call.span().end(), "coalesce(", ", 0.0::DOUBLE)");
    }

    /// Translates a function with unchanged arguments: a scalar function, one of the session's functions, or a
    /// renamed one.
    private static void translateOther(Expression.Call call, String name, EditableStatement statement)
            throws SQLException {
        if (JavaScalars.isDefined(name)) {
            statement.edits.builtins.add(name);
        } else if (statement.functions.isDefined(name)) {
            SessionCalls.translate(call, name, statement);
        } else {
            String renamed = SqlFunctions.renamed(name);
            if (renamed != null) {
                statement.replaceByBuiltin(call.span().start(), renamed);
            }
        }
    }

    /// Translates `extract_arg` and `extract_metadata`, whose result type depends on the key: if the key is a literal,
    /// calls the variant for the type of its values.
    private static void translateTyped(Expression.Call call, String name, EditableStatement statement)
            throws SQLException {
        List<Expression> values = EditableStatement.arguments(call);
        if (values.isEmpty()) {
            return;
        }
        Token key = statement.stringToken(values.getLast());
        boolean isArgument = name.equals("extract_arg");
        String kind = key == null
                ? isArgument ? "any" : "text"
                : isArgument ? statement.catalog.argKind(key.value()) : statement.catalog.metadataKind(key.value());
        SessionCalls.translate(call, name + "_" + kind, statement);
    }
}
