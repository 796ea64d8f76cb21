package traceglass.sql.session;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.editor.Descriptions;
import traceglass.sql.modules.ModuleCatalog;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.modules.Prelude;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Modules that a session has included, and the parts of the prelude that it has created.
final class IncludedModules implements StatementRunner.Modules {

    /// Runs the statements of modules.
    interface Session {
        void execute(ExecutionFrame frame, List<Token> statement, ResultSink sink)
                throws SqlProblem, SqlSyntaxException;
    }

    /// Module of a function that every query may call, and that is too long for the prelude.
    private static final String PACKAGES = "android.package_lookup";

    private final Connection connection;
    private final ModuleLibrary library;
    private final Catalog catalog;
    private final ErrorAdvice advice;
    private final Map<String, String> moduleTexts;
    private final Session session;
    private final Prelude prelude = new Prelude();
    private final PendingDefinitions pending;
    private final Set<String> included = new HashSet<>();
    private boolean hasDescribedModules;

    /// @param moduleTexts receives the names of the modules that are read, by their texts
    IncludedModules(
            Connection connection,
            ModuleLibrary library,
            Catalog catalog,
            ErrorAdvice advice,
            Map<String, String> moduleTexts,
            Session session) {
        this.connection = connection;
        this.library = library;
        this.catalog = catalog;
        this.advice = advice;
        this.moduleTexts = moduleTexts;
        this.session = session;
        pending = new PendingDefinitions(session, library::isStandardModule);
    }

    PendingDefinitions pending() {
        return pending;
    }

    /// Records that the session defines a function itself, so that the prelude must not.
    void forget(String function) {
        prelude.remove(function);
    }

    /// Includes the modules that match a name, except those that are already included.
    void include(ExecutionFrame frame, PerfettoStatement.Include include) throws SqlProblem {
        List<String> names = library.matching(include.module());
        if (names.isEmpty()) {
            throw frame.problem(library.noSuchModule(include.module()), include.location(), null);
        }
        for (String name : names) {
            if (included.add(name)) {
                boolean isDone = false;
                ExecutionFrame inner = frame.ofModule(name, include.location());
                try {
                    String source = library.text(name);
                    moduleTexts.put(source, name);
                    List<Token> text = SqlTokens.read(source, include.location().origin());
                    boolean isStandard = library.isStandardModule(name);
                    for (List<Token> statement : SqlTokens.statements(text)) {
                        if (!isStandard || !pending.add(inner, name, statement)) {
                            session.execute(inner, statement, cursor -> {});
                        }
                    }
                    isDone = true;
                } catch (SqlSyntaxException e) {
                    throw inner.problem(e, advice);
                } catch (IOException e) {
                    throw frame.problem("can't read module " + name + ": " + e.getMessage(), include.location(), e);
                } finally {
                    if (!isDone) {
                        included.remove(name);
                    }
                }
            }
        }
    }

    /// Includes the module that defines an unknown public name, so that copied queries work, and creates the
    /// object; returns false if there is no such module, or the object already exists.
    @Override
    public boolean include(ExecutionFrame frame, String name, Token location) throws SqlProblem {
        if (!pending.isPending(name)) {
            String module = name.startsWith("_") ? null : library.definingModule(name);
            if (module == null || included.contains(module)) {
                return false;
            }
            include(frame, new PerfettoStatement.Include(module, location));
        }
        try {
            pending.createNamed(frame, List.of(location));
        } catch (SqlSyntaxException e) {
            throw frame.problem(e, advice);
        }
        return !pending.isPending(name);
    }

    /// Creates the prelude's functions and tables that a statement uses.
    void createPreludeObjects(ExecutionFrame frame, List<Token> statement) throws SqlProblem, SqlSyntaxException {
        for (List<Token> next = prelude.next(statement); next != null; next = prelude.next(statement)) {
            session.execute(frame.prelude(), next, cursor -> {});
        }
        describeModules(frame, statement);
        for (Token t : statement) {
            if (t.isAny("package_lookup", "_intrinsic_package_lookup")
                    && included.stream().noneMatch(PACKAGES::equals)) {
                include(frame, new PerfettoStatement.Include(PACKAGES, t));
                pending.createNamed(frame, statement);
            }
        }
    }

    /// Creates the table of module definitions when a statement first uses it.
    private void describeModules(ExecutionFrame frame, List<Token> statement) throws SqlProblem, SqlSyntaxException {
        if (hasDescribedModules || statement.stream().noneMatch(t -> t.is(ModuleCatalog.TABLE))) {
            return;
        }
        try (Statement s = connection.createStatement()) {
            s.execute(ModuleCatalog.createTable(library, Descriptions::column));
            hasDescribedModules = true;
            catalog.invalidate();
        } catch (SQLException | IOException e) {
            throw frame.problem("the modules can't be listed: " + e.getMessage(), statement.getFirst(), e);
        }
    }
}
