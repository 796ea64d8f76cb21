package traceglass.sql.syntax;

import java.util.List;

/// Parses the sources and joins of a FROM clause into a `QueryStructure.Core`.
final class FromClauseParser {
    private final QueryStructure shape;
    private final QueryStructure.Core core;
    private final List<Token> tokens;

    FromClauseParser(QueryStructure shape, QueryStructure.Core core) {
        this.shape = shape;
        this.core = core;
        this.tokens = shape.tokens;
    }

    void read(int start, int end) {
        int i = source(start, end);
        while (i < end) {
            Token t = tokens.get(i);
            if (t.isOperator(",")) {
                i = source(i + 1, end);
            } else if (isJoinWord(i, end)) {
                i = join(i, end);
            } else {
                i = shape.next(i);
            }
        }
    }

    private int join(int i, int end) {
        int crossAt = -1;
        boolean natural = false;
        while (i < end && !tokens.get(i).is("JOIN")) {
            if (tokens.get(i).is("CROSS")) {
                crossAt = i;
            }
            natural |= tokens.get(i).isAny("NATURAL", "POSITIONAL");
            i++;
        }
        int at = i;
        i = source(i + 1, end);
        int after = i;
        int condition = i < end && tokens.get(i).isAny("ON", "USING") ? i : -1;
        core.joins.add(new QueryStructure.Join(at, crossAt, natural, condition, after));
        return condition < 0 ? i : i + 1;
    }

    private int source(int i, int end) {
        if (i < end && tokens.get(i).is("LATERAL")) {
            i++;
        }
        if (i >= end) {
            return i;
        }
        int start = i;
        QueryStructure.SourceKind kind;
        String name = null;
        if (tokens.get(i).isOperator("(")) {
            kind = bracketed(i, end);
            if (kind == QueryStructure.SourceKind.GROUP) {
                read(i + 1, shape.partner[i]);
            }
            i = shape.partner[i] + 1;
        } else if (tokens.get(i).isName()
                || tokens.get(i).kind() == Token.Kind.STRING
                || tokens.get(i).kind() == Token.Kind.PARAMETER) {
            name = tokens.get(i).value();
            i++;
            while (i + 1 < end
                    && tokens.get(i).isOperator(".")
                    && tokens.get(i + 1).isName()) {
                name = tokens.get(i + 1).value();
                i += 2;
            }
            kind = QueryStructure.SourceKind.NAME;
            if (i < end && tokens.get(i).isOperator("(")) {
                kind = QueryStructure.SourceKind.FUNCTION;
                i = shape.partner[i] + 1;
            }
        } else {
            return i + 1;
        }
        QueryStructure.Range range = new QueryStructure.Range(start, i);
        boolean hasAs = i < end && tokens.get(i).is("AS");
        if (hasAs) {
            i++;
        }
        int alias = -1;
        int columns = -1;
        if (i < end
                && (tokens.get(i).isName() || hasAs && tokens.get(i).kind() == Token.Kind.STRING)
                && (hasAs
                        || !Keywords.continuesFrom(tokens.get(i).text())
                        || tokens.get(i).kind() == Token.Kind.QUOTED)) {
            alias = i++;
            if (i < end && tokens.get(i).isOperator("(")) {
                columns = i;
                i = shape.partner[i] + 1;
            }
        }
        core.sources.add(new QueryStructure.Source(kind, name, range, alias, hasAs, columns));
        return i;
    }

    /// Returns whether the brackets that open at `i` contain a query or a group of sources.
    private QueryStructure.SourceKind bracketed(int i, int end) {
        int inner = i + 1;
        while (inner < end && tokens.get(inner).isOperator("(")) {
            inner++;
        }
        boolean query =
                QueryStructure.startsQuery(tokens, inner) && (inner == i + 1 || isWholeQuery(i + 1, shape.partner[i]));
        return query ? QueryStructure.SourceKind.SUBQUERY : QueryStructure.SourceKind.GROUP;
    }

    /// Returns whether the text between the indices is `((SELECT …) UNION …)` as opposed to `((SELECT …) a, …)`.
    private boolean isWholeQuery(int start, int end) {
        int i = shape.next(start);
        return i >= end || tokens.get(i).isAny("UNION", "EXCEPT", "INTERSECT", "ORDER", "LIMIT");
    }

    private boolean isJoinWord(int i, int end) {
        Token t = tokens.get(i);
        if (t.is("JOIN")) {
            return true;
        }
        return t.isAny(
                        "LEFT",
                        "RIGHT",
                        "FULL",
                        "INNER",
                        "OUTER",
                        "CROSS",
                        "NATURAL",
                        "ASOF",
                        "POSITIONAL",
                        "SEMI",
                        "ANTI")
                && i + 1 < end
                && tokens.get(i + 1).isAny("JOIN", "LEFT", "RIGHT", "FULL", "INNER", "OUTER", "SEMI", "ANTI");
    }
}
