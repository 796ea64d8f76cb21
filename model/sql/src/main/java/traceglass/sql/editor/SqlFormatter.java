package traceglass.sql.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.parse.ParsedWords;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Formats SQL: one clause per line, long lists and conditions below each other, queries in parentheses indented,
/// keywords in capitals. Only white space and the case of keywords change; comments stay where they are.
///
/// Text with unbalanced brackets or quotes is returned unchanged.
public final class SqlFormatter {

    private static final int WIDTH = 100;
    private static final int INDENT = 2;
    private static final Set<String> CALLED_KEYWORDS = Set.of("CAST", "TABLE");

    /// Role of a word in the clauses of queries and in the stages of pipelines.
    private enum WordRole {
        CLAUSE_START,
        CLAUSE_HEAD,
        INSIDE
    }

    /// A word, or a pair of brackets with its content (`close` is null for words).
    private record Node(
            String text, SqlSpans.Kind kind, WordRole role, boolean isOnOwnLine, List<Node> inside, String close) {

        boolean is(String word) {
            return close == null && kind == SqlSpans.Kind.KEYWORD && text.equals(word);
        }

        boolean isOperator(String operator) {
            return close == null && kind == SqlSpans.Kind.OPERATOR && text.equals(operator);
        }

        boolean isComment() {
            return kind == SqlSpans.Kind.COMMENT;
        }

        boolean isQuery() {
            return close != null
                    && inside.stream()
                            .filter(n -> !n.isComment())
                            .findFirst()
                            .filter(n -> n.role == WordRole.CLAUSE_START)
                            .isPresent();
        }

        boolean hasComment() {
            return isComment() || close != null && inside.stream().anyMatch(Node::hasComment);
        }
    }

    /// Limits the size of the result: each level of a deeply nested text would be longer than the one before.
    private static final int MAX_INDENT = 200;

    private final StringBuilder out = new StringBuilder();
    private Node last;
    private boolean isAfterUnary;
    private boolean mustBreak;
    private boolean isLineStart = true;

    private SqlFormatter() {}

    /// Returns the formatted text, or the text itself if it can't be read or is nested too deeply.
    public static String format(String text) {
        try {
            return formatText(text);
        } catch (StackOverflowError e) {
            return text;
        }
    }

    private static String formatText(String text) {
        List<Token> tokens;
        try {
            tokens = SqlTokens.read(text);
        } catch (SqlSyntaxException e) {
            return text;
        }
        ParsedWords words = SqlSpans.parse(tokens);
        Reader reader = new Reader(text, SqlSpans.of(text, tokens, words), words);
        List<Node> nodes = new ArrayList<>();
        if (!reader.read(nodes, null) || !reader.isAtEnd()) {
            return text;
        }
        SqlFormatter f = new SqlFormatter();
        for (Part statement : split(nodes, ";")) {
            if (!statement.nodes.isEmpty()) {
                if (!f.out.isEmpty()) {
                    f.out.append(f.endsStatement() ? "\n\n" : "\n");
                }
                f.reset();
                f.writeStatement(statement.nodes, 0);
            }
            if (statement.isSeparated) {
                f.out.append(';');
            }
            for (Node comment : statement.after) {
                f.out.append("  ").append(comment.text);
            }
        }
        return f.out.append(text.endsWith("\n") ? "\n" : "").toString();
    }

    /// Reads the spans of a text as nodes.
    private static final class Reader {
        private final String text;
        private final List<SqlSpans.Span> spans;
        private final ParsedWords words;
        private int position;
        /// Index of the next token: the number of spans before that are not comments.
        private int token;

        private Reader(String text, List<SqlSpans.Span> spans, ParsedWords words) {
            this.text = text;
            this.spans = spans;
            this.words = words;
        }

        private boolean isAtEnd() {
            return position == spans.size() && position > 0;
        }

