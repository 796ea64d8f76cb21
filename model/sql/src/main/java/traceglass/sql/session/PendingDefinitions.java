package traceglass.sql.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.TableUseNotifier;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// Tables, views and functions of included standard modules that no statement has used yet. A module defines dozens of
/// objects and includes other modules, while a query uses a few objects: creating all of them takes most of the time
/// of such a query.
///
/// An object is created before the first statement that contains its name, after the objects that it uses itself. If
/// a statement may use any object, or changes an object that pending definitions use, they are created before.
final class PendingDefinitions {

    private static final int NONE = Integer.MAX_VALUE;
    private static final String[] SQLITE_CATALOG = {
        "sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema"
    };
    /// Words before the name of the object in statements that change one.
    private static final String[] BEFORE_NAME = {
        "OR", "REPLACE", "TEMP", "TEMPORARY", "TABLE", "VIEW", "INTO", "IF", "NOT", "EXISTS", "MACRO", "FUNCTION"
    };

    /// Runs the statements of modules.
    private final IncludedModules.Session session;
    private final Predicate<String> isStandard;
    private final Map<String, Definition> byName = new HashMap<>();
    private int count;
    /// Number of the definition that is being created; [#NONE] if a statement of the user is running.
    private int creating = NONE;
    /// Number of definitions when its creation began.
    private int countBefore;

    /// @param number position in the order in which modules define objects
    private record Definition(int number, String name, String module, List<Token> statement) {

        boolean contains(String word) {
            return statement.stream().anyMatch(t -> t.isName() && t.value().equalsIgnoreCase(word));
        }
    }

    /// @param isStandard returns whether a module is a standard module
    PendingDefinitions(IncludedModules.Session session, Predicate<String> isStandard) {
        this.session = session;
        this.isStandard = isStandard;
    }

    /// Adds a statement of a standard module, if it defines an object that can be created later.
    ///
    /// @return false if the statement must run now
    boolean add(ExecutionFrame frame, String module, List<Token> statement) throws SqlProblem, SqlSyntaxException {
        Token name = name(PerfettoStatement.read(statement));
        if (name == null) {
            return false;
        }
        String key = key(name);
        Definition earlier = byName.get(key);
        if (earlier != null) {
            // Objects between the two use the first one.
            create(frame, earlier, name);
        }
        byName.put(key, new Definition(count++, key, module, statement));
        return true;
    }

    private static @Nullable Token name(@Nullable PerfettoStatement statement) {
        if (statement instanceof PerfettoStatement.Relation relation) {
            return relation.name();
        }
        if (statement instanceof PerfettoStatement.Function function) {
            return function.name();
        }
        return statement instanceof PerfettoStatement.VirtualTable table ? table.name() : null;
    }

    private static String key(Token name) {
        return name.value().toLowerCase(Locale.ROOT);
    }

    /// Names of the objects that do not exist yet, in lower case.
    Set<String> names() {
        return byName.keySet();
    }

    boolean isPending(String name) {
        return byName.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /// Creates the objects that a statement may use.
    ///
    /// @param statement statement with macros expanded
    void createUsed(ExecutionFrame frame, List<Token> statement) throws SqlProblem, SqlSyntaxException {
        if (byName.isEmpty() || frame.isPrelude()) {
            return;
        }
        if (TableUseNotifier.mayUseAny(statement) || statement.stream().anyMatch(t -> t.isAny(SQLITE_CATALOG))) {
            createAll(frame, statement.getFirst());
            return;
        }
        createNamed(frame, statement);
        Token target = targetName(statement);
        if (target != null) {
            createUsersOf(frame, target);
        }
    }

    /// Creates the objects whose names are among these tokens.
    void createNamed(ExecutionFrame frame, List<Token> tokens) throws SqlProblem, SqlSyntaxException {
        for (Token t : tokens) {
            Definition used = t.isName() ? byName.get(key(t)) : null;
            if (used != null && isUsable(used)) {
                create(frame, used, t);
            }
        }
    }

    /// Returns the name of the object that a statement creates, changes or drops; null if it only reads.
    private static @Nullable Token targetName(List<Token> statement) {
        if (!statement.getFirst().isAny("CREATE", "DROP", "INSERT")) {
            return null;
        }
        return statement.stream()
                .skip(1)
                .filter(t -> t.isName() && !t.isAny(BEFORE_NAME))
                .findFirst()
                .orElse(null);
    }

    /// Creates the objects that use another one, before a statement creates or replaces that one.
    void createUsersOf(ExecutionFrame frame, Token name) throws SqlProblem, SqlSyntaxException {
        boolean isOwn = frame.module() != null && (frame.isPrelude() || isStandard.test(frame.module()));
        if (byName.isEmpty() || creating != NONE || isOwn) {
            return;
        }
        for (Definition d : List.copyOf(byName.values())) {
            if (d.contains(name.value()) && byName.containsValue(d)) {
                create(frame, d, name);
            }
        }
    }

    private void createAll(ExecutionFrame frame, Token token) throws SqlProblem, SqlSyntaxException {
        List<Definition> all = new ArrayList<>(byName.values());
        all.sort((a, b) -> Integer.compare(a.number, b.number));
        for (Definition d : all) {
            if (isUsable(d) && byName.get(d.name) == d) {
                create(frame, d, token);
            }
        }
    }

    /// Returns whether the running statement can use a definition: a definition can't use those that follow it, unless
    /// it includes their module only now.
    private boolean isUsable(Definition definition) {
        return definition.number < creating || definition.number >= countBefore;
    }

    private void create(ExecutionFrame frame, Definition definition, Token token)
            throws SqlProblem, SqlSyntaxException {
        byName.remove(definition.name);
        int outer = creating;
        int outerCount = countBefore;
        creating = definition.number;
        countBefore = count;
        boolean isDone = false;
        try {
            session.execute(frame.ofModule(definition.module, token), definition.statement, cursor -> {});
            isDone = true;
        } finally {
            creating = outer;
            countBefore = outerCount;
            if (!isDone) {
                byName.put(definition.name, definition);
            }
        }
    }
}
