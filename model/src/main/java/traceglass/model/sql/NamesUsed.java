package traceglass.model.sql;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Finds all names a statement uses, through the views it reads, and tells a `TableUse`.
final class NamesUsed {
    private final Catalog catalog;
    private final UserFunctions functions;
    private final TableUse use;

    NamesUsed(Catalog catalog, UserFunctions functions, TableUse use) {
        this.catalog = catalog;
        this.functions = functions;
        this.use = use;
    }

    void announce(List<Token> statement) throws SQLException {
        // What a view or function reads is announced when it is used.
        boolean defines = statement.getFirst().is("CREATE") && statement.stream().limit(5).anyMatch(t -> t.isAny("VIEW", "MACRO"));
        if (use == TableUse.NONE || defines) {
            return;
        }
        Set<String> names = new HashSet<>();
        ArrayDeque<String> views = new ArrayDeque<>();
        collect(statement, names, views);
        while (!views.isEmpty()) {
            try {
                collect(SqlTokens.read(views.pop()), names, views);
            } catch (SqlSyntaxException e) {
                throw new SQLException("a view's definition cannot be read: " + e.getMessage(), e);
            }
        }
        use.beforeStatement(names);
    }

    private void collect(List<Token> tokens, Set<String> names, ArrayDeque<String> views) throws SQLException {
        for (Token t : tokens) {
            if (t.isName()) {
                add(t.value().toLowerCase(Locale.ROOT), names, views);
            }
        }
    }

    private void add(String name, Set<String> names, ArrayDeque<String> views) throws SQLException {
        if (!names.add(name)) {
            return;
        }
        Catalog.Relation relation = catalog.relation(name);
        if (relation != null && relation.definition() != null) {
            views.push(relation.definition());
        }
        for (String word : functions.words(name)) {
            add(word, names, views);
        }
    }
}
