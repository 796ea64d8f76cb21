package traceglass.sql.comparison;

import java.util.Random;

/// Generates random queries of common kinds over the tables t(id, a, b, c real, d text, e text), u(id, a, k text, v
/// real) and n(id, parent, name text, ts, dur). Values are mostly compared with values of the same type.
public final class RandomSql {
    /// Statements that create the tables, separated by semicolons and line ends.
    public static final String TABLES = """
        create table t(id integer, a int, b int, c real, d text, e text);
        insert into t values (1, 10, 3, 1.5, 'foo', 'x'), (2, 20, null, -2.25, 'Bar', 'y'), (3, null, 7, null, 'baz', null), (4, 10, 3, 0.5, '12', 'x'),
            (5, -7, 2, 100.0, null, 'z'), (6, 30, 0, 1e10, '3.5', 'Y'), (7, 1000000007, -5, 3.0, 'Foo', 'x'), (8, 20, 64, 2.5, '', 'y'), (9, 0, 1, 0.0, '7abc', null);
        create table u(id integer, a int, k text, v real);
        insert into u values (1, 10, 'x', 0.5), (2, 20, 'y', 1.0), (3, 30, 'w', 2.0), (4, 10, null, null), (5, null, 'x', -1.0), (6, 40, 'foo', 4.5);
        create table n(id integer, parent int, name text, ts int, dur int);
        insert into n values (1, null, 'root', 0, 1000), (2, 1, 'a', 10, 100), (3, 1, 'b', 150, 300), (4, 2, 'aa', 20, 30), (5, 3, 'ba', 160, 50), (6, 3, 'bb', 220, -1),
            (7, 4, 'aaa', 22, 5)\
        """;

    public static final String[] KINDS = {
        "expression",
        "condition",
        "where",
        "aggregate",
        "group",
        "bare",
        "window",
        "distinct",
        "join",
        "subquery",
        "compound",
        "with",
        "recursive",
        "order",
        "operators"
    };

    private final Random random;

    public RandomSql(long seed) {
        random = new Random(seed);
    }

