package traceglass.convert.size;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.packet.PacketFile;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.TracePacket;

/// Sizes in a Perfetto trace: the bytes of each field, by its path in the structure, and of each packet sequence.
///
/// @param packets sizes of the packets, with nested fields
/// @param sequences packet sequences, those with the most bytes first
/// @param summary summary of the packets read
public record TraceSize(FieldSize packets, List<Sequence> sequences, PacketFile.Summary summary) {

    private static final int MAX_DEPTH = 100;
    private static final List<String> SCALARS = List.of(
            "",
            "double",
            "float",
            "int64",
            "uint64",
            "int32",
            "fixed64",
            "fixed32",
            "bool",
            "string",
            "group",
            "message",
            "bytes",
            "uint32",
            "enum",
            "sfixed32",
            "sfixed64",
            "sint32",
            "sint64");

    public TraceSize {
        sequences = List.copyOf(sequences);
    }

    /// Packets of one writer.
    ///
    /// @param id id of the sequence; 0 for packets without a sequence
    /// @param contents sizes of the packets, with only their direct fields
    public record Sequence(long id, FieldSize contents) {

        /// Returns the number of packets.
        public long packets() {
            return contents.count();
        }

        /// Returns the size of the packets.
        public long bytes() {
            return contents.total();
        }

        /// Returns the name of the field with the most bytes, or an empty string.
        public String content() {
            return contents.fields().isEmpty()
                    ? ""
                    : contents.fields().getFirst().name();
        }
    }

    /// Reads a trace.
    public static TraceSize read(Path trace, ImportProgress progress) throws IOException, ConvertProblem {
        Reader reader = new Reader();
        PacketFile.Summary summary = PacketFile.read(trace, reader::readPacket, progress);
        List<Sequence> sequences = new ArrayList<>();
        reader.sequences.forEach((id, contents) -> sequences.add(new Sequence(id, contents)));
        sequences.sort(Comparator.comparingLong(Sequence::bytes).reversed());
        return new TraceSize(reader.packets, sequences, summary);
    }

    private static final class Reader {

        private final MessageTypes types = new MessageTypes();
        private final MessageType packet = types.message("perfetto.protos.TracePacket");
        private final FieldSize packets = new FieldSize("packet", "TracePacket");
        private final TreeMap<Long, FieldSize> sequences = new TreeMap<>();
        private final ProtoCursor cursor = new ProtoCursor();

        void readPacket(byte[] buffer, int offset, int length) {
            int size = 1 + varintSize(length) + length;
            packets.add(size);
            long id = cursor.enter(buffer, offset, length).seek(TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER)
                    ? cursor.asUint32()
                    : 0;
            FieldSize sequence = sequences.computeIfAbsent(id, k -> new FieldSize("packet", "TracePacket"));
            sequence.add(size);
            readFields(cursor.enter(buffer, offset, length), packet, packets, 0);
            addTopFields(cursor.enter(buffer, offset, length), sequence);
        }

        private void addTopFields(ProtoCursor c, FieldSize sequence) {
            int start = c.position();
            while (c.next()) {
                child(sequence, packet, c.field()).add(c.position() - start);
                start = c.position();
            }
        }

        private void readFields(ProtoCursor c, @Nullable MessageType type, FieldSize parent, int depth) {
            int start = c.position();
            while (c.next()) {
                FieldSize child = child(parent, type, c.field());
                child.add(c.position() - start);
                start = c.position();
                MessageType.Field f = type == null ? null : type.field(c.field());
                if (f != null
                        && f.type() == MessageTypes.TYPE_MESSAGE
                        && c.wire() == ProtoCursor.BYTES
                        && depth < MAX_DEPTH) {
                    readFields(new ProtoCursor().enter(c), f.message(types), child, depth + 1);
                }
            }
        }

        private static FieldSize child(FieldSize parent, @Nullable MessageType type, int number) {
            FieldSize existing = parent.find(number);
            if (existing != null) {
                return existing;
            }
            MessageType.Field f = type == null ? null : type.field(number);
            return f == null
                    ? parent.field(number, "#" + number, "unknown")
                    : parent.field(number, f.name(), typeName(f));
        }

        private static String typeName(MessageType.Field f) {
            String full = f.typeName();
            return full == null ? SCALARS.get(f.type()) : full.substring(full.lastIndexOf('.') + 1);
        }

        private static int varintSize(int value) {
            int size = 1;
            for (int remaining = value >>> 7; remaining != 0; remaining >>>= 7) {
                size++;
            }
            return size;
        }
    }
}
