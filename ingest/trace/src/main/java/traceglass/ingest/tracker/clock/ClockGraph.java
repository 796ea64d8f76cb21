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

/// Converts times between the clocks of all machines and files of an import. Snapshots, each the readings of several
/// clocks at one instant, tie clocks together; a conversion takes the shortest way over them, and at each step the
/// latest snapshot that is not after the time (the first one for times before all).
///
/// Which way is taken where there are several is part of the answer, so the order of edges follows Perfetto's clock
/// synchronizer.
public final class ClockGraph {

    /// Returned where no conversion is possible.
    public static final long NONE = Long.MIN_VALUE;

    private static final int MAX_STEPS = 4;
    private static final int CACHE = 8;
    private static final int LATEST = 32;
    /// More clocks than any trace has; their pairs are kept, so damaged snapshots must not have many.
    private static final int MAX_CLOCKS = 256;

    /// One clock's reading in a snapshot.
    ///
    /// @param unitNs nanoseconds that one tick stands for
    /// @param isIncremental whether times in this clock are differences to the one before
    public record Reading(ClockId clock, long value, long unitNs, boolean isIncremental) {

        public Reading(ClockId clock, long value) {
            this(clock, value, 1, false);
        }
    }

    /// Why a conversion failed.
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

    /// Kept where a search found nothing.
    private static final Edge[] NO_WAY = {};

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
        boolean incremental;
        long lastNs;

        long toNs(long time) {
            if (!incremental) {
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
    /// Ways found since the edges last changed: the cache below forgets often, as the snapshot to use changes with
    /// the time.
    private final Map<ClockId, Map<ClockId, Edge[]>> ways = new HashMap<>();
    private final Cached[] cache = new Cached[CACHE];
    /// Of those in the cache, by the sequence of the clock that is converted, the ones that gave the last answers:
    /// events that follow one another are mostly of one clock, or each of that of its sequence.
    private final Cached[] latest = new Cached[LATEST];
    /// The two clocks that were last found not to be related, and why.
    private ClockId unrelated;
    private ClockId unrelatedTo;
    private Failure whyUnrelated;
    private long random = 1;
    private int nextSnapshot;
    private ClockId traceTime = ClockId.ofFile(0);
    private int traceTimeOwner = -1;
    private Failure failure = Failure.NO_PATH;

    /// @param onInvalidSnapshot called for each snapshot that contradicts itself or earlier ones
    /// @param onCacheMiss called for each conversion that had to look for its way
    public ClockGraph(Runnable onInvalidSnapshot, Runnable onCacheMiss) {
        this.onInvalidSnapshot = onInvalidSnapshot;
        this.onCacheMiss = onCacheMiss;
    }

    /// The clock that `ts` columns are in.
    public ClockId traceTime() {
        return traceTime;
    }

    /// Makes this clock the trace time, unless another file did so before.
    ///
    /// @param file row of the `trace_file` table that the claim comes from
    /// @return whether it is now
    public boolean claimTraceTime(ClockId clock, int file) {
        if (traceTimeOwner >= 0 && traceTimeOwner != file) {
            return false;
        }
        traceTimeOwner = file;
        traceTime = clock;
        return true;
    }

    /// Why the last conversion gave [#NONE].
    public Failure failure() {
        return failure;
    }

    /// Adds a snapshot.
    ///
    /// @return its number, or -1 if it was refused; what stood before the fault in it stays
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
            d.incremental = r.isIncremental();
        } else if (d.unitNs != r.unitNs() || d.incremental != r.isIncremental()) {
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
            // A clock that was set back (daylight saving) gives two answers for one of its times, so it is
            // no source any more.
            nonMonotonic.add(clock);
            edges.remove(clock);
            ways.clear();
        }
        s.add(id, ns);
        return true;
    }

    private void addEdge(ClockId from, ClockId to, int kind) {
        if (!nonMonotonic.contains(from)
                && edges.computeIfAbsent(from, f -> new TreeSet<>()).add(new Edge(from, to, kind))) {
            ways.clear();
        }
    }

    /// Converts a time; [#NONE] if the clocks are not related, and [#failure] says why.
    public long convert(ClockId from, long time, ClockId to) {
        Cached newest = latest[from.sequence() & LATEST - 1];
        long ns = NONE;
        if (newest != null && newest.from == from && newest.to == to) {
            ns = newest.domain.toNs(time);
            if (ns >= newest.min && ns < newest.max) {
                return ns + newest.shift;
            }
        } else if (from == unrelated && to == unrelatedTo) {
            // Thousands of times in one clock may come before its snapshot, or without any.
            onCacheMiss.run();
            failure = whyUnrelated;
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
                latest[from.sequence() & LATEST - 1] = c;
                return ns + c.shift;
            }
        }
        return search(from, time, ns, to);
    }

    private long search(ClockId from, long time, long knownNs, ClockId to) {
        onCacheMiss.run();
        Edge[] way = way(from, to);
        if (way == null) {
            failure = !domains.containsKey(from)
                    ? Failure.UNKNOWN_SOURCE
                    : !domains.containsKey(to) ? Failure.UNKNOWN_TARGET : Failure.NO_PATH;
            unrelated = from;
            unrelatedTo = to;
            whyUnrelated = failure;
            return NONE;
        }
        Domain source = domains.get(from);
        long ns = knownNs != NONE ? knownNs : source.toNs(time);
        long shift = 0;
        long min = Long.MIN_VALUE;
        long max = Long.MAX_VALUE;
        for (Edge edge : way) {
            Snapshots here = domains.get(edge.from).byKind.get(edge.kind);
            Snapshots there = domains.get(edge.to).byKind.get(edge.kind);
            int i = here.notAfter(ns);
            int j = there == null ? -1 : Arrays.binarySearch(there.ids, 0, there.size, here.ids[i]);
            if (j < 0) {
                // A snapshot of which only a part was taken.
                continue;
            }
            long step = there.ns[j] - here.ns[i];
            ns += step;
            if (i > 0) {
                min = Math.max(min, here.ns[i] - shift);
            }
            if (i + 1 < here.size) {
                max = Math.min(max, here.ns[i + 1] - shift);
            }
            shift += step;
        }
        random = random * 48271 % 2147483647;
        keep(new Cached(from, to, source, min, max, shift), (int) (random % CACHE));
        return ns;
    }

    /// Puts one into the cache, in the place of another that is forgotten.
    private void keep(Cached c, int place) {
        Cached before = cache[place];
        if (before != null && latest[before.from.sequence() & LATEST - 1] == before) {
            latest[before.from.sequence() & LATEST - 1] = null;
        }
        cache[place] = c;
        latest[c.from.sequence() & LATEST - 1] = c;
    }

    private Edge[] way(ClockId from, ClockId to) {
        Map<ClockId, Edge[]> found = ways.get(from);
        Edge[] way = found == null ? null : found.get(to);
        if (way == null) {
            if (!domains.containsKey(from) || !domains.containsKey(to)) {
                return null;
            }
            Path path = findPath(from, to);
            // That there is none is kept as well, until an edge comes: where a clock was never related to
            // the trace's, every packet asks.
            way = path == null ? NO_WAY : new Edge[path.steps];
            for (Path p = path; p != null && p.edge != null; p = p.before) {
                way[p.steps - 1] = p.edge;
            }
            ways.computeIfAbsent(from, f -> new HashMap<>()).put(to, way);
        }
        return way == NO_WAY ? null : way;
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

    /// Snapshots of the same clocks in the same order are of one kind. The number also orders edges between two
    /// clocks, so it is that of Perfetto: a combination of MurmurHash finalizers, cut to 32 bits.
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
