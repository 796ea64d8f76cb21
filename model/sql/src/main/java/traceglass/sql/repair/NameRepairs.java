package traceglass.sql.repair;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.sql.dialect.RetryHints;
import traceglass.sql.dialect.SelectRewriter;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.Token;

/// Repairs names in conditions that DuckDB resolves differently from SQLite: tables joined later, columns merged by
/// USING, and aliases of the SELECT list.
final class NameRepairs extends StatementNavigator {
    private static final Pattern CANDIDATE = Pattern.compile("\\(use: \"([^\"]+)\"");

    NameRepairs(List<Token> tokens, int[] partner, RetryHints hints) {
        super(tokens, partner, hints);
    }

    /// Repairs `a JOIN b ON a.x = c.x JOIN c ON …`: a condition that references a table joined later is moved
    /// there.
    boolean conditionLater(int at) {
        QueryStructure.Core core = coreOf(at);
        for (QueryStructure.Join join : core == null ? List.<QueryStructure.Join>of() : core.joins) {
            int start = join.conditionAt() + 1;
            int end = start;
            while (start > 0
                    && end < core.from.end()
                    && !tokens.get(end).isAny("JOIN", "LEFT", "INNER", "CROSS", "RIGHT", "FULL", "NATURAL")
                    && !tokens.get(end).isOperator(",")) {
                end = partner[end] > end ? partner[end] + 1 : end + 1;
            }
            boolean inner = start > 0
                    && tokens.get(join.conditionAt()).is("ON")
                    && !tokens.get(join.at() - 1).isAny("LEFT", "OUTER", "RIGHT", "FULL");
            if (!inner || at < start || at >= end) {
                continue;
            }
            String table = tokens.get(at).value();
            for (QueryStructure.Join later : core.joins) {
                boolean names = later.at() > at
                        && later.conditionAt() >= 0
                        && tokens.get(later.conditionAt()).is("ON")
                        && core.sources.stream()
                                .anyMatch(s -> s.range().start() > later.at()
                                        && s.range().start() < later.conditionAt()
                                        && table.equalsIgnoreCase(s.aliasAt() >= 0 ? core.aliasOf(s) : s.name()));
                if (names) {
                    Token place = tokens.get(at);
                    List<Token> out = new ArrayList<>(tokens.subList(0, start));
                    out.add(new Token(Token.Kind.WORD, "TRUE", place.source(), place.start(), place.origin(), true));
                    out.addAll(tokens.subList(end, later.conditionAt() + 1));
                    out.add(new Token(Token.Kind.OPERATOR, "(", place.source(), place.start(), place.origin(), true));
                    out.addAll(tokens.subList(start, end));
                    out.add(new Token(Token.Kind.OPERATOR, ")", place.source(), place.start(), place.origin(), true));
                    out.add(new Token(Token.Kind.WORD, "AND", place.source(), place.start(), place.origin(), true));
                    out.addAll(tokens.subList(later.conditionAt() + 1, tokens.size()));
                    hints.rewritten = out;
                    return true;
                }
            }
        }
        return false;
    }

