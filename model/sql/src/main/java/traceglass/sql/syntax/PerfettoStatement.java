package traceglass.sql.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// Parsed statements that PerfettoSQL adds to SQL.
public sealed interface PerfettoStatement {

    /// `CREATE [OR REPLACE] PERFETTO TABLE|VIEW name [(columns)] AS query`
    ///
    /// @param columns declared columns, empty if none are declared
    /// @param query tokens of the query
    record Relation(boolean isView, boolean replaces, Token name, List<Parameter> columns, List<Token> query)
            implements PerfettoStatement {}

    /// `CREATE [OR REPLACE] PERFETTO FUNCTION name(parameters) RETURNS type|TABLE(columns) AS query`, or `DELEGATES
    /// TO other`.
    ///
    /// @param returns name of the type, in upper case; null for a table
    /// @param columns columns of the table that it returns
    /// @param query tokens of the query, empty if it delegates
    /// @param delegate the function it delegates to, or null
    record Function(
            boolean replaces,
            Token name,
            List<Parameter> parameters,
            String returns,
            List<Parameter> columns,
            List<Token> query,
            String delegate)
            implements PerfettoStatement {

        /// Returns a copy that may replace an existing function: a module may be included again after it
        /// failed.
        public Function replacing() {
            return new Function(true, name, parameters, returns, columns, query, delegate);
        }

        public Function withQuery(List<Token> newQuery) {
            return new Function(replaces, name, parameters, returns, columns, newQuery, delegate);
        }
    }

    /// `CREATE [OR REPLACE] PERFETTO MACRO name(parameters) RETURNS type AS tokens`
    record Macro(boolean replaces, Token name, List<Parameter> parameters, String returns, List<Token> body)
            implements PerfettoStatement {

        /// Returns a copy that may replace an existing macro.
        public Macro replacing() {
            return new Macro(true, name, parameters, returns, body);
        }
    }

    /// `CREATE [OR REPLACE] PERFETTO INDEX name ON table(columns)` and `DROP PERFETTO INDEX name ON table`.
    /// Ignored, because tables are scanned so fast that an index would only cost memory.
    record Index(Token table) implements PerfettoStatement {}

    /// `INCLUDE PERFETTO MODULE a.b.c` or `a.b.*`
    record Include(String module, Token location) implements PerfettoStatement {}

    /// `PERFETTO PRAGMA name = value`: a setting of the session.
    ///
    /// @param value tokens of the expression
    record Pragma(Token name, List<Token> value) implements PerfettoStatement {

        /// Returns the value, which must be an integer.
        public long number() throws SqlSyntaxException {
            boolean isNegative = value.size() == 2 && value.getFirst().isOperator("-");
            if (value.size() == 1 || isNegative) {
                try {
                    long number = Long.decode(value.getLast().text());
                    return isNegative ? -number : number;
                } catch (NumberFormatException e) {
                    // Reported below.
                }
            }
            throw new SqlSyntaxException("PERFETTO PRAGMA: expected a whole number", value.getFirst());
        }
    }

    /// `CREATE VIRTUAL TABLE name USING module(arguments)`
    record VirtualTable(boolean replaces, Token name, Token module, List<Token> arguments)
            implements PerfettoStatement {

        /// Returns a copy that may replace an existing table.
        public VirtualTable replacing() {
            return new VirtualTable(true, name, module, arguments);
        }
    }

    /// `SELECT CREATE_FUNCTION('f(a INT)', 'INT', 'SELECT …')` and related calls.
    record LegacyCall(Token function, List<String> arguments) implements PerfettoStatement {

        /// Returns the statement equivalent to a call of `CREATE_FUNCTION` or `CREATE_VIEW_FUNCTION` with three
        /// arguments.
        public String asFunction() {
            String returns = arguments.get(1);
            return "CREATE OR REPLACE PERFETTO FUNCTION " + arguments.get(0) + " RETURNS "
                    + (function.is("CREATE_VIEW_FUNCTION") ? "TABLE(" + returns + ")" : returns) + " AS "
                    + arguments.get(2);
        }
    }

    /// `BEGIN`, `START TRANSACTION`, `COMMIT`, `END`, `ROLLBACK` and `ABORT`.
    record Transaction(Token verb) implements PerfettoStatement {

        /// Returns whether it undoes the statements since the start of the transaction.
        public boolean undoes() {
            return verb.isAny("ROLLBACK", "ABORT");
        }
    }

    /// @param type upper case, without a following part in parentheses
    record Parameter(String name, String type) {}

