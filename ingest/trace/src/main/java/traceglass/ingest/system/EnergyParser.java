package traceglass.ingest.system;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.common.AndroidEnergyConsumerDecoder;
import traceglass.protos.common.AndroidEnergyConsumerDescriptorDecoder;
import traceglass.protos.power.AndroidEnergyEstimationBreakdownDecoder;
import traceglass.protos.power.EnergyUidBreakdownDecoder;
import traceglass.protos.power.EntityStateResidencyDecoder;
import traceglass.protos.power.PowerEntityStateDecoder;
import traceglass.protos.power.StateResidencyDecoder;
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
        if (packet.field() == TracePacket.ENTITY_STATE_RESIDENCY_FIELD_NUMBER) {
            EntityStateResidencyDecoder residency = packet.decode(new EntityStateResidencyDecoder());
            for (int i = 0; i < residency.powerEntityStateCount(); i++) {
                describeState(residency.powerEntityState(i, new PowerEntityStateDecoder()));
            }
            return false;
        }
        AndroidEnergyEstimationBreakdownDecoder breakdown =
                packet.decode(new AndroidEnergyEstimationBreakdownDecoder());
        AndroidEnergyConsumerDescriptorDecoder descriptor =
                breakdown.energyConsumerDescriptor(new AndroidEnergyConsumerDescriptorDecoder());
        for (int i = 0; i < descriptor.energyConsumersCount(); i++) {
            describeConsumer(descriptor.energyConsumers(i, new AndroidEnergyConsumerDecoder()));
        }
        return breakdown.hasEnergyConsumerDescriptor();
    }

    private void describeConsumer(AndroidEnergyConsumerDecoder consumer) {
        if (consumer.hasEnergyConsumerId()) {
            consumers.putIfAbsent(
                    consumer.energyConsumerId(),
                    new Consumer(consumer.nameId(strings), consumer.typeId(strings), consumer.ordinal()));
        } else {
            context.stats().increment(StatNames.ENERGY_DESCRIPTOR_INVALID);
        }
    }

    private void describeState(PowerEntityStateDecoder description) {
        int entity = description.hasEntityIndex() ? description.entityIndex() : -1;
        int state = description.hasStateIndex() ? description.stateIndex() : -1;
        if (entity < 0 || state < 0) {
            context.stats().increment(StatNames.ENERGY_DESCRIPTOR_INVALID);
        } else {
            String entityName = description.entityName();
            String stateName = description.stateName();
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
        AndroidEnergyEstimationBreakdownDecoder breakdown =
                packet.decode(new AndroidEnergyEstimationBreakdownDecoder());
        int id = breakdown.energyConsumerId();
        Consumer consumer = consumers.get(id);
        if (!breakdown.hasEnergyConsumerId() || !breakdown.hasEnergyUws() || consumer == null) {
            context.stats().increment(StatNames.ENERGY_BREAKDOWN_MISSING_VALUES);
            return;
        }
        context.counters()
                .push(
                        ts,
                        breakdown.energyUws(),
                        context.tracks()
                                .intern(
                                        ENERGY,
                                        consumer.name(),
                                        b -> b.addString(strings.intern("consumer_type"), consumer.type())
                                                .addInt(strings.intern("ordinal"), consumer.ordinal()),
                                        id));
        EnergyUidBreakdownDecoder ofUid = new EnergyUidBreakdownDecoder();
        for (int i = 0; i < breakdown.perUidBreakdownCount(); i++) {
            addEnergyOfUid(ts, id, consumer, breakdown.perUidBreakdown(i, ofUid));
        }
    }

    private void addEnergyOfUid(long ts, int id, Consumer consumer, EnergyUidBreakdownDecoder ofUid) {
        if (ofUid.hasUid() && ofUid.hasEnergyUws()) {
            long uid = Integer.toUnsignedLong(ofUid.uid());
            context.counters()
                    .push(ts, ofUid.energyUws(), context.tracks().intern(ENERGY_OF_UID, consumer.name(), id, uid));
        } else {
            context.stats().increment(StatNames.ENERGY_UID_BREAKDOWN_MISSING_VALUES);
        }
    }

    private void readResidency(long ts, Packet packet) {
        EntityStateResidencyDecoder residencies = packet.decode(new EntityStateResidencyDecoder());
        StateResidencyDecoder residency = new StateResidencyDecoder();
        for (int i = 0; i < residencies.residencyCount(); i++) {
            residencies.residency(i, residency);
            State state = states.get(new StateIndex(residency.entityIndex(), residency.stateIndex()));
            if (state == null) {
                context.stats().increment(StatNames.ENTITY_STATE_RESIDENCY_LOOKUP_FAILED);
                return;
            }
            context.counters()
                    .push(
                            ts,
                            residency.totalTimeInStateMs(),
                            context.tracks().intern(STATE, state.name(), state.entity(), state.state()));
        }
        if (residencies.residencyCount() == 0) {
            context.stats().increment(StatNames.ENTITY_STATE_RESIDENCY_INVALID);
        }
    }
}
