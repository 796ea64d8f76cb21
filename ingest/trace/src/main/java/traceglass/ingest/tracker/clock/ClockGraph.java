package traceglass.ingest.tracker.clock;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Converts times between the clocks of all machines and files of an import. A snapshot is a reading of several clocks
/// at one instant and connects them. A conversion follows the shortest path of connected clocks, and at each step uses
/// the latest snapshot that is not after the time (the first snapshot for earlier times).
///
/// If several paths have the same length, the choice affects the result, so the order of edges is the same as in
/// Perfetto's clock synchronizer.
public final class ClockGraph {

    /// Result of a conversion that is not possible.
    public static final long NONE = Long.MIN_VALUE;

    /// Maximum number of conversions on a path.
    private static final int MAX_STEPS = 4;
    private static final int CACHE_SIZE = 8;
    /// Number of slots of the cache; a power of two.
    private static final int LATEST_SIZE = 32;
    /// Maximum number of clocks in a snapshot, more than any valid trace has. The limit bounds the memory for
    /// damaged traces, because all pairs of clocks are stored.
    private static final int MAX_CLOCKS = 256;

    /// Reading of one clock in a snapshot.
    ///
    /// @param unitNs nanoseconds per tick
    /// @param isIncremental whether each time of this clock is a delta to the previous time
    public record Reading(ClockId clock, long value, long unitNs, boolean isIncremental) {

        public Reading(ClockId clock, long value) {
            this(clock, value, 1, false);
        }
    }

    /// Reason why a conversion failed.
    public enum Failure {
        UNKNOWN_SOURCE,
        UNKNOWN_TARGET,
        NO_PATH
    }

    private record Edge(ClockId from, ClockId to, int kind) implements Comparable<Edge> {
        @Override
        public int compareTo(Edge o) {
            int c = from.compareTo(o.from);
            if (c == 0) {
                c = to.compareTo(o.to);
            }
            return c != 0 ? c : Integer.compareUnsigned(kind, o.kind);
        }
    }

    private record Path(Path before, Edge edge, int steps, ClockId last) {}

    /// Cached result of a search that found no path.
    private static final Edge[] UNREACHABLE = {};

    private static final class Snapshots {
        int[] ids = new int[4];
        long[] ns = new long[4];
        int size;

        void add(int id, long time) {
            if (size == ids.length) {
                ids = Arrays.copyOf(ids, size * 2);
                ns = Arrays.copyOf(ns, size * 2);
            }
            ids[size] = id;
            ns[size++] = time;
        }

        /// Returns the index of the last snapshot that is not after the time, or 0.
        int notAfter(long time) {
            int low = 0;
            int high = size;
            while (low < high) {
                int mid = low + high >>> 1;
                if (ns[mid] <= time) {
                    low = mid + 1;
                } else {
                    high = mid;
                }
            }
            return Math.max(0, low - 1);
        }
    }

    private static final class Domain {
        final Map<Integer, Snapshots> byKind = new HashMap<>();
        long unitNs = 1;
        boolean isIncremental;
        long lastNs;

        long toNs(long time) {
            if (!isIncremental) {
                return time * unitNs;
            }
            lastNs += time * unitNs;
            return lastNs;
        }
    }

    private record Cached(ClockId from, ClockId to, Domain domain, long min, long max, long shift) {}

    private final Runnable onInvalidSnapshot;
    private final Runnable onCacheMiss;
    private final Map<ClockId, Domain> domains = new HashMap<>();
    private final TreeMap<ClockId, TreeSet<Edge>> edges = new TreeMap<>();
    private final Set<ClockId> nonMonotonic = new HashSet<>();
    /// Paths found since the edges last changed. The cache below often evicts entries, because the snapshot to use
    /// changes with the time.
    private final Map<ClockId, Map<ClockId, Edge[]>> pathCache = new HashMap<>();
    private final Cached[] cache = new Cached[CACHE_SIZE];
    /// Most recently used cache entries, indexed by the sequence of the source clock: successive events usually use
    /// one clock, or the clock of their own sequence.
    private final Cached[] latest = new Cached[LATEST_SIZE];
    /// The last pair of clocks found to be unrelated, and the reason.
    private ClockId unrelated;
    private ClockId unrelatedTo;
    private Failure unrelatedReason;
    private long random = 1;
    private int nextSnapshot;
    private ClockId traceTime = ClockId.ofFile(0);
    private int traceTimeOwner = -1;
    private Failure failure = Failure.NO_PATH;

