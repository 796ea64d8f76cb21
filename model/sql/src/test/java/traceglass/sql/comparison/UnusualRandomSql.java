package traceglass.sql.comparison;

import java.util.Random;

/// Generates random queries over the tables of [RandomSql] that combine values of different types, or clauses in
/// unusual ways.
public final class UnusualRandomSql {
    public static final String[] KINDS = {
        "affinity",
        "mixed choice",
        "mixed join",
        "function",
        "format",
        "date",
        "empty",
        "having",
        "ordinal",
        "set operation",
        "correlated",
        "common table",
        "window function",
        "sources",
        "null order",
        "limit",
        "integer"
    };

    private final Random random;

    public UnusualRandomSql(long seed) {
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
            case "affinity" -> "select id, " + comparison() + " from t order by id";
            case "mixed choice" -> "select id, " + choice() + ", " + choice() + " is null from t order by id";
            case "mixed join" ->
                "select t.id, u.id from t " + any("join", "left join", "cross join") + " u on "
                        + any("t.d = u.a", "t.a = u.k", "t.d > u.v", "t.e < u.a", "t.d = u.id and t.a > 0", "t.c = u.k")
                        + " order by 1, 2";
            case "function" -> "select id, " + function() + ", " + function() + " from t order by id";
            case "format" -> "select id, " + any("printf", "format") + "(" + format() + ") from t order by id";
            case "date" -> "select " + date() + ", " + date();
            case "empty" ->
                "select " + aggregate() + ", " + aggregate() + ", " + aggregate() + " from t where "
                        + any("id < 0", "a > 1e12", "0", "null", "d = 'none'")
                        + any("", " group by e", " having count(*) = 0", " having count(*) > 0");
            case "having" ->
                "select " + aggregate() + " as x from t " + any("", "where b > 0 ") + "having "
                        + any("count(*) > 1", "x is not null", "max(a) > 5", "sum(b) < 0", "min(d) = ''", "1", "0");
            case "ordinal" -> ordinal();
            case "set operation" -> setOperation();
            case "correlated" -> correlated();
            case "common table" -> commonTable();
            case "window function" -> "select id, " + window() + " from t order by id";
            case "sources" -> sources();
            case "null order" ->
                "select id, " + value() + " as v from t order by "
                        + any("v", "v desc", "v nulls last", "v desc nulls first", "v is null, v", "-a, v", "c + 1, v")
                        + ", id";
            case "limit" ->
                "select id from t order by id limit "
                        + any("-1", "0", "2", "3 offset 2", "-1 offset 3", "2, 3", "1 + 1", "100 offset 100", "'2'");
            case "integer" -> "select id, " + integer() + ", " + integer() + " from t order by id";
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private String column() {
        return any("a", "b", "c", "d", "e", "id");
    }

    private String literal() {
        return any("0", "3", "10", "20", "2.5", "'10'", "'3'", "'2.5'", "'foo'", "''", "'7abc'", "null", "'1e1'", "-7");
    }

    private String value() {
        return below(3) == 0 ? literal() : column();
    }

    /// Returns a value without affinity.
    private String bare() {
        return any(
                "length(d)",
                "upper(d)",
                "a + 0",
                "+d",
                "-b",
                "d || ''",
                "abs(c)",
                "coalesce(d, 'x')",
                "(a > 5)",
                "max(a, b)",
                "typeof(c)");
    }

    private String operand() {
        return switch (below(7)) {
            case 0, 1, 2 -> column();
            case 3, 4 -> literal();
            case 5 -> bare();
            default ->
                any(
                        "cast(a as text)",
                        "cast(d as int)",
                        "cast(d as real)",
                        "(select a from u where id = 1)",
                        "(select k from u where id = 1)");
        };
    }

    private String comparison() {
        String sign = any(" = ", " <> ", " < ", " > ", " <= ", " >= ", " is ", " is not ");
        return switch (below(8)) {
            case 0 -> operand() + any(" in ", " not in ") + "(" + literal() + ", " + literal() + ", " + literal() + ")";
            case 1 -> column() + any(" between ", " not between ") + literal() + " and " + literal();
            case 2 -> "case " + operand() + " when " + literal() + " then 1 when " + literal() + " then 2 else 3 end";
            case 3 -> column() + any(" in ", " not in ") + "(select " + any("a", "k", "v") + " from u where k <> 'z')";
            case 4 -> "count(*) filter (where " + operand() + sign + operand() + ") over ()";
            default -> operand() + sign + operand();
        };
    }

    private String choice() {
        return switch (below(7)) {
            case 0 -> "case when a > " + any("0", "10") + " then " + value() + " else " + value() + " end";
            case 1 -> "case when b is null then " + value() + " when d > '' then " + value() + " end";
            case 2 -> "coalesce(" + column() + ", " + value() + ")";
            case 3 -> "ifnull(" + column() + ", " + value() + ")";
            case 4 -> "iif(id % 2, " + value() + ", " + value() + ")";
            case 5 -> "nullif(" + value() + ", " + value() + ")";
            default -> any("min", "max") + "(" + value() + ", " + value() + any(")", ", " + value() + ")");
        };
    }

    private String function() {
        return switch (below(16)) {
            case 0 -> "substr(" + column() + ", " + (below(9) - 4) + any(")", ", " + (below(7) - 3) + ")");
            case 1 -> "instr(" + column() + ", " + any("'o'", "'a'", "'1'", "''", "e", "b") + ")";
            case 2 -> "hex(" + value() + ")";
            case 3 -> "quote(" + value() + ")";
            case 4 -> "typeof(" + any(value(), column() + any(" + ", " / ", " || ", " % ") + value()) + ")";
            case 5 -> "round(" + value() + any(")", ", 1)", ", 0)", ", 3)", ", -1)");
            case 6 -> "abs(" + value() + ")";
            case 7 -> any("trim", "ltrim", "rtrim") + "(" + column() + any(")", ", 'fo')", ", '')", ", 'xyz1')");
            case 8 ->
                "replace(" + column() + ", " + any("'o'", "''", "'1'", "1", "null") + ", " + any("'#'", "''", "5")
                        + ")";
            case 9 -> "unicode(" + column() + ")";
            case 10 -> "char(" + any("65, 66", "97", "b + 64", "8364, 33") + ")";
            case 11 -> "sign(" + value() + ")";
            case 12 -> "length(" + value() + ")";
            case 13 -> any("upper", "lower") + "(" + value() + ")";
            case 14 -> "cast(" + value() + " as " + any("int", "text", "real", "integer", "numeric") + ")";
            default -> value() + any(" like ", " glob ", " not like ") + any("'%1%'", "'f*'", "'_'", "'1%'", "10", "d");
        };
    }

    private String format() {
        String spec = any(
                "d", "5d", "-5d|", "05d", "+d", ",d", "s", "10s", "-4s|", ".2s", "f", ".1f", "8.3f", "e", "g", "x", "X",
                "o", "q", "Q", "%%%d", "i", "u", "lld");
        String literal = spec.equals("%%%d") ? "'%%%d'" : "'%" + spec + "'";
        return literal + ", " + value();
    }

    private String date() {
        String at = any(
                "'2024-02-29'",
                "'2024-02-29 12:30:45'",
                "'2023-12-31T23:59:59.123'",
                "0",
                "1700000000",
                "2460000.5",
                "'now and then'",
                "null",
                "'12:30'",
                "'1970-01-01 00:00:00'");
        String modifier = any(
                "",
                "",
                ", '+1 day'",
                ", '-1 month'",
                ", 'start of month'",
                ", 'start of year'",
                ", '+1 year', '-1 day'",
                ", 'weekday 1'",
                ", 'unixepoch'",
                ", '+90 minutes'",
                ", '+1.5 hours'");
        return switch (below(6)) {
            case 0 -> "date(" + at + modifier + ")";
            case 1 -> "time(" + at + modifier + ")";
            case 2 -> "datetime(" + at + modifier + ")";
            case 3 -> "julianday(" + at + modifier + ")";
            case 4 -> "unixepoch(" + at + modifier + ")";
            default ->
                "strftime('" + any("%Y-%m-%d", "%H:%M:%S", "%j %w", "%s", "%W", "%f", "%%") + "', " + at + modifier
                        + ")";
        };
    }

    private String aggregate() {
        return switch (below(12)) {
            case 0 -> "count(*)";
            case 1 -> "count(" + value() + ")";
            case 2 -> "sum(" + value() + ")";
            case 3 -> "avg(" + value() + ")";
            case 4 -> "total(" + value() + ")";
            case 5 -> any("min", "max") + "(" + column() + ")";
            case 6 -> "count(distinct " + column() + ")";
            case 7 -> "group_concat(" + column() + any(")", ", '|')");
            case 8 -> "sum(" + any("a", "b") + ") * 2 + count(*)";
            case 9 -> "coalesce(sum(" + column() + "), -1)";
            case 10 -> "typeof(" + any("sum", "avg", "total", "min") + "(" + column() + "))";
            default -> "sum(a > 5)";
        };
    }

    private String ordinal() {
        String key = any("e", "a % 3", "b > 2", "upper(e)", "a", "coalesce(e, 'none')", "length(d)");
        return any(
                "select " + key + " as k, count(*) from t group by 1 order by 1",
                "select " + key + " as k, count(*) as n from t group by k order by n desc, k",
                "select " + key + " as k, " + aggregate() + " from t group by k having k is not null order by 1 desc",
                "select count(*), " + key + " from t group by 2 order by 2",
                "select " + key + " as a, sum(b) from t group by a order by 1, 2",
                "select distinct " + key + " as k from t order by k desc",
                "select e, a, count(*) from t group by 1, 2 order by 1, 2");
    }

    private String setOperation() {
        String operator = any(" union ", " union all ", " except ", " intersect ");
        String secondOperator = any(" union ", " union all ", " except ", " intersect ");
        return any(
                "select a from t" + operator + "select a from u" + secondOperator + "select id from n order by 1",
                "select e as x from t" + operator + "select k from u order by x desc limit 4",
                "select id, d from t" + operator + "select id, k from u order by 1, 2",
                "select a from t" + operator + "select v from u order by 1",
                "select * from (select a as x from t" + operator + "select a from u) where x > 5 order by x",
                "select count(*) from (select e from t" + operator + "select k from u)",
                "values (1, 'a'), (2, 'b')" + operator + "select id, k from u order by 1, 2",
                "select id from t where a in (select a from u" + operator + "select id from n) order by 1");
    }

    private String correlated() {
        return any(
                "select id, (select count(*) from u where u.a " + any("<", ">", "=") + " t.a) as n from t order by id",
                "select id from t where exists (select 1 from u where u.a = t.a and u.v "
                        + any("> 0", "is null", "< t.c") + ") order by id",
                "select id, (select group_concat(k) from u where u.a = t.a) from t order by id",
                "select id, (select max(x.a) from t x where x.id < t.id) from t order by id",
                "select id from t where a = (select max(a) from t x where x.e = t.e) order by id",
                "select id, (select name from n where n.id = t.id) as nm, (select count(*) from n where parent = t.id)"
                        + " as c from t order by id",
                "select id from t where " + any("a", "d", "c") + " " + any(">", "=", "<") + " (select "
                        + any("min(a)", "max(v)", "k", "count(*)") + " from u) order by id",
                "select (select sum(b) from t x where x.e = t.e and x.id <= t.id) as s, id from t order by id",
                "select id, exists(select 1 from u where u.k = t.e) + 1, not exists(select 1 from u where u.a = t.b)"
                        + " from t order by id",
                "select e, sum((select count(*) from u where u.a = t.a)) from t group by e order by e");
    }

    private String commonTable() {
        return any(
                "with x(p, q) as (select a, d from t), y as (select p, count(*) as n from x group by p)"
                        + " select * from y where n " + any("> 1", "= 1") + " order by p",
                "with x as (select id, " + choice() + " as v from t) select id, v from x order by id",
                "with x as (select a as v from t union select a from u) select (select count(*) from x where v > 5),"
                        + " max(v) from x",
                "with recursive r(i, s) as (select 1, 'a' union all select i + 1, s || " + any("'b'", "i", "s")
                        + " from r where i < 5) select * from r order by i",
                "with recursive f(a, b) as (select 0, 1 union all select b, a + b from f limit 12) select a from f",
                "with x as (select * from t where a > (select avg(a) from u)) select x.id, u.id from x left join u on"
                        + " u.a = x.a order by 1, 2",
                "with t as (select a as z from u) select z from t order by z",
                "select * from (with x as (select 1 as q) select q + 1 as w from x), (select 5 as v)");
    }

    private String window() {
        String order = any("a, id", "id", "c desc, id", "d, id", "b desc, id");
        String over = "(" + any("", "partition by e ", "partition by b > 2 ") + "order by " + order;
        return switch (below(8)) {
            case 0 ->
                any("percent_rank()", "cume_dist()", "rank()", "dense_rank()", "ntile(2)") + " over " + over + ")";
            case 1 -> "nth_value(" + column() + ", 2) over " + over + ")";
            case 2 ->
                any("lag", "lead") + "(" + column() + ", " + below(3) + any(")", ", 0)", ", -1)") + " over " + over
                        + ")";
            case 3 -> "group_concat(e, '.') over " + over + any("", " rows 2 preceding") + ")";
            case 4 ->
                any("sum", "avg", "total", "min", "max", "count") + "(" + any("a", "b", "c") + ") over " + over
                        + any(
                                " rows between current row and unbounded following",
                                " rows between 2 preceding and 1 preceding",
                                " rows between 1 following and 2 following",
                                " groups between unbounded preceding and 1 following",
                                " rows between unbounded preceding and unbounded following exclude ties")
                        + ")";
            case 5 -> "sum(b) over (order by id range between 2 preceding and 1 following)";
            case 6 -> "sum(a) over (partition by e), count(*) over (), row_number() over (order by a desc, id)";
            default ->
                any("first_value", "last_value") + "(" + column() + ") over " + over
                        + " rows between 1 preceding and 1 following)";
        };
    }

    private String sources() {
        return any(
                "select t.id, u.id, n.id from t, u, n where t.a = u.a and n.id = u.id order by 1, 2, 3",
                "select * from u join t using (a) order by u.id, t.id",
                "select * from u left join t using (a) order by u.id, t.id",
                "select a, id from t natural join u order by 1, 2",
                "select * from t natural join u order by 1, 2",
                "select t.id, x.id from t left join (select * from u where v > 0) x on x.a = t.a order by 1, 2",
                "select t.id, u.id from t cross join u where t.id = u.id + " + below(3) + " order by 1, 2",
                "select p.id, c.id from n p join n c on c.parent = p.id order by 1, 2",
                "select t.id from t left join u on u.a = t.a where u.id is null order by 1",
                "select count(*), count(u.id), sum(v) from t left join u on u.a = t.a",
                "select x.a, y.a from (select distinct a from t) x left join (select distinct a from u) y on x.a = y.a"
                        + " order by 1, 2",
                "select t.*, u.k from t join u on t.id = u.id order by t.id",
                "select a from t join u using (a, id) order by a");
    }

    private String integer() {
        String left = any("a", "b", "id", "7", "-7", "a * 3", "1000000");
        String right = any("2", "3", "-2", "0", "b", "a", "null", "1.5", "'2'", "'x'");
        return switch (below(6)) {
            case 0, 1 -> left + any(" / ", " % ", " * ", " - ", " + ") + right;
            case 2 -> left + any(" << ", " >> ", " & ", " | ") + any("1", "2", "b", "63", "64", "-1", "'3'", "2.9");
            case 3 -> "a * a" + any(" * 2", " + 1000", " / b");
            case 4 -> "cast(" + left + any(" / ", " * ") + any("2.0", "0.3", "'3'") + " as int)";
            default -> any("-a", "~b", "+d", "-d", "- -b", "-c", "not a", "not d", "a and b", "d or c", "a is not b");
        };
    }
}
