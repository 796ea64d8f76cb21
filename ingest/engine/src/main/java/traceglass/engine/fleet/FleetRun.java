package traceglass.engine.fleet;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Options for running a query on the traces of a fleet. Immutable; each method returns a changed copy.
///
/// @param where SQL condition on the columns of the table `traces` that selects the traces; empty for all
/// @param jobs number of traces to query at the same time; 0 for one per CPU
/// @param timeoutMs milliseconds after which a query of one trace is canceled; 0 for no limit
/// @param memoryLimit memory limit in bytes for all databases together; 0 for a share of the computer's memory
/// @param moduleFolders folders with SQL modules in addition to the standard modules
/// @param progress listener for the progress of the query, or null
/// @param endsOnFailure whether the first trace that fails ends the query; otherwise, failed traces are skipped
/// @param propertyColumns columns of the table `traces` to add to the rows of each trace, in addition to the labels
public record FleetRun(
        String where,
        int jobs,
        long timeoutMs,
        long memoryLimit,
        List<Path> moduleFolders,
        @Nullable FleetProgress progress,
        boolean endsOnFailure,
        List<String> propertyColumns) {

    public FleetRun {
        moduleFolders = List.copyOf(moduleFolders);
        propertyColumns = List.copyOf(propertyColumns);
    }

    /// Returns options for a run on all traces without limits.
    public static FleetRun onAll() {
        return new FleetRun("", 0, 0, 0, List.of(), null, false, List.of());
    }

    public FleetRun where(String condition) {
        return new FleetRun(
                condition, jobs, timeoutMs, memoryLimit, moduleFolders, progress, endsOnFailure, propertyColumns);
    }

    public FleetRun withJobs(int count) {
        return new FleetRun(
                where, count, timeoutMs, memoryLimit, moduleFolders, progress, endsOnFailure, propertyColumns);
    }

    public FleetRun withTimeout(long milliseconds) {
        return new FleetRun(
                where, jobs, milliseconds, memoryLimit, moduleFolders, progress, endsOnFailure, propertyColumns);
    }

    public FleetRun withMemoryLimit(long bytes) {
        return new FleetRun(where, jobs, timeoutMs, bytes, moduleFolders, progress, endsOnFailure, propertyColumns);
    }

    public FleetRun withModules(List<Path> folders) {
        return new FleetRun(where, jobs, timeoutMs, memoryLimit, folders, progress, endsOnFailure, propertyColumns);
    }

    public FleetRun withProgress(@Nullable FleetProgress listener) {
        return new FleetRun(
                where, jobs, timeoutMs, memoryLimit, moduleFolders, listener, endsOnFailure, propertyColumns);
    }

    /// Returns options for a run that ends when a trace fails.
    public FleetRun endingOnFailure() {
        return new FleetRun(where, jobs, timeoutMs, memoryLimit, moduleFolders, progress, true, propertyColumns);
    }

    public FleetRun withPropertyColumns(List<String> names) {
        return new FleetRun(where, jobs, timeoutMs, memoryLimit, moduleFolders, progress, endsOnFailure, names);
    }

    int jobCount() {
        return jobs > 0 ? jobs : Runtime.getRuntime().availableProcessors();
    }
}
