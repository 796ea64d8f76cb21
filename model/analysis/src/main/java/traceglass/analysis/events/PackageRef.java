package traceglass.analysis.events;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Android package of a process, from the list of installed packages, and the user id of the process.
///
/// @param uid user id of the process, or of its package; null if the trace has neither
/// @param name name of the package, or null
/// @param version version code, or null
public record PackageRef(Long uid, String name, Long version, boolean isDebuggable) {

    private static final int IDS_PER_USER = 100_000;

    private record Installed(String name, long uid, Long version, boolean isDebuggable) {}

    /// Finds the package with the user id of the process. If several packages share the id, the one whose name is
    /// the longest prefix of the process name is returned. Isolated processes (ids 90000 to 99999) have ids of
    /// their own, and some traces record no ids; then only the name is compared.
    public static Optional<PackageRef> of(TraceQueries queries, Long upid) throws QueryException {
        record Process(Long uid, String name) {}
        Process process = upid == null
                ? null
                : queries.first(
                                "SELECT uid, coalesce(name, cmdline, '') FROM process WHERE upid = ?",
                                r -> new Process(TraceQueries.number(r, 1), r.getString(2)),
                                upid)
                        .orElse(null);
        if (process == null) {
            return Optional.empty();
        }
        int colon = process.name.indexOf(':');
        String baseName = colon < 0 ? process.name : process.name.substring(0, colon);
        Long app = process.uid == null ? null : base(process.uid % IDS_PER_USER);
        boolean isByName = app == null || app >= 90_000;
        List<Installed> found = queries.all(
                "SELECT package_name, uid, version_code, debuggable FROM package_list WHERE package_name IS NOT NULL"
                        + " AND (uid % 100000 = ? OR package_name = ?)",
                r -> new Installed(r.getString(1), r.getLong(2), TraceQueries.number(r, 3), r.getLong(4) != 0),
                isByName ? -1L : app,
                baseName);
        Optional<Installed> installed = isByName || found.size() == 1 && found.getFirst().uid % IDS_PER_USER == app
                ? found.stream().findFirst()
                : found.stream()
                        .filter(p -> p.uid % IDS_PER_USER == app && baseName.startsWith(p.name))
                        .max(Comparator.comparingInt(p -> p.name.length()));
        if (installed.isEmpty() && process.uid == null) {
            return Optional.empty();
        }
        return Optional.of(installed
                .map(p -> new PackageRef(
                        process.uid == null ? Long.valueOf(p.uid) : process.uid, p.name, p.version, p.isDebuggable))
                .orElse(new PackageRef(process.uid, null, null, false)));
    }

    /// Returns the id under which an app is installed: ids of its SDK sandboxes and zygotes are 10000 and 20000
    /// higher.
    private static long base(long appId) {
        return appId >= 30_000 && appId < 40_000
                ? appId - 20_000
                : appId >= 20_000 && appId < 30_000 ? appId - 10_000 : appId;
    }
}
