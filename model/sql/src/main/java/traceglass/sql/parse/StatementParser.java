package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.RawTokens;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.SqlType;
import traceglass.sql.tree.TableElement;
import traceglass.sql.tree.TableSource;

/// Parses statements: queries, PerfettoSQL's statements, and those of SQL that contain queries or expressions. All
/// others are kept as tokens.
final class StatementParser extends PipeParser {

    StatementParser(List<Token> tokens, boolean isTolerant) {
        super(tokens, isTolerant);
    }

    /// `statement = query | explain | prepare | copy | perfetto | create | insert | update | delete | merge
    ///           | {TOKEN}`
    SqlStatement statement() throws SqlSyntaxException {
        SqlStatement statement = start();
        if (!atEnd()) {
            report("the end of the statement");
            skipTo(tokens.size());
        }
        return statement;
    }

    private SqlStatement start() throws SqlSyntaxException {
        int start = position;
        if (startsQuery(0) || is("(") || isMacro()) {
            Word after = is(Word.WITH) ? afterWith() : Word.NONE;
            boolean isChange = switch (after) {
                case INSERT, REPLACE, UPDATE, DELETE, MERGE -> true;
                default -> false;
            };
            return isChange ? changes(with(), start) : new SqlStatement.Read(query(), span(start));
        }
        return switch (word()) {
            case EXPLAIN -> explain(start);
            case INCLUDE -> word(1) == Word.PERFETTO ? include(start) : other(start);
            case PERFETTO -> pragma(start);
            case DROP -> word(1) == Word.PERFETTO ? dropIndex(start) : drop(start);
            case CREATE -> create(start);
            case INSERT, REPLACE, UPDATE, DELETE -> changes(null, start);
            case MERGE -> word(1) == Word.INTO ? merge(null, start) : other(start);
            default ->
                isWord("PREPARE") && isName(1)
                        ? prepare(start)
                        : isWord("COPY") && is("(", 1) ? copy(start) : other(start);
        };
    }

    boolean isWord(String word) {
        return kind(0) == Token.Kind.WORD && current().is(word);
    }

    /// `prepare = PREPARE name ["(" {TOKEN} ")"] AS statement`
    private SqlStatement prepare(int start) throws SqlSyntaxException {
        position++;
        SqlName name = name();
        if (is("(")) {
            skipTo(Math.min(closing(position) + 1, tokens.size()));
        }
        expect(Word.AS);
        return new SqlStatement.Prepare(name, start(), span(start));
    }

    /// `copy = COPY "(" query ")" {TOKEN}`
    private SqlStatement copy(int start) throws SqlSyntaxException {
        position++;
        Query query = queryInBrackets();
        return new SqlStatement.Copy(query, raw(readRest()), span(start));
    }

    /// `drop = DROP kind [IF EXISTS] path {TOKEN}`
    private SqlStatement drop(int start) throws SqlSyntaxException {
        position += isName(1) ? 2 : 1;
        if (is(Word.IF) && word(1) == Word.EXISTS) {
            position += 2;
        }
        if (isName()) {
            path();
        }
        position = start;
        return other(start);
    }

    private SqlStatement other(int start) throws SqlSyntaxException {
        List<Expression> values = valuesInDefinition();
        return new SqlStatement.Other(raw(readRest()), values, span(start));
    }

    private List<Expression> valuesInDefinition() throws SqlSyntaxException {
        return isTolerant() ? List.of() : new RawExpressions(this).inDefinition();
    }

    /// Returns the first word after a WITH clause.
    private Word afterWith() throws SqlSyntaxException {
        int start = position;
        while (!atEnd()) {
            switch (word()) {
                case SELECT, VALUES, FROM, INSERT, REPLACE, UPDATE, DELETE, MERGE -> {
                    Word found = word();
                    position = start;
                    return found;
                }
                default -> position = current().opens() ? closing(position) + 1 : position + 1;
            }
        }
        position = start;
        return Word.NONE;
    }

    /// `explain = EXPLAIN [ANALYZE | QUERY PLAN | "(" {TOKEN} ")"] statement`
    private SqlStatement explain(int start) throws SqlSyntaxException {
        position++;
        int from = position;
        if (accept(Word.ANALYZE)) {
            from = position - 1;
        } else if (kind(0) == Token.Kind.WORD && current().is("QUERY") && word(1) == Word.PLAN) {
            position += 2;
        } else if (is("(") && !startsQuery(1)) {
            position = Math.min(closing(position) + 1, tokens.size());
        }
        RawTokens options = raw(tokens.subList(from, position));
        return new SqlStatement.Explain(options, start(), span(start));
    }

