package traceglass.sql.session;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.DeclaredTypes;
import traceglass.sql.bind.FunctionMacro;
import traceglass.sql.bind.TableLoader;
import traceglass.sql.bind.TableUseNotifier;
import traceglass.sql.bind.UserFunctions;
import traceglass.sql.bind.ViewOrder;
import traceglass.sql.dialect.StatementChanges;
import traceglass.sql.emit.SqlTranslator;
import traceglass.sql.functions.Builtins;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.modules.Prelude;
import traceglass.sql.operators.Flamegraphs;
import traceglass.sql.operators.VirtualTables;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.result.CancellationFlag;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.result.Execution;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.store.TraceStore;

/// An SQL session of one user with a trace: objects created by a statement are visible to later statements of this
/// session only.
///
/// A session is used by one thread at a time; only `cancel` may be called from another.
public final class SqlSession implements AutoCloseable {
    private final Connection connection;
    private final SqlPolicy policy;
    private final ModuleLibrary library;
    private final Catalog catalog;
    private final Builtins builtins;
    private final UserFunctions functions = new UserFunctions();
    private final MetricFunctions metricFunctions = new MetricFunctions();
    private final IncludedModules modules;
    private final SqlTranslator translator;
    private final TableUseNotifier tableUse;
    private final VirtualTables virtualTables;
    private final OperatorRunner operators;
    private final RecursiveFunctions recursives;
    private final StatementLog log;
    private final Execution execution;
    private final StatementRunner runner;
    private final ErrorAdvice advice;
    private final LegacyCalls legacyCalls;
    private final Set<String> functionNames = new HashSet<>();
    private final StatementExpander expander = new StatementExpander(this::includeDefiningModule, this::columns);
    /// Names of the modules that were read, by their texts.
    private final Map<String, String> moduleTexts = new IdentityHashMap<>();
    private String current = "";
    private int currentIndex;

    /// Creates a session that may only read the trace.
    ///
    /// @param connection a DuckDB connection private to this session; it is closed with the session
    public SqlSession(Connection connection) throws SQLException {
        this(connection, TableLoader.NONE, SqlPolicy.TRACE_ONLY, new ModuleLibrary());
    }

