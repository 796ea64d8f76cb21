package traceglass.ingest.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import org.junit.jupiter.api.Test;

class MessageTypesTest {

    private static FieldDescriptorProto.Builder field(String name, int number, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder().setName(name).setNumber(number).setType(type)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
    }

    private static byte[] extension() {
        DescriptorProto colour = DescriptorProto.newBuilder().setName("Paint")
                .addField(field("colour", 1, FieldDescriptorProto.Type.TYPE_ENUM).setTypeName("Colour"))
                .addEnumType(EnumDescriptorProto.newBuilder().setName("Colour")
                        .addValue(EnumValueDescriptorProto.newBuilder().setName("GREEN").setNumber(3)))
                .build();
        return FileDescriptorSet.newBuilder().addFile(FileDescriptorProto.newBuilder().setName("paint.proto").setPackage("acme")
                .addMessageType(colour)
                .addExtension(field("paint", 45_000, FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName(".acme.Paint")
                        .setExtendee(".perfetto.protos.TrackEvent"))).build().toByteArray();
    }

    @Test
    void knowsTheTypesItWasBuiltWith() {
        MessageTypes types = new MessageTypes();
        MessageType event = types.message(".perfetto.protos.TrackEvent");
        assertEquals("name_iid", event.field(10).name());
        assertNull(types.message("perfetto.protos.NoSuchThing"));
    }

    @Test
    void learnsExtensionsAndTypesFromTheTraceBeforeAndAfterTheyWereAskedFor() throws InvalidProtocolBufferException {
        for (boolean before : new boolean[] {true, false}) {
            MessageTypes types = new MessageTypes();
            MessageType event = before ? types.message("perfetto.protos.TrackEvent") : null;
            types.add(extension());
            event = before ? event : types.message("perfetto.protos.TrackEvent");
            MessageType.Field paint = event.field(45_000);
            assertEquals("paint", paint.name());
            assertTrue(paint.extension);
            assertEquals("GREEN", paint.message(types).field(1).enumeration(types).name(3));
        }
    }
}
