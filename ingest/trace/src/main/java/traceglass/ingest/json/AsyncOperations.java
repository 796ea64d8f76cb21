package traceglass.ingest.json;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Tracks asynchronous slices in the oldest form: `S` begins one, `F` ends it, and in between, `T` names the step
/// that begins, or `p` the step that ends (Trace Event Format, "Async events", deprecated phases). Events with the
/// same name and id form one operation. Each operation is a slice on a track that it has to itself until it ends;
/// its steps are nested slices.
///
/// Several operations with the same name and id can be open, since each process may number its operations from 1. An
/// event then belongs to the operation that its own process began most recently or, if there is none, to the one that
/// any process began most recently.
final class AsyncOperations {

    /// @param upid process that began the operation, or -1 for any process
    private record Key(int name, int scope, long id, int upid) {}

    private static final class Operation {
        final TrackCompressor.Lanes lanes;
        final long cookie;
        final int track;
        boolean hasEnded;
        /// Start of the step that the next `p` ends, in ns.
        long stepTs;
        boolean isInStep;
        byte stepPhase;

        Operation(TrackCompressor.Lanes lanes, long cookie, long ts) {
            this.lanes = lanes;
            this.cookie = cookie;
            this.track = lanes.begin(cookie);
            stepTs = ts;
        }
    }

    private final ImportContext context;
    /// Open operations, the most recently begun one last. An ended operation stays in the queue until it is last.
    private final Map<Key, ArrayDeque<Operation>> open = new HashMap<>();
    private final int phaseKey;
    private long lastCookie;

    /// Fields shared by the events of one operation.
    ///
    /// @param name never null
    /// @param scope scope of the id; [StringPool#NULL] if the event has none
    /// @param upid process of this event
    /// @param isProcessLocal whether the id is local to this process
    record Identity(int name, int scope, long id, int upid, boolean isProcessLocal) {

        private Key inProcess() {
            return new Key(name, scope, id, upid);
        }

        private Key inAnyProcess() {
            return new Key(name, scope, id, -1);
        }
    }

    AsyncOperations(ImportContext context) {
        this.context = context;
        phaseKey = context.strings().intern("legacy_event.phase");
    }

    /// Begins an operation and returns its track.
    int begin(long ts, Identity identity, int category, ArgsWriter args) {
        Operation o = new Operation(lanes(identity), ++lastCookie, ts);
        push(identity.inProcess(), o);
        if (!identity.isProcessLocal()) {
            push(identity.inAnyProcess(), o);
        }
        context.slices().begin(ts, o.track, category, identity.name(), withPhase(args, 'S'));
        return o.track;
    }

    /// Adds a step. If the operation began before the trace, the step is shown as an instant.
    ///
    /// @param phase `T` or `p`
    /// @param step name of the step
    /// @return the statistic to count the error under, or null if there is no error
    String step(long ts, byte phase, Identity identity, int category, int step, ArgsWriter args) {
        ArgsWriter written = withPhase(args, (char) phase);
        Operation o = find(identity);
        if (o == null) {
            context.slices().scoped(ts, 0, lanes(identity).instant(++lastCookie), category, step, written);
            return StatNames.JSON_ASYNC_EVENT_WITHOUT_BEGIN;
        }
        boolean isMixed = o.stepPhase != 0 && o.stepPhase != phase;
        o.stepPhase = phase;
        endStep(ts, o);
        if (phase == 'T') {
            context.slices().begin(ts, o.track, category, step, written);
            o.isInStep = true;
        } else {
            context.slices().scoped(o.stepTs, ts - o.stepTs, o.track, category, step, written);
        }
        o.stepTs = ts;
        return isMixed ? StatNames.JSON_PARSER_FAILURE : null;
    }

    /// Ends an operation; returns false if none is open.
    boolean end(long ts, Identity identity, ArgsWriter args) {
        Operation o = find(identity);
        if (o == null) {
            return false;
        }
        endStep(ts, o);
        context.slices().end(ts, o.track, StringPool.NULL, StringPool.NULL, args);
        o.lanes.end(o.cookie);
        o.hasEnded = true;
        return true;
    }

    private void endStep(long ts, Operation o) {
        if (o.isInStep) {
            context.slices().end(ts, o.track, StringPool.NULL, StringPool.NULL, null);
            o.isInStep = false;
        }
    }

    private void push(Key key, Operation o) {
        last(key);
        open.computeIfAbsent(key, k -> new ArrayDeque<>(2)).addLast(o);
    }

    private Operation find(Identity identity) {
        Operation local = last(identity.inProcess());
        return local != null || identity.isProcessLocal() ? local : last(identity.inAnyProcess());
    }

    private Operation last(Key key) {
        ArrayDeque<Operation> operations = open.get(key);
        while (operations != null) {
            Operation o = operations.peekLast();
            if (o == null) {
                open.remove(key);
                return null;
            }
            if (!o.hasEnded) {
                return o;
            }
            operations.pollLast();
        }
        return null;
    }

    private TrackCompressor.Lanes lanes(Identity identity) {
        return context.compressor()
                .legacyAsyncByName(identity.name(), identity.upid(), identity.isProcessLocal(), identity.scope());
    }

    private ArgsWriter withPhase(ArgsWriter args, char phase) {
        return (ArgSetBuilder b) -> {
            if (args != null) {
                args.write(b);
            }
            b.addString(phaseKey, context.strings().intern(String.valueOf(phase)));
        };
    }
}
