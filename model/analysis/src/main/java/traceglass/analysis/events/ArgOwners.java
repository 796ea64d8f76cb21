package traceglass.analysis.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Finds the threads and processes that arguments refer to by the numbers of the operating system, as in
/// `destination thread` of a binder transaction.
final class ArgOwners {

    /// Names of arguments with the id of a thread.
    private static final Set<String> THREADS =
            Set.of("destination thread", "calling tid", "tid", "next_pid", "prev_pid", "to_thread");
    /// Names of arguments with the id of a process. The kernel also calls the id of a thread `pid`.
    private static final Set<String> PROCESSES = Set.of("destination process", "pid", "to_proc");

    private static final String THREAD_SQL = """
        SELECT utid, name, machine_id FROM thread WHERE tid = ?
        ORDER BY (start_ts IS NULL OR start_ts <= ?) AND (end_ts IS NULL OR end_ts >= ?) DESC, start_ts DESC NULLS LAST, utid
        """;
    private static final String PROCESS_SQL = """
        SELECT upid, name, machine_id FROM process WHERE pid = ?
        ORDER BY (start_ts IS NULL OR start_ts <= ?) AND (end_ts IS NULL OR end_ts >= ?) DESC, start_ts DESC NULLS LAST, upid
        """;

    private record Owner(long id, String name, Long machine) {}

    private final TraceQueries rows;
    private final long ts;

    /// @param ts time of the event; numbers are reused, so the owner that existed at this time is preferred
    ArgOwners(TraceQueries rows, long ts) {
        this.rows = rows;
        this.ts = ts;
    }

    /// Returns the arguments with links to the threads and processes that they refer to.
    List<Arg> link(List<Arg> args) throws QueryException {
        List<Arg> linked = new ArrayList<>(args.size());
        for (Arg a : args) {
            linked.add(link(a));
        }
        return linked;
    }

    private Arg link(Arg arg) throws QueryException {
        String name = arg.key().substring(arg.key().lastIndexOf('.') + 1);
        // 0 is an idle thread of every CPU, or a missing value.
        if (!arg.isUnresolved() || arg.id() == 0) {
            return arg;
        }
        Arg found = arg;
        if (PROCESSES.contains(name)) {
            found = find(arg, "process", PROCESS_SQL);
        }
        if (found == arg && (THREADS.contains(name) || PROCESSES.contains(name))) {
            found = find(arg, "thread", THREAD_SQL);
        }
        return found;
    }

    private Arg find(Arg arg, String table, String sql) throws QueryException {
        List<Owner> owners = rows.all(
                sql, r -> new Owner(r.getLong(1), r.getString(2), TraceQueries.number(r, 3)), arg.id(), ts, ts);
        // The same number on another machine is another thread.
        if (owners.isEmpty()
                || owners.stream()
                                .map(o -> Optional.ofNullable(o.machine))
                                .distinct()
                                .count()
                        > 1) {
            return arg;
        }
        Owner owner = owners.getFirst();
        String name = owner.name == null || owner.name.isEmpty() ? table : owner.name;
        return new Arg(arg.key(), arg.value(), table, owner.id, name);
    }
}
