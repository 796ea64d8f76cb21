package traceglass.ingest.system;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.common.AndroidEnergyConsumer;
import traceglass.protos.common.AndroidEnergyConsumerDescriptor;
import traceglass.protos.power.AndroidEnergyEstimationBreakdown;
import traceglass.protos.power.EntityStateResidency;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses `AndroidEnergyEstimationBreakdown` and `EntityStateResidency`: the energy used by device components, also per
/// app, and the time that components spent in each power state. Both describe their components in separate packets.
public final class EnergyParser implements PacketParser {

    private static final Dimension CONSUMER_ID = Dimension.ofInt("energy_consumer_id");
    private static final TrackType ENERGY = TrackType.counter("android_energy_estimation_breakdown", null, CONSUMER_ID);
    private static final TrackType ENERGY_OF_UID =
            TrackType.counter("android_energy_estimation_breakdown_per_uid", null, CONSUMER_ID, Dimension.ofInt("uid"));
    private static final TrackType STATE = TrackType.counter(
            "entity_state", null, Dimension.ofString("entity_name"), Dimension.ofString("state_name"));

    private record Consumer(int name, int type, int ordinal) {}

    private record StateIndex(int entity, int state) {}

    private record State(int entity, int state, int name) {}

    private final ImportContext context;
    private final StringPool strings;
    private final Map<Integer, Consumer> consumers = new HashMap<>();
    private final Map<StateIndex, State> states = new HashMap<>();
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor item = new ProtoCursor();
    private final ProtoCursor inner = new ProtoCursor();

    public EnergyParser(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {
            TracePacket.ANDROID_ENERGY_ESTIMATION_BREAKDOWN_FIELD_NUMBER,
            TracePacket.ENTITY_STATE_RESIDENCY_FIELD_NUMBER
        };
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        packet.enter(cursor);
        boolean isEnergy = packet.field() == TracePacket.ANDROID_ENERGY_ESTIMATION_BREAKDOWN_FIELD_NUMBER;
        boolean isDescribed = false;
        while (cursor.next()) {
            if (isEnergy
                    && cursor.field() == AndroidEnergyEstimationBreakdown.ENERGY_CONSUMER_DESCRIPTOR_FIELD_NUMBER) {
                isDescribed = true;
                for (item.enter(cursor); item.next(); ) {
                    if (item.field() == AndroidEnergyConsumerDescriptor.ENERGY_CONSUMERS_FIELD_NUMBER) {
                        describeConsumer();
                    }
                }
            } else if (!isEnergy && cursor.field() == EntityStateResidency.POWER_ENTITY_STATE_FIELD_NUMBER) {
                describeState();
            }
        }
        return isDescribed;
    }

    private void describeConsumer() {
        boolean hasId = false;
        int id = 0;
        int ordinal = 0;
        int type = StringPool.NULL;
        int name = StringPool.NULL;
        for (inner.enter(item); inner.next(); ) {
            switch (inner.field()) {
                case AndroidEnergyConsumer.ENERGY_CONSUMER_ID_FIELD_NUMBER -> {
                    hasId = true;
                    id = inner.asInt();
                }
                case AndroidEnergyConsumer.ORDINAL_FIELD_NUMBER -> ordinal = inner.asInt();
                case AndroidEnergyConsumer.TYPE_FIELD_NUMBER -> type = inner.asStringId(strings);
                case AndroidEnergyConsumer.NAME_FIELD_NUMBER -> name = inner.asStringId(strings);
                default -> {}
            }
        }
        if (hasId) {
            consumers.putIfAbsent(id, new Consumer(name, type, ordinal));
        } else {
            context.stats().increment(StatNames.ENERGY_DESCRIPTOR_INVALID);
        }
    }

    private void describeState() {
        int entity = -1;
        int state = -1;
        String entityName = "";
        String stateName = "";
        for (item.enter(cursor); item.next(); ) {
            switch (item.field()) {
                case EntityStateResidency.PowerEntityState.ENTITY_INDEX_FIELD_NUMBER -> entity = item.asInt();
                case EntityStateResidency.PowerEntityState.STATE_INDEX_FIELD_NUMBER -> state = item.asInt();
                case EntityStateResidency.PowerEntityState.ENTITY_NAME_FIELD_NUMBER -> entityName = item.asString();
                case EntityStateResidency.PowerEntityState.STATE_NAME_FIELD_NUMBER -> stateName = item.asString();
                default -> {}
            }
        }
        if (entity < 0 || state < 0) {
            context.stats().increment(StatNames.ENERGY_DESCRIPTOR_INVALID);
        } else {
            states.putIfAbsent(
                    new StateIndex(entity, state),
                    new State(
                            strings.intern(entityName),
                            strings.intern(stateName),
                            strings.intern("Entity residency: " + entityName + " is " + stateName)));
        }
    }

