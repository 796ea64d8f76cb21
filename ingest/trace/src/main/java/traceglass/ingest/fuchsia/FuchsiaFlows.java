package traceglass.ingest.fuchsia;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;

/// Resolves flow ids, which are scoped to a process: another process can continue a flow only if a single process has
/// begun a flow with this id.
final class FuchsiaFlows {

    private final ImportContext context;
    private final Map<Id, Long> active = new HashMap<>();
    private final LongMap<Owner> owners = new LongMap<>();
    private long next;

    private record Id(long pid, long id) {}

    private record Owner(long pid, boolean isAmbiguous) {}

    FuchsiaFlows(ImportContext context) {
        this.context = context;
        next = (long) context.traceId() << 40;
    }

    void begin(int track, long pid, long id) {
        Id key = new Id(pid, id);
        Long flow = active.get(key);
        if (flow == null) {
            flow = next++;
            active.put(key, flow);
            Owner owner = owners.get(id);
            if (owner == null) {
                owners.put(id, new Owner(pid, false));
            } else if (owner.pid != pid) {
                owners.put(id, new Owner(owner.pid, true));
            }
        }
        context.flows().begin(track, flow);
    }

    void step(int track, long pid, long id) {
        Long flow = active.get(resolve(pid, id));
        if (flow != null) {
            context.flows().step(track, flow);
        }
    }

    void end(int track, long pid, long id) {
        Id key = resolve(pid, id);
        Long flow = active.remove(key);
        if (flow != null) {
            context.flows().end(track, flow, true, true);
            owners.remove(id);
        }
    }

    private Id resolve(long pid, long id) {
        Id ownId = new Id(pid, id);
        Owner owner = active.containsKey(ownId) ? null : owners.get(id);
        return owner == null || owner.isAmbiguous ? ownId : new Id(owner.pid, id);
    }
}
