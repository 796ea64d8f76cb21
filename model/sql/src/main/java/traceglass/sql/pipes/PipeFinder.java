package traceglass.sql.pipes;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SyntaxNode;
import traceglass.sql.tree.TreeRewriter;

/// Finds the pipelines of a statement that are in no other pipeline, with the WITH clauses around each.
final class PipeFinder extends TreeRewriter {

    /// The tables of a WITH clause that are complete before a pipeline.
    record With(boolean isRecursive, List<Query.CommonTable> tables) {}

    /// @param with WITH clauses around the pipeline, outermost first
    record Found(QueryBody.Pipeline pipeline, List<With> with) {}

    private final List<Found> found = new ArrayList<>();
    private final List<With> with;
    private @Nullable SqlSyntaxException problem;

    /// @param with WITH clauses around the searched tree, outermost first
    PipeFinder(List<With> with) {
        this.with = new ArrayList<>(with);
    }

    /// Returns the pipelines in the order of the text.
    List<Found> found() {
        return found;
    }

    /// Throws if a pipeline is part of a query without being in parentheses.
    void check() throws SqlSyntaxException {
        if (problem != null) {
            throw problem;
        }
    }

    @Override
    public Query query(Query q) {
        int depth = with.size();
        Query result = super.query(q);
        with.subList(depth, with.size()).clear();
        if (q.body() instanceof QueryBody.Pipeline && !q.order().isEmpty()) {
            report(q.order().getFirst());
        } else if (q.body() instanceof QueryBody.Pipeline && q.limit() != null) {
            report(q.limit());
        }
        return result;
    }

    @Override
    public Query.With with(Query.With w) {
        with.add(new With(w.isRecursive(), new ArrayList<>()));
        return super.with(w);
    }

    @Override
    public Query.CommonTable commonTable(Query.CommonTable t) {
        Query.CommonTable result = super.commonTable(t);
        with.getLast().tables.add(t);
        return result;
    }

    @Override
    public QueryBody setOperation(QueryBody.SetOperation o) {
        if (o.left() instanceof QueryBody.Pipeline || o.right() instanceof QueryBody.Pipeline) {
            report(o.right());
        }
        return super.setOperation(o);
    }

    @Override
    public QueryBody pipeline(QueryBody.Pipeline p) {
        found.add(new Found(
                p,
                with.stream()
                        .map(w -> new With(w.isRecursive, List.copyOf(w.tables)))
                        .toList()));
        return p;
    }

    private void report(SyntaxNode node) {
        Token t = PipeScope.token(node);
        problem = new SqlSyntaxException(
                "syntax error at \"" + t.text() + "\": a pipeline inside a query must be in parentheses", t);
    }
}
