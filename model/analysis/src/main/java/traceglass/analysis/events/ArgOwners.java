package traceglass.analysis.events;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Finds the threads and processes that arguments refer to by operating system ids (tid, pid), as in
/// `destination thread` of a binder transaction.
final class ArgOwners {

    /// Names of arguments with the id of a thread or a process.
    private static final Set<String> THREAD_ARGS = Set.of(
            "destination thread",
            "calling tid",
            "tid",
            "next_pid",
            "prev_pid",
            "to_thread",
            "destination process",
            "pid",
            "to_proc");

    /// Those of [#THREAD_ARGS] whose value may be the id of a process. The kernel also calls the id of a thread `pid`.
    private static final Set<String> PROCESS_ARGS = Set.of("destination process", "pid", "to_proc");

    private static final String SQL = """
        SELECT %2$s, %3$s, name, coalesce(machine_id, 0) FROM %1$s WHERE %2$s IN (%4$s)%5$s
        ORDER BY (start_ts IS NULL OR start_ts <= ?) AND (end_ts IS NULL OR end_ts >= ?) DESC, start_ts DESC NULLS LAST, %3$s
        """;

    private record Owner(long number, long id, String name, long machine) {}

    private final TraceQueries queries;
    private final long ts;
    private final Long machine;

    /// @param ts time of the event; ids are reused, so the owner that existed at this time is preferred
    /// @param machine machine of the event, because the same id on another machine denotes another thread; null if
    ///     unknown
    ArgOwners(TraceQueries queries, long ts, Long machine) {
        this.queries = queries;
        this.ts = ts;
        this.machine = machine;
    }

    /// Returns the arguments with links to the threads and processes that they refer to.
    List<Arg> link(List<Arg> args) throws QueryException {
        return link(link(args, PROCESS_ARGS, "process", "pid", "upid"), THREAD_ARGS, "thread", "tid", "utid");
    }

    /// Links the arguments with these names that have no link yet.
    ///
    /// @param number column of the table with the id of the operating system
    /// @param id column of the table with the id in the trace
    private List<Arg> link(List<Arg> args, Set<String> names, String table, String number, String id)
            throws QueryException {
        Set<Long> numbers = new TreeSet<>();
        for (Arg arg : args) {
            if (isNumber(arg, names)) {
                numbers.add(arg.id());
            }
        }
        if (numbers.isEmpty()) {
            return args;
        }
        String machineCondition = machine == null ? "" : " AND coalesce(machine_id, 0) = " + machine;
        Map<Long, List<Owner>> owners = queries
                .all(
                        SQL.formatted(table, number, id, TraceQueries.list(numbers), machineCondition),
                        r -> new Owner(r.getLong(1), r.getLong(2), r.getString(3), r.getLong(4)),
                        ts,
                        ts)
                .stream()
                .collect(Collectors.groupingBy(Owner::number));
        return args.stream()
                .map(arg -> isNumber(arg, names) ? linkTo(arg, table, owners.getOrDefault(arg.id(), List.of())) : arg)
                .toList();
    }

    private static boolean isNumber(Arg arg, Set<String> names) {
        // 0 is an idle thread of every CPU, or a missing value.
        return arg.isUnresolved()
                && arg.id() != 0
                && names.contains(arg.key().substring(arg.key().lastIndexOf('.') + 1));
    }

    private static Arg linkTo(Arg arg, String table, List<Owner> owners) {
        if (owners.isEmpty()
                || owners.stream().mapToLong(Owner::machine).distinct().count() > 1) {
            return arg;
        }
        Owner owner = owners.getFirst();
        String name = owner.name == null || owner.name.isEmpty() ? table : owner.name;
        return new Arg(arg.key(), arg.value(), table, owner.id, name);
    }
}
