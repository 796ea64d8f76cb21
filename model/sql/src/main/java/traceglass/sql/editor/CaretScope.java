package traceglass.sql.editor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.sql.editor.SqlVocabulary.Column;
import traceglass.sql.editor.SqlVocabulary.Relation;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.PipeStage;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Names that are visible at one token of a statement, and the kind expected there. The statement may be incomplete.
///
/// The scope contains the sources of the queries around the token, inner ones first.
final class CaretScope extends TreeRewriter {

    /// Kind of name that is expected at the token.
    enum Role {
        TABLE,
        COLUMN,
        STAGE,
        ANYTHING
    }

    private final SqlVocabulary vocabulary;
    private final int caret;
    /// Common table expressions, by lower-case name.
    final Map<String, Relation> named = new LinkedHashMap<>();
    /// Sources by lower-case alias or name.
    final Map<String, Relation> sources = new LinkedHashMap<>();
    Role role = Role.ANYTHING;
    /// The name before the token and a dot; empty if there is none.
    String qualifier = "";
    /// Whether the token is inside a query that does not see the sources around it.
    private boolean isClosed;
    /// Column that the literal at the caret is compared with; null if there is none.
    Expression.Column compared;

    private CaretScope(SqlVocabulary vocabulary, int caret) {
        this.vocabulary = vocabulary;
        this.caret = caret;
    }

    /// @param caret index of the token
    static CaretScope of(List<Token> tokens, int caret, SqlVocabulary vocabulary) {
        CaretScope scope = new CaretScope(vocabulary, caret);
        if (!tokens.isEmpty()) {
            try {
                scope.statement(SqlParser.draft(tokens).statement());
            } catch (StackOverflowError e) {
                // A long chain of operators is a deep tree. Names found before the overflow are kept.
            }
        }
        return scope;
    }

    private boolean contains(NodeSpan span) {
        return span.outerStart() <= caret && caret < span.outerEnd();
    }

    @Override
    public SqlStatement statement(SqlStatement statement) {
        if (statement instanceof SqlStatement.Insert i && contains(i.path())) {
            role = Role.TABLE;
        }
        return super.statement(statement);
    }

    private boolean contains(List<SqlName> path) {
        return path.stream().anyMatch(n -> contains(n.span()));
    }

    // --- scope ------------------------------------------------------------

    @Override
    public Query query(Query q) {
        Query rewritten = super.query(q);
        // ORDER BY and LIMIT see the sources too.
        if (!isClosed && contains(q.span()) && !contains(q.body().span())) {
            addAll(q.body(), sources);
        }
        return rewritten;
    }

    @Override
    public Query.CommonTable commonTable(Query.CommonTable t) {
        Query.CommonTable rewritten = super.commonTable(t);
        List<Column> columns = renamed(columns(t.query()), t.columns());
        named.put(key(t.name().text()), new Relation(t.name().text(), columns));
        isClosed |= contains(t.query().span());
        return rewritten;
    }

    @Override
    public QueryBody select(QueryBody.Select s) {
        return around(super.select(s));
    }

    @Override
    public QueryBody pipeline(QueryBody.Pipeline p) {
        return around(super.pipeline(p));
    }

    @Override
    public QueryBody pivot(QueryBody.Pivot p) {
        return around(super.pivot(p));
    }

    @Override
    public QueryBody unpivot(QueryBody.Unpivot p) {
        return around(super.unpivot(p));
    }

    private QueryBody around(QueryBody body) {
        if (!isClosed && contains(body.span())) {
            addAll(body, sources);
        }
        return body;
    }

    @Override
    public TableSource subquery(TableSource.Subquery s) {
        TableSource rewritten = super.subquery(s);
        isClosed |= !s.isLateral() && contains(s.query().span());
        return rewritten;
    }

    @Override
    public QueryBody wholeTable(QueryBody.WholeTable t) {
        role = contains(t.path()) ? Role.TABLE : role;
        return t;
    }

    @Override
    public QueryBody description(QueryBody.Description d) {
        role = contains(d.path()) ? Role.TABLE : role;
        return super.description(d);
    }

    private void addAll(QueryBody body, Map<String, Relation> into) {
        switch (body) {
            case QueryBody.Select s -> s.from().forEach(f -> add(f, into));
            case QueryBody.SetOperation o -> {
                addAll(o.left(), into);
                addAll(o.right(), into);
            }
            case QueryBody.Pipeline p -> p.sources().forEach(f -> add(f, into));
            case QueryBody.Pivot p -> add(p.source(), into);
            case QueryBody.Unpivot p -> add(p.source(), into);
            case QueryBody.Nested n -> addAll(n.query().body(), into);
            default -> {}
        }
    }