    /// Parses the statement; returns null if it is plain SQL.
    static PerfettoStatement read(List<Token> tokens) throws SqlSyntaxException {
        return new Reader(tokens).statement();
    }

    /// Parses one statement from left to right.
    final class Reader {
        private final List<Token> tokens;
        private int position;

        Reader(List<Token> tokens) {
            this.tokens = tokens;
        }

        PerfettoStatement statement() throws SqlSyntaxException {
            if (accept("INCLUDE")) {
                expect("PERFETTO");
                expect("MODULE");
                return include();
            }
            if (peek("PERFETTO") && peekSecond("PRAGMA")) {
                position += 2;
                return pragma();
            }
            if (peek("DROP") && peekSecond("PERFETTO")) {
                position += 2;
                expect("INDEX");
                name();
                expect("ON");
                return new Index(name());
            }
            if (peek("SELECT")) {
                return legacy();
            }
            if (startsTransaction()) {
                return new Transaction(tokens.getFirst());
            }
            if (!accept("CREATE")) {
                return null;
            }
            boolean replaces = false;
            if (accept("OR")) {
                replaces = accept("REPLACE");
            }
            if (accept("VIRTUAL")) {
                return virtualTable(replaces);
            }
            if (!accept("PERFETTO")) {
                return null;
            }
            if (accept("TABLE")) {
                return relation(false, replaces);
            }
            if (accept("VIEW")) {
                return relation(true, replaces);
            }
            if (accept("FUNCTION")) {
                return function(replaces);
            }
            if (accept("MACRO")) {
                Token name = name();
                List<Parameter> parameters = parameters(UnaryOperator.identity());
                expect("RETURNS");
                String returns = name().value();
                expect("AS");
                return new Macro(replaces, name, parameters, returns, rest());
            }
            if (accept("INDEX")) {
                name();
                expect("ON");
                return new Index(name());
            }
            throw expected("TABLE, VIEW, FUNCTION, MACRO or INDEX");
        }

        private boolean peekSecond(String word) {
            return position + 1 < tokens.size() && tokens.get(position + 1).is(word);
        }

        private boolean startsTransaction() {
            return tokens.getFirst().isAny("BEGIN", "COMMIT", "END", "ROLLBACK", "ABORT")
                    || peek("START") && peekSecond("TRANSACTION");
        }

        private Pragma pragma() throws SqlSyntaxException {
            Token name = name();
            if (position >= tokens.size() || !tokens.get(position).isOperator("=")) {
                throw expected("=");
            }
            position++;
            if (position >= tokens.size()) {
                throw expected("a number");
            }
            return new Pragma(name, rest());
        }

        private VirtualTable virtualTable(boolean replaces) throws SqlSyntaxException {
            expect("TABLE");
            if (accept("IF")) {
                expect("NOT");
                expect("EXISTS");
            }
            Token name = name();
            expect("USING");
            Token module = name();
            return new VirtualTable(replaces, name, module, position < tokens.size() ? bracketed() : List.of());
        }

        private Include include() throws SqlSyntaxException {
            if (position == tokens.size() - 1 && tokens.get(position).isOperator("*")) {
                return new Include("*", tokens.get(position));
            }
            Token first = name();
            Token last = first;
            StringBuilder module = new StringBuilder(first.value());
            while (position < tokens.size() && tokens.get(position).isOperator(".")) {
                position++;
                if (position < tokens.size() && tokens.get(position).isOperator("*")) {
                    last = tokens.get(position++);
                    module.append(".*");
                } else {
                    last = name();
                    module.append('.').append(last.value());
                }
            }
            if (position < tokens.size()) {
                throw expected("the end of the statement");
            }
            return new Include(module.toString(), Token.span(first, last));
        }

        private Relation relation(boolean isView, boolean replaces) throws SqlSyntaxException {
            Token name = name();
            if (accept("USING")) {
                name();
            }
            List<Parameter> columns =
                    position < tokens.size() && tokens.get(position).isOperator("(") ? parameters() : List.of();
            expect("AS");
            return new Relation(isView, replaces, name, columns, rest());
        }

        private Function function(boolean replaces) throws SqlSyntaxException {
            Token name = name();
            List<Parameter> parameters = parameters();
            expect("RETURNS");
            String type = type();
            List<Parameter> columns = List.of();
            if (type.equals("TABLE")) {
                type = null;
                columns = parameters();
            }
            if (accept("DELEGATES")) {
                expect("TO");
                return new Function(replaces, name, parameters, type, columns, List.of(), name().value());
            }
            expect("AS");
            return new Function(replaces, name, parameters, type, columns, rest(), null);
        }

