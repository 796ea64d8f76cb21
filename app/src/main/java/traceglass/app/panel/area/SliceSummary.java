package traceglass.app.panel.area;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBConnection;
import traceglass.app.grid.RowStore;
import traceglass.app.grid.RowType;
import traceglass.app.grid.RowWriter;
import traceglass.app.session.Cancellation;

/// Sums of slices from arrays that are read once a trace, when the first range is summed up. Used by query threads.
final class SliceSummary {

    /// What rows are made for.
    enum By {
        NAME("name"), NAME_THREAD("process", "thread", "name"), THREAD("process", "thread"), PROCESS("process");

        private final List<String> keys;

        By(String... keys) {
            this.keys = List.of(keys);
        }

        private boolean isNamed() {
            return keys.contains("name");
        }

        /// Whose the slices of a row are.
        private String owner(Owner o) {
            return switch (this) {
                case NAME -> "";
                case PROCESS -> o.process;
                case NAME_THREAD, THREAD -> o.process + "\u0000" + o.thread;
            };
        }
    }

    /// The process and thread of a track; the track's name where it belongs to no thread.
    private record Owner(String process, String thread) {}

    /// With more slices an estimate comes before the exact quantiles.
    private static final long AT_ONCE = 500_000;
    /// Lengths of each group that the estimate looks at.
    private static final int SAMPLE = 200;

    private record Loaded(SliceArrays slices, Map<Long, Owner> owners) {}

    /// A group that has slices.
    private record Group(Owner owner, SliceSums sums, int at, String name) {}

    private static final String OWNERS = """
            SELECT t.id, coalesce(p.name, ''), coalesce(th.name, t.name)
            FROM track AS t
            LEFT JOIN thread_track AS tt ON tt.id = t.id
            LEFT JOIN thread AS th ON th.utid = tt.utid
            LEFT JOIN process_track AS pt ON pt.id = t.id
            LEFT JOIN process AS p ON p.upid = coalesce(th.upid, pt.upid)""";

    private CompletableFuture<Loaded> loading;

    /// Drops what is kept of a trace.
    synchronized void forget() {
        loading = null;
    }

    private synchronized CompletableFuture<Loaded> load(Connection connection) throws SQLException {
        if (loading == null) {
            // A connection of its own: reading goes on when the range that asked for it is no longer wanted.
            DuckDBConnection own = (DuckDBConnection) connection.unwrap(DuckDBConnection.class).duplicate();
            CompletableFuture<Loaded> made = new CompletableFuture<>();
            Thread.ofPlatform().daemon().name("slice-arrays").start(() -> {
                try (own; Statement s = own.createStatement()) {
                    Map<Long, Owner> owners = new HashMap<>();
                    try (ResultSet r = s.executeQuery(OWNERS)) {
                        while (r.next()) {
                            owners.put(r.getLong(1), new Owner(r.getString(2), r.getString(3)));
                        }
                    }
                    made.complete(new Loaded(SliceArrays.read(own), owners));
                } catch (SQLException | RuntimeException | OutOfMemoryError e) {
                    System.getLogger(SliceSummary.class.getName()).log(System.Logger.Level.WARNING, "reading slices to sum them up", e);
                    made.complete(new Loaded(null, Map.of()));
                }
            });
            loading = made;
        }
        return loading;
    }

