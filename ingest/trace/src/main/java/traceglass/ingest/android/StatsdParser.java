package traceglass.ingest.android;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Arrays;
import java.util.Base64;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.args.ProtoArgs;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.android.StatsdAtomDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses `statsd_atom`: entries of Android's telemetry with their own timestamps, as instants on one track. An atom is
/// named after its field in `Atom`, and its fields become arguments. Fields of unknown atoms are named by number.
public final class StatsdParser implements PacketParser {

    private static final TrackType ATOMS = TrackType.slices("statsd_atoms");
    /// First of the atom numbers that are reserved for device manufacturers.
    private static final int FIRST_VENDOR_ATOM = 100_000;

    private final PacketContext packets;
    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue atoms;
    private final ProtoArgs args;
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor field = new ProtoCursor();
    private MessageType type;

    public StatsdParser(PacketContext packets) {
        this.packets = packets;
        context = packets.context();
        strings = context.strings();
        args = new ProtoArgs(context, packets.types());
        atoms = packets.queue((ts, data, ref) -> handleAtom(ts, (byte[]) ref));
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.STATSD_ATOM_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        StatsdAtomDecoder packed = packet.decode(new StatsdAtomDecoder());
        for (int i = 0; i < packed.atomCount(); i++) {
            boolean isTimed = i < packed.timestampNanosCount();
            if (!isTimed) {
                context.stats().increment(StatNames.ATOM_TIMESTAMP_MISSING);
            }
            byte[] atom = Arrays.copyOfRange(
                    packed.buffer(), packed.atomOffset(i), packed.atomOffset(i) + packed.atomLength(i));
            atoms.push(isTimed ? packed.timestampNanos(i) : ts, 0, atom);
        }
        return true;
    }

    private MessageType type() {
        if (type == null) {
            try {
                packets.types().add(StatsdAtoms.descriptors());
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException("statsd-atoms.txt is damaged", e);
            }
            type = packets.types().message(StatsdAtoms.ATOM);
        }
        return type;
    }

    private void handleAtom(long ts, byte[] bytes) {
        int number = field.enter(bytes, 0, bytes.length).next() ? field.field() : 0;
        MessageType.Field atom = type().field(number);
        String name = atom == null ? "atom_" + number : atom.name();
        int track = context.tracks().intern(ATOMS, strings.intern("Statsd Atoms"));
        context.slices().scoped(ts, 0, track, StringPool.NULL, strings.intern(name), b -> {
            if (atom == null) {
                if (number < FIRST_VENDOR_ATOM) {
                    context.stats().increment(StatNames.ATOM_UNKNOWN);
                }
                addUnknown(b);
            } else if (!args.addMessage(bytes, 0, bytes.length, type(), "", null, false, b, null, ts)) {
                context.stats().increment(StatNames.ATOM_UNKNOWN);
            }
        });
    }

    /// Adds the fields of an unknown atom by number. The type of fixed-size fields is unknown; most are floats.
    private void addUnknown(ArgSetBuilder b) {
        for (cursor.enter(field); cursor.next(); ) {
            String key = "field_" + cursor.field();
            switch (cursor.wire()) {
                case ProtoCursor.BYTES ->
                    b.addString(
                            strings.intern(key),
                            strings.intern(Base64.getEncoder().encodeToString(cursor.asBytes())));
                case ProtoCursor.VARINT -> b.addInt(strings.intern(key), cursor.asLong());
                case ProtoCursor.FIXED32 -> b.addReal(strings.intern(key + "_assuming_float"), cursor.asDouble());
                default -> b.addReal(strings.intern(key + "_assuming_double"), cursor.asDouble());
            }
        }
    }
}
