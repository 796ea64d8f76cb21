package traceglass.ingest.system;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.android.KernelWakelockData;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;

/// Parses `KernelWakelockData`: how long kernel wake locks kept the device awake. Locks are described once per
/// sequence, and their times are deltas.
public final class WakelockParser implements PacketParser {

    private static final TrackType TRACK = TrackType.counter(
            "android_kernel_wakelock", "ms", Dimension.ofString("wakelock_name"), Dimension.ofString("wakelock_type"));
    private static final String[] TYPES = {"unknown", "kernel", "native"};
    private static final double MS_NS = 1e6;
    /// Bits of `error_flags`.
    private static final int ZERO_VALUE = 1;
    private static final int NON_MONOTONIC = 2;
    private static final int IMPLAUSIBLY_LARGE = 4;
    private static final SequenceState.Key<State> STATE = SequenceState.Key.of(State::new);

    private record Lock(String name, int type) {}

    private static final class Held {
        long ms;
        int type;
    }

    private static final class State {
        final Map<Long, Lock> locks = new HashMap<>();
        final Map<String, Held> active = new LinkedHashMap<>();
    }

    private final ImportContext context;
    private final SparseCounters counters;
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor item = new ProtoCursor();

    public WakelockParser(PacketContext packets) {
        context = packets.context();
        counters = new SparseCounters(packets);
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.KERNEL_WAKELOCK_DATA_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        State state = packet.state().get(STATE);
        PackedCursor ids = new PackedCursor().enter(new byte[0], 0, 0);
        PackedCursor times = new PackedCursor().enter(new byte[0], 0, 0);
        long errors = 0;
        for (packet.enter(cursor); cursor.next(); ) {
            switch (cursor.field()) {
                case KernelWakelockData.WAKELOCK_FIELD_NUMBER -> describe(state);
                case KernelWakelockData.WAKELOCK_ID_FIELD_NUMBER -> ids.enter(cursor);
                case KernelWakelockData.TIME_HELD_MILLIS_FIELD_NUMBER -> times.enter(cursor);
                case KernelWakelockData.ERROR_FLAGS_FIELD_NUMBER -> errors = cursor.asLong();
                default -> {}
            }
        }
        while (ids.nextVarint() && times.nextVarint()) {
            Lock lock = state.locks.get(ids.asLong());
            if (lock == null) {
                context.stats().increment(StatNames.KERNEL_WAKELOCK_UNKNOWN_ID);
            } else {
                Held active = state.active.computeIfAbsent(lock.name(), n -> new Held());
                active.ms += times.asLong();
                active.type = lock.type();
            }
        }
        countErrors(errors);
        state.active.forEach((name, active) -> {
            int nameId = context.strings().intern(name);
            int type = context.strings().intern(TYPES[active.type > 0 && active.type < TYPES.length ? active.type : 0]);
            counters.push(ts, context.tracks().intern(TRACK, nameId, nameId, type), MS_NS * active.ms);
        });
        return true;
    }

    private void countErrors(long errors) {
        if ((errors & ZERO_VALUE) != 0) {
            context.stats().increment(StatNames.KERNEL_WAKELOCK_ZERO_VALUE_REPORTED);
        }
        if ((errors & NON_MONOTONIC) != 0) {
            context.stats().increment(StatNames.KERNEL_WAKELOCK_NON_MONOTONIC_VALUE_REPORTED);
        }
        if ((errors & IMPLAUSIBLY_LARGE) != 0) {
            context.stats().increment(StatNames.KERNEL_WAKELOCK_IMPLAUSIBLY_LARGE_VALUE_REPORTED);
        }
    }

    private void describe(State state) {
        long id = 0;
        String name = "";
        int type = 0;
        for (item.enter(cursor); item.next(); ) {
            switch (item.field()) {
                case KernelWakelockData.Wakelock.WAKELOCK_ID_FIELD_NUMBER -> id = item.asUint32();
                case KernelWakelockData.Wakelock.WAKELOCK_NAME_FIELD_NUMBER -> name = item.asString();
                case KernelWakelockData.Wakelock.WAKELOCK_TYPE_FIELD_NUMBER -> type = item.asInt();
                default -> {}
            }
        }
        if (state.locks.putIfAbsent(id, new Lock(name, type)) != null) {
            context.stats().increment(StatNames.KERNEL_WAKELOCK_REUSED_ID);
        }
    }
}
