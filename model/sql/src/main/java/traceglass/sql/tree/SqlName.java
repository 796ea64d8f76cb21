package traceglass.sql.tree;

import traceglass.sql.syntax.Token;

/// A name of a column, table, function, alias and the like.
///
/// @param text the name without quotes
/// @param form form in which it was written
public record SqlName(String text, Form form, NodeSpan span) implements SyntaxNode {

    /// How a name is written. SQLite reads a name in double quotes that names nothing as a string, and accepts strings
    /// where only names can be.
    public enum Form {
        PLAIN,
        DOUBLE_QUOTED,
        QUOTED,
        STRING,
        /// `$name`, in the body of a macro.
        PARAMETER,
        /// Missing in an incomplete statement.
        MISSING
    }

    /// Returns the name in a token.
    public static SqlName of(Token token, NodeSpan span) {
        Form form = switch (token.kind()) {
            case QUOTED -> token.text().charAt(0) == '"' ? Form.DOUBLE_QUOTED : Form.QUOTED;
            case STRING -> Form.STRING;
            case PARAMETER -> Form.PARAMETER;
            default -> Form.PLAIN;
        };
        return new SqlName(token.value(), form, span);
    }

    /// Returns whether this is the given name, ignoring case.
    public boolean is(String name) {
        return text.equalsIgnoreCase(name);
    }

    /// Returns whether both are the same name, ignoring case.
    public boolean is(SqlName name) {
        return text.equalsIgnoreCase(name.text);
    }

    public boolean isMissing() {
        return form == Form.MISSING;
    }
}