        /// @return whether `closing`, or the end of the text if that is null, was found
        private boolean read(List<Node> into, String closing) {
            while (position < spans.size()) {
                SqlSpans.Span s = spans.get(position++);
                String word = text.substring(s.start(), s.end());
                boolean isOperator = s.kind() == SqlSpans.Kind.OPERATOR;
                WordRole role = role(s);
                if (isOperator && (word.equals("(") || word.equals("[") || word.equals("{"))) {
                    List<Node> inside = new ArrayList<>();
                    String close = word.equals("(") ? ")" : word.equals("[") ? "]" : "}";
                    if (!read(inside, close)) {
                        return false;
                    }
                    into.add(new Node(word, s.kind(), role, false, inside, close));
                } else if (isOperator && (word.equals(")") || word.equals("]") || word.equals("}"))) {
                    return word.equals(closing);
                } else {
                    String shown = s.kind() == SqlSpans.Kind.KEYWORD ? word.toUpperCase(Locale.ROOT) : word.strip();
                    into.add(new Node(shown, s.kind(), role, isFirstOfLine(text, s.start()), List.of(), null));
                }
            }
            return closing == null;
        }

        private WordRole role(SqlSpans.Span s) {
            if (s.kind() == SqlSpans.Kind.COMMENT) {
                return WordRole.INSIDE;
            }
            int i = token++;
            return words.clauseStarts().get(i)
                    ? WordRole.CLAUSE_START
                    : words.clauseHeads().get(i) ? WordRole.CLAUSE_HEAD : WordRole.INSIDE;
        }
    }

    private static boolean isFirstOfLine(String text, int offset) {
        int i = offset - 1;
        while (i >= 0 && text.charAt(i) != '\n') {
            if (!Character.isWhitespace(text.charAt(i))) {
                return false;
            }
            i--;
        }
        return true;
    }

    /// An element of a list.
    ///
    /// @param isSeparated whether a separator follows
    /// @param after comments after the separator on the same line
    private record Part(List<Node> nodes, boolean isSeparated, List<Node> after) {}

