package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.WrittenText;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TreeRewriter;

/// Gives aliases to the items of SELECT that are edited: an item without an alias is named by its text as written.
public final class WrittenNames extends TreeRewriter {
    private final NodeEdits edits;
    private final List<SelectItem> edited = new ArrayList<>();

    private WrittenNames(NodeEdits edits) {
        this.edits = edits;
    }

    /// Names the edited items of a statement.
    ///
    /// @param edits all edits of the statement
    public static void keep(SqlStatement statement, NodeEdits edits) throws SqlSyntaxException {
        WrittenNames names = new WrittenNames(edits);
        names.statement(statement);
        for (SelectItem item : names.edited) {
            NodeSpan span = item.span();
            String text = WrittenText.of(span.statement(), span.start(), span.end());
            edits.insertAfter(
                    item,
                    SqlTokens.read(
                            " AS " + Token.quoteName(text),
                            span.tokens().getFirst().origin()));
        }
    }

    @Override
    public QueryBody select(QueryBody.Select s) {
        for (SelectItem item : s.items()) {
            if (item.alias() == null && edits.isEdited(item) && !item.isExpandable()) {
                edited.add(item);
            }
        }
        return super.select(s);
    }
}
