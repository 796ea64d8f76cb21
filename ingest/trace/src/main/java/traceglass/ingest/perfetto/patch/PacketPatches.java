package traceglass.ingest.perfetto.patch;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TraceProvenance;
import traceglass.store.names.StatNames;

/// Programs in a trace, and the sequences whose packets are patches for them.
public final class PacketPatches {

    public static final int PROVENANCE = TracePacket.TRACE_PROVENANCE_FIELD_NUMBER;
    public static final int PROGRAMS = TracePacket.PROTOVMS_FIELD_NUMBER;
    private static final long KB = 1024;

    private final ImportContext context;
    private final Map<Integer, List<Integer>> sequencesOfProducer = new HashMap<>();
    private final Map<Integer, List<PatchMachine>> machines = new HashMap<>();

    public PacketPatches(ImportContext context) {
        this.context = context;
    }

    /// Reads the mapping from producers to sequences in the packet's selected field.
    public void readProvenance(Packet packet) {
        try {
            for (TraceProvenance.Buffer buffer :
                    packet.decode(TraceProvenance.parser()).getBuffersList()) {
                for (TraceProvenance.Sequence sequence : buffer.getSequencesList()) {
                    sequencesOfProducer
                            .computeIfAbsent(sequence.getProducerId(), p -> new ArrayList<>())
                            .add(sequence.getId());
                }
            }
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, packet.position(), null);
        }
    }

    /// Reads the programs and their initial states in the packet's selected field.
    public void readPrograms(Packet packet) {
        try {
            for (TracePacket.ProtoVms.Instance instance :
                    packet.decode(TracePacket.ProtoVms.parser()).getInstanceList()) {
                PatchMachine machine = new PatchMachine(
                        instance.getProgram(),
                        instance.getState().toByteArray(),
                        (instance.getMemoryLimitKb() & 0xFFFF_FFFFL) * KB);
                for (int producer : instance.getProducerIdList()) {
                    List<Integer> sequences = sequencesOfProducer.get(producer);
                    if (sequences == null) {
                        context.logs().recordAt(StatNames.PROTOVM_REGISTRATION_ERROR, packet.position(), null);
                    } else {
                        sequences.forEach(s -> machines.computeIfAbsent(s, id -> new ArrayList<>())
                                .add(machine));
                    }
                }
            }
        } catch (InvalidProtocolBufferException | PatchException e) {
            context.logs().recordAt(StatNames.PROTOVM_REGISTRATION_ERROR, packet.position(), null);
        }
    }

    /// Returns whether there are no programs so far.
    public boolean isEmpty() {
        return machines.isEmpty();
    }

    /// Returns the whole packet that results from a patch, or null if this packet is not a patch.
    public byte[] apply(Packet packet) {
        List<PatchMachine> candidates =
                machines.isEmpty() || !packet.hasSequenceId() ? null : machines.get(packet.sequenceId());
        if (candidates == null) {
            return null;
        }
        byte[] patch = Arrays.copyOfRange(packet.buffer(), packet.offset(), packet.offset() + packet.length());
        for (PatchMachine machine : candidates) {
            try {
                byte[] bytes = machine.apply(patch);
                if (bytes != null) {
                    return withOrigin(bytes, packet);
                }
            } catch (PatchException e) {
                context.logs().recordAt(StatNames.PROTOVM_ABORT, packet.position(), null);
            }
        }
        return null;
    }

    /// Appends the fields that identify the packet's writer, which are not part of the state.
    private static byte[] withOrigin(byte[] bytes, Packet packet) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 32);
        out.writeBytes(bytes);
        write(out, TracePacket.TRUSTED_UID_FIELD_NUMBER, packet.trustedUid());
        write(out, TracePacket.TRUSTED_PID_FIELD_NUMBER, packet.trustedPid());
        write(out, TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER, packet.sequenceId() & 0xFFFF_FFFFL);
        if (packet.machineId() != 0) {
            write(out, TracePacket.MACHINE_ID_FIELD_NUMBER, packet.machineId() & 0xFFFF_FFFFL);
        }
        return out.toByteArray();
    }

    private static void write(ByteArrayOutputStream out, int field, long value) {
        PatchNode.writeVarint(out, (long) field << 3);
        PatchNode.writeVarint(out, value);
    }
}
