package traceglass.ingest.proto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MessageTypesTest {

    private static FieldDescriptorProto.Builder field(String name, int number, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
    }

    private static byte[] extension() {
        DescriptorProto paint = DescriptorProto.newBuilder()
                .setName("Paint")
                .addField(field("color", 1, FieldDescriptorProto.Type.TYPE_ENUM).setTypeName("Color"))
                .addEnumType(EnumDescriptorProto.newBuilder()
                        .setName("Color")
                        .addValue(EnumValueDescriptorProto.newBuilder()
                                .setName("GREEN")
                                .setNumber(3)))
                .build();
        return FileDescriptorSet.newBuilder()
                .addFile(FileDescriptorProto.newBuilder()
                        .setName("paint.proto")
                        .setPackage("acme")
                        .addMessageType(paint)
                        .addExtension(field("paint", 45_000, FieldDescriptorProto.Type.TYPE_MESSAGE)
                                .setTypeName(".acme.Paint")
                                .setExtendee(".perfetto.protos.TrackEvent")))
                .build()
                .toByteArray();
    }

    @Test
    void containsTheTypesItWasBuiltWith() {
        MessageTypes types = new MessageTypes();
        MessageType event = types.message(".perfetto.protos.TrackEvent");
        assertEquals("name_iid", event.field(10).name());
        assertNull(types.message("perfetto.protos.NoSuchThing"));
    }

    @Test
    void addsExtensionsAndTypesBeforeAndAfterTheirFirstUse() throws InvalidProtocolBufferException {
        for (boolean isUsedBefore : new boolean[] {true, false}) {
            MessageTypes types = new MessageTypes();
            MessageType event = isUsedBefore ? types.message("perfetto.protos.TrackEvent") : null;
            types.add(extension());
            event = isUsedBefore ? event : types.message("perfetto.protos.TrackEvent");
            MessageType.Field paint = event.field(45_000);
            assertEquals("paint", paint.name());
            assertTrue(paint.isExtension);
            assertEquals(
                    "GREEN", paint.message(types).field(1).enumeration(types).name(3));
        }
    }

    @Test
    void ignoresADamagedDescription() {
        byte[] complete = extension();
        int refused = 0;
        for (int length = 1; length < complete.length; length++) {
            MessageTypes types = new MessageTypes();
            byte[] truncated = Arrays.copyOf(complete, length);
            assertThrows(InvalidProtocolBufferException.class, () -> types.add(truncated), length + " bytes");
            assertNull(types.message("acme.Paint"));
            assertNull(types.message("perfetto.protos.TrackEvent").field(45_000));
            refused++;
        }
        assertEquals(complete.length - 1, refused);
    }

    @Test
    void rejectsMessageTypesThatAreNestedTooDeep() {
        DescriptorProto message = DescriptorProto.newBuilder().setName("M").build();
        for (int i = 0; i < 120; i++) {
            message = DescriptorProto.newBuilder()
                    .setName("M")
                    .addNestedType(message)
                    .build();
        }
        byte[] deep = FileDescriptorSet.newBuilder()
                .addFile(FileDescriptorProto.newBuilder().addMessageType(message))
                .build()
                .toByteArray();
        assertThrows(InvalidProtocolBufferException.class, () -> new MessageTypes().add(deep));
    }

    @Test
    void mergesFieldsOfAMessageThatIsDescribedTwice() throws InvalidProtocolBufferException {
        MessageTypes types = new MessageTypes();
        types.add(described(
                field("first", 1, FieldDescriptorProto.Type.TYPE_INT32),
                field("other", 7, FieldDescriptorProto.Type.TYPE_INT32)));
        types.add(described(
                field("late", 1, FieldDescriptorProto.Type.TYPE_STRING),
                field("second", 2, FieldDescriptorProto.Type.TYPE_STRING)));
        MessageType twice = types.message("acme.Twice");
        assertEquals("first", twice.field(1).name());
        assertEquals("second", twice.field(2).name());
        assertEquals("other", twice.field(7).name());
    }

    private static byte[] described(FieldDescriptorProto.Builder... fields) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName("Twice");
        for (FieldDescriptorProto.Builder f : fields) {
            message.addField(f);
        }
        return FileDescriptorSet.newBuilder()
                .addFile(FileDescriptorProto.newBuilder().setPackage("acme").addMessageType(message))
                .build()
                .toByteArray();
    }
}
