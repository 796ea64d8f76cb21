package traceglass.sql.pipes;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.SyntaxNode;
import traceglass.store.text.Spelling;

/// Names a stage can use: the columns of its input, and the table aliases with the columns that the input had where
/// they were defined.
final class PipeScope {

    /// A table alias. Later stages do not change its columns.
    record Alias(String name, List<PipeColumn> columns) {}

    /// Name of the stage being compiled, with which each message starts.
    String stageName = "FROM";

    private List<PipeColumn> row = new ArrayList<>();
    private final List<Alias> aliases = new ArrayList<>();

    /// Returns the first token of a part of a pipeline, for the position of errors.
    static Token token(SyntaxNode node) {
        return Objects.requireNonNull(node.span().first());
    }

    List<PipeColumn> row() {
        return row;
    }

    void replaceRow(List<PipeColumn> columns) {
        row = new ArrayList<>(columns);
    }

    void bind(String alias, List<PipeColumn> columns) {
        aliases.add(new Alias(alias, List.copyOf(columns)));
    }

    void clearAliases() {
        aliases.clear();
    }

    void removeAlias(String name) {
        aliases.removeIf(a -> a.name.equalsIgnoreCase(name));
    }

    @Nullable
    Alias alias(String name) {
        return aliases.stream()
                .filter(a -> a.name.equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }

    /// Returns the column that `name` or `qualifier.name` refers to.
    PipeColumn resolve(@Nullable Token qualifier, Token name) throws SqlSyntaxException {
        if (qualifier == null) {
            return row.get(indexOf(name.value(), name));
        }
        String qualifiedName = qualifier.value() + "." + name.value();
        Alias alias = alias(qualifier.value());
        if (alias == null) {
            throw error(
                    qualifier, "no such column: '" + qualifiedName + "'" + suggestion(qualifier.value(), aliasNames()));
        }
        List<PipeColumn> found =
                alias.columns.stream().filter(c -> c.isNamed(name.value())).toList();
        if (found.isEmpty()) {
            throw error(
                    name, "no such column: '" + qualifiedName + "'" + suggestion(name.value(), names(alias.columns)));
        }
        return requireOne(found, qualifiedName, name);
    }

    /// Returns the position of the column with an unqualified name.
    int indexOf(String name, Token location) throws SqlSyntaxException {
        List<PipeColumn> found = row.stream()
                .filter(c -> !c.isOnlyQualified() && c.isNamed(name))
                .toList();
        if (found.isEmpty()) {
            throw missingColumn(name, location);
        }
        return row.indexOf(requireOne(found, name, location));
    }

    /// Returns the column with an unqualified name, null if there is none.
    @Nullable
    PipeColumn find(String name) {
        return row.stream()
                .filter(c -> !c.isOnlyQualified() && c.isNamed(name))
                .findFirst()
                .orElse(null);
    }

    SqlSyntaxException missingColumn(String name, Token location) {
        if (alias(name) != null) {
            return error(location, "expected a column, but '" + name + "' is a table alias");
        }
        String qualified = aliases.stream()
                .filter(a -> a.columns.stream().anyMatch(c -> c.isNamed(name)))
                .map(a -> a.name + "." + name)
                .collect(Collectors.joining(" or "));
        List<String> unqualified =
                names(row.stream().filter(c -> !c.isOnlyQualified()).toList());
        return error(
                location,
                "no such column: '" + name + "'"
                        + (qualified.isEmpty() ? suggestion(name, unqualified) : ". Did you mean " + qualified + "?"));
    }

    PipeColumn requireOne(List<PipeColumn> found, String name, Token location) throws SqlSyntaxException {
        if (found.size() > 1) {
            throw error(
                    location,
                    "column '" + name + "' is ambiguous: it could be "
                            + found.stream().map(this::origin).collect(Collectors.joining(" or ")));
        }
        return found.getFirst();
    }

    /// Returns the qualified name of a column, or, if it has none, the stage that added it, for messages.
    private String origin(PipeColumn column) {
        for (Alias alias : aliases) {
            for (PipeColumn c : alias.columns) {
                if (c.id() == column.id() && c.isNamed(column.name())) {
                    return "`" + alias.name + "." + column.name() + "`";
                }
            }
        }
        return "the column from " + column.stageName() + " in line "
                + column.location().line();
    }

    SqlSyntaxException expected(Token location, String description) {
        return error(location, "expected " + description);
    }

    SqlSyntaxException unsupported(Token location, String description) {
        return error(location, description + " is not supported yet");
    }

    SqlSyntaxException error(Token location, String message) {
        return new SqlSyntaxException(stageName + ": " + message, location);
    }

    private List<String> aliasNames() {
        return aliases.stream().map(Alias::name).toList();
    }

    private static List<String> names(List<PipeColumn> columns) {
        return columns.stream().map(PipeColumn::name).toList();
    }

    private static String suggestion(String name, List<String> names) {
        String best = Spelling.nearest(name, names);
        return best == null ? "" : ". Did you mean " + best + "?";
    }
}
