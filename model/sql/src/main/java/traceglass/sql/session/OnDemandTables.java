package traceglass.sql.session;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import traceglass.sql.bind.TableLoader;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreException;
import traceglass.store.lazy.LazyArgs;
import traceglass.store.names.TableNames;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

/// Loads pending tables of a store before a statement reads them: ordinary tables, tables whose rows are created
/// on demand, and the arguments of raw ftrace events. The latter are decoded for a statement that uses `args`
/// together with ftrace events, or with no table whose arguments already exist.
final class OnDemandTables implements TableLoader {
    private static final String ARGS = TableNames.Args.TABLE;
    private static final String EVENTS = TableNames.FtraceEvent.TABLE;

    private final TraceStore store;
    private final Set<String> owners;
    private final Set<String> lazyTables = TraceStore.lazyTables();

    OnDemandTables(TraceStore store) {
        this.store = store;
        owners = TraceStorage.specs().stream()
                .filter(OnDemandTables::ownsArgs)
                .map(s -> s.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    private static boolean ownsArgs(TableSpec spec) {
        return !spec.name().equals(ARGS)
                && !spec.name().equals(EVENTS)
                && spec.columns().stream().anyMatch(c -> c.name().endsWith("arg_set_id"));
    }

    @Override
    public void beforeStatement(Set<String> identifiersUsed, boolean mustLoad) throws SQLException {
        boolean mayReadEventArgs =
                identifiersUsed.contains(EVENTS) || identifiersUsed.stream().noneMatch(owners::contains);
        try {
            if (mustLoad) {
                store.ensureTables(identifiersUsed);
            } else {
                store.prepareRead(identifiersUsed);
            }
            if (identifiersUsed.contains(ARGS) && mayReadEventArgs) {
                store.ensure(LazyArgs.FTRACE);
            }
            for (String table : lazyTables) {
                if (identifiersUsed.contains(table)) {
                    store.ensure(table);
                }
            }
        } catch (StoreException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    @Override
    public void load(Set<String> tables) throws SQLException {
        try {
            store.ensureTables(tables);
        } catch (StoreException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    @Override
    public long pendingRows(String table) {
        return store.pendingRows(table);
    }

    @Override
    public void beforeAnyTable() throws SQLException {
        try {
            store.complete();
        } catch (StoreException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    @Override
    public boolean hasLoadedAll() {
        return store.isComplete();
    }
}