    /// Sums up the slices of a scope.
    ///
    /// @param early takes the same with quantiles that are estimated, where it takes a while until they are exact
    /// @return null where the trace has too many slices for this way, or the answer is no longer wanted
    RowStore read(Connection connection, AreaScope scope, By by, Cancellation cancel, Consumer<RowStore> early) throws SQLException, IOException {
        Loaded loaded = null;
        CompletableFuture<Loaded> future = load(connection);
        while (loaded == null && !cancel.isCancelled()) {
            try {
                loaded = future.get(50, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // Asks again whether it is still wanted.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            } catch (ExecutionException e) {
                throw new SQLException(e.getCause());
            }
        }
        return loaded == null || loaded.slices == null || cancel.isCancelled() ? null : rows(loaded, scope, by, cancel, early);
    }

    private static RowStore rows(Loaded loaded, AreaScope scope, By by, Cancellation cancel, Consumer<RowStore> early) throws IOException {
        List<Group> groups = by == By.NAME ? groups(loaded.slices, SliceSums.of(loaded.slices, scope,
                new SliceSums.Grouping(loaded.slices.names.size(), 1, new int[0])), new Owner(null, null)) : byOwner(loaded, scope, by);
        groups.sort(Comparator.<Group>comparingLong(g -> g.sums.total[g.at]).thenComparingLong(g -> g.sums.count[g.at]).reversed()
                .thenComparing(g -> by == By.NAME ? g.name : g.owner.process, Comparator.nullsLast(Comparator.naturalOrder())));
        List<SliceSums> sums = List.copyOf(groups.stream().map(Group::sums).collect(Collectors.toCollection(
                () -> Collections.newSetFromMap(new IdentityHashMap<>()))));
        if (sums.stream().mapToLong(SliceSums::size).sum() > AT_ONCE) {
            sums.parallelStream().forEach(s -> s.fillQuantiles(SAMPLE));
            early.accept(write(groups, by));
        }
        for (SliceSums s : sums) {
            if (cancel.isCancelled()) {
                return null;
            }
            s.fillQuantiles(Integer.MAX_VALUE);
        }
        return write(groups, by);
    }

    private static List<Group> groups(SliceArrays slices, SliceSums sums, Owner owner) {
        List<Group> found = new ArrayList<>();
        for (int g = 0; g < sums.count.length; g++) {
            if (sums.count[g] > 0) {
                found.add(new Group(owner, sums, g, sums.count.length == slices.names.size() ? slices.names.get(g) : null));
            }
        }
        return found;
    }

    private static List<Group> byOwner(Loaded loaded, AreaScope scope, By by) {
        Map<String, Owner> first = new LinkedHashMap<>();
        Map<String, List<Long>> tracks = new LinkedHashMap<>();
        for (long track : scope.slices()) {
            Owner owner = loaded.owners.getOrDefault(track, new Owner("", null));
            String key = by.owner(owner);
            first.putIfAbsent(key, owner);
            tracks.computeIfAbsent(key, k -> new ArrayList<>()).add(track);
        }
        List<String> keys = List.copyOf(tracks.keySet());
        if (by.isNamed()) {
            // One owner at a time: all names of all owners at once could be too many to have a place each.
            List<List<Group>> found = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                found.add(null);
            }
            IntStream.range(0, keys.size()).parallel().forEach(i -> found.set(i, groups(loaded.slices, SliceSums.of(loaded.slices,
                    scope.withSlices(tracks.get(keys.get(i))), new SliceSums.Grouping(loaded.slices.names.size(), 1, new int[0])), first.get(keys.get(i)))));
            List<Group> all = new ArrayList<>();
            found.forEach(all::addAll);
            return all;
        }
        Map<Long, Integer> number = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            for (long track : tracks.get(keys.get(i))) {
                number.put(track, i);
            }
        }
        int[] ownerOf = scope.slices().stream().mapToInt(number::get).toArray();
        SliceSums sums = SliceSums.of(loaded.slices, scope, new SliceSums.Grouping(1, keys.size(), ownerOf));
        List<Group> all = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            if (sums.count[i] > 0) {
                all.add(new Group(first.get(keys.get(i)), sums, i, null));
            }
        }
        return all;
    }

    private static RowStore write(List<Group> groups, By by) throws IOException {
        List<String> names = new ArrayList<>(by.keys);
        List<RowType> types = new ArrayList<>();
        by.keys.forEach(k -> types.add(RowType.TEXT));
        names.addAll(List.of("count", "total", "self", "average", "min", "p50", "p90", "p95", "p99", "max"));
        types.addAll(List.of(RowType.LONG, RowType.LONG, RowType.LONG, RowType.DOUBLE, RowType.LONG, RowType.DOUBLE, RowType.DOUBLE, RowType.DOUBLE,
                RowType.DOUBLE, RowType.LONG));
        try (RowWriter out = new RowWriter(names, types)) {
            for (Group g : groups) {
                int c = 0;
                for (String key : by.keys) {
                    text(out, c++, switch (key) {
                        case "name" -> g.name;
                        case "process" -> g.owner.process;
                        default -> g.owner.thread;
                    });
                }
                SliceSums s = g.sums;
                out.setLong(c, s.count[g.at]);
                out.setLong(c + 1, s.total[g.at]);
                out.setLong(c + 2, s.self[g.at]);
                out.setDouble(c + 3, (double) s.total[g.at] / s.count[g.at]);
                out.setLong(c + 4, s.min[g.at]);
                for (int q = 0; q < SliceSums.SHARES.length; q++) {
                    out.setDouble(c + 5 + q, s.quantiles[g.at * SliceSums.SHARES.length + q]);
                }
                out.setLong(c + 9, s.max[g.at]);
                if (!out.next()) {
                    break;
                }
            }
            return out.finish();
        }
    }

    private static void text(RowWriter out, int column, String value) {
        if (value == null) {
            out.setNull(column);
        } else {
            out.setText(column, value);
        }
    }
}
