package traceglass.sql.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Structure of a query as needed for translation: its SELECTs with their lists, sources and clauses, by token
/// index.
///
/// This is not a full SQL parser: everything between the clauses stays tokens. All ranges are half open.
public final class QueryStructure {
    /// A range of tokens.
    public record Range(int start, int end) {
        public boolean isEmpty() {
            return start >= end;
        }
    }

    public enum SourceKind {
        NAME,
        SUBQUERY,
        FUNCTION,
        GROUP
    }

    /// One source in FROM.
    ///
    /// @param name of a table or function, without its schema; null for a subquery
    /// @param range its tokens without the alias
    /// @param aliasAt index of the alias token, -1 if it has none
    /// @param aliasHasAs whether AS comes before the alias
    /// @param columnsAt index of the `(` of a column list after the alias, -1 if there is none
    public record Source(SourceKind kind, String name, Range range, int aliasAt, boolean aliasHasAs, int columnsAt) {}

    /// One JOIN.
    ///
    /// @param at index of the JOIN word
    /// @param crossAt index of CROSS before it, or -1
    /// @param conditionAt index of its ON or USING, or -1
    /// @param end index after the joined source, where a condition may follow
    public record Join(int at, int crossAt, boolean natural, int conditionAt, int end) {}

    /// One SELECT or VALUES of a query.
    public static final class Core {
        public Range range;
        public boolean isValues;
        public boolean isParenthesised;
        public boolean isDistinct;
        public final List<Range> items = new ArrayList<>();
        public final List<Source> sources = new ArrayList<>();
        public final List<Join> joins = new ArrayList<>();
        public Range from;
        public Range where;
        public final List<Range> groups = new ArrayList<>();
        public boolean hasGroup;
        public boolean hasHaving;
        private List<Token> tokens;

        public String aliasOf(Source source) {
            return tokens.get(source.aliasAt()).value();
        }
    }

    final List<Token> tokens;
    public final int[] partner;
    public final Range range;
    public final List<String> cteNames = new ArrayList<>();
    /// Indices of the names in WITH.
    public final List<Integer> ctePlaces = new ArrayList<>();
    public final List<Core> cores = new ArrayList<>();
    /// UNION, UNION ALL, EXCEPT, INTERSECT between the cores.
    public final List<String> setOperators = new ArrayList<>();
    /// Terms of ORDER BY; empty if there is none.
    public final List<Range> orderTerms = new ArrayList<>();
    public boolean hasOrder;
    public int limitAt = -1;
    /// Position at which ORDER BY would be inserted: before LIMIT, or at the end.
    public int tail;

    private QueryStructure(List<Token> tokens, int[] partner, Range range) {
        this.tokens = tokens;
        this.partner = partner;
        this.range = range;
    }

    /// Returns whether a query starts at this token.
    public static boolean startsQuery(List<Token> tokens, int i) {
        return i < tokens.size()
                && tokens.get(i).isAny("SELECT", "WITH", "VALUES")
                && !(i + 1 < tokens.size() && tokens.get(i + 1).isOperator("."));
    }