    @Override
    public void parse(long ts, Packet packet) {
        if (packet.field() == TracePacket.ENTITY_STATE_RESIDENCY_FIELD_NUMBER) {
            readResidency(ts, packet);
        } else {
            readEnergy(ts, packet);
        }
    }

    private void readEnergy(long ts, Packet packet) {
        boolean hasId = false;
        boolean hasEnergy = false;
        int id = 0;
        long total = 0;
        for (packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() == AndroidEnergyEstimationBreakdown.ENERGY_CONSUMER_ID_FIELD_NUMBER) {
                hasId = true;
                id = cursor.asInt();
            } else if (cursor.field() == AndroidEnergyEstimationBreakdown.ENERGY_UWS_FIELD_NUMBER) {
                hasEnergy = true;
                total = cursor.asLong();
            }
        }
        Consumer consumer = consumers.get(id);
        if (!hasId || !hasEnergy || consumer == null) {
            context.stats().increment(StatNames.ENERGY_BREAKDOWN_MISSING_VALUES);
            return;
        }
        context.counters()
                .push(
                        ts,
                        total,
                        context.tracks()
                                .intern(
                                        ENERGY,
                                        consumer.name(),
                                        b -> b.addString(strings.intern("consumer_type"), consumer.type())
                                                .addInt(strings.intern("ordinal"), consumer.ordinal()),
                                        id));
        for (packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() == AndroidEnergyEstimationBreakdown.PER_UID_BREAKDOWN_FIELD_NUMBER) {
                readEnergyOfUid(ts, id, consumer);
            }
        }
    }

    private void readEnergyOfUid(long ts, int id, Consumer consumer) {
        boolean hasUid = false;
        boolean hasEnergy = false;
        long uid = 0;
        long energy = 0;
        for (item.enter(cursor); item.next(); ) {
            if (item.field() == AndroidEnergyEstimationBreakdown.EnergyUidBreakdown.UID_FIELD_NUMBER) {
                hasUid = true;
                uid = item.asUint32();
            } else if (item.field() == AndroidEnergyEstimationBreakdown.EnergyUidBreakdown.ENERGY_UWS_FIELD_NUMBER) {
                hasEnergy = true;
                energy = item.asLong();
            }
        }
        if (hasUid && hasEnergy) {
            context.counters().push(ts, energy, context.tracks().intern(ENERGY_OF_UID, consumer.name(), id, uid));
        } else {
            context.stats().increment(StatNames.ENERGY_UID_BREAKDOWN_MISSING_VALUES);
        }
    }

    private void readResidency(long ts, Packet packet) {
        boolean hasAny = false;
        for (packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() != EntityStateResidency.RESIDENCY_FIELD_NUMBER) {
                continue;
            }
            hasAny = true;
            int entity = 0;
            int index = 0;
            long ms = 0;
            for (item.enter(cursor); item.next(); ) {
                switch (item.field()) {
                    case EntityStateResidency.StateResidency.ENTITY_INDEX_FIELD_NUMBER -> entity = item.asInt();
                    case EntityStateResidency.StateResidency.STATE_INDEX_FIELD_NUMBER -> index = item.asInt();
                    case EntityStateResidency.StateResidency.TOTAL_TIME_IN_STATE_MS_FIELD_NUMBER -> ms = item.asLong();
                    default -> {}
                }
            }
            State state = states.get(new StateIndex(entity, index));
            if (state == null) {
                context.stats().increment(StatNames.ENTITY_STATE_RESIDENCY_LOOKUP_FAILED);
                return;
            }
            context.counters()
                    .push(ts, ms, context.tracks().intern(STATE, state.name(), state.entity(), state.state()));
        }
        if (!hasAny) {
            context.stats().increment(StatNames.ENTITY_STATE_RESIDENCY_INVALID);
        }
    }
}
