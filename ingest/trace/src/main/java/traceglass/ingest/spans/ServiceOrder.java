package traceglass.ingest.spans;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Order of services along the calls between them: services that start traces come first, then the services that they
/// call, and so on. Services at equal distance are in the order of their first spans.
final class ServiceOrder {

    private static final class Service {
        final int upid;
        final long firstTs;
        final Set<Integer> called = new LinkedHashSet<>();
        boolean startsTraces;
        int distance = Integer.MAX_VALUE;

        Service(int upid, long firstTs) {
            this.upid = upid;
            this.firstTs = firstTs;
        }
    }

    private final Map<Integer, Service> services = new HashMap<>();

    /// Adds a span. The first span added for a service must be its earliest.
    ///
    /// @param caller process of the parent, or -1 if the span starts a trace
    void add(int upid, long ts, int caller) {
        Service service = services.computeIfAbsent(upid, u -> new Service(u, ts));
        if (caller < 0) {
            service.startsTraces = true;
        } else if (caller != upid) {
            services.computeIfAbsent(caller, u -> new Service(u, ts)).called.add(upid);
        }
    }

    /// Returns the processes in this order.
    List<Integer> upids() {
        List<Service> ordered = new ArrayList<>(services.values());
        ordered.sort(Comparator.comparingLong((Service s) -> s.firstTs).thenComparingInt(s -> s.upid));
        Deque<Service> pending = new ArrayDeque<>();
        for (Service s : ordered) {
            if (s.startsTraces) {
                s.distance = 0;
                pending.add(s);
            }
        }
        while (!pending.isEmpty()) {
            Service s = pending.removeFirst();
            for (int upid : s.called) {
                Service next = services.get(upid);
                if (next.distance == Integer.MAX_VALUE) {
                    next.distance = s.distance + 1;
                    pending.addLast(next);
                }
            }
        }
        // The sort is stable, so services at equal distance remain in time order.
        ordered.sort(Comparator.comparingInt(s -> s.distance));
        return ordered.stream().map(s -> s.upid).toList();
    }
}