    /// Returns all queries in parentheses among the tokens, and the one that starts at `top` if that is not
    /// negative; outer ones first.
    public static List<QueryStructure> all(List<Token> tokens, int[] partner, int top) {
        List<QueryStructure> shapes = new ArrayList<>();
        if (top >= 0) {
            shapes.add(read(tokens, partner, top, tokens.size()));
        }
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).isOperator("(") && startsQuery(tokens, i + 1)) {
                shapes.add(read(tokens, partner, i + 1, partner[i]));
            }
        }
        return shapes;
    }

    static QueryStructure read(List<Token> tokens, int[] partner, int start, int end) {
        QueryStructure shape = new QueryStructure(tokens, partner, new Range(start, end));
        shape.parse();
        return shape;
    }

    private void parse() {
        int i = skipWith(range.start);
        tail = range.end;
        while (i < range.end) {
            i = core(i);
            if (i < range.end && tokens.get(i).isAny("UNION", "EXCEPT", "INTERSECT")) {
                String operator = tokens.get(i).text().toUpperCase(Locale.ROOT);
                i++;
                while (i < range.end && tokens.get(i).isAny("ALL", "DISTINCT", "BY", "NAME")) {
                    operator += " " + tokens.get(i).text().toUpperCase(Locale.ROOT);
                    i++;
                }
                setOperators.add(operator);
            } else {
                break;
            }
        }
        if (i < range.end && tokens.get(i).is("ORDER")) {
            hasOrder = true;
            int end = clauseEnd(i + 1);
            split(i + 2, end, orderTerms);
            i = end;
        }
        if (i < range.end && tokens.get(i).isAny("LIMIT", "OFFSET", "FETCH")) {
            limitAt = i;
        }
        tail = Math.min(i, range.end);
    }

    private int skipWith(int i) {
        if (i >= range.end || !tokens.get(i).is("WITH")) {
            return i;
        }
        i++;
        if (i < range.end && tokens.get(i).is("RECURSIVE")) {
            i++;
        }
        while (i < range.end) {
            cteNames.add(tokens.get(i).value());
            ctePlaces.add(i);
            i++;
            while (i < range.end && !tokens.get(i).is("AS")) {
                i = next(i);
            }
            i++;
            while (i < range.end && tokens.get(i).isAny("NOT", "MATERIALIZED")) {
                i++;
            }
            i = i < range.end ? next(i) : i;
            if (i < range.end && tokens.get(i).isOperator(",")) {
                i++;
            } else {
                break;
            }
        }
        return i;
    }

    /// Parses one core and returns the index after it.
    private int core(int start) {
        Core core = new Core();
        core.tokens = tokens;
        cores.add(core);
        Token first = tokens.get(start);
        int i = start;
        if (first.isOperator("(")) {
            core.isParenthesised = true;
            i = next(start);
        } else if (first.is("VALUES")) {
            core.isValues = true;
            i = clauseEnd(start + 1);
        } else if (first.is("SELECT")) {
            i = start + 1;
            if (i < range.end && tokens.get(i).is("DISTINCT")) {
                core.isDistinct = true;
                i++;
                if (i < range.end && tokens.get(i).is("ON")) {
                    i = next(i + 1);
                }
            } else if (i < range.end && tokens.get(i).is("ALL")) {
                i++;
            }
            int end = clauseEnd(i);
            split(i, end, core.items);
            i = clauses(core, end);
        } else if (first.is("FROM")) {
            i = clauses(core, start);
        } else {
            i = range.end;
        }
        core.range = new Range(start, Math.min(i, range.end));
        return i;
    }

    private int clauses(Core core, int i) {
        while (i < range.end) {
            Token t = tokens.get(i);
            int end = clauseEnd(i + 1);
            if (t.is("FROM")) {
                core.from = new Range(i + 1, end);
                new FromClauseParser(this, core).read(i + 1, end);
            } else if (t.is("WHERE")) {
                core.where = new Range(i + 1, end);
            } else if (t.is("GROUP")) {
                core.hasGroup = true;
                split(i + 2, end, core.groups);
            } else if (t.is("HAVING")) {
                core.hasHaving = true;
            } else if (!t.isAny("WINDOW", "QUALIFY", "SELECT")) {
                return i;
            }
            i = end;
        }
        return i;
    }

    /// Returns the index after a token, or after the bracket it opens.
    public int next(int i) {
        return i < partner.length && partner[i] > i ? partner[i] + 1 : i + 1;
    }

    /// Returns the next index from `i` on, outside brackets, at which a clause starts.
    private int clauseEnd(int i) {
        while (i < range.end) {
            if (startsClause(i)) {
                return i;
            }
            i = next(i);
        }
        return range.end;
    }

    private boolean startsClause(int i) {
        Token t = tokens.get(i);
        if (t.kind() != Token.Kind.WORD) {
            return false;
        }
        if (i > range.start && tokens.get(i - 1).isOperator(".")) {
            return false;
        }
        return switch (t.text().toUpperCase(Locale.ROOT)) {
            case "FROM" -> !(i > range.start && tokens.get(i - 1).is("DISTINCT") && isAfterIs(i - 1));
            case "WHERE", "HAVING", "UNION", "EXCEPT", "INTERSECT", "LIMIT", "QUALIFY" -> true;
            case "GROUP", "ORDER" -> i + 1 < range.end && tokens.get(i + 1).is("BY");
            case "WINDOW" -> i + 2 < range.end && tokens.get(i + 2).is("AS");
            case "OFFSET", "FETCH" ->
                i > range.start
                        && endsOperand(tokens.get(i - 1))
                        && i + 1 < range.end
                        && !tokens.get(i + 1).isOperator(",");
            default -> false;
        };
    }

    private boolean isAfterIs(int i) {
        return i > 0 && tokens.get(i - 1).is("IS")
                || i > 1 && tokens.get(i - 1).is("NOT") && tokens.get(i - 2).is("IS");
    }

    /// Splits a range at commas outside brackets.
    void split(int start, int end, List<Range> into) {
        int from = start;
        for (int i = start; i < end; i = next(i)) {
            if (tokens.get(i).isOperator(",")) {
                into.add(new Range(from, i));
                from = i + 1;
            }
        }
        if (from < end) {
            into.add(new Range(from, end));
        }
    }

    /// Returns whether an operand can end with this token, so that a name after it is an alias.
    public static boolean endsOperand(Token t) {
        return switch (t.kind()) {
            case QUOTED, STRING, BLOB, NUMBER, PARAMETER -> true;
            case OPERATOR -> t.closes() || t.text().equals("*");
            case WORD -> !Keywords.isInfix(t.text());
        };
    }
}