    // --- PerfettoSQL ------------------------------------------------------------

    /// `include = INCLUDE PERFETTO MODULE (name {"." name} ["." "*"] | "*")`
    private SqlStatement include(int start) throws SqlSyntaxException {
        position += 2;
        expect(Word.MODULE);
        if (accept("*")) {
            return new SqlStatement.Include("*", span(start));
        }
        StringBuilder module = new StringBuilder(
                isName() ? name().text() : missingName("a name").text());
        while (accept(".")) {
            module.append('.')
                    .append(
                            accept("*")
                                    ? "*"
                                    : isName()
                                            ? name().text()
                                            : missingName("a name").text());
        }
        return new SqlStatement.Include(module.toString(), span(start));
    }

    /// `pragma = PERFETTO PRAGMA name "=" expression`
    private SqlStatement pragma(int start) throws SqlSyntaxException {
        position++;
        expect(Word.PRAGMA);
        SqlName name = name();
        expect("=");
        return new SqlStatement.PerfettoPragma(name, expression(), span(start));
    }

    /// `dropIndex = DROP PERFETTO INDEX name ON name`
    private SqlStatement dropIndex(int start) throws SqlSyntaxException {
        position += 2;
        expect(Word.INDEX);
        SqlName name = name();
        expect(Word.ON);
        return new SqlStatement.PerfettoIndex(true, false, name, name(), List.of(), span(start));
    }

    /// ```
    /// create = CREATE [OR REPLACE] PERFETTO (table | function | macro | index)
    ///        | CREATE VIRTUAL TABLE [IF NOT EXISTS] name USING name ["(" {TOKEN} ")"] | CREATE createAs
    ///        | {TOKEN}
    /// ```
    private SqlStatement create(int start) throws SqlSyntaxException {
        position++;
        boolean replaces = is(Word.OR) && word(1) == Word.REPLACE;
        position += replaces ? 2 : 0;
        if (accept(Word.VIRTUAL)) {
            return virtualTable(start);
        }
        if (accept(Word.PERFETTO)) {
            return perfetto(replaces, start);
        }
        position = start;
        return createAs(start);
    }

    private SqlStatement perfetto(boolean replaces, int start) throws SqlSyntaxException {
        switch (word()) {
            case TABLE, VIEW -> {
                return relation(replaces, start);
            }
            case FUNCTION -> {
                return function(replaces, start);
            }
            case MACRO -> {
                position++;
                SqlName name = name();
                List<SqlStatement.Declared> parameters = declared();
                expectReturns();
                SqlName returns = name();
                expect(Word.AS);
                return new SqlStatement.PerfettoMacro(
                        replaces, name, parameters, returns, raw(readRest()), span(start));
            }
            case INDEX -> {
                position++;
                SqlName name = name();
                expect(Word.ON);
                SqlName table = name();
                List<SqlName> columns = is("(") ? nameList() : List.of();
                return new SqlStatement.PerfettoIndex(false, replaces, name, table, columns, span(start));
            }
            default -> {
                report("TABLE, VIEW, FUNCTION, MACRO or INDEX");
                return other(start);
            }
        }
    }

    private void expectReturns() throws SqlSyntaxException {
        if (kind(0) == Token.Kind.WORD && current().is("RETURNS")) {
            position++;
        } else {
            report("RETURNS");
        }
    }

    /// `table = (TABLE | VIEW) name [USING name] [declared] AS query`
    private SqlStatement relation(boolean replaces, int start) throws SqlSyntaxException {
        boolean isView = is(Word.VIEW);
        position++;
        SqlName name = name();
        if (accept(Word.USING)) {
            name();
        }
        List<SqlStatement.Declared> columns = is("(") ? declared() : List.of();
        expect(Word.AS);
        return new SqlStatement.PerfettoRelation(isView, replaces, name, columns, query(), span(start));
    }

