package traceglass.protos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.trace.TracePacket;

/// Tests all generated decoders against protobuf-java, on messages with random fields.
class AllDecodersTest {

    private final Random random = new Random(3);

    private static Descriptor typeOf(String line) {
        return Descriptors.byName(line.split(" ")[0]);
    }

    /// Creates the decoder that a line of `decoders.txt` lists.
    private static MessageDecoder newDecoder(String line) throws ReflectiveOperationException {
        Descriptor type = typeOf(line);
        String name = Stream.of(line.split(" "))
                .filter(word -> word.startsWith("="))
                .findFirst()
                .map(word -> word.substring(1))
                .orElse(type.getName() + "Decoder");
        return (MessageDecoder) Class.forName(type.getFile().getOptions().getJavaPackage() + "." + name)
                .getConstructor()
                .newInstance();
    }

    /// Reads messages of all types that have a decoder, with random fields.
    @Test
    void matchesProtobufForAllFieldsOfAllDecoders() throws Exception {
        List<String> types;
        try (Stream<String> lines = Files.lines(Path.of("src/main/generator/decoders.txt"))) {
            types = lines.filter(line -> !line.startsWith("#")).toList();
        }
        assertTrue(types.stream().anyMatch(line -> typeOf(line) == TracePacket.getDescriptor()));
        for (String line : types) {
            Descriptor type = typeOf(line);
            MessageDecoder decoder = newDecoder(line);
            Set<Integer> compared = new TreeSet<>();
            for (int i = 0; i < 50; i++) {
                Message message = randomMessage(type);
                byte[] encoded = message.toByteArray();
                int at = random.nextInt(9);
                byte[] padded = new byte[encoded.length + 20];
                random.nextBytes(padded);
                System.arraycopy(encoded, 0, padded, at, encoded.length);
                assertTrue(decoder.decode(padded, at, encoded.length));
                assertSame(padded, decoder.buffer());
                assertEquals(at, decoder.offset());
                assertEquals(encoded.length, decoder.length());
                assertFields(message, decoder, compared);
            }
            Set<Integer> all =
                    type.getFields().stream().map(FieldDescriptor::getNumber).collect(Collectors.toSet());
            assertEquals(all, compared);
        }
    }

    private Message randomMessage(Descriptor type) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        for (FieldDescriptor field : type.getFields()) {
            if (field.isRepeated()) {
                for (int n = random.nextInt(7); n > 0; n--) {
                    message.addRepeatedField(field, randomValue(field));
                }
            } else if (random.nextBoolean()) {
                message.setField(field, randomValue(field));
            }
        }
        return message.build();
    }

    private Object randomValue(FieldDescriptor field) {
        long number = random.nextLong() >> random.nextInt(64);
        return switch (field.getJavaType()) {
            case INT -> (int) number;
            case LONG -> number;
            case FLOAT -> (float) number;
            case DOUBLE -> (double) number;
            case BOOLEAN -> random.nextBoolean();
            case STRING -> "ä".repeat(random.nextInt(90));
            case BYTE_STRING -> ByteString.copyFrom(new byte[random.nextInt(200)]);
            case ENUM ->
                field.getEnumType()
                        .getValues()
                        .get(random.nextInt(field.getEnumType().getValues().size()));
            case MESSAGE ->
                DynamicMessage.newBuilder(field.getMessageType())
                        .setUnknownFields(UnknownFieldSet.newBuilder()
                                .mergeVarintField(5000, random.nextInt(9))
                                .build())
                        .build();
        };
    }

    /// Compares all fields of a message with the methods of its decoder and its list of other fields.
    private static void assertFields(Message message, MessageDecoder decoder, Set<Integer> compared) throws Exception {
        List<Integer> others = new ArrayList<>();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            String name = field.getJsonName();
            String has = "has" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
            if (field.isRepeated() && !hasMethod(decoder, name + "Count")) {
                others.addAll(Collections.nCopies(message.getRepeatedFieldCount(field), field.getNumber()));
            } else if (field.isRepeated()) {
                int count = message.getRepeatedFieldCount(field);
                assertEquals(count, call(decoder, name + "Count"), field::getFullName);
                for (int i = 0; i < count; i++) {
                    assertEquals(
                            toComparable(message.getRepeatedField(field, i)),
                            value(decoder, field, name, i),
                            field::getFullName);
                }
            } else if (hasMethod(decoder, has)) {
                assertEquals(message.hasField(field), call(decoder, has), field::getFullName);
                Object expected = message.hasField(field) ? toComparable(message.getField(field)) : defaultValue(field);
                assertEquals(expected, value(decoder, field, name), field::getFullName);
            } else if (message.hasField(field)) {
                others.add(field.getNumber());
            }
            compared.add(field.getNumber());
        }
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < decoder.otherCount(); i++) {
            found.add(decoder.otherNumber(i));
        }
        assertEquals(others.stream().sorted().toList(), found);
    }

    private static boolean hasMethod(MessageDecoder decoder, String name) {
        return Stream.of(decoder.getClass().getDeclaredMethods())
                .anyMatch(m -> m.getName().equals(name));
    }

    private static boolean isBytesField(FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case STRING, BYTE_STRING, MESSAGE -> true;
            default -> false;
        };
    }

    /// Returns the value of a field that is not present. For enumerations that is 0, even if no value has this number.
    private static Object defaultValue(FieldDescriptor field) {
        return field.getJavaType() == FieldDescriptor.JavaType.ENUM
                ? (Object) 0
                : isBytesField(field) ? ByteString.EMPTY : toComparable(field.getDefaultValue());
    }

    private static Object value(MessageDecoder decoder, FieldDescriptor field, String name, Integer... index)
            throws ReflectiveOperationException {
        if (!isBytesField(field)) {
            return call(decoder, name, index);
        }
        int from = (int) call(decoder, name + "Offset", index);
        if (field.getJavaType() == FieldDescriptor.JavaType.STRING) {
            return ByteString.copyFromUtf8((String) call(decoder, name, index));
        }
        return ByteString.copyFrom(decoder.buffer(), from, (int) call(decoder, name + "Length", index));
    }

    private static Object call(MessageDecoder decoder, String name, Integer... index)
            throws ReflectiveOperationException {
        Class<?>[] types = index.length == 0 ? new Class<?>[0] : new Class<?>[] {int.class};
        // The generator appends "Field" to names that the base class uses.
        String method = hasMethod(decoder, name) ? name : name + "Field";
        return decoder.getClass().getMethod(method, types).invoke(decoder, (Object[]) index);
    }

    private static Object toComparable(Object value) {
        return switch (value) {
            case EnumValueDescriptor e -> e.getNumber();
            case Message m -> m.toByteString();
            case String s -> ByteString.copyFromUtf8(s);
            case Float f -> (double) f;
            default -> value;
        };
    }
}