    /// Repairs `a JOIN b JOIN c USING (k)` where both a and b have k: SQLite uses the first table's column.
    boolean usingAsOn(DuckDbError error) {
        Matcher candidate = CANDIDATE.matcher(error.message());
        if (!candidate.find() || candidate.group(1).indexOf('.') < 0) {
            return false;
        }
        String source = candidate.group(1).substring(0, candidate.group(1).indexOf('.'));
        String column = candidate.group(1).substring(source.length() + 1);
        for (QueryStructure shape : shapes()) {
            for (QueryStructure.Core core : shape.cores) {
                boolean here = core.sources.stream()
                        .anyMatch(s -> source.equalsIgnoreCase(s.aliasAt() >= 0 ? core.aliasOf(s) : s.name()));
                for (QueryStructure.Join join : here ? core.joins : List.<QueryStructure.Join>of()) {
                    int at = join.conditionAt();
                    boolean using = at >= 0
                            && tokens.get(at).is("USING")
                            && tokens.subList(at + 2, partner[at + 1]).stream()
                                    .anyMatch(t -> t.isName() && t.value().equalsIgnoreCase(column));
                    QueryStructure.Source joined = using
                            ? core.sources.stream()
                                    .filter(s -> s.range().start() > join.at()
                                            && s.range().start() < at)
                                    .findFirst()
                                    .orElse(null)
                            : null;
                    String name = joined == null ? null : joined.aliasAt() >= 0 ? core.aliasOf(joined) : joined.name();
                    // The first of several such joins is ambiguous only from the second table on.
                    if (name != null
                            && !name.equalsIgnoreCase(source)
                            && core.joins.indexOf(join) > 0
                            && !hints.replacements.containsKey(at)) {
                        hints.replacements.put(at, "ON");
                        for (int i = at + 2; i < partner[at + 1]; i++) {
                            String key = tokens.get(i).isName()
                                    ? Token.quoteName(tokens.get(i).value())
                                    : null;
                            hints.replacements.put(
                                    i,
                                    key == null
                                            ? "AND"
                                            : Token.quoteName(source) + "." + key + " = " + Token.quoteName(name) + "."
                                                    + key);
                        }
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /// Takes a column of an expanded USING from the next table before the join.
    boolean otherSource(int at) {
        String written = hints.replacements.get(at);
        QueryStructure.Core core = coreOf(at);
        int dot = written == null ? -1 : written.indexOf("\".");
        if (core == null || dot < 0 || !written.contains(" = ")) {
            return false;
        }
        String source = written.substring(1, dot);
        boolean found = false;
        for (QueryStructure.Source s : core.sources) {
            String name = s.aliasAt() >= 0 ? core.aliasOf(s) : s.name();
            if (found
                    && name != null
                    && s.range().end() < at
                    && !written.contains(" = " + Token.quoteName(name) + ".")) {
                hints.replacements.put(at, Token.quoteName(name) + written.substring(dot + 1));
                return true;
            }
            found |= source.equalsIgnoreCase(name);
        }
        return false;
    }

    private boolean alias(QueryStructure.Core core, int at) {
        for (QueryStructure.Range item : core.items) {
            int end = SelectRewriter.implicitAlias(tokens, item);
            int name = end >= 0 ? end : item.end() - 1;
            if (end < 0) {
                end = item.end() > item.start() + 2
                                && tokens.get(item.end() - 2).is("AS")
                        ? item.end() - 2
                        : -1;
            }
            boolean outside = at < item.start() || at >= item.end();
            if (end >= 0
                    && outside
                    && tokens.get(name).isName()
                    && tokens.get(name).value().equalsIgnoreCase(tokens.get(at).value())) {
                List<Token> out = new ArrayList<>(tokens.subList(0, at));
                Token t = tokens.get(at);
                out.add(new Token(Token.Kind.OPERATOR, "(", t.source(), t.start(), t.origin(), true));
                out.addAll(tokens.subList(item.start(), end));
                out.add(new Token(Token.Kind.OPERATOR, ")", t.source(), t.start(), t.origin(), false));
                out.addAll(tokens.subList(at + 1, tokens.size()));
                hints.rewritten = out;
                return true;
            }
        }
        return false;
    }

    /// Repairs an alias in WHERE of a query whose columns are wrapped for its groups.
    boolean aliasInWhere() {
        for (QueryStructure shape : shapes()) {
            for (QueryStructure.Core core : shape.cores) {
                for (int i = core.where == null ? 0 : core.where.start();
                        core.where != null && i < core.where.end();
                        i++) {
                    if (tokens.get(i).isName() && !isDotted(i) && alias(core, i)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /// Replaces an alias of the SELECT list by its expression, also where DuckDB does not resolve aliases.
    boolean alias(int at) {
        QueryStructure.Core core = coreOf(at);
        return core != null && alias(core, at);
    }

    /// Resolves a column merged by USING to the first table's.
    boolean firstCandidate(DuckDbError error, int at) {
        Matcher first = CANDIDATE.matcher(error.message());
        return tokens.get(at).isName()
                && !isDotted(at)
                && first.find()
                && hints.replacements.put(at, first.group(1)) == null;
    }
}
