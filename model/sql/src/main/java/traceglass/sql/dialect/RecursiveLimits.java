package traceglass.sql.dialect;

import java.util.List;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;

/// Rewrites a LIMIT inside a recursive query, `WITH c AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 10)`. In
/// SQLite it ends the recursion after that many rows; DuckDB supports it only outside of such a query. The query is
/// therefore renamed, and its original name becomes a query for its first rows.
final class RecursiveLimits {
    private static final String UNLIMITED = "tg_unlimited_";

    private final TokenEdits edits;
    private final List<Token> tokens;
    private final int[] partner;

    RecursiveLimits(TokenEdits edits, int[] partner) {
        this.edits = edits;
        this.tokens = edits.tokens;
        this.partner = partner;
    }

    void rewrite(List<QueryStructure> shapes) {
        for (QueryStructure shape : shapes) {
            for (int name : shape.ctePlaces) {
                int open = name + 1;
                while (open < shape.range.end() && !tokens.get(open).is("AS")) {
                    open = shape.next(open);
                }
                open++;
                while (open < shape.range.end() && tokens.get(open).isAny("NOT", "MATERIALIZED")) {
                    open++;
                }
                int start = open + 1;
                shapes.stream()
                        .filter(s -> s.range.start() == start)
                        .findFirst()
                        .ifPresent(body -> move(name, body));
            }
        }
    }

    private void move(int nameAt, QueryStructure body) {
        int at = body.limitAt;
        int end = body.range.end();
        String name = tokens.get(nameAt).value();
        List<QueryStructure.Source> itself = body.cores.stream()
                .flatMap(c -> c.sources.stream())
                .filter(s -> s.kind() == QueryStructure.SourceKind.NAME && name.equalsIgnoreCase(s.name()))
                .toList();
        boolean plain = at >= 0
                && end - at >= 2
                && tokens.get(at).is("LIMIT")
                && tokens.subList(at + 1, end).stream().allMatch(t -> t.kind() == Token.Kind.NUMBER || t.is("OFFSET"));
        if (!plain || body.cores.size() < 2 || itself.isEmpty()) {
            return;
        }
        String unlimited = Token.quoteName(UNLIMITED + name);
        String limit = SqlTokens.text(tokens.subList(at, end));
        edits.delete(at, end);
        edits.replace(nameAt, unlimited);
        for (QueryStructure.Source source : itself) {
            edits.replace(
                    source.range().start(), unlimited + (source.aliasAt() < 0 ? " AS " + Token.quoteName(name) : ""));
        }
        edits.append(
                partner[body.range.start() - 1],
                ", " + Token.quoteName(name) + " AS (SELECT * FROM " + unlimited + " " + limit + ")");
    }
}
