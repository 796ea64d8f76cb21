package traceglass.analysis.subject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.OwnerTable;
import traceglass.analysis.events.RowTable;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.flame.source.FlameSources;
import traceglass.analysis.heap.HeapAnalyses;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.EventsReport;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.analysis.tree.TrackProvider;
import traceglass.sql.result.QueryException;

/// All subjects of the program, loaded once. No other class loads them.
public final class Subjects {

    private Subjects() {}

    /// A separate class, so that subjects are loaded by the first caller, on its thread. Comparators are lambdas,
    /// because those of [Comparator] are not in the AOT cache.
    private static final class LoadedSubjects {
        static final List<Subject> ALL = ServiceLoader.load(Subject.class, Subjects.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        static final List<TrackProvider> TRACKS = of(Subject::tracks).toList();
        static final List<EventTable> TABLES = of(Subject::tables)
                .sorted((a, b) -> Integer.compare(a.rank(), b.rank()))
                .toList();
        static final List<OwnerTable> OWNERS = of(Subject::owners).toList();
        static final List<RowTable> ROWS =
                Stream.<RowTable>concat(TABLES.stream(), OWNERS.stream()).toList();
        static final List<ComparisonKind> COMPARISONS = of(Subject::comparisons)
                .sorted((a, b) -> Integer.compare(a.rank(), b.rank()))
                .toList();
        static final List<FlameSources> FLAMES = of(Subject::flames)
                .sorted((a, b) -> Integer.compare(a.rank(), b.rank()))
                .toList();
    }

    private static <T> Stream<T> of(Function<Subject, List<T>> part) {
        return LoadedSubjects.ALL.stream().flatMap(s -> part.apply(s).stream());
    }

    /// Returns all subjects, in the order of the service lines.
    public static List<Subject> all() {
        return LoadedSubjects.ALL;
    }

    /// Returns all track providers, in the order of the subjects.
    public static List<TrackProvider> tracks() {
        return LoadedSubjects.TRACKS;
    }

    /// Returns all event tables, most common first.
    public static List<EventTable> tables() {
        return LoadedSubjects.TABLES;
    }

    /// Returns the event table of this name, including tables that are numbered while a trace is open.
    public static Optional<EventTable> table(String name) {
        return LoadedSubjects.TABLES.stream().filter(t -> t.isNamed(name)).findFirst();
    }

    /// Returns the owner table of this name, including views: `thread_track` is one of `track`.
    public static Optional<OwnerTable> owner(String name) {
        return LoadedSubjects.OWNERS.stream().filter(t -> t.isNamed(name)).findFirst();
    }

    /// Returns all event tables and owner tables.
    public static List<RowTable> rows() {
        return LoadedSubjects.ROWS;
    }

    /// Returns the table whose ids a column of this name holds: `slice_id`, `utid`.
    public static Optional<RowTable> referencedTable(String column) {
        return LoadedSubjects.ROWS.stream()
                .filter(t -> t.references().contains(column))
                .findFirst();
    }

    /// Finds the time and track of a row of an event table.
    ///
    /// @return empty if there is no such row or no such table
    public static Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String table, long id)
            throws QueryException {
        Optional<EventTable> known = table(table);
        return known.isEmpty() ? Optional.empty() : known.get().find(queries, tracks, table, id);
    }

    /// Reads the details of an event.
    ///
    /// @return empty if there is no such event
    public static Optional<EventDetails> details(DetailsContext context, Selection.Event event) throws QueryException {
        Optional<EventTable> table = table(event.table());
        Optional<EventDetails> details =
                table.isEmpty() ? Optional.empty() : table.get().details(context, event);
        return details.map(d -> d.withArgs(
                d.args().stream().map(a -> a.resolve(Subjects::ofArgument)).toList()));
    }

    private static Optional<RowTable> ofArgument(String name) {
        return LoadedSubjects.ROWS.stream()
                .filter(t -> t.arguments().contains(name))
                .findFirst();
    }

    /// Returns new reports about ranges, in the order of the tabs. Each caches data of one trace.
    public static List<AreaReport> reports() {
        return Stream.concat(of(Subject::reports), Stream.of(new EventsReport()))
                .sorted(Comparator.comparingInt(AreaReport::rank))
                .toList();
    }

    /// Returns new lists of events. Each caches data of one trace.
    public static List<EventListing> listings() {
        return of(Subject::listings).toList();
    }

    /// Returns all comparisons of traces, in the order of the tabs.
    public static List<ComparisonKind> comparisons() {
        return LoadedSubjects.COMPARISONS;
    }

    /// Returns the comparison with this id, such as `slices`.
    public static Optional<ComparisonKind> comparison(String id) {
        return LoadedSubjects.COMPARISONS.stream()
                .filter(c -> c.id().equals(id))
                .findFirst();
    }

    /// Returns the flame graph sources with data in a scope. Call on a query thread.
    ///
    /// @param heaps analyses of the trace's dumps
    public static List<FlameSource> flameSources(HeapAnalyses heaps, TraceQueries q, FlameScope scope)
            throws QueryException, IOException {
        List<FlameSource> sources = new ArrayList<>();
        for (FlameSources candidate : LoadedSubjects.FLAMES) {
            sources.addAll(candidate.finder().find(heaps, q, scope));
        }
        return sources;
    }
}
