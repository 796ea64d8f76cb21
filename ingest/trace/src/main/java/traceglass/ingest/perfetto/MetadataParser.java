package traceglass.ingest.perfetto;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Base64;
import java.util.UUID;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.ProtoText;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.config.TraceConfigDecoder;
import traceglass.protos.trace.ChromeTrigger;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TraceUuid;
import traceglass.protos.trace.TraceUuidDecoder;
import traceglass.protos.trace.Trigger;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses properties of the whole trace: config, uuid, state of the recording UI, triggers.
final class MetadataParser implements PacketParser {

    private static final TrackType TRIGGERS = TrackType.slices("triggers");

    private final ImportContext context;
    private final StringPool strings;
    private final MessageTypes types;
    private boolean hasUuid;
    private boolean isTriggered;
    private boolean isCloned;

    MetadataParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
        types = packets.types();
    }

    @Override
    public int[] fields() {
        return new int[] {
            TracePacket.UI_STATE_FIELD_NUMBER,
            TracePacket.TRIGGER_FIELD_NUMBER,
            TracePacket.CHROME_TRIGGER_FIELD_NUMBER,
            TracePacket.CLONE_SNAPSHOT_TRIGGER_FIELD_NUMBER,
            TracePacket.TRACE_UUID_FIELD_NUMBER
        };
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        switch (packet.field()) {
            case TracePacket.UI_STATE_FIELD_NUMBER -> {
                context.metadata().set("ui_state", Base64.getEncoder().encodeToString(packet.fieldBytes()));
                return true;
            }
            case TracePacket.TRACE_UUID_FIELD_NUMBER -> {
                readUuid(packet);
                return true;
            }
            default -> {
                return false;
            }
        }
    }

    /// Reads the uuid with a decoder: nearly every trace has one, and many traces need no generated message classes,
    /// which are slow to initialize.
    private void readUuid(Packet packet) {
        TraceUuidDecoder fields = new TraceUuidDecoder();
        if (fields.decode(packet.buffer(), packet.fieldOffset(), packet.fieldLength())) {
            setUuid(fields.msb(), fields.lsb());
            return;
        }
        try {
            TraceUuid uuid = packet.decode(TraceUuid.parser());
            setUuid(uuid.getMsb(), uuid.getLsb());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, packet.position(), null);
        }
    }

    private void setUuid(long high, long low) {
        if (high != 0 || low != 0) {
            context.metadata().set("trace_uuid", new UUID(high, low).toString());
            hasUuid = true;
        }
    }

    @Override
    public void parse(long ts, Packet packet) {
        try {
            switch (packet.field()) {
                case TracePacket.TRIGGER_FIELD_NUMBER -> addTrigger(ts, packet.decode(Trigger.parser()), false);
                case TracePacket.CLONE_SNAPSHOT_TRIGGER_FIELD_NUMBER ->
                    addTrigger(ts, packet.decode(Trigger.parser()), true);
                case TracePacket.CHROME_TRIGGER_FIELD_NUMBER ->
                    addChromeTrigger(ts, packet.decode(ChromeTrigger.parser()));
                default -> {}
            }
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
        }
    }

    private int triggerTrack() {
        return context.tracks().intern(TRIGGERS, strings.intern("Trace Triggers"));
    }

    private void addTrigger(long ts, Trigger trigger, boolean isClone) {
        int name = trigger.hasTriggerName() ? strings.intern(trigger.getTriggerName()) : StringPool.NULL;
        context.slices().scoped(ts, 0, triggerTrack(), StringPool.NULL, name, b -> {
            if (trigger.hasProducerName()) {
                b.addString(strings.intern("producer_name"), strings.intern(trigger.getProducerName()));
            }
            if (trigger.hasTrustedProducerUid()) {
                b.addInt(strings.intern("trusted_producer_uid"), trigger.getTrustedProducerUid());
            }
        });
        // The trigger that cloned the trace is more relevant than earlier triggers.
        if (isClone && !isCloned) {
            isCloned = true;
            context.metadata().set("trace_trigger", name);
            context.stats().set(StatNames.TRACED_CLONE_TRIGGER_TIMESTAMP_NS, ts);
        } else if (!isClone && !isCloned && !isTriggered) {
            isTriggered = true;
            context.metadata().set("trace_trigger", name);
        }
    }

    private void addChromeTrigger(long ts, ChromeTrigger trigger) {
        long hash = trigger.getTriggerNameHash() & 0xFFFF_FFFFL;
        int name = strings.intern(trigger.hasTriggerName() ? trigger.getTriggerName() : "chrome_trigger");
        int slice = context.slices().scoped(ts, 0, triggerTrack(), StringPool.NULL, name, b -> {
            b.addUint(strings.intern("chrome_trigger.name_hash"), hash);
            if (trigger.hasTriggerName()) {
                b.addString(strings.intern("chrome_trigger.name"), name);
            }
        });
        if (slice >= 0 && trigger.hasFlowId() && context.flows().isActive(trigger.getFlowId())) {
            context.flows().endAt(slice, ts, trigger.getFlowId(), true);
        }
        context.metadata().appendDynamic("cr-triggered_rule_name_hash", hash);
    }

    @Override
    public void traceConfig(long ts, Packet packet) {
        TraceConfigDecoder config = packet.decode(new TraceConfigDecoder());
        if (!hasUuid) {
            setUuid(config.traceUuidMsb(), config.traceUuidLsb());
        }
        if (config.hasUniqueSessionName()) {
            context.metadata().set("unique_session_name", config.uniqueSessionName());
        }
        context.metadata()
                .set(
                        "trace_config_pbtxt",
                        ProtoText.print(packet.fieldBytes(), types.message("perfetto.protos.TraceConfig"), types));
    }
}