    /// `function = FUNCTION name declared RETURNS (type | TABLE declared) (AS query | DELEGATES TO name)`
    private SqlStatement function(boolean replaces, int start) throws SqlSyntaxException {
        position++;
        SqlName name = name();
        List<SqlStatement.Declared> parameters = declared();
        expectReturns();
        SqlType returns = null;
        List<SqlStatement.Declared> columns = List.of();
        if (accept(Word.TABLE)) {
            columns = declared();
        } else {
            returns = type(false);
        }
        if (accept(Word.DELEGATES)) {
            expect(Word.TO);
            return new SqlStatement.PerfettoFunction(
                    replaces, name, parameters, returns, columns, null, name(), span(start));
        }
        expect(Word.AS);
        return new SqlStatement.PerfettoFunction(
                replaces, name, parameters, returns, columns, query(), null, span(start));
    }

    /// `declared = "(" [name {TOKEN} {"," name {TOKEN}}] ")"`
    private List<SqlStatement.Declared> declared() throws SqlSyntaxException {
        expect("(");
        List<SqlStatement.Declared> list = new ArrayList<>();
        while (!atEnd() && !is(")")) {
            SqlName name = name();
            int from = position;
            skipPart();
            list.add(new SqlStatement.Declared(name, raw(tokens.subList(from, position))));
            if (!accept(",")) {
                break;
            }
        }
        close(")");
        return list;
    }

    private SqlStatement virtualTable(int start) throws SqlSyntaxException {
        expect(Word.TABLE);
        skipIfNotExists();
        SqlName name = name();
        expect(Word.USING);
        SqlName module = name();
        List<Token> arguments = List.of();
        if (is("(")) {
            int open = position;
            skipTo(Math.min(closing(open) + 1, tokens.size()));
            arguments = tokens.subList(open + 1, Math.max(open + 1, position - 1));
        }
        return new SqlStatement.VirtualTable(name, module, raw(arguments), span(start));
    }

    private boolean skipIfNotExists() {
        if (is(Word.IF) && word(1) == Word.NOT && word(2) == Word.EXISTS) {
            position += 3;
            return true;
        }
        return false;
    }

    // --- SQL ------------------------------------------------------------

    /// ```
    /// createAs = [OR REPLACE] [TEMP | TEMPORARY] (TABLE | VIEW) [IF NOT EXISTS] path ["(" names ")"] AS query
    ///          | [OR REPLACE] [TEMP | TEMPORARY] (TABLE | VIEW | SEQUENCE) [IF NOT EXISTS] path
    ///            [elements [options]] {TOKEN}
    /// ```
    private SqlStatement createAs(int start) throws SqlSyntaxException {
        List<String> words = new ArrayList<>();
        position++;
        while (is(Word.OR) || is(Word.REPLACE) || is(Word.TEMP) || is(Word.TEMPORARY) || is(Word.RECURSIVE)) {
            words.add(word().name());
            position++;
        }
        boolean isMacro = (is(Word.MACRO) || is(Word.FUNCTION)) && isName(1);
        boolean isTable = is(Word.TABLE);
        boolean isSequence = isWord("SEQUENCE");
        if (!isMacro && !isTable && !isSequence && !is(Word.VIEW)) {
            position = start;
            return other(start);
        }
        SqlName kind = SqlName.of(current(), new NodeSpan(tokens, position, position + 1));
        words.add(kind.text().toUpperCase(Locale.ROOT));
        position++;
        if (skipIfNotExists()) {
            words.addAll(List.of("IF", "NOT", "EXISTS"));
        }
        SqlStatement.Head head = new SqlStatement.Head(words, kind, path());
        if (isMacro) {
            return macro(head, start);
        }
        boolean hasColumns = is("(") && word(closing(position) + 1 - position) == Word.AS;
        List<SqlName> columns = hasColumns ? nameList() : List.of();
        if (!accept(Word.AS)) {
            return definition(head, isTable, start);
        }
        return new SqlStatement.CreateAs(head, columns, query(), span(start));
    }

    /// Reads a definition without a query. Of its content, the tree contains only the declared columns of a table.
    private SqlStatement definition(SqlStatement.Head head, boolean isTable, int start) throws SqlSyntaxException {
        TableElements table = new TableElements(this);
        boolean hasElements = isTable && is("(");
        List<TableElement> elements = hasElements ? table.elements() : List.of();
        NodeSpan options = hasElements ? table.options() : null;
        position = start;
        List<Expression> values = valuesInDefinition();
        return new SqlStatement.Create(head, elements, options, raw(readRest()), values, span(start));
    }

