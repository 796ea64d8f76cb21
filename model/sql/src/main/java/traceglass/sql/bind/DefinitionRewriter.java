package traceglass.sql.bind;

import java.util.List;
import java.util.Locale;
import traceglass.sql.functions.Builtins;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;

/// Rewrites the part of a CREATE statement before its query: user objects are temporary, and column types are
/// SQLite's.
public final class DefinitionRewriter {
    private final TokenEdits edits;
    private final List<Token> tokens;
    private final int[] matchingBracket;
    private final int end;
    private String tableName;

    public DefinitionRewriter(TokenEdits edits, int[] matchingBracket, int end) {
        this.edits = edits;
        this.tokens = edits.tokens;
        this.matchingBracket = matchingBracket;
        this.end = end;
    }

    public void rewrite() {
        if (tokens.getFirst().is("EXPLAIN")
                && tokens.size() > 2
                && tokens.get(1).is("QUERY")
                && tokens.get(2).is("PLAN")) {
            edits.delete(1, 3);
            return;
        }
        if (!tokens.getFirst().is("CREATE")) {
            return;
        }
        int i = 1;
        boolean isTemporary = false;
        while (i < end && tokens.get(i).isAny("OR", "REPLACE", "TEMP", "TEMPORARY", "UNIQUE", "PERSISTENT")) {
            isTemporary |= tokens.get(i).isAny("TEMP", "TEMPORARY");
            if (tokens.get(i).is("PERSISTENT")) {
                return;
            }
            i++;
        }
        if (i >= end || !tokens.get(i).isAny("TABLE", "VIEW", "MACRO", "FUNCTION", "SEQUENCE")) {
            return;
        }
        boolean isTable = tokens.get(i).is("TABLE");
        int name = i + 1;
        while (name < end && tokens.get(name).isAny("IF", "NOT", "EXISTS")) {
            name++;
        }
        boolean isQualified = name + 1 < end && tokens.get(name + 1).isOperator(".");
        if (!isTemporary && !isQualified) {
            edits.insertBefore(i, "TEMP ");
        }
        if (tokens.get(name).kind() == Token.Kind.WORD
                && Keywords.needsQuotes(tokens.get(name).text())) {
            edits.replace(name, Token.quoteName(tokens.get(name).text()));
        }
        if (isTable && end == tokens.size()) {
            int open = name + 1;
            if (open < end && tokens.get(open).isOperator("(")) {
                tableName = tokens.get(name).value();
                rewriteColumns(open + 1, matchingBracket[open]);
                rewriteTail(matchingBracket[open] + 1);
            }
        }
    }

    private void rewriteTail(int i) {
        for (; i < end; i++) {
            if (tokens.get(i).is("WITHOUT") && i + 1 < end && tokens.get(i + 1).is("ROWID")) {
                edits.delete(i, i + 2);
            } else if (tokens.get(i).is("STRICT")) {
                edits.replace(i, "");
            } else if (tokens.get(i).isOperator(",")
                    && i + 1 < end
                    && tokens.get(i + 1).isAny("WITHOUT", "STRICT")) {
                edits.replace(i, "");
            }
        }
    }

    private void rewriteColumns(int start, int close) {
        int from = start;
        for (int i = start; i <= close; i = i < close && matchingBracket[i] > i ? matchingBracket[i] + 1 : i + 1) {
            if (i == close || tokens.get(i).isOperator(",")) {
                if (i > from && !tokens.get(from).isAny("PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "CONSTRAINT")) {
                    rewriteColumn(from, i);
                }
                from = i + 1;
            }
        }
    }

    private void rewriteColumn(int from, int to) {
        Token name = tokens.get(from);
        if (name.kind() == Token.Kind.WORD && (Keywords.needsQuotes(name.text()) || Keywords.isValue(name.text()))) {
            edits.replace(from, Token.quoteName(name.text()));
        }
        if (to == from + 1 || tokens.get(from + 1).isAny("PRIMARY", "NOT", "UNIQUE", "DEFAULT", "CHECK")) {
            // A column without a type can hold any value in SQLite; text accepts every value here.
            edits.insertAfter(from, " VARCHAR");
            return;
        }
        String type = duckType(tokens.get(from + 1).text());
        if (type != null) {
            edits.replace(from + 1, type);
        }
        if (tokens.get(from + 1).is("INTEGER")
                && to > from + 3
                && tokens.get(from + 2).is("PRIMARY")
                && tokens.get(from + 3).is("KEY")) {
            // SQLite fills it with the next number.
            String sequence = Builtins.ROW_NUMBERS + tableName.toLowerCase(Locale.ROOT);
            edits.builtins.add(sequence);
            for (int i = from + 4; i < to; i++) {
                if (tokens.get(i).is("AUTOINCREMENT")) {
                    edits.replace(i, "");
                }
            }
            edits.append(to - 1, " DEFAULT nextval(" + Token.quoteString(Token.quoteName(sequence)) + ")");
        }
    }

    /// Returns DuckDB's type for a type of SQLite or PerfettoSQL, null if the type is unchanged.
    public static String duckType(String type) {
        // JOINID(thread.id) names the column that the number refers to.
        int open = type.indexOf('(');
        return switch ((open < 0 ? type : type.substring(0, open)).toUpperCase(Locale.ROOT)) {
            case "INT",
                    "INTEGER",
                    "LONG",
                    "BIGINT",
                    "UINT",
                    "TIMESTAMP",
                    "DURATION",
                    "ID",
                    "JOINID",
                    "ARGSETID",
                    "PROTO_TIME" -> "BIGINT";
            case "REAL", "DOUBLE", "FLOAT" -> "DOUBLE";
            case "STRING", "TEXT", "CLOB" -> "VARCHAR";
            case "BYTES", "PROTO" -> "BLOB";
            case "BOOL" -> "BOOLEAN";
            default -> null;
        };
    }
}