    /// @param onInvalidSnapshot called for each snapshot that contradicts itself or earlier ones
    /// @param onCacheMiss called for each conversion that is not served from the cache
    public ClockGraph(Runnable onInvalidSnapshot, Runnable onCacheMiss) {
        this.onInvalidSnapshot = onInvalidSnapshot;
        this.onCacheMiss = onCacheMiss;
    }

    /// Returns the clock of the `ts` columns.
    public ClockId traceTime() {
        return traceTime;
    }

    /// Makes this clock the trace time, unless another file has already set it.
    ///
    /// @param file row of the `trace_file` table
    /// @return whether the clock is now the trace time
    public boolean claimTraceTime(ClockId clock, int file) {
        if (traceTimeOwner >= 0 && traceTimeOwner != file) {
            return false;
        }
        traceTimeOwner = file;
        traceTime = clock;
        return true;
    }

    /// Returns the reason why the last conversion returned [#NONE].
    public Failure failure() {
        return failure;
    }

    /// Adds a snapshot.
    ///
    /// @return id of the snapshot, or -1 if a reading is invalid; readings before it are kept
    public int addSnapshot(List<Reading> readings) {
        int id = nextSnapshot++;
        Arrays.fill(cache, null);
        Arrays.fill(latest, null);
        unrelated = null;
        if (readings.size() > MAX_CLOCKS) {
            onInvalidSnapshot.run();
            return -1;
        }
        int kind = kind(readings);
        for (Reading r : readings) {
            if (!addReading(r, id, kind)) {
                onInvalidSnapshot.run();
                return -1;
            }
        }
        for (int i = 0; i < readings.size(); i++) {
            for (int j = i + 1; j < readings.size(); j++) {
                addEdge(readings.get(i).clock(), readings.get(j).clock(), kind);
                addEdge(readings.get(j).clock(), readings.get(i).clock(), kind);
            }
        }
        return id;
    }

    private boolean addReading(Reading r, int id, int kind) {
        ClockId clock = r.clock();
        Domain d = domains.computeIfAbsent(clock, c -> new Domain());
        if (d.byKind.isEmpty()) {
            if (r.isIncremental() && clock.sequence() == 0) {
                return false;
            }
            d.unitNs = r.unitNs();
            d.isIncremental = r.isIncremental();
        } else if (d.unitNs != r.unitNs() || d.isIncremental != r.isIncremental()) {
            return false;
        }
        if (clock.equals(traceTime) && d.unitNs != 1) {
            return false;
        }
        long ns = r.value() * d.unitNs;
        d.lastNs = ns;
        Snapshots s = d.byKind.computeIfAbsent(kind, k -> new Snapshots());
        if (s.size > 0 && s.ids[s.size - 1] == id) {
            return false;
        }
        if (s.size > 0 && ns < s.ns[s.size - 1]) {
            if (clock.equals(traceTime)) {
                return false;
            }
            // Times of a clock that was set back (e.g. by daylight saving) are ambiguous and can no longer
            // be converted.
            nonMonotonic.add(clock);
            edges.remove(clock);
            pathCache.clear();
        }
        s.add(id, ns);
        return true;
    }

    private void addEdge(ClockId from, ClockId to, int kind) {
        if (!nonMonotonic.contains(from)
                && edges.computeIfAbsent(from, f -> new TreeSet<>()).add(new Edge(from, to, kind))) {
            pathCache.clear();
        }
    }

    /// Converts a time.
    ///
    /// @param time time to convert, in ticks of `from`
    /// @return ns of `to`; [#NONE] if the clocks are not related, then [#failure] returns the reason
    public long convert(ClockId from, long time, ClockId to) {
        Cached newest = latest[from.sequence() & LATEST_SIZE - 1];
        long ns = NONE;
        if (newest != null && newest.from == from && newest.to == to) {
            ns = newest.domain.toNs(time);
            if (ns >= newest.min && ns < newest.max) {
                return ns + newest.shift;
            }
        } else if (from == unrelated && to == unrelatedTo) {
            // Avoid a search for each event: thousands of events may use a clock before its first snapshot, or
            // a clock without any snapshot.
            onCacheMiss.run();
            failure = unrelatedReason;
            return NONE;
        } else if (from.equals(to)) {
            return time;
        }
        for (Cached c : cache) {
            if (c == null || !c.from.equals(from) || !c.to.equals(to)) {
                continue;
            }
            if (ns == NONE) {
                ns = c.domain.toNs(time);
            }
            if (ns >= c.min && ns < c.max) {
                latest[from.sequence() & LATEST_SIZE - 1] = c;
                return ns + c.shift;
            }
        }
        return search(from, time, ns, to);
    }

