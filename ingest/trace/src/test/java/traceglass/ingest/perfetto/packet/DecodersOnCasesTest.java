package traceglass.ingest.perfetto.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import traceglass.ingest.CaseBytes;
import traceglass.protos.Descriptors;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;

/// Compares the generated decoders with protobuf-java on all messages in the Perfetto traces below `cases`, undamaged
/// and damaged. Each type has one decoder for all messages, so that a value left from an earlier message is noticed.
class DecodersOnCasesTest {

    private static final int PACKET = Trace.PACKET_FIELD_NUMBER;
    private static final int MAX_PADDING = 8;
    /// Class names of the decoders by the full names of their messages.
    private static final Map<String, String> NAMES = names();

    private final Random random = new Random(12);
    private final Map<Descriptor, Optional<Fields>> decoders = new HashMap<>();
    private final Map<String, Integer> undamaged = new TreeMap<>();
    private int damaged;
    private int damagedButReadable;
    private int rejected;

    private static Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        try {
            for (String line : Files.readAllLines(Path.of("../../protos/src/main/generator/decoders.txt"))) {
                String[] words = line.split(" ");
                String name = words[0].substring(words[0].lastIndexOf('.') + 1) + "Decoder";
                for (String word : words) {
                    name = word.startsWith("=") ? word.substring(1) : name;
                }
                names.put(words[0], name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    /// A decoder and its methods.
    private static final class Fields {

        final MessageDecoder decoder;
        private final Map<String, Method> methods = new HashMap<>();

        Fields(MessageDecoder decoder) {
            this.decoder = decoder;
            for (Method m : decoder.getClass().getDeclaredMethods()) {
                // Other methods convert or decode what the methods for offsets and lengths return.
                if (m.getParameterCount() == 0 || m.getParameterCount() == 1 && m.getParameterTypes()[0] == int.class) {
                    methods.put(m.getName(), m);
                }
            }
        }

        /// Returns the decoder of a type, if it has one.
        static Optional<Fields> of(Descriptor type) {
            String name = NAMES.get(type.getFullName());
            if (name == null) {
                return Optional.empty();
            }
            try {
                return Optional.of(new Fields((MessageDecoder)
                        Class.forName(type.getFile().getOptions().getJavaPackage() + "." + name)
                                .getConstructor()
                                .newInstance()));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        boolean has(String method) {
            return methods.containsKey(method);
        }

        Object call(String method, Object... index) {
            try {
                // The generator appends "Field" to names that the base class uses.
                Method m = methods.getOrDefault(method, methods.get(method + "Field"));
                return m.invoke(decoder, index);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(decoder.getClass().getSimpleName() + "." + method, e);
            }
        }

        ByteString bytes(String name, Object... index) {
            return ByteString.copyFrom(
                    decoder.buffer(), (int) call(name + "Offset", index), (int) call(name + "Length", index));
        }
    }

    private static String hasName(FieldDescriptor field) {
        String name = field.getJsonName();
        return "has" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static boolean isBytes(FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case STRING, BYTE_STRING, MESSAGE -> true;
            default -> false;
        };
    }

    private static Object toComparable(Object value) {
        return switch (value) {
            case EnumValueDescriptor e -> e.getNumber();
            case Float f -> (double) f;
            default -> value;
        };
    }

    /// Decodes bytes in the middle of other bytes.
    private boolean decode(Fields fields, byte[] bytes) {
        int padding = random.nextInt(MAX_PADDING);
        byte[] padded = new byte[padding + bytes.length + random.nextInt(MAX_PADDING)];
        random.nextBytes(padded);
        System.arraycopy(bytes, 0, padded, padding, bytes.length);
        return fields.decoder.decode(padded, padding, bytes.length);
    }

    /// Returns whether a message has no other member of the field's `oneof`. Of several members, protobuf-java
    /// keeps the last one and a decoder keeps all.
    private static boolean isOnlyMemberOfOneof(FieldDescriptor field, UnknownFieldSet parts) {
        return field.getContainingOneof() == null
                || field.getContainingOneof().getFields().stream()
                                .filter(f -> parts.hasField(f.getNumber()))
                                .count()
                        <= 1;
    }

    /// Compares the decoded fields with those that protobuf-java finds. Fields that it does not accept, because they
    /// have another wire type or an unknown value of an enumeration, are only read.
    private static void compare(Fields fields, DynamicMessage message, UnknownFieldSet parts) {
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            String name = field.getJsonName();
            boolean isComparable =
                    !message.getUnknownFields().hasField(field.getNumber()) && isOnlyMemberOfOneof(field, parts);
            if (fields.has(name + "Count")) {
                int count = (int) fields.call(name + "Count");
                List<ByteString> texts = parts.getField(field.getNumber()).getLengthDelimitedList();
                if (isComparable) {
                    assertEquals(message.getRepeatedFieldCount(field), count, field::getFullName);
                }
                for (int i = 0; i < count; i++) {
                    Object decoded = isBytes(field) ? fields.bytes(name, i) : fields.call(name, i);
                    if (isComparable) {
                        assertEquals(
                                isBytes(field) ? texts.get(i) : toComparable(message.getRepeatedField(field, i)),
                                decoded,
                                field::getFullName);
                    }
                }
            } else if (fields.has(hasName(field))) {
                boolean has = (boolean) fields.call(hasName(field));
                Object decoded = isBytes(field) ? fields.bytes(name) : fields.call(name);
                if (isComparable) {
                    assertEquals(message.hasField(field), has, field::getFullName);
                    assertEquals(expected(field, message, parts), decoded, field::getFullName);
                }
            }
        }
        compareOthers(fields, parts);
    }

    private static Object expected(FieldDescriptor field, DynamicMessage message, UnknownFieldSet parts) {
        if (!isBytes(field)) {
            // A missing enumeration is 0, even if no value has this number.
            boolean isZero = field.getJavaType() == JavaType.ENUM && !message.hasField(field);
            return isZero ? 0 : toComparable(message.getField(field));
        }
        // A decoder has only the last part of a message that occurs more than once.
        List<ByteString> texts = parts.getField(field.getNumber()).getLengthDelimitedList();
        return texts.isEmpty() ? ByteString.EMPTY : texts.getLast();
    }

    /// Compares the fields that have no method.
    private static void compareOthers(Fields fields, UnknownFieldSet parts) {
        Map<Integer, List<ByteString>> texts = new HashMap<>();
        Map<Integer, Integer> numbers = new HashMap<>();
        MessageDecoder decoder = fields.decoder;
        for (int i = 0; i < decoder.otherCount(); i++) {
            if (decoder.otherWire(i) == MessageDecoder.BYTES) {
                texts.computeIfAbsent(decoder.otherNumber(i), n -> new ArrayList<>())
                        .add(ByteString.copyFrom(decoder.buffer(), decoder.otherOffset(i), decoder.otherLength(i)));
            } else {
                assertEquals(0, decoder.otherLength(i));
                numbers.merge(decoder.otherNumber(i), 1, Integer::sum);
            }
        }
        int values = 0;
        for (Map.Entry<Integer, UnknownFieldSet.Field> part : parts.asMap().entrySet()) {
            if (fields.has("bit") && !fields.call("bit", part.getKey()).equals(0L)) {
                continue;
            }
            UnknownFieldSet.Field f = part.getValue();
            assertEquals(f.getLengthDelimitedList(), texts.getOrDefault(part.getKey(), List.of()));
            int count = f.getVarintList().size()
                    + f.getFixed32List().size()
                    + f.getFixed64List().size();
            assertEquals(count, numbers.getOrDefault(part.getKey(), 0));
            values += count + f.getLengthDelimitedList().size();
        }
        assertEquals(values, decoder.otherCount());
    }

    /// Calls all methods, which must not fail even for a damaged message.
    private static void readAll(Fields fields, Descriptor type) {
        for (FieldDescriptor field : type.getFields()) {
            String name = field.getJsonName();
            if (fields.has(name + "Count")) {
                for (int i = 0; i < (int) fields.call(name + "Count"); i++) {
                    assertTrue(isBytes(field) ? fields.bytes(name, i) != null : fields.call(name, i) != null);
                }
            } else if (fields.has(hasName(field))) {
                assertTrue(isBytes(field) ? fields.bytes(name) != null : fields.call(name) != null);
            }
        }
        for (int i = 0; i < fields.decoder.otherCount(); i++) {
            int end = fields.decoder.otherOffset(i) + fields.decoder.otherLength(i);
            assertTrue(end <= fields.decoder.offset() + fields.decoder.length());
        }
    }

    private void check(Descriptor type, byte[] bytes, int damages) throws InvalidProtocolBufferException {
        UnknownFieldSet parts = UnknownFieldSet.parseFrom(bytes);
        Fields fields = decoders.computeIfAbsent(type, Fields::of).orElse(null);
        if (fields != null) {
            undamaged.merge(type.getName(), 1, Integer::sum);
            assertTrue(decode(fields, bytes), type::getFullName);
            compare(fields, DynamicMessage.parseFrom(type, bytes), parts);
            for (int i = 0; i < damages; i++) {
                checkDamaged(fields, type, damage(bytes));
            }
        }
        for (Map.Entry<Integer, UnknownFieldSet.Field> part : parts.asMap().entrySet()) {
            FieldDescriptor field = field(type, part.getKey());
            if (field == null || field.getJavaType() != JavaType.MESSAGE) {
                continue;
            }
            for (ByteString text : part.getValue().getLengthDelimitedList()) {
                check(field.getMessageType(), text.toByteArray(), damages);
            }
        }
    }

    private static FieldDescriptor field(Descriptor type, int number) {
        FieldDescriptor field = type.findFieldByNumber(number);
        return field != null
                ? field
                : Descriptors.extensionsOf(type).stream()
                        .filter(f -> f.getNumber() == number)
                        .findFirst()
                        .orElse(null);
    }

    private byte[] damage(byte[] bytes) {
        byte[] copy = bytes.clone();
        for (int i = random.nextInt(3); i >= 0 && copy.length > 0; i--) {
            int position = random.nextInt(copy.length);
            switch (random.nextInt(4)) {
                case 0 -> copy[position] = (byte) random.nextInt();
                case 1 -> copy[position] ^= (byte) (1 << random.nextInt(8));
                case 2 -> copy = ByteString.copyFrom(copy, 0, position).toByteArray();
                default ->
                    copy = ByteString.copyFrom(copy, 0, position)
                            .concat(ByteString.copyFrom(bytes, 0, random.nextInt(bytes.length + 1)))
                            .concat(ByteString.copyFrom(copy, position, copy.length - position))
                            .toByteArray();
            }
        }
        return copy;
    }

    private void checkDamaged(Fields fields, Descriptor type, byte[] bytes) {
        damaged++;
        boolean isWhole = decode(fields, bytes);
        readAll(fields, type);
        UnknownFieldSet parts;
        DynamicMessage message;
        try {
            parts = UnknownFieldSet.parseFrom(bytes);
            message = DynamicMessage.parseFrom(type, bytes);
        } catch (InvalidProtocolBufferException e) {
            return;
        }
        damagedButReadable++;
        if (parts.asMap().values().stream().anyMatch(f -> !f.getGroupList().isEmpty())) {
            assertEquals(false, isWhole, "groups are damage");
        } else if (isWhole) {
            compare(fields, message, parts);
        } else {
            // protobuf-java ignores the upper half of a tag and accepts some varints that are too long.
            rejected++;
        }
    }

    private static List<byte[]> packets(byte[] trace) {
        List<byte[]> packets = new ArrayList<>();
        try {
            UnknownFieldSet parts = UnknownFieldSet.parseFrom(trace);
            for (ByteString packet : parts.getField(PACKET).getLengthDelimitedList()) {
                TracePacket.parseFrom(packet);
                packets.add(packet.toByteArray());
            }
        } catch (InvalidProtocolBufferException e) {
            // Another format, or damaged on purpose.
            return List.of();
        }
        return packets;
    }

    @Test
    void decodersMatchProtobufOnAllCasesAndNeverFailOnDamage() throws IOException, URISyntaxException {
        Path cases = Path.of(DecodersOnCasesTest.class.getResource("/cases").toURI());
        List<Path> files;
        try (Stream<Path> found = Files.walk(cases)) {
            files = found.filter(f -> f.toString().matches(".*\\.(textproto|wire)"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            for (byte[] packet : packets(CaseBytes.of(file))) {
                check(TracePacket.getDescriptor(), packet, 2);
            }
        }
        for (Descriptor type : List.of(
                TracePacket.getDescriptor(),
                TrackEvent.getDescriptor(),
                TrackEvent.LegacyEvent.getDescriptor(),
                FtraceEventBundle.getDescriptor(),
                FtraceEvent.getDescriptor(),
                InternedData.getDescriptor())) {
            assertTrue(undamaged.getOrDefault(type.getName(), 0) >= 20, type.getName() + " in " + undamaged);
        }
        String counts = damagedButReadable + " of " + damaged + " readable, " + rejected + " rejected";
        assertTrue(damagedButReadable > damaged / 10, counts);
        assertTrue(rejected < damagedButReadable / 20, counts);
    }
}
