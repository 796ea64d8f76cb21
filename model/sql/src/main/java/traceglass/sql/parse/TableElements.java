package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableElement;

/// Parses the columns that CREATE TABLE declares, and the options after them. The database reports errors in them.
final class TableElements {
    private final StatementParser parser;

    TableElements(StatementParser parser) {
        this.parser = parser;
    }

    /// `elements = "(" element {"," element} ")"`
    List<TableElement> elements() {
        List<TableElement> found = new ArrayList<>();
        int close = parser.closing(parser.position);
        parser.position++;
        while (parser.position < close) {
            int start = parser.position;
            while (parser.position < close && !parser.is(",")) {
                skip();
            }
            int end = Math.min(parser.position, close);
            if (end > start) {
                found.add(element(start, end));
            }
            parser.position = end + 1;
        }
        parser.position = Math.min(close + 1, parser.tokens.size());
        return found;
    }

    /// `element = name [TOKEN [PRIMARY KEY]] {TOKEN} | constraint`
    private TableElement element(int start, int end) {
        Token first = parser.tokens.get(start);
        if (first.isAny("PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "CONSTRAINT")) {
            return new TableElement.Constraint(span(start, end));
        }
        SqlName name = SqlName.of(first, span(start, start + 1));
        boolean hasType =
                end > start + 1 && !parser.tokens.get(start + 1).isAny("PRIMARY", "NOT", "UNIQUE", "DEFAULT", "CHECK");
        SqlName type = hasType ? SqlName.of(parser.tokens.get(start + 1), span(start + 1, start + 2)) : null;
        boolean isKey = hasType
                && end > start + 3
                && parser.tokens.get(start + 2).is("PRIMARY")
                && parser.tokens.get(start + 3).is("KEY");
        List<NodeSpan> automatic = new ArrayList<>();
        for (int i = start + 4; isKey && i < end; i++) {
            if (parser.tokens.get(i).is("AUTOINCREMENT")) {
                automatic.add(span(i, i + 1));
            }
        }
        return new TableElement.Column(name, type, isKey, automatic, span(start, end));
    }

    /// `options = [","] (WITHOUT ROWID | STRICT) {"," (WITHOUT ROWID | STRICT)}`
    @Nullable
    NodeSpan options() {
        int start = parser.position;
        int end = start;
        for (boolean isOption = true; isOption; ) {
            parser.accept(",");
            if (parser.isWord("STRICT")) {
                parser.position++;
            } else if (parser.isWord("WITHOUT")
                    && parser.isName(1)
                    && parser.tokens.get(parser.position + 1).is("ROWID")) {
                parser.position += 2;
            } else {
                isOption = false;
            }
            end = isOption ? parser.position : end;
        }
        parser.position = end;
        return end > start ? span(start, end) : null;
    }

    private void skip() {
        parser.position = parser.current().opens()
                ? Math.min(parser.closing(parser.position) + 1, parser.tokens.size())
                : parser.position + 1;
    }

    private NodeSpan span(int start, int end) {
        return new NodeSpan(parser.tokens, start, end);
    }
}
