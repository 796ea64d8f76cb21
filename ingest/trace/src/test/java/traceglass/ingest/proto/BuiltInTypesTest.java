package traceglass.ingest.proto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.protos.Descriptors;
import traceglass.protos.chrome.TrackEventExtensionsSchema;
import traceglass.protos.config.TraceConfigSchema;
import traceglass.protos.extension.FrameworkTrackEventSchema;
import traceglass.protos.extension.NativePacketsSchema;
import traceglass.protos.ftrace.EventBundleSchema;
import traceglass.protos.trace.FieldOptionsSchema;
import traceglass.protos.trace.TraceSchema;
import traceglass.protos.winscope.FrameworkExtensionsSchema;

class BuiltInTypesTest {

    private final BuiltInTypes types = BuiltInTypes.get();
    private final Set<String> seen = new HashSet<>();
    private int fields;

    @Test
    void hasTheMessagesAndEnumsOfTheGeneratedClasses() {
        List<FileDescriptor> roots = List.of(
                EventBundleSchema.getDescriptor(),
                TraceConfigSchema.getDescriptor(),
                TraceSchema.getDescriptor(),
                TrackEventExtensionsSchema.getDescriptor(),
                FrameworkTrackEventSchema.getDescriptor(),
                NativePacketsSchema.getDescriptor(),
                FrameworkExtensionsSchema.getDescriptor());
        roots.forEach(this::file);
        assertTrue(seen.size() > 1_000 && fields > 5_000, seen.size() + " types, " + fields + " fields");
    }

    @Test
    void returnsNullForUnknownNamesAndNamesOfAnotherKind() {
        assertNull(types.fields("perfetto.protos.NoSuchThing", () -> 0));
        assertFalse(types.forEachName("perfetto.protos.TracePacket", (number, name) -> {}));
    }

    private void file(FileDescriptor file) {
        if (seen.add(file.getName())) {
            file.getDependencies().forEach(this::file);
            file.getMessageTypes().forEach(this::message);
            file.getEnumTypes().forEach(this::enumeration);
        }
    }

    private void message(Descriptor message) {
        seen.add(message.getFullName());
        List<String> expected = new ArrayList<>();
        message.getFields().forEach(f -> expected.add(text(f, false)));
        Descriptors.extensionsOf(message).forEach(f -> expected.add(text(f, true)));
        List<String> actual = new ArrayList<>();
        types.fields(message.getFullName(), () -> 0).forEach(f -> actual.add(text(f)));
        assertEquals(expected, actual, message.getFullName());
        fields += actual.size();
        message.getNestedTypes().forEach(this::message);
        message.getEnumTypes().forEach(this::enumeration);
    }

    private void enumeration(EnumDescriptor enumeration) {
        seen.add(enumeration.getFullName());
        Map<Integer, String> expected = new HashMap<>();
        enumeration.getValues().forEach(v -> expected.put(v.getNumber(), v.getName()));
        Map<Integer, String> names = new HashMap<>();
        types.forEachName(enumeration.getFullName(), names::put);
        assertEquals(expected, names, enumeration.getFullName());
    }

    private static String text(MessageType.Field f) {
        return String.join(
                " ",
                String.valueOf(f.number),
                f.name,
                f.fullName,
                String.valueOf(f.type),
                String.valueOf(f.isRepeated),
                String.valueOf(f.isPacked),
                String.valueOf(f.isExtension),
                f.typeName,
                f.flagsEnum,
                String.valueOf(f.isPid),
                String.valueOf(f.isTid),
                f.defaultValue);
    }

    private static String text(FieldDescriptor f, boolean isExtension) {
        FieldOptions options = f.getOptions();
        String typeName = switch (f.getType()) {
            case MESSAGE, GROUP -> f.getMessageType().getFullName();
            case ENUM -> f.getEnumType().getFullName();
            default -> null;
        };
        String flags = options.getExtension(FieldOptionsSchema.flagsEnum);
        if (!flags.isEmpty() && Descriptors.enumByName(flags) == null) {
            flags = f.getFile().getPackage() + "." + flags;
        }
        return String.join(
                " ",
                String.valueOf(f.getNumber()),
                f.getName(),
                f.getFullName(),
                String.valueOf(f.toProto().getType().getNumber()),
                String.valueOf(f.isRepeated()),
                String.valueOf(options.getPacked()),
                String.valueOf(isExtension),
                typeName,
                flags.isEmpty() ? null : flags,
                String.valueOf(options.getExtension(FieldOptionsSchema.isPid)),
                String.valueOf(options.getExtension(FieldOptionsSchema.isTid)),
                f.toProto().hasDefaultValue() ? f.toProto().getDefaultValue() : null);
    }
}
