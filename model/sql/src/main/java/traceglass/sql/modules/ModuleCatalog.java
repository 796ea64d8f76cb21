package traceglass.sql.modules;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.store.text.Json;

/// Creates the table `__intrinsic_stdlib_objects`, which lists the definitions in a library's modules with the comments
/// before them.
///
/// It has the columns of Perfetto's, whose clients expect no NULL in it, and `id` for the order of the definitions.
/// Names that begin with `_` are private to the module. Arguments and columns are JSON lists of `{"name", "type",
/// "description"}`; their descriptions are the comments above them.
public final class ModuleCatalog {
    /// Name of the table.
    public static final String TABLE = "__intrinsic_stdlib_objects";

    private static final String COLUMNS =
            "(package, module, name, qualified_name, object_type, exposed, short_description, summary, description,"
                    + " return_type, return_description, args, cols, id)";

    private final StringBuilder rows = new StringBuilder();
    private final BinaryOperator<String> descriptions;
    private int count;

    private ModuleCatalog(BinaryOperator<String> descriptions) {
        this.descriptions = descriptions;
    }

    /// Returns the statement that creates the table.
    ///
    /// @param descriptions returns the description of a column without a comment, by the names of the table and
    ///     the column; empty if there is none
    /// @throws IOException if a module cannot be read
    /// @throws SqlSyntaxException if a module is invalid
    public static String createTable(ModuleLibrary library, BinaryOperator<String> descriptions)
            throws IOException, SqlSyntaxException {
        ModuleCatalog catalog = new ModuleCatalog(descriptions);
        for (String module : library.names()) {
            catalog.addModule(module, library.text(module));
        }
        return "CREATE OR REPLACE TEMP TABLE " + TABLE + " AS SELECT * FROM (VALUES " + catalog.rows + ") AS objects"
                + COLUMNS;
    }

    private void addModule(String module, String text) throws SqlSyntaxException {
        add(module, "MODULE", module, module, DefinitionComments.of(leadingComment(text)), "", List.of(), List.of());
        for (List<Token> statement : SqlTokens.statements(SqlTokens.read(text))) {
            PerfettoStatement read = PerfettoStatement.read(statement);
            DefinitionComments comments = DefinitionComments.read(text, statement);
            switch (read) {
                case PerfettoStatement.Relation r ->
                    add(module, r.isView() ? "VIEW" : "TABLE", r.name().value(), comments, "", List.of(), r.columns());
                case PerfettoStatement.Function f ->
                    add(
                            module,
                            f.returns() == null ? "TABLE_FUNCTION" : "FUNCTION",
                            f.name().value(),
                            comments,
                            f.returns() == null ? "TABLE" : f.returns(),
                            f.parameters(),
                            f.columns());
                case PerfettoStatement.Macro m ->
                    add(module, "MACRO", m.name().value(), comments, m.returns(), m.parameters(), List.of());
                case null, default -> {}
            }
        }
    }

    private void add(
            String module,
            String type,
            String name,
            DefinitionComments comments,
            String returns,
            List<PerfettoStatement.Parameter> arguments,
            List<PerfettoStatement.Parameter> columns) {
        add(module, type, name, module + "." + name, comments, returns, arguments, columns);
    }

    private void add(
            String module,
            String type,
            String name,
            String qualified,
            DefinitionComments comments,
            String returns,
            List<PerfettoStatement.Parameter> arguments,
            List<PerfettoStatement.Parameter> columns) {
        String comment = comments.definition();
        boolean isExposed = !name.startsWith("_");
        int end = comment.indexOf('.');
        String brief = end < 0 ? comment : comment.substring(0, end + 1);
        List<String> values = new ArrayList<>();
        for (String value : new String[] {
            module.contains(".") ? module.substring(0, module.indexOf('.')) : module, module, name, qualified, type
        }) {
            values.add(Token.quoteString(value));
        }
        values.add(isExposed ? "1" : "0");
        for (String value : new String[] {
            brief,
            summary(module, type, name, isExposed, comment, returns, arguments),
            comment,
            returns,
            comments.returns()
        }) {
            values.add(Token.quoteString(value));
        }
        boolean hasArguments = !type.equals("TABLE") && !type.equals("VIEW");
        values.add(json(name, arguments, comments.list(0)));
        values.add(json(name, columns, comments.list(hasArguments ? 1 : 0)));
        values.add(String.valueOf(count++));
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
        if (!returns.isEmpty()) {
            text.append("\nReturns: ").append(returns);
        }
        return text.append("\nSearch aliases: ")
                .append((module + " " + name)
                        .replaceAll("[._]+", " ")
                        .toLowerCase(Locale.ROOT)
                        .replaceFirst("^(\\w+) ", "$1 $1 "))
                .toString();
    }

    private String json(String object, List<PerfettoStatement.Parameter> parameters, Map<String, String> comments) {
        return Token.quoteString(Json.compact(out -> {
            out.writeStartArray();
            for (PerfettoStatement.Parameter p : parameters) {
                String comment = comments.getOrDefault(p.name(), "");
                out.writeStartObject();
                out.writeStringField("name", p.name());
                out.writeStringField("type", p.type());
                out.writeStringField("description", comment.isEmpty() ? descriptions.apply(object, p.name()) : comment);
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
        for (int i = lines.length - 2; i >= 0 && lines[i].strip().startsWith("--"); i--) {
            comment.addFirst(lines[i].strip().substring(2).strip());
        }
        return String.join(" ", comment);
    }
}