    private long search(ClockId from, long time, long knownNs, ClockId to) {
        onCacheMiss.run();
        Edge[] pathEdges = pathEdges(from, to);
        if (pathEdges == null) {
            failure = !domains.containsKey(from)
                    ? Failure.UNKNOWN_SOURCE
                    : !domains.containsKey(to) ? Failure.UNKNOWN_TARGET : Failure.NO_PATH;
            unrelated = from;
            unrelatedTo = to;
            unrelatedReason = failure;
            return NONE;
        }
        Domain source = domains.get(from);
        long ns = knownNs != NONE ? knownNs : source.toNs(time);
        long shift = 0;
        long min = Long.MIN_VALUE;
        long max = Long.MAX_VALUE;
        for (Edge edge : pathEdges) {
            Snapshots snapshots = domains.get(edge.from).byKind.get(edge.kind);
            Snapshots edgeSnapshots = domains.get(edge.to).byKind.get(edge.kind);
            int i = snapshots.notAfter(ns);
            int j = edgeSnapshots == null
                    ? -1
                    : Arrays.binarySearch(edgeSnapshots.ids, 0, edgeSnapshots.size, snapshots.ids[i]);
            if (j < 0) {
                // The snapshot was rejected after its first reading had been added.
                continue;
            }
            long step = edgeSnapshots.ns[j] - snapshots.ns[i];
            ns += step;
            if (i > 0) {
                min = Math.max(min, snapshots.ns[i] - shift);
            }
            if (i + 1 < snapshots.size) {
                max = Math.min(max, snapshots.ns[i + 1] - shift);
            }
            shift += step;
        }
        random = random * 48271 % 2147483647;
        store(new Cached(from, to, source, min, max, shift), (int) (random % CACHE_SIZE));
        return ns;
    }

    /// Stores an entry in the cache, evicting the one in its slot.
    private void store(Cached c, int slot) {
        Cached before = cache[slot];
        if (before != null && latest[before.from.sequence() & LATEST_SIZE - 1] == before) {
            latest[before.from.sequence() & LATEST_SIZE - 1] = null;
        }
        cache[slot] = c;
        latest[c.from.sequence() & LATEST_SIZE - 1] = c;
    }

    private Edge[] pathEdges(ClockId from, ClockId to) {
        Map<ClockId, Edge[]> edges = pathCache.get(from);
        Edge[] pathEdges = edges == null ? null : edges.get(to);
        if (pathEdges == null) {
            if (!domains.containsKey(from) || !domains.containsKey(to)) {
                return null;
            }
            Path path = findPath(from, to);
            // A failed search is also cached until an edge is added. Otherwise, every packet with a clock unrelated to
            // the trace time would repeat the search.
            pathEdges = path == null ? UNREACHABLE : new Edge[path.steps];
            for (Path p = path; p != null && p.edge != null; p = p.before) {
                pathEdges[p.steps - 1] = p.edge;
            }
            pathCache.computeIfAbsent(from, f -> new HashMap<>()).put(to, pathEdges);
        }
        return pathEdges == UNREACHABLE ? null : pathEdges;
    }

    private Path findPath(ClockId from, ClockId to) {
        ArrayDeque<Path> queue = new ArrayDeque<>();
        Set<ClockId> seen = new HashSet<>();
        queue.add(new Path(null, null, 0, from));
        while (!queue.isEmpty()) {
            Path p = queue.poll();
            if (p.steps >= MAX_STEPS) {
                continue;
            }
            TreeSet<Edge> next = edges.get(p.last);
            if (next == null) {
                continue;
            }
            for (Edge e : next) {
                Path longer = new Path(p, e, p.steps + 1, e.to);
                if (e.to.equals(to)) {
                    return longer;
                }
                if (seen.add(e.to)) {
                    queue.add(longer);
                }
            }
        }
        return null;
    }

    /// Returns the kind of a snapshot: snapshots with the same clocks in the same order have the same kind. It also
    /// orders the edges between two clocks, so it must equal Perfetto's: a combination of MurmurHash finalizers,
    /// truncated to 32 bits.
    private static int kind(List<Reading> readings) {
        long h = 0xe17a1465L;
        for (Reading r : readings) {
            ClockId c = r.clock();
            h = combine(h, c.clock());
            h = combine(h, c.sequence());
            h = combine(h, c.file());
            h = combine(h, c.machine());
        }
        return (int) h;
    }

    private static long combine(long hash, int value) {
        long h = value & 0xFFFF_FFFFL;
        h ^= h >>> 33;
        h *= 0xff51afd7ed558ccdL;
        h ^= h >>> 33;
        h *= 0xc4ceb9fe1a85ec53L;
        h ^= h >>> 33;
        return hash ^ h + 0x9e3779b9L + (hash << 6) + (hash >>> 2);
    }
}
