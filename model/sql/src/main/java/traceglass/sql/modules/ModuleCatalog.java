package traceglass.sql.modules;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.store.text.Json;

/// Creates the table `__intrinsic_stdlib_objects`, which lists the definitions in a library's modules with the comments
/// before them.
///
/// Names that begin with `_` are private to the module. Arguments and columns are JSON lists of `{"name", "type"}`.
public final class ModuleCatalog {
    /// Name of the table.
    public static final String TABLE = "__intrinsic_stdlib_objects";

    private static final String COLUMNS =
            "(id, module, package, object_type, name, qualified_name, exposed, short_description, summary, return_type,"
                    + " return_description, args, cols)";

    private final StringBuilder rows = new StringBuilder();
    private int count;

    private ModuleCatalog() {}

    /// Returns the statement that creates the table.
    ///
    /// @throws IOException if a module cannot be read
    /// @throws SqlSyntaxException if a module is invalid
    public static String createTable(ModuleLibrary library) throws IOException, SqlSyntaxException {
        ModuleCatalog catalog = new ModuleCatalog();
        for (String module : library.names()) {
            catalog.addModule(module, library.text(module));
        }
        return "CREATE OR REPLACE TEMP TABLE " + TABLE + " AS SELECT * FROM (VALUES " + catalog.rows + ") AS objects"
                + COLUMNS;
    }

    private void addModule(String module, String text) throws SqlSyntaxException {
        String about = leadingComment(text);
        row(module, "MODULE", module.substring(module.lastIndexOf('.') + 1), module, about, null, List.of(), List.of());
        for (List<Token> statement : SqlTokens.statements(SqlTokens.read(text))) {
            PerfettoStatement read = PerfettoStatement.read(statement);
            String comment = commentBefore(text, statement.getFirst().start());
            switch (read) {
                case PerfettoStatement.Relation r ->
                    row(
                            module,
                            r.isView() ? "VIEW" : "TABLE",
                            r.name().value(),
                            null,
                            comment,
                            null,
                            List.of(),
                            r.columns());
                case PerfettoStatement.Function f ->
                    row(
                            module,
                            f.returns() == null ? "TABLE_FUNCTION" : "FUNCTION",
                            f.name().value(),
                            null,
                            comment,
                            f.returns() == null ? "TABLE" : f.returns(),
                            f.parameters(),
                            f.columns());
                case PerfettoStatement.Macro m ->
                    row(module, "MACRO", m.name().value(), null, comment, m.returns(), m.parameters(), List.of());
                case null, default -> {}
            }
        }
    }

    private void row(
            String module,
            String type,
            String name,
            String qualified,
            String comment,
            String returns,
            List<PerfettoStatement.Parameter> arguments,
            List<PerfettoStatement.Parameter> columns) {
        boolean isExposed = !name.startsWith("_");
        int end = comment.indexOf('.');
        String brief = end < 0 ? comment : comment.substring(0, end + 1);
        List<String> values = new ArrayList<>();
        values.add(String.valueOf(count++));
        for (String value : new String[] {
            module,
            module.contains(".") ? module.substring(0, module.indexOf('.')) : module,
            type,
            name,
            qualified != null ? qualified : module + "." + name
        }) {
            values.add(Token.quoteString(value));
        }
        values.add(isExposed ? "1" : "0");
        values.add(Token.quoteString(brief));
        values.add(Token.quoteString(summary(module, type, name, isExposed, comment, returns, arguments)));
        values.add(returns == null ? "CAST(NULL AS VARCHAR)" : Token.quoteString(returns));
        values.add("CAST(NULL AS VARCHAR)");
        values.add(json(arguments));
        values.add(json(columns));
        rows.append(rows.isEmpty() ? "" : ", ")
                .append("(")
                .append(String.join(", ", values))
                .append(")");
    }

    private static String summary(
            String module,
            String type,
            String name,
            boolean isExposed,
            String comment,
            String returns,
            List<PerfettoStatement.Parameter> arguments) {
        StringBuilder text = new StringBuilder(comment)
                .append("\nKind: ")
                .append(isExposed ? "public " : "internal ")
                .append(type);
        if (!arguments.isEmpty()) {
            text.append("\nArguments:");
            for (PerfettoStatement.Parameter p : arguments) {
                text.append("\n  ")
                        .append(p.name())
                        .append(" (")
                        .append(p.type())
                        .append(")");
            }
        }
        if (returns != null) {
            text.append("\nReturns: ").append(returns);
        }
        return text.append("\nSearch aliases: ")
                .append((module + " " + name)
                        .replaceAll("[._]+", " ")
                        .toLowerCase(Locale.ROOT)
                        .replaceFirst("^(\\w+) ", "$1 $1 "))
                .toString();
    }

    private static String json(List<PerfettoStatement.Parameter> parameters) {
        return Token.quoteString(Json.compact(out -> {
            out.writeStartArray();
            for (PerfettoStatement.Parameter p : parameters) {
                out.writeStartObject();
                out.writeStringField("name", p.name());
                out.writeStringField("type", p.type());
                out.writeEndObject();
            }
            out.writeEndArray();
        }));
    }

    /// Returns the comment lines at the start of a module as one line, without `--`; empty if there are none.
    public static String leadingComment(String text) {
        StringBuilder out = new StringBuilder();
        for (String line : text.split("\n")) {
            if (!line.startsWith("--")) {
                break;
            }
            out.append(out.isEmpty() ? "" : " ").append(line.substring(2).strip());
        }
        return out.toString();
    }

    /// Returns the comment lines directly above the line of an offset as one line, without `--`; empty if there are
    /// none.
    public static String commentBefore(String text, int offset) {
        String[] lines = text.substring(0, offset).split("\n", -1);
        List<String> comment = new ArrayList<>();
        for (int i = lines.length - 2; i >= 0 && lines[i].startsWith("--"); i--) {
            comment.addFirst(lines[i].substring(2).strip());
        }
        return String.join(" ", comment);
    }
}