    private void add(TableSource source, Map<String, Relation> into) {
        switch (source) {
            case TableSource.Table t -> {
                if (!contains(t.path())) {
                    add(relation(t.path()), t.alias(), into);
                }
            }
            case TableSource.Function f -> add(relation(f.call().path()), f.alias(), into);
            case TableSource.Subquery s -> add(new Relation("", columns(s.query())), s.alias(), into);
            case TableSource.Group g -> g.sources().forEach(s -> add(s, into));
            case TableSource.Join j -> {
                add(j.left(), into);
                add(j.right(), into);
            }
            case TableSource.Pivoted p -> add(p.source(), into);
            case TableSource.Unpivoted u -> add(u.source(), into);
            case TableSource.Macro m -> {}
            case TableSource.Hole h -> {}
        }
    }

    private Relation relation(List<SqlName> path) {
        String key = key(path.getLast().text());
        return path.size() == 1 && named.containsKey(key)
                ? named.get(key)
                : vocabulary.relations().get(key);
    }

    private static void add(Relation found, TableSource.Alias alias, Map<String, Relation> into) {
        if (found == null || alias == null && found.name().isEmpty()) {
            return;
        }
        String name = alias == null ? found.name() : alias.name().text();
        List<Column> columns = alias == null ? found.columns() : renamed(found.columns(), alias.columns());
        into.putIfAbsent(key(name), new Relation(found.name().isEmpty() ? name : found.name(), columns));
    }

    private static List<Column> renamed(List<Column> columns, List<SqlName> names) {
        List<Column> renamed = new ArrayList<>();
        for (int i = 0; i < Math.max(columns.size(), names.size()); i++) {
            String type = i < columns.size() ? columns.get(i).type() : "";
            renamed.add(i < names.size() ? new Column(names.get(i).text(), type) : columns.get(i));
        }
        return renamed;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /// Returns the columns of a query's result that have a name.
    private List<Column> columns(Query q) {
        Map<String, Relation> inner = new LinkedHashMap<>();
        QueryBody body = q.body();
        while (body instanceof QueryBody.SetOperation o) {
            body = o.left();
        }
        addAll(body, inner);
        List<Column> columns = new ArrayList<>();
        if (body instanceof QueryBody.WholeTable t) {
            Relation relation = relation(t.path());
            return relation == null ? List.of() : relation.columns();
        }
        if (!(body instanceof QueryBody.Select s) || s.items().isEmpty()) {
            inner.values().forEach(r -> columns.addAll(r.columns()));
            return columns;
        }
        s.items().forEach(item -> {
            if (item.alias() != null) {
                columns.add(new Column(item.alias().text(), ""));
            } else if (item.value() instanceof Expression.Column c) {
                columns.add(new Column(c.name().text(), ""));
            } else if (item.value() instanceof Expression.Star star) {
                columns.addAll(columns(star, inner));
            }
        });
        return columns;
    }

    private static List<Column> columns(Expression.Star star, Map<String, Relation> sources) {
        SqlName qualifier = star.qualifier();
        return sources.entrySet().stream()
                .filter(e -> qualifier == null || qualifier.is(e.getKey()))
                .flatMap(e -> e.getValue().columns().stream())
                .filter(c -> star.excluded().stream().noneMatch(x -> x.is(c.name())))
                .toList();
    }

    // --- the token ------------------------------------------------------------

    @Override
    public TableSource table(TableSource.Table t) {
        role = contains(t.path()) ? Role.TABLE : role;
        return super.table(t);
    }

    @Override
    public TableSource function(TableSource.Function f) {
        role = contains(f.call().path()) ? Role.TABLE : role;
        return super.function(f);
    }

    @Override
    public Expression column(Expression.Column c) {
        if (c.path().size() > 1 && contains(c.name().span())) {
            role = Role.COLUMN;
            qualifier = c.path().get(c.path().size() - 2).text();
        }
        return c;
    }

    @Override
    public PipeStage stage(PipeStage stage) {
        if (stage instanceof PipeStage.Hole h && h.span().start() == caret) {
            role = Role.STAGE;
        }
        return super.stage(stage);
    }

    @Override
    protected boolean enters(Expression e) {
        if (e instanceof Expression.Binary b) {
            compare(b.left(), b.right());
            compare(b.right(), b.left());
        }
        return true;
    }

    @Override
    public Expression pattern(Expression.Pattern e) {
        compare(e.value(), e.pattern());
        return super.pattern(e);
    }

    @Override
    public Expression inList(Expression.InList e) {
        e.elements().forEach(element -> compare(e.value(), element));
        return super.inList(e);
    }

    private void compare(Expression value, Expression literal) {
        if (value instanceof Expression.Column c && literal instanceof Expression.Literal l && contains(l.span())) {
            compared = c;
        }
    }
}
