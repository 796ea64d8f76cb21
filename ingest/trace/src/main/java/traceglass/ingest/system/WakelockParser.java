package traceglass.ingest.system;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.android.KernelWakelockDataDecoder;
import traceglass.protos.android.WakelockDecoder;
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
        KernelWakelockDataDecoder data = packet.decode(new KernelWakelockDataDecoder());
        WakelockDecoder wakelock = new WakelockDecoder();
        for (int i = 0; i < data.wakelockCount(); i++) {
            describe(state, data.wakelock(i, wakelock));
        }
        for (int i = 0; i < Math.min(data.wakelockIdCount(), data.timeHeldMillisCount()); i++) {
            Lock lock = state.locks.get(Integer.toUnsignedLong(data.wakelockId(i)));
            if (lock == null) {
                context.stats().increment(StatNames.KERNEL_WAKELOCK_UNKNOWN_ID);
            } else {
                Held active = state.active.computeIfAbsent(lock.name(), n -> new Held());
                active.ms += data.timeHeldMillis(i);
                active.type = lock.type();
            }
        }
        countErrors(data.errorFlags());
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

    private void describe(State state, WakelockDecoder wakelock) {
        Lock lock = new Lock(wakelock.wakelockName(), wakelock.wakelockType());
        if (state.locks.putIfAbsent(Integer.toUnsignedLong(wakelock.wakelockId()), lock) != null) {
            context.stats().increment(StatNames.KERNEL_WAKELOCK_REUSED_ID);
        }
    }
}
