package traceglass.ingest.xplane;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.foreign.xplane.XStatDecoder;
import traceglass.store.table.StringPool;

/// Collects the stats of an event: arguments, and ids that link it with other events.
final class XplaneStats {

    private static final int FLOW_IN = 1;
    private static final int FLOW_OUT = 2;
    private static final long FLOW_ID_MASK = (1L << 56) - 1;
    /// Number of the kind of links for flows, above TensorFlow's own numbers.
    private static final long FLOW = 1L << 32;

    private static final long CORRELATION = FLOW + 1;
    /// Ends of a link.
    private static final int PRODUCER = 0;

    private static final int CONSUMER = 1;

    /// Link of an event with other events that have the same kind and id.
    record Link(long kind, long id, boolean isSource) {}

    private final XplanePlane plane;
    private final ArgSetBuilder args;
    private final StringPool strings;
    private final long[] kinds = {0, 0};
    private final long[] ids = {0, 0};
    private final boolean[] hasId = new boolean[2];
    private final List<Link> links = new ArrayList<>(1);

    XplaneStats(XplanePlane plane, ArgSetBuilder args, StringPool strings) {
        this.plane = plane;
        this.args = args;
        this.strings = strings;
    }

    ArgSetBuilder args() {
        return args;
    }

    /// Returns the links of the event.
    List<Link> links() {
        for (int side = PRODUCER; side <= CONSUMER; side++) {
            if (hasId[side]) {
                links.add(new Link(kinds[side], ids[side], side == PRODUCER));
                hasId[side] = false;
            }
        }
        return links;
    }

    void addText(String name, String value) {
        args.addString(key(name), strings.intern(value));
    }

    private int key(String name) {
        return strings.intern("args." + name);
    }

    /// Adds a stat. Byte values are skipped: they contain serialized messages of compilers.
    void add(XStatDecoder stat) {
        String name = stat.hasMetadataId() ? plane.stat(stat.metadataId()) : "";
        if (stat.hasDoubleValue()) {
            args.addReal(key(name), stat.doubleValue());
        } else if (stat.hasUint64Value()) {
            addNumber(name, stat.uint64Value());
        } else if (stat.hasInt64Value()) {
            addNumber(name, stat.int64Value());
        } else if (stat.hasStrValue()) {
            addText(name, stat.strValue());
        } else if (stat.hasRefValue()) {
            addText(name, plane.stat(stat.refValue()));
        }
    }

    private void addNumber(String name, long value) {
        if (!readLink(name, value)) {
            args.addInt(key(name), value);
        }
    }

    /// Processes a stat that links events. Returns true if it must not become an argument as well.
    private boolean readLink(String name, long value) {
        switch (name) {
            case "_pt" -> kinds[PRODUCER] = value;
            case "_ct" -> kinds[CONSUMER] = value;
            case "_p" -> set(PRODUCER, value);
            case "_c" -> set(CONSUMER, value);
            case "flow" -> {
                long id = value >>> 2 & FLOW_ID_MASK;
                if ((value & FLOW_IN) != 0) {
                    links.add(new Link(FLOW, id, false));
                }
                if ((value & FLOW_OUT) != 0) {
                    links.add(new Link(FLOW, id, true));
                }
            }
            case "correlation_id" -> {
                links.add(new Link(CORRELATION, value, !plane.isDevice()));
                return false;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void set(int side, long id) {
        ids[side] = id;
        hasId[side] = true;
    }
}