    private static List<Part> split(List<Node> nodes, String separator) {
        List<Part> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= nodes.size(); i++) {
            boolean isSeparated = i < nodes.size() && nodes.get(i).isOperator(separator);
            if (isSeparated || i == nodes.size()) {
                List<Node> after = new ArrayList<>();
                List<Node> part = nodes.subList(start, i);
                while (isSeparated
                        && i + 1 < nodes.size()
                        && nodes.get(i + 1).isComment()
                        && !nodes.get(i + 1).isOnOwnLine) {
                    after.add(nodes.get(++i));
                }
                if (isSeparated || !part.isEmpty()) {
                    parts.add(new Part(part, isSeparated, after));
                }
                start = i + 1;
            }
        }
        return parts;
    }

    private boolean endsStatement() {
        return out.lastIndexOf(";") > out.lastIndexOf("\n");
    }

    private void reset() {
        last = null;
        isAfterUnary = false;
        mustBreak = false;
        isLineStart = true;
    }

    // --- clauses ------------------------------------------------------------

    private void writeStatement(List<Node> nodes, int indent) {
        int i = 0;
        while (i < nodes.size() && nodes.get(i).isComment()) {
            startLine(indent);
            write(nodes.get(i++), indent);
            mustBreak = true;
        }
        while (i < nodes.size()) {
            int head = headEnd(nodes, i);
            int end = Math.max(head, i + 1);
            while (end < nodes.size() && headEnd(nodes, end) == end) {
                end++;
            }
            startLine(indent);
            writeClause(nodes.subList(i, head), nodes.subList(head, end), indent);
            i = end;
        }
    }

    /// Returns the end of the words that start a clause at `i`; `i` itself if none starts there.
    private static int headEnd(List<Node> nodes, int i) {
        if (nodes.get(i).role != WordRole.CLAUSE_START) {
            return i;
        }
        int end = i + 1;
        while (end < nodes.size() && nodes.get(end).role == WordRole.CLAUSE_HEAD) {
            end++;
        }
        return end;
    }

    private void writeClause(List<Node> head, List<Node> body, int indent) {
        head.forEach(n -> write(n, indent));
        boolean isStage = head.size() > 1 && head.getFirst().isOperator("|>");
        String name = head.isEmpty() ? "" : head.get(isStage ? 1 : 0).text;
        boolean hasConditions = name.equals("WHERE") || name.equals("HAVING") || name.equals("QUALIFY");
        if (body.isEmpty()) {
            return;
        }
        List<List<Node>> terms = hasConditions ? terms(body) : List.of(body);
        if (terms.size() == 1 && !name.equals("WITH") && fits(body)) {
            body.forEach(n -> write(n, indent));
        } else if (hasConditions) {
            for (int i = 0; i < terms.size(); i++) {
                if (i > 0) {
                    startLine(indent + INDENT);
                }
                writeBlock(terms.get(i), indent + INDENT);
            }
        } else if (!head.isEmpty()
                && (!name.equals("FROM") || split(body, ",").size() > 1)
                && !head.getLast().is("JOIN")) {
            writeList(body, indent + INDENT);
        } else if (!head.isEmpty()) {
            writeJoined(body, indent);
        } else {
            writeBlock(body, indent);
        }
    }

    /// Prints a joined source, with its condition on a separate line if it does not fit.
    private void writeJoined(List<Node> body, int indent) {
        for (int i = 0; i < body.size(); i++) {
            Node n = body.get(i);
            if (n.is("ON") && !fits(body.subList(i, body.size()))) {
                startLine(indent + INDENT);
                List<List<Node>> terms = terms(body.subList(i, body.size()));
                for (int t = 0; t < terms.size(); t++) {
                    if (t > 0) {
                        startLine(indent + INDENT);
                    }
                    writeBlock(terms.get(t), indent + INDENT);
                }
                return;
            }
            writeBlock(List.of(n), indent);
        }
    }

    private void writeList(List<Node> body, int indent) {
        for (Part item : split(body, ",")) {
            startLine(indent);
            writeBlock(item.nodes, indent);
            if (item.isSeparated) {
                out.append(',');
                isAfterUnary = false;
            }
            for (Node comment : item.after) {
                out.append("  ").append(comment.text);
                mustBreak = true;
            }
        }
    }

    /// Splits conditions at AND and OR, each with its leading word; `BETWEEN a AND b` is one condition.
    private static List<List<Node>> terms(List<Node> body) {
        List<List<Node>> terms = new ArrayList<>();
        int start = 0;
        int cases = 0;
        boolean isBetween = false;
        for (int i = 0; i < body.size(); i++) {
            Node n = body.get(i);
            cases += n.is("CASE") ? 1 : n.is("END") && cases > 0 ? -1 : 0;
            if (n.is("BETWEEN")) {
                isBetween = true;
            } else if (n.is("AND") && isBetween) {
                isBetween = false;
            } else if ((n.is("AND") || n.is("OR")) && cases == 0 && i > start) {
                terms.add(body.subList(start, i));
                start = i;
            }
        }
        terms.add(body.subList(start, body.size()));
        return terms;
    }

    // --- words ------------------------------------------------------------

    /// Prints nodes in sequence, and expands brackets and CASE expressions that do not fit.
    private void writeBlock(List<Node> nodes, int indent) {
        boolean isWide = !fits(nodes);
        int cases = 0;
        for (Node n : nodes) {
            if (n.close != null && (n.isQuery() || n.hasComment() || isWide && !fits(List.of(n)))) {
                expand(n, indent + cases * INDENT);
                continue;
            }
            if (isWide && cases > 0 && (n.is("WHEN") || n.is("ELSE"))) {
                startLine(indent + cases * INDENT);
            } else if (isWide && cases > 0 && n.is("END")) {
                cases--;
                startLine(indent + cases * INDENT);
            }
            if (isWide && n.is("CASE")) {
                cases++;
            }
            write(n, indent + cases * INDENT);
        }
    }

    private void expand(Node n, int indent) {
        writeWord(n.text, n, indent);
        if (n.isQuery()) {
            writeStatement(n.inside, indent + INDENT);
        } else {
            writeList(n.inside, indent + INDENT);
        }
        startLine(indent);
        out.append(n.close);
        last = n;
        isAfterUnary = false;
        isLineStart = false;
    }

    private void write(Node n, int indent) {
        if (n.isComment()) {
            if (n.isOnOwnLine && !isLineStart) {
                startLine(indent);
            } else if (!isLineStart) {
                out.append("  ");
                isLineStart = true;
            }
            out.append(n.text);
            mustBreak = true;
            isLineStart = false;
            return;
        }
        writeWord(n.text, n, indent);
        if (n.close != null) {
            Node opened = n;
            last = null;
            isAfterUnary = false;
            for (Node inside : n.inside) {
                write(inside, indent + INDENT);
            }
            if (mustBreak) {
                startLine(indent);
            }
            out.append(n.close);
            last = opened;
            isAfterUnary = false;
            isLineStart = false;
        }
    }

    private void writeWord(String text, Node n, int indent) {
        if (mustBreak) {
            startLine(indent);
        }
        if (!isLineStart && isSpaced(last, n)) {
            out.append(' ');
        }
        out.append(text);
        isAfterUnary = isSign(n) && (last == null || isOpenEnded(last));
        last = n;
        isLineStart = false;
    }

    private static boolean isSign(Node n) {
        return n.isOperator("-") || n.isOperator("+") || n.isOperator("~");
    }

    /// Returns whether a sign after this node belongs to the following value.
    private static boolean isOpenEnded(Node before) {
        return before.close == null
                && (before.kind == SqlSpans.Kind.OPERATOR || before.kind == SqlSpans.Kind.KEYWORD && !before.is("END"));
    }

    private boolean isSpaced(Node before, Node next) {
        if (before == null || isAfterUnary) {
            return false;
        }
        if (next.isOperator(",")
                || next.isOperator(";")
                || next.isOperator(".")
                || next.isOperator("::")
                || before.isOperator(".")
                || before.isOperator("::")
                || before.isOperator("!")) {
            return false;
        }
        if (next.isOperator("!")) {
            return before.kind != SqlSpans.Kind.FUNCTION;
        }
        if (next.close != null && !next.text.equals("{")) {
            boolean isCalled = before.close == null
                    ? before.kind == SqlSpans.Kind.FUNCTION
                            || CALLED_KEYWORDS.contains(before.text)
                            || next.text.equals("[")
                                    && before.kind != SqlSpans.Kind.KEYWORD
                                    && before.kind != SqlSpans.Kind.OPERATOR
                    : next.text.equals("[");
            return !isCalled;
        }
        return true;
    }

    private boolean fits(List<Node> nodes) {
        if (nodes.stream().anyMatch(n -> n.hasComment() || hasQuery(n))) {
            return false;
        }
        SqlFormatter trial = new SqlFormatter();
        trial.last = last;
        trial.isLineStart = false;
        nodes.forEach(n -> trial.write(n, 0));
        return out.length() - (out.lastIndexOf("\n") + 1) + trial.out.length() <= WIDTH;
    }

    private static boolean hasQuery(Node n) {
        return n.isQuery() || n.close != null && n.inside.stream().anyMatch(SqlFormatter::hasQuery);
    }

    private void startLine(int indent) {
        mustBreak = false;
        if (isLineStart
                && out.length() - (out.lastIndexOf("\n") + 1) <= indent
                && out.substring(out.lastIndexOf("\n") + 1).isBlank()) {
            out.setLength(out.lastIndexOf("\n") + 1);
        } else if (!out.isEmpty()) {
            out.append('\n');
        }
        out.repeat(" ", Math.min(indent, MAX_INDENT));
        last = null;
        isAfterUnary = false;
        isLineStart = true;
    }
}
