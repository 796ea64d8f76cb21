package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;

/// Names in HAVING that are both a column and an alias in the SELECT list: SQLite uses the column, DuckDB the alias.
final class HavingNames {
    private final Catalog catalog;
    private final TokenEdits edits;
    private final List<Token> tokens;
    private final int[] partner;
    private final Set<String> ctes;

    HavingNames(Catalog catalog, TokenEdits edits, int[] partner, Set<String> ctes) {
        this.catalog = catalog;
        this.edits = edits;
        tokens = edits.tokens;
        this.partner = partner;
        this.ctes = ctes;
    }

    /// Qualifies such columns with their source.
    void rewrite(QueryStructure.Core core) throws SQLException {
        int i = core.range.start();
        while (i < core.range.end() && !tokens.get(i).is("HAVING")) {
            i = partner[i] > i ? partner[i] + 1 : i + 1;
        }
        for (i++; i < core.range.end() && !tokens.get(i).isAny("WINDOW", "QUALIFY"); i++) {
            Token t = tokens.get(i);
            if (t.isOperator("(") && QueryStructure.startsQuery(tokens, i + 1)) {
                i = partner[i];
                continue;
            }
            boolean alone = t.isName()
                    && !edits.isReplaced(i)
                    && !tokens.get(i - 1).isOperator(".")
                    && !(i + 1 < core.range.end()
                            && (tokens.get(i + 1).isOperator(".")
                                    || tokens.get(i + 1).isOperator("(")));
            if (!alone || !isAlias(core, t.value()) || isGrouped(core, t.value())) {
                continue;
            }
            String source = sourceOf(core, t.value());
            if (source != null) {
                edits.replace(i, Token.quoteName(source) + "." + Token.quoteName(t.value()));
            }
        }
    }

    /// Returns whether the name is an alias of something other than the column itself.
    private boolean isAlias(QueryStructure.Core core, String name) {
        for (QueryStructure.Range item : core.items) {
            int alias = SelectRewriter.implicitAlias(tokens, item);
            boolean named = alias >= 0
                    || item.end() - item.start() > 2
                            && tokens.get(item.end() - 2).is("AS");
            if (named && tokens.get(alias >= 0 ? alias : item.end() - 1).value().equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    private boolean isGrouped(QueryStructure.Core core, String name) {
        return core.groups.stream()
                .anyMatch(g -> tokens.get(g.end() - 1).isName()
                        && tokens.get(g.end() - 1).value().equalsIgnoreCase(name));
    }

    /// Returns the name of the first source that has a column; null if an earlier one may have it too.
    private String sourceOf(QueryStructure.Core core, String column) throws SQLException {
        for (QueryStructure.Source source : core.sources) {
            boolean table = source.kind() == QueryStructure.SourceKind.NAME
                    && !ctes.contains(source.name().toLowerCase(Locale.ROOT));
            Catalog.Relation relation = table ? catalog.relation(source.name()) : null;
            if (relation == null || relation.has(column)) {
                return relation == null ? null : source.aliasAt() >= 0 ? core.aliasOf(source) : source.name();
            }
        }
        return null;
    }
}