    /// `macro = declared AS (TABLE query | expression)`
    private SqlStatement macro(SqlStatement.Head head, int start) throws SqlSyntaxException {
        List<SqlStatement.Declared> parameters = declared();
        expect(Word.AS);
        Query query = null;
        Expression value = null;
        if (is(Word.TABLE) && (startsQuery(1) || is("(", 1))) {
            position++;
            query = query();
        } else {
            value = expression();
        }
        return new SqlStatement.CreateMacro(head, parameters, query, value, span(start));
    }

    private SqlStatement changes(Query.@Nullable With with, int start) throws SqlSyntaxException {
        return switch (word()) {
            case UPDATE -> update(with, start);
            case DELETE -> delete(with, start);
            case MERGE -> merge(with, start);
            default -> insert(with, start);
        };
    }

    /// ```
    /// insert = (INSERT [OR name] | REPLACE) INTO path [AS name] ["(" names ")"] [BY NAME | BY POSITION]
    ///          (query | DEFAULT VALUES) {TOKEN}
    /// ```
    private SqlStatement insert(Query.@Nullable With with, int start) throws SqlSyntaxException {
        List<String> head = new ArrayList<>();
        while (!atEnd() && !is(Word.INTO) && kind(0) == Token.Kind.WORD) {
            head.add(current().text().toUpperCase(Locale.ROOT));
            position++;
        }
        expect(Word.INTO);
        List<SqlName> path = path();
        SqlName alias = accept(Word.AS) ? name() : null;
        List<SqlName> columns = is("(") && !startsQuery(1) && isName(1) ? nameList() : List.of();
        String by = is(Word.BY) && (word(1) == Word.NAME || word(1) == Word.POSITION) ? word(1).name() : "";
        position += by.isEmpty() ? 0 : 2;
        Query query = null;
        if (!accept(Word.DEFAULT, Word.VALUES)) {
            query = query();
        }
        RawExpressions changes = new RawExpressions(this);
        List<Expression> values = isTolerant() ? List.of() : changes.inChanges();
        return new SqlStatement.Insert(
                with, head, path, alias, columns, by, query, raw(readRest()), values, changes.returning(), span(start));
    }

    /// ```
    /// update = UPDATE [OR name] source SET assignments [FROM sources] [WHERE expression] [RETURNING items]
    /// ```
    private SqlStatement update(Query.@Nullable With with, int start) throws SqlSyntaxException {
        position++;
        String or = "";
        if (accept(Word.OR)) {
            or = name().text();
        }
        TableSource table = source();
        if (!acceptClause(Word.SET)) {
            report("SET");
        }
        List<SqlStatement.Assignment> assignments = assignments();
        List<TableSource> from = acceptClause(Word.FROM) ? sources() : List.of();
        Expression where = acceptClause(Word.WHERE) ? expression() : null;
        return new SqlStatement.Update(with, or, table, assignments, from, where, returning(), span(start));
    }

    /// `delete = DELETE FROM source [USING sources] [WHERE expression] [RETURNING items]`
    private SqlStatement delete(Query.@Nullable With with, int start) throws SqlSyntaxException {
        position++;
        expect(Word.FROM);
        TableSource table = source();
        List<TableSource> using = accept(Word.USING) ? sources() : List.of();
        Expression where = acceptClause(Word.WHERE) ? expression() : null;
        return new SqlStatement.Delete(with, table, using, where, returning(), span(start));
    }

    /// `merge = MERGE INTO source USING joined (ON expression | USING "(" names ")") {TOKEN}`
    private SqlStatement merge(Query.@Nullable With with, int start) throws SqlSyntaxException {
        position++;
        expect(Word.INTO);
        TableSource table = source();
        expect(Word.USING);
        TableSource source = joined();
        Expression on = acceptClause(Word.ON) ? expression() : null;
        if (on == null && accept(Word.USING)) {
            nameList();
        }
        List<Expression> values = isTolerant() ? List.of() : new RawExpressions(this).inActions();
        return new SqlStatement.Merge(with, table, source, on, raw(readRest()), values, span(start));
    }

    private List<SelectItem> returning() throws SqlSyntaxException {
        return acceptClause(Word.RETURNING) ? items() : List.of();
    }
}