        private LegacyCall legacy() throws SqlSyntaxException {
            if (tokens.size() < 4
                    || !tokens.get(2).isOperator("(")
                    || !tokens.get(1)
                            .isAny(
                                    "CREATE_FUNCTION",
                                    "CREATE_VIEW_FUNCTION",
                                    "EXPERIMENTAL_MEMOIZE",
                                    "IMPORT",
                                    "RUN_METRIC",
                                    "CREATE_VIEW")) {
                return null;
            }
            position = 2;
            Token function = tokens.get(1);
            List<String> arguments = new ArrayList<>();
            for (List<Token> argument : commaSeparated(bracketed())) {
                if (argument.size() != 1
                        || argument.getFirst().kind() != Token.Kind.STRING
                                && argument.getFirst().kind() != Token.Kind.QUOTED) {
                    throw new SqlSyntaxException(function.text() + " takes strings", function);
                }
                arguments.add(argument.getFirst().value());
            }
            return new LegacyCall(function, arguments);
        }

        List<Parameter> parameters() throws SqlSyntaxException {
            return parameters(type -> type.toUpperCase(Locale.ROOT));
        }

        /// @param spelling spelling of the types
        List<Parameter> parameters(UnaryOperator<String> spelling) throws SqlSyntaxException {
            if (position >= tokens.size() || !tokens.get(position).isOperator("(")) {
                throw expected("(");
            }
            List<Parameter> parameters = new ArrayList<>();
            for (List<Token> part : commaSeparated(bracketed())) {
                if (!part.isEmpty()) {
                    boolean isReference = part.size() > 3 && part.get(2).isOperator("(");
                    String type = part.size() < 2
                            ? "ANY"
                            : spelling.apply(part.get(1).text())
                                    + (isReference
                                            ? SqlTokens.text(part.subList(2, part.size()))
                                                    .strip()
                                            : "");
                    parameters.add(new Parameter(
                            part.getFirst().value(), part.getLast().isOperator("...") ? type + "..." : type));
                }
            }
            return parameters;
        }

        private String type() throws SqlSyntaxException {
            String type = name().text().toUpperCase(Locale.ROOT);
            if (!type.equals("TABLE")
                    && position < tokens.size()
                    && tokens.get(position).isOperator("(")) {
                bracketed();
            }
            return type;
        }

        /// Returns the tokens inside the bracket that opens here, and moves past it.
        private List<Token> bracketed() throws SqlSyntaxException {
            int open = position;
            int depth = 0;
            for (; position < tokens.size(); position++) {
                depth += tokens.get(position).opens() ? 1 : tokens.get(position).closes() ? -1 : 0;
                if (depth == 0) {
                    position++;
                    return tokens.subList(open + 1, position - 1);
                }
            }
            throw new SqlSyntaxException("syntax error: \"(\" is not closed", tokens.get(open));
        }

        private List<Token> rest() throws SqlSyntaxException {
            if (position >= tokens.size()) {
                throw expected("a query");
            }
            return tokens.subList(position, tokens.size());
        }

        Token name() throws SqlSyntaxException {
            if (position >= tokens.size() || !tokens.get(position).isName()) {
                throw expected("a name");
            }
            return tokens.get(position++);
        }

        private boolean peek(String word) {
            return position < tokens.size() && tokens.get(position).is(word);
        }

        private boolean accept(String word) {
            if (peek(word)) {
                position++;
                return true;
            }
            return false;
        }

        private void expect(String word) throws SqlSyntaxException {
            if (!accept(word)) {
                throw expected(word);
            }
        }

        private SqlSyntaxException expected(String description) {
            Token last = tokens.getLast();
            return position < tokens.size()
                    ? new SqlSyntaxException(
                            "syntax error at \"" + tokens.get(position).text() + "\": expected " + description,
                            tokens.get(position))
                    : SqlSyntaxException.after(
                            "syntax error at the end of the statement: expected " + description, last);
        }
    }

    /// Splits tokens at commas outside brackets; empty for no tokens.
    static List<List<Token>> commaSeparated(List<Token> tokens) {
        List<List<Token>> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token t = tokens.get(i);
            depth += t.opens() ? 1 : t.closes() ? -1 : 0;
            if (depth == 0 && t.isOperator(",")) {
                parts.add(tokens.subList(start, i));
                start = i + 1;
            }
        }
        if (start < tokens.size() || !parts.isEmpty()) {
            parts.add(tokens.subList(start, tokens.size()));
        }
        return parts;
    }
}