    private String any(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private int below(int n) {
        return random.nextInt(n);
    }

    public String query(String kind) {
        return switch (kind) {
            case "expression" -> "select " + value(2 + below(2)) + " from t order by id";
            case "condition" -> "select " + condition(2 + below(2)) + " from t order by id";
            case "where" -> "select id from t where " + condition(2) + " order by id";
            case "aggregate" ->
                "select " + aggregate() + ", " + aggregate() + " from t" + any("", " where " + condition(1));
            case "group" -> group();
            case "bare" ->
                "select " + any("e", "a") + ", "
                        + any("id", "d", "max(c), d", "min(a), id, d", "count(*), id", "min(c), max(a), id")
                        + " from t group by 1 order by 1";
            case "window" -> "select id, " + window() + " from t order by id";
            case "distinct" -> "select distinct " + value(1) + ", " + any("d", "e") + " from t order by 1, 2";
            case "join" ->
                "select t.id, u.id, " + any("k", "v", "t.b") + " from t "
                        + any("join", "left join", "inner join", "full join", "right join") + " u "
                        + any(
                                "on t.a = u.a",
                                "using (a)",
                                "on t.e = u.k",
                                "on t.a = u.a and u.v > 0",
                                "on t.id < u.id and t.e = u.k")
                        + " order by 1, 2";
            case "subquery" -> subquery();
            case "compound" -> {
                String column = any("a", "d");
                yield "select " + column + " from t " + any("union", "union all", "except", "intersect") + " select "
                        + (column.equals("a") ? "a" : "k") + " from u order by 1"
                        + any("", " limit 3", " limit 2 offset 1");
            }
            case "with" ->
                "with x as (select " + integer(1) + " as p, " + text(1) + " as q from t) select q, "
                        + any("count(*)", "sum(p)", "max(p)") + " from x group by q order by q, 2";
            case "recursive" ->
                any(
                        "with recursive r(i) as (select 1 union all select i + 1 from r where i < " + (3 + below(5))
                                + ") select i, i * 10 from r",
                        "with recursive up as (select id, parent, 0 as level from n where id = " + (4 + below(4))
                                + " union all select n.id, n.parent, level + 1 from up "
                                + "join n on n.id = up.parent) select * from up order by level");
            case "order" ->
                "select id, " + value(1) + " as v from t order by "
                        + any(
                                "v",
                                "2",
                                "d collate nocase",
                                "e desc, d",
                                "a nulls last",
                                "c desc nulls last",
                                "abs(a)",
                                "length(d) desc")
                        + ", id" + any("", " limit 4", " limit 3 offset 2", " limit 2, 3", " limit -1");
            case "operators" ->
                "select " + integer(0) + operator() + integer(0) + operator() + integer(0) + " from t order by id";
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private String operator() {
        return any(
                " + ", " - ", " * ", " / ", " % ", " = ", " < ", " >= ", " is ", " != ", " & ", " | ", " << ", " >> ",
                " and ", " or ");
    }

    private String integer(int depth) {
        if (depth <= 0) {
            return below(3) == 0
                    ? any("0", "1", "2", "3", "7", "10", "-1", "-3", "64", "100", "5")
                    : any("a", "b", "id");
        }
        return switch (below(13)) {
            case 0, 1 -> integer(depth - 1) + any(" + ", " - ", " * ", " / ", " % ") + integer(depth - 1);
            case 2 -> "(" + integer(depth - 1) + ")";
            case 3 -> "abs(" + integer(depth - 1) + ")";
            case 4 -> "length(" + text(depth - 1) + ")";
            case 5 -> "coalesce(" + integer(depth - 1) + ", " + integer(depth - 1) + ")";
            case 6 ->
                "case when " + condition(depth - 1) + " then " + integer(depth - 1) + " else " + integer(depth - 1)
                        + " end";
            case 7 -> "cast(" + value(depth - 1) + " as int)";
            case 8 -> "instr(" + text(depth - 1) + ", " + text(0) + ")";
            case 9 -> any("min", "max") + "(" + integer(depth - 1) + ", " + integer(depth - 1) + ")";
            case 10 -> "iif(" + condition(depth - 1) + ", " + integer(depth - 1) + ", " + integer(depth - 1) + ")";
            default -> integer(depth - 1) + any(" & ", " | ", " >> ") + integer(0);
        };
    }

    private String real(int depth) {
        if (depth <= 0) {
            return below(3) == 0 ? any("0.5", "1.5", "2.0", "-3.25", "1e3", "100.0") : "c";
        }
        return switch (below(7)) {
            case 0, 1 -> real(depth - 1) + any(" + ", " * ", " - ") + number(depth - 1);
            case 2 -> number(depth - 1) + " / " + real(depth - 1);
            case 3 -> "round(" + real(depth - 1) + ", " + below(3) + ")";
            case 4 -> "cast(" + value(depth - 1) + " as real)";
            case 5 -> "ifnull(" + real(depth - 1) + ", " + real(0) + ")";
            default -> "(" + real(depth - 1) + ")";
        };
    }

    private String number(int depth) {
        return below(3) == 0 ? real(depth) : integer(depth);
    }

    private String text(int depth) {
        if (depth <= 0) {
            return below(2) == 0 ? any("'foo'", "'x'", "'12'", "''", "'Foo'", "'a%'", "'7abc'") : any("d", "e");
        }
        return switch (below(10)) {
            case 0, 1 -> text(depth - 1) + " || " + text(depth - 1);
            case 2 -> any("upper", "lower", "trim") + "(" + text(depth - 1) + ")";
            case 3 -> "substr(" + text(depth - 1) + ", " + any("1", "2", "0", "-2") + any(")", ", 2)", ", -1)");
            case 4 -> "replace(" + text(depth - 1) + ", " + any("'foo'", "'x'", "'1'") + ", " + any("'y'", "''") + ")";
            case 5 -> "cast(" + value(depth - 1) + " as text)";
            case 6 -> "coalesce(" + text(depth - 1) + ", " + text(depth - 1) + ")";
            case 7 ->
                "printf('" + any("%d|%s", "%s-%d", "%5.2f|%s", "%x %s") + "', " + number(depth - 1) + ", "
                        + value(depth - 1) + ")";
            case 8 -> text(depth - 1) + " || " + integer(0);
            default -> "typeof(" + value(depth - 1) + ")";
        };
    }

    private String value(int depth) {
        return switch (below(4)) {
            case 0 -> real(depth);
            case 1 -> text(depth);
            default -> integer(depth);
        };
    }

    private String comparison() {
        return any(" = ", " == ", " != ", " <> ", " < ", " > ", " <= ", " >= ", " is ", " is not ");
    }

    private String condition(int depth) {
        if (depth <= 0) {
            return any("a", "b", "id") + any(" > ", " = ", " < ") + any("0", "2", "7", "20");
        }
        return switch (below(12)) {
            case 0, 1 -> number(depth - 1) + comparison() + number(depth - 1);
            case 2 -> text(depth - 1) + comparison() + text(depth - 1);
            case 3 -> condition(depth - 1) + any(" and ", " or ") + condition(depth - 1);
            case 4 -> "not " + condition(depth - 1);
            case 5 -> number(depth - 1) + any(" is null", " is not null", " isnull", " notnull", " not null");
            case 6 -> number(depth - 1) + any(" between ", " not between ") + number(0) + " and " + number(0);
            case 7 -> text(depth - 1) + any(" like ", " not like ") + any("'f%'", "'%o%'", "'_a_'", "'FOO'", "'1_'");
            case 8 ->
                text(depth - 1) + any(" glob ", " not glob ") + any("'f*'", "'*o*'", "'?a?'", "'[fF]oo'", "'[^f]*'");
            case 9 -> integer(depth - 1) + any(" in ", " not in ") + "(3, 10, b)";
            case 10 -> text(depth - 1) + any(" in ", " not in ") + "(" + text(0) + ", " + text(0) + ")";
            default -> "(" + condition(depth - 1) + ")";
        };
    }

    private String aggregate() {
        return switch (below(12)) {
            case 0 -> "count(*)";
            case 1 -> "count(" + value(1) + ")";
            case 2 -> "sum(" + number(1) + ")";
            case 3 -> "avg(" + number(1) + ")";
            case 4 -> any("min", "max") + "(" + value(1) + ")";
            case 5 -> "total(" + number(1) + ")";
            case 6 -> "count(distinct " + value(1) + ")";
            case 7 -> "sum(" + number(1) + ") filter (where " + condition(1) + ")";
            case 8 -> "group_concat(" + text(0) + ", '-')";
            case 9 -> "sum(distinct " + integer(0) + ")";
            case 10 -> "group_concat(distinct " + any("d", "e", "a") + ")";
            default -> "max(" + number(0) + ") - min(" + number(0) + ")";
        };
    }

    private String group() {
        String key = any("e", "a", "a, e", "b % 3", "d", "c > 1");
        return "select " + key + ", " + aggregate() + " as x from t group by " + key
                + any("", "", " having " + aggregate() + " is not null") + " order by 1, 2";
    }

    private String window() {
        String window = any("", "partition by e ") + "order by " + any("id", "a, id", "c desc, id", "d, id");
        if (below(2) == 0) {
            return any(
                            "row_number()",
                            "rank()",
                            "dense_rank()",
                            "lag(" + value(0) + ")",
                            "lead(" + integer(0) + ", 2)",
                            "first_value(" + value(0) + ")",
                            "last_value(" + value(0) + ")",
                            "ntile(3)")
                    + " over (" + window + ")";
        }
        String frame = any(
                "",
                " rows between unbounded preceding and current row",
                " rows between 1 preceding and 1 following",
                " rows between 2 preceding and 1 following exclude current row",
                " groups between 1 preceding and current row");
        return any("sum(" + number(0) + ")", "count(*)", "max(" + number(0) + ")", "avg(" + number(0) + ")")
                + any("", " filter (where a > 5)") + " over (" + window + frame + ")";
    }

    private String subquery() {
        return any(
                "select id, (select " + any("count(*)", "max(v)", "k", "sum(v)", "min(k)")
                        + " from u where u.a = t.a) from t order by id",
                "select id, (select " + any("k", "v", "u.id") + " from u where u.a = t.a order by "
                        + any("u.id desc", "v desc", "k") + ") from t order by id",
                "select id from t where a " + any("in", "not in") + " (select a from u"
                        + any("", " where a is not null") + ") order by id",
                "select id from t where " + any("exists", "not exists")
                        + " (select 1 from u where u.k = t.e) order by id",
                "select (select a from u where id = 3) + " + integer(1) + " from t order by id",
                "select e, (select count(*) from u where u.a = t.a) as x, max(t.id) from t group by e order by e");
    }
}