    /// Opens a session on a trace, which loads the store's pending tables on demand.
    ///
    /// @param policy permissions of statements besides reading the trace
    /// @param library modules for INCLUDE PERFETTO MODULE
    public static SqlSession on(TraceStore store, SqlPolicy policy, ModuleLibrary library) throws QueryException {
        try {
            TraceStore used = policy.storeFor(store);
            return new SqlSession(used.lazyConnection(), new OnDemandTables(used), policy, library);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Opens a session that may only read a trace; all pending tables are loaded first.
    public static SqlSession loaded(TraceStore store) throws QueryException {
        try {
            return new SqlSession(store.connection());
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// @param connection a DuckDB connection private to this session; it is closed with the session
    /// @param loader receives the names used by a statement before it runs
    /// @param policy permissions of statements besides reading the trace
    /// @param library modules for INCLUDE PERFETTO MODULE
    public SqlSession(Connection connection, TableLoader loader, SqlPolicy policy, ModuleLibrary library)
            throws SQLException {
        this.connection = connection;
        execution = new Execution(connection);
        recursives = new RecursiveFunctions(connection, this::openCompanion);
        this.policy = policy;
        this.library = library;
        catalog = new Catalog(connection, loader);
        builtins = new Builtins(connection);
        log = new StatementLog(connection, catalog, Clock.systemUTC());
        translator = new SqlTranslator(catalog, functions);
        tableUse = new TableUseNotifier(catalog, functions, loader);
        advice = new ErrorAdvice(catalog, library, expander.macros(), functionNames);
        modules = new IncludedModules(connection, library, catalog, advice, moduleTexts, this::execute);
        runner = new StatementRunner(catalog, translator, functions, tableUse, builtins, execution, modules, advice);
        legacyCalls = new LegacyCalls((frame, statement) -> execute(frame, statement, cursor -> {}), modules);
        virtualTables = new VirtualTables(connection, catalog);
        operators = new OperatorRunner(connection, catalog, modules, tableUse, execution, this::query);
        SqlPolicy.prepareSession(connection);
        try {
            for (List<Token> macro : Prelude.macros()) {
                expander.macros().define((PerfettoStatement.Macro) PerfettoStatement.read(macro));
            }
        } catch (SqlSyntaxException e) {
            throw new SQLException(e);
        }
    }

    /// Runs all statements of a text in order and passes each result to the sink; stops at the first that fails.
    ///
    /// @throws SqlProblem with the message and position in `sqlText`
    public void run(String sqlText, ResultSink sink) throws SqlProblem {
        run(BoundSql.positional(sqlText), sink);
    }

    /// Runs statements with values for their parameters; positions of problems are those in the text with the values.
    public void run(BoundSql bound, ResultSink sink) throws SqlProblem {
        String sqlText = bound.text();
        execution.begin();
        clearCachedResults();
        catalog.discardValues();
        log.begin(sqlText);
        int index = 0;
        BooleanSupplier previous = CancellationFlag.set(execution::isCanceled);
        try {
            for (List<Token> statement : bound.statements()) {
                current = sqlText.substring(
                        statement.getFirst().start(), statement.getLast().end());
                currentIndex = index;
                execute(new ExecutionFrame(sqlText, index, moduleTexts), statement, sink);
                index++;
            }
        } catch (SqlSyntaxException e) {
            throw new ExecutionFrame(sqlText, index, moduleTexts).problem(e, advice);
        } catch (CancellationException e) {
            throw SqlProblem.canceled(index);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | NoSuchElementException | StackOverflowError e) {
            // Any input must result in a readable message.
            throw new SqlProblem("the statement can't be read", 0, 0, index, false, e);
        } catch (OutOfMemoryError e) {
            throw new SqlProblem(
                    "the query needs more memory than is available; request fewer rows", 0, 0, index, false, e);
        } finally {
            log.end();
            CancellationFlag.set(previous);
        }
    }

    /// Returns the running or last statement as written, for a sink that needs to know the origin of its result.
    public String statement() {
        return current;
    }

    /// Returns the 0-based index of the running or last statement in its text.
    public int statementIndex() {
        return currentIndex;
    }

    /// Names of the objects of included modules that no statement has used yet, in lower case. They are created by
    /// the first statement that uses them.
    Set<String> pendingNames() {
        return Set.copyOf(modules.pending().names());
    }

    /// Runs the statements of this session.
    Execution execution() {
        return execution;
    }

    /// Returns the number of statements in a text; 0 if it can't be read. Running it then reports the error.
    public static int countStatements(String sqlText) {
        try {
            return SqlTokens.statements(SqlTokens.read(sqlText)).size();
        } catch (SqlSyntaxException e) {
            return 0;
        }
    }

    /// Returns whether a text consists of white space, comments and semicolons.
    public static boolean isEmpty(String sqlText) {
        try {
            return SqlTokens.statements(SqlTokens.read(sqlText)).isEmpty();
        } catch (SqlSyntaxException e) {
            return false;
        }
    }

    /// Runs one DuckDB statement unchanged: without translation, permission check or loading of pending tables. For
    /// statements of the program, over tables that a query has created.
    public void runUntranslated(String sql, ResultSink sink) throws SqlProblem {
        execution.begin();
        try {
            execution.run(sql, sink);
        } catch (SQLException e) {
            throw execution.isCanceled()
                    ? SqlProblem.canceled(0)
                    : new SqlProblem(DuckDbError.of(e).userMessage(), 0, 0, 0, false, e);
        } catch (IOException e) {
            throw new SqlProblem(e.getMessage(), 0, 0, 0, false, e);
        }
    }

    /// Clears the cached results of recursive functions, which may change with the tables they read.
    private void clearCachedResults() throws SqlProblem {
        try {
            recursives.reset();
        } catch (QueryException | SQLException e) {
            throw new SqlProblem(e.getMessage(), 0, 0, 0, false, e);
        }
    }

    /// Cancels the running statement, from any thread; `run` then throws a problem that reports it.
    public void cancel() {
        execution.cancel(recursives::cancel);
    }

    private void execute(ExecutionFrame frame, List<Token> raw, ResultSink sink) throws SqlProblem, SqlSyntaxException {
        List<Token> metric = metricFunctions.expandCall(raw);
        if (metric != null) {
            runMetricFunction(frame, metric);
            return;
        }
        Token described = TableInfoPragma.table(raw);
        if (described != null) {
            runPlain(frame, TableInfoPragma.query(described, query -> columns(frame, query)), sink);
            return;
        }
        PerfettoStatement special = PerfettoStatement.read(raw);
        if (special == null) {
            runPlain(frame, expander.expand(frame, raw), sink);
            return;
        }
        switch (special) {
            case PerfettoStatement.Relation relation -> {
                runPlain(frame, creationOf(frame, relation, relation.replaces() || frame.module() != null), sink);
                applyDeclaredTypes(frame, relation);
            }
            case PerfettoStatement.Function function ->
                define(frame, function.withQuery(expander.expand(frame, function.query())));
            case PerfettoStatement.Macro macro -> {
                modules.pending().createUsersOf(frame, macro.name());
                expander.macros().define(frame.module() == null ? macro : macro.replacing());
            }
            case PerfettoStatement.Index index -> requireTable(frame, index.table());
            case PerfettoStatement.Include include -> modules.include(frame, include);
            case PerfettoStatement.Pragma pragma -> expander.set(pragma);
            case PerfettoStatement.VirtualTable virtual ->
                createVirtualTable(frame, frame.module() == null ? virtual : virtual.replacing());
            case PerfettoStatement.LegacyCall call -> legacyCalls.run(frame, call);
            case PerfettoStatement.Transaction transaction -> runTransaction(transaction);
        }
    }

    /// There are no transactions: an error in one would end it, and with it the functions and tables that the
    /// session created in the transaction for its own purposes.
    private static void runTransaction(PerfettoStatement.Transaction statement) throws SqlSyntaxException {
        if (statement.undoes()) {
            throw new SqlSyntaxException(
                    "statements can't be undone here: each takes effect immediately, even after BEGIN",
                    statement.verb());
        }
    }

    private boolean includeDefiningModule(ExecutionFrame frame, String name, Token location) throws SqlProblem {
        return modules.include(frame, name, location);
    }

    /// Returns the columns of a query, which returns no rows.
    private List<ResultColumn> columns(ExecutionFrame frame, List<Token> query) throws SqlProblem, SqlSyntaxException {
        List<ResultColumn> columns = new ArrayList<>();
        runPlain(frame, query, cursor -> {
            columns.clear();
            columns.addAll(cursor.columns());
        });
        return columns;
    }

    /// @param replaces whether it may replace an existing one: a module may be included again after it failed
    private List<Token> creationOf(ExecutionFrame frame, PerfettoStatement.Relation relation, boolean replaces)
            throws SqlProblem, SqlSyntaxException {
        modules.pending().createUsersOf(frame, relation.name());
        List<Token> out = new ArrayList<>(SqlTokens.read(
                "CREATE " + (replaces ? "OR REPLACE " : "") + "TEMP " + (relation.isView() ? "VIEW " : "TABLE "),
                relation.name().origin()));
        out.add(relation.name().withSpace(true));
        out.addAll(SqlTokens.read(" AS ", relation.name().origin()));
        List<Token> query = expander.expand(frame, relation.query());
        ViewOrder order = relation.isView() ? ViewOrder.of(query) : ViewOrder.NONE;
        catalog.setOrder(relation.name().value(), order);
        out.addAll(query.subList(0, query.size() - order.length()));
        return out;
    }

    /// Converts columns to their declared types if DuckDB's differ: a column without values must not be numeric if
    /// text is declared.
    private void applyDeclaredTypes(ExecutionFrame frame, PerfettoStatement.Relation relation) throws SqlProblem {
        if (frame.module() != null && library.isStandardModule(frame.module())) {
            // Standard modules have the declared types except for the width of integers; rewriting their
            // tables for that would take time.
            return;
        }
        try {
            for (String statement : DeclaredTypes.statements(relation, connection)) {
                try (Statement s = connection.createStatement()) {
                    s.execute(statement);
                }
                catalog.invalidate();
            }
        } catch (SQLException e) {
            throw frame.problem(DuckDbError.of(e).userMessage(), relation.name(), e);
        }
    }

    private void define(ExecutionFrame frame, PerfettoStatement.Function function)
            throws SqlProblem, SqlSyntaxException {
        if (function.delegate() != null) {
            policy.checkFunction(function.delegate(), function.name());
        }
        if (metricFunctions.define(function)) {
            return;
        }
        modules.pending().createUsersOf(frame, function.name());
        modules.pending().createNamed(frame, function.query());
        modules.forget(function.name().value());
        ParsedStatement query =
                function.query().isEmpty() ? null : operators.prepare(frame, ParsedStatement.of(function.query()));
        PerfettoStatement.Function stored = frame.module() == null ? function : function.replacing();
        stored = query == null ? stored : stored.withQuery(query.tokens());
        if (RecursiveFunction.isRecursive(function)) {
            try {
                // Its query runs during another statement, when no tables can be loaded.
                tableUse.announceAny();
                stored = recursives.register(stored);
            } catch (SQLException e) {
                throw frame.problem(DuckDbError.of(e).userMessage(), function.name(), e);
            }
        }
        recursives.add(stored);
        functionNames.add(stored.name().value());
        function = stored;
        if (!function.replaces()
                && operators.inlined().isDefined(function.name().value())) {
            throw new SqlSyntaxException(
                    "function " + function.name().value() + " is already defined; CREATE OR REPLACE replaces it",
                    function.name());
        }
        if (operators.inlined().define(function, query)) {
            return;
        }
        FunctionValidator check = new FunctionValidator(
                runner, connection, read -> modules.createPreludeObjects(frame, read), execution::isCanceled);
        PerfettoStatement.Function valid =
                function.delegate() == null ? check.validate(function, query, frame.index()) : function;
        for (FunctionMacro macro : functions.define(valid, check.columns())) {
            operators.run(frame, macro.statement(), cursor -> {}, check.changesOf(valid, macro));
        }
    }

    /// Returns a session on the same database with the same functions and macros.
    private SqlSession openCompanion() throws SQLException, SqlProblem {
        SqlSession session = new SqlSession(
                connection.unwrap(DuckDBConnection.class).duplicate(), TableLoader.NONE, policy, library);
        session.expander.macros().addAll(expander.macros());
        recursives.shareTablesWith(session.connection);
        try {
            for (PerfettoStatement.Function function : recursives.defined()) {
                session.define(new ExecutionFrame("", 0), function);
            }
        } catch (SqlSyntaxException e) {
            throw new SQLException(e.getMessage(), e);
        }
        return session;
    }

    private void requireTable(ExecutionFrame frame, Token table) throws SqlProblem, SqlSyntaxException {
        modules.pending().createNamed(frame, List.of(table));
        try {
            if (catalog.relation(table.value()) == null) {
                throw frame.problem(advice.advise("no such table: " + table.value(), List.of()), table, null);
            }
        } catch (SQLException e) {
            throw frame.problem(DuckDbError.of(e).userMessage(), table, e);
        }
    }

    private void createVirtualTable(ExecutionFrame frame, PerfettoStatement.VirtualTable v)
            throws SqlProblem, SqlSyntaxException {
        if (v.module().value().equalsIgnoreCase(Flamegraphs.MODULE)) {
            runPlain(frame, operators.flamegraphs().define(v), cursor -> {});
            return;
        }
        modules.pending().createUsersOf(frame, v.name());
        modules.pending().createNamed(frame, v.arguments());
        try {
            tableUse.announce(v.arguments());
            virtualTables.create(v, (sql, sink) -> execution.run(sql, sink));
            catalog.update(
                    SqlTokens.read("CREATE TABLE " + Token.quoteName(v.name().value())));
        } catch (SQLException | IOException e) {
            if (execution.isCanceled()) {
                throw SqlProblem.canceled(frame.index());
            }
            throw frame.problem(
                    e instanceof SQLException sql ? DuckDbError.of(sql).userMessage() : e.getMessage(), v.name(), e);
        }
    }

    /// Runs the query of a function that runs a metric.
    private void runMetricFunction(ExecutionFrame frame, List<Token> call) throws SqlProblem, SqlSyntaxException {
        List<Token> values = MetricFunctions.arguments(call);
        if (values == null) {
            execute(frame, call, cursor -> {});
            return;
        }
        List<String> arguments = new ArrayList<>();
        runPlain(frame, expander.expand(frame, values), cursor -> {
            arguments.clear();
            cursor.next();
            for (int i = 0; i < cursor.columns().size(); i++) {
                arguments.add(cursor.getString(i));
            }
        });
        if (arguments.contains(null)) {
            throw new SqlSyntaxException(
                    "RUN_METRIC: argument " + (arguments.indexOf(null) + 1) + " is NULL", call.get(1));
        }
        legacyCalls.runMetric(frame, new PerfettoStatement.LegacyCall(call.get(1), arguments));
    }

    /// Runs a statement without macros: first its operators, then the rest.
    private void runPlain(ExecutionFrame frame, List<Token> expanded, ResultSink sink)
            throws SqlProblem, SqlSyntaxException {
        operators.run(frame, expanded, sink, null);
    }

    /// Runs a statement without operators.
    private void query(ExecutionFrame frame, ParsedStatement read, ResultSink sink, @Nullable StatementChanges known)
            throws SqlProblem, SqlSyntaxException {
        List<Token> statement = read.tokens();
        policy.check(statement);
        checkParameters(statement);
        modules.createPreludeObjects(frame, statement);
        try {
            log.writeIfUsed(statement);
            recursives.copyTables(statement);
        } catch (SQLException e) {
            throw frame.problem(DuckDbError.of(e).userMessage(), statement.getFirst(), e);
        }
        runner.run(frame, read, sink, known);
    }

    /// Rejects parameters without a value in the form that DuckDB does not know.
    private static void checkParameters(List<Token> statement) throws SqlSyntaxException {
        for (Token t : statement) {
            if (t.kind() == Token.Kind.PARAMETER && t.text().startsWith(":")) {
                throw new SqlSyntaxException("no value for parameter " + t.text(), t);
            }
        }
    }

    @Override
    public void close() throws QueryException {
        execution.end(recursives::cancel);
        try (connection) {
            recursives.reset();
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }
}
