package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.PipeStage;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;

/// Parses the stages of pipelines.
abstract class PipeParser extends QueryParser {
    private static final String STAGES = "SELECT, EXTEND, DROP, RENAME, SET, AS, WHERE, AGGREGATE, ORDER BY, TREE"
            + " ACCUMULATE or INTERVAL FLATTEN";

    PipeParser(List<Token> tokens, boolean isTolerant) {
        super(tokens, isTolerant);
    }

    /// `pipeline = [PER names] {"|>" stage}`
    @Override
    final QueryBody pipeline(boolean isIntersection, List<TableSource> sources, int start) throws SqlSyntaxException {
        List<SqlName> keys = per();
        List<PipeStage> stages = new ArrayList<>();
        while (is("|>")) {
            int operator = position++;
            stages.add(stage(operator));
        }
        return new QueryBody.Pipeline(isIntersection, sources, keys, stages, span(start));
    }

    private List<SqlName> per() throws SqlSyntaxException {
        return accept(Word.PER) ? names() : List.of();
    }

    /// ```
    /// stage = SELECT items | EXTEND items | DROP names | RENAME renamed {"," renamed} | SET assignments
    ///       | AS name | WHERE expression | ORDER BY orderTerms | AGGREGATE items [GROUP BY items]
    ///       | TREE ACCUMULATE (UP | DOWN) items | INTERVAL FLATTEN [PER names] AGGREGATE items
    /// renamed = name [AS] name
    /// ```
    private PipeStage stage(int operator) throws SqlSyntaxException {
        int start = position;
        Word w = word();
        if (w == Word.TREE || w == Word.INTERVAL || w == Word.ORDER) {
            return twoWordStage(w, operator, start);
        }
        position++;
        markClause(operator);
        switch (w) {
            case SELECT, EXTEND -> {
                return new PipeStage.Items(w == Word.EXTEND, items(), span(start));
            }
            case DROP -> {
                return new PipeStage.Drop(names(), span(start));
            }
            case RENAME -> {
                List<Expression.Renamed> names = new ArrayList<>();
                do {
                    SqlName name = name();
                    accept(Word.AS);
                    names.add(new Expression.Renamed(name, name()));
                } while (accept(","));
                return new PipeStage.Rename(names, span(start));
            }
            case SET -> {
                return new PipeStage.Assign(assignments(), span(start));
            }
            case AS -> {
                return new PipeStage.Named(name(), span(start));
            }
            case WHERE -> {
                return new PipeStage.Filter(expression(), span(start));
            }
            case AGGREGATE -> {
                List<SelectItem> items = items();
                List<SelectItem> keys = acceptClause(Word.GROUP, Word.BY) ? items() : List.of();
                return new PipeStage.Aggregate(items, keys, span(start));
            }
            default -> {
                position--;
                report(STAGES);
                while (!atEnd() && !is("|>") && !is(")")) {
                    position++;
                }
                return new PipeStage.Hole(span(start));
            }
        }
    }

    private PipeStage twoWordStage(Word first, int operator, int start) throws SqlSyntaxException {
        position++;
        if (first == Word.ORDER) {
            expect(Word.BY);
            markClause(operator);
            return new PipeStage.Order(orderTerms(), span(start));
        }
        if (first == Word.INTERVAL) {
            expect(Word.FLATTEN);
            markClause(operator);
            List<SqlName> keys = per();
            expect(Word.AGGREGATE);
            if (keys.isEmpty()) {
                markClause(operator);
            }
            return new PipeStage.Flatten(keys, items(), span(start));
        }
        expect(Word.ACCUMULATE);
        boolean isUp = accept(Word.UP);
        if (!isUp && !accept(Word.DOWN)) {
            report("UP or DOWN");
        }
        markClause(operator);
        return new PipeStage.Accumulate(isUp, items(), span(start));
    }

    /// `assignments = assignment {"," assignment}`, `assignment = (path | "(" names ")") "=" expression`
    final List<SqlStatement.Assignment> assignments() throws SqlSyntaxException {
        List<SqlStatement.Assignment> assignments = new ArrayList<>();
        do {
            boolean isRow = is("(");
            List<SqlName> names = isRow ? nameList() : path();
            expect("=");
            assignments.add(new SqlStatement.Assignment(names, isRow, expression()));
        } while (accept(","));
        return assignments;
    }
}
