package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SelectItem;

/// Finds expressions in parts of a statement that are kept as tokens.
final class RawExpressions {
    private final StatementParser parser;
    private final List<Expression> found = new ArrayList<>();
    private List<SelectItem> returning = List.of();

    RawExpressions(StatementParser parser) {
        this.parser = parser;
    }

    /// Returns the expressions in ON CONFLICT and RETURNING: `{WHERE expression | SET assignments | RETURNING items}`.
    List<Expression> inChanges() throws SqlSyntaxException {
        int start = parser.position;
        while (!parser.atEnd()) {
            if (!readChange()) {
                skip();
            }
        }
        parser.position = start;
        return found;
    }

    /// Returns the expressions in the actions of MERGE and in RETURNING:
    /// `{AND expression | VALUES "(" expressions ")" | SET assignments | RETURNING items}`.
    List<Expression> inActions() throws SqlSyntaxException {
        int start = parser.position;
        while (!parser.atEnd()) {
            if (parser.accept(Word.AND) || parser.is(Word.VALUES) && parser.is("(", 1) && parser.accept(Word.VALUES)) {
                found.add(parser.expression());
            } else if (!readChange()) {
                skip();
            }
        }
        returning.forEach(i -> found.add(i.value()));
        parser.position = start;
        return found;
    }

    /// Returns the items of RETURNING that [#inChanges] found.
    List<SelectItem> returning() {
        return returning;
    }

    /// Returns the expressions in a statement: those of constraints and defaults of a table, of an index, of a
    /// changed column, and of a variable.
    List<Expression> inDefinition() throws SqlSyntaxException {
        int start = parser.position;
        boolean isCreate = parser.is(Word.CREATE);
        boolean isAlter = parser.isWord("ALTER");
        boolean isVariable = parser.is(Word.SET);
        boolean isIndex = false;
        while (!parser.atEnd()) {
            if (isCreate && parser.accept(Word.INDEX)) {
                isIndex = true;
            } else if (isIndex && parser.accept(Word.ON)) {
                index();
                isIndex = false;
            } else if (isAlter && parser.accept(Word.USING) || isVariable && parser.accept("=")) {
                found.add(parser.expression());
            } else if ((isCreate || isAlter)
                    && (parser.isWord("CHECK") || parser.is(Word.AS) || parser.is(Word.DEFAULT))
                    && parser.is("(", 1)) {
                parser.position += 2;
                found.add(parser.expression());
            } else {
                parser.position++;
            }
        }
        parser.position = start;
        return found;
    }

    /// Reads a clause of INSERT, UPDATE or DELETE that contains expressions; returns whether there is one.
    private boolean readChange() throws SqlSyntaxException {
        if (parser.accept(Word.WHERE)) {
            found.add(parser.expression());
        } else if (parser.accept(Word.SET)) {
            parser.assignments().forEach(a -> found.add(a.value()));
        } else if (parser.accept(Word.RETURNING)) {
            returning = parser.items();
        } else {
            return false;
        }
        return true;
    }

    /// `index = path [USING name] "(" expression {"," expression} ")"`
    private void index() throws SqlSyntaxException {
        parser.path();
        if (parser.accept(Word.USING)) {
            parser.name();
        }
        if (!parser.is("(")) {
            return;
        }
        do {
            parser.position++;
            Expression value = parser.expression();
            if (!(value instanceof Expression.Column)) {
                found.add(value);
            }
            parser.skipPart();
        } while (parser.is(","));
    }

    private void skip() {
        parser.position = parser.current().opens()
                ? Math.min(parser.closing(parser.position) + 1, parser.tokens.size())
                : parser.position + 1;
    }
}
