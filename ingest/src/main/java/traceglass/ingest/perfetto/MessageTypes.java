package traceglass.ingest.perfetto;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.protos.Descriptors;
import traceglass.protos.trace.FieldOptionsSchema;

/// The types of all messages that a trace may hold: those that Traceglass was built with, and those that the trace brings in its
/// `ExtensionDescriptor` packets. Types are made when they are first asked for.
public final class MessageTypes {

    // Constants of the generated class, which is not started for them.
    static final int TYPE_GROUP = FieldDescriptorProto.Type.TYPE_GROUP_VALUE;
    static final int TYPE_MESSAGE = FieldDescriptorProto.Type.TYPE_MESSAGE_VALUE;
    static final int TYPE_ENUM = FieldDescriptorProto.Type.TYPE_ENUM_VALUE;

    private final BuiltInTypes builtIn = BuiltInTypes.get();
    private int serials;
    private final Map<String, MessageType> messages = new HashMap<>();
    private final Map<String, MessageType.Enumeration> enumerations = new HashMap<>();
    private final Map<String, DescriptorProto> broughtMessages = new HashMap<>();
    private final Map<String, EnumDescriptorProto> broughtEnums = new HashMap<>();
    private final Map<String, List<MessageType.Field>> broughtExtensions = new HashMap<>();

    /// The message of this full name, with or without a leading dot; null if there is none.
    public MessageType message(String fullName) {
        String name = bare(fullName);
        MessageType known = messages.get(name);
        if (known == null && !messages.containsKey(name)) {
            known = make(name);
            messages.put(name, known);
        }
        return known;
    }

    /// The enumeration of this full name, with or without a leading dot; null if there is none.
    public MessageType.Enumeration enumeration(String fullName) {
        String name = bare(fullName);
        MessageType.Enumeration known = enumerations.get(name);
        if (known == null && !enumerations.containsKey(name)) {
            known = makeEnumeration(name);
            enumerations.put(name, known);
        }
        return known;
    }

    private static String bare(String name) {
        return name.startsWith(".") ? name.substring(1) : name;
    }

    private MessageType make(String name) {
        List<MessageType.Field> built = builtIn.fields(name, () -> ++serials);
        DescriptorProto brought = broughtMessages.get(name);
        if (built == null && brought == null) {
            return null;
        }
        MessageType type = new MessageType();
        if (built != null) {
            built.forEach(type::add);
        }
        if (brought != null) {
            brought.getFieldList().forEach(f -> type.add(field(f, name, false)));
        }
        broughtExtensions.getOrDefault(name, List.of()).forEach(type::add);
        return type;
    }

    private MessageType.Enumeration makeEnumeration(String name) {
        Map<Integer, String> built = builtIn.names(name);
        EnumDescriptorProto brought = broughtEnums.get(name);
        if (built == null && brought == null) {
            return null;
        }
        MessageType.Enumeration e = new MessageType.Enumeration();
        if (built != null) {
            e.names.putAll(built);
        }
        if (brought != null) {
            brought.getValueList().forEach(v -> e.names.put(v.getNumber(), v.getName()));
        }
        return e;
    }

    private MessageType.Field field(FieldDescriptorProto f, String scope, boolean extension) {
        FieldOptions options = f.getOptions();
        String flags = options.getExtension(FieldOptionsSchema.flagsEnum);
        return new MessageType.Field(++serials, f.getNumber(), f.getName(), scope + "." + f.getName(), f.getType().getNumber(),
                f.getLabel() == FieldDescriptorProto.Label.LABEL_REPEATED, extension,
                f.hasTypeName() ? resolve(f.getTypeName(), scope) : null, flags.isEmpty() ? null : resolve(flags, scope),
                options.getExtension(FieldOptionsSchema.isPid), options.getExtension(FieldOptionsSchema.isTid),
                f.hasDefaultValue() ? f.getDefaultValue() : null);
    }

    /// Finds a name that may be relative to a scope, from the inside out.
    private String resolve(String name, String scope) {
        if (name.startsWith(".")) {
            return name.substring(1);
        }
        for (String s = scope; ; s = s.substring(0, Math.max(0, s.lastIndexOf('.')))) {
            String candidate = s.isEmpty() ? name : s + "." + name;
            if (s.isEmpty() || isKnown(candidate)) {
                return candidate;
            }
        }
    }

    private boolean isKnown(String name) {
        return broughtMessages.containsKey(name) || broughtEnums.containsKey(name) || builtIn.hasMessage(name)
                || builtIn.hasEnumeration(name);
    }

    /// Takes a serialized `FileDescriptorSet` that a trace brings. What is known already stays; fields that are new are added.
    ///
    /// @throws InvalidProtocolBufferException if the bytes are no such message
    public void add(byte[] fileDescriptorSet) throws InvalidProtocolBufferException {
        FileDescriptorSet set = FileDescriptorSet.parseFrom(fileDescriptorSet, Descriptors.all());
        List<Brought> extensions = new ArrayList<>();
        for (FileDescriptorProto file : set.getFileList()) {
            for (DescriptorProto m : file.getMessageTypeList()) {
                addMessage(m, file.getPackage(), extensions);
            }
            for (EnumDescriptorProto e : file.getEnumTypeList()) {
                addEnum(e, file.getPackage());
            }
            for (FieldDescriptorProto f : file.getExtensionList()) {
                extensions.add(new Brought(f, file.getPackage()));
            }
        }
        for (Brought b : extensions) {
            String extended = resolve(b.field.getExtendee(), b.scope);
            MessageType.Field field = field(b.field, b.scope, true);
            broughtExtensions.computeIfAbsent(extended, n -> new ArrayList<>()).add(field);
            MessageType known = messages.get(extended);
            if (known != null) {
                known.add(field);
            }
        }
    }

    private record Brought(FieldDescriptorProto field, String scope) { }

    private void addMessage(DescriptorProto m, String scope, List<Brought> extensions) {
        String name = scope.isEmpty() ? m.getName() : scope + "." + m.getName();
        broughtMessages.merge(name, m, (a, b) -> a.toBuilder().mergeFrom(b).build());
        MessageType known = messages.get(name);
        if (known != null) {
            m.getFieldList().forEach(f -> known.add(field(f, name, false)));
        } else {
            messages.remove(name);
        }
        m.getNestedTypeList().forEach(n -> addMessage(n, name, extensions));
        m.getEnumTypeList().forEach(e -> addEnum(e, name));
        m.getExtensionList().forEach(f -> extensions.add(new Brought(f, name)));
    }

    private void addEnum(EnumDescriptorProto e, String scope) {
        String name = scope.isEmpty() ? e.getName() : scope + "." + e.getName();
        broughtEnums.merge(name, e, (a, b) -> a.toBuilder().mergeFrom(b).build());
        MessageType.Enumeration known = enumerations.get(name);
        if (known != null) {
            e.getValueList().forEach(v -> known.names.putIfAbsent(v.getNumber(), v.getName()));
        } else {
            enumerations.remove(name);
        }
    }
}
