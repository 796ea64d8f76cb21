package traceglass.ingest.proto;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import traceglass.protos.trace.FieldOptionsSchema;

/// A serialized `FileDescriptorSet` (format: google/protobuf/descriptor.proto) with lookup of messages and enumerations
/// by name.
///
/// Construction only collects names and offsets, which takes a few milliseconds; a message is parsed when it is
/// requested. The generated protobuf classes could do the same but need a sixth of a second to initialize, which would
/// delay the opening of every trace. Decoders can't be generated for these messages, because they would be in
/// protobuf's package. The field numbers are compile-time constants of the generated classes, so those are not loaded.
final class DescriptorSet {

    private static final int FILE = FileDescriptorSet.FILE_FIELD_NUMBER;

    private static final int FILE_PACKAGE = FileDescriptorProto.PACKAGE_FIELD_NUMBER;
    private static final int FILE_MESSAGE = FileDescriptorProto.MESSAGE_TYPE_FIELD_NUMBER;
    private static final int FILE_ENUM = FileDescriptorProto.ENUM_TYPE_FIELD_NUMBER;
    private static final int FILE_EXTENSION = FileDescriptorProto.EXTENSION_FIELD_NUMBER;

    private static final int MESSAGE_NAME = DescriptorProto.NAME_FIELD_NUMBER;
    private static final int MESSAGE_FIELD = DescriptorProto.FIELD_FIELD_NUMBER;
    private static final int MESSAGE_NESTED = DescriptorProto.NESTED_TYPE_FIELD_NUMBER;
    private static final int MESSAGE_ENUM = DescriptorProto.ENUM_TYPE_FIELD_NUMBER;
    private static final int MESSAGE_EXTENSION = DescriptorProto.EXTENSION_FIELD_NUMBER;

    private static final int ENUM_NAME = EnumDescriptorProto.NAME_FIELD_NUMBER;
    private static final int ENUM_VALUE = EnumDescriptorProto.VALUE_FIELD_NUMBER;

    /// Deeper nesting of message declarations is treated as damage, as in protobuf's own library.
    private static final int MAX_NESTING = 100;

    /// Resolves names to full names without a leading dot.
    interface Names {

        /// @param name the name as written; a leading dot marks a full name
        /// @param scope full name of the enclosing package or message
        String resolve(String name, String scope);
    }

    /// Offset and length of a declaration in the bytes, and its enclosing package or message.
    private record Declaration(int offset, int length, String scope) {}

    private final byte[] bytes;
    private final Names names;
    /// Declarations by full name. A message or enumeration that is declared several times has several entries.
    private final Map<String, List<Declaration>> messages = new LinkedHashMap<>(4096);
    private final Map<String, List<Declaration>> enumerations = new LinkedHashMap<>(1024);
    private final List<Declaration> extensions = new ArrayList<>();
    private Map<String, List<Declaration>> extensionsByMessage;
    private boolean isDamaged;

    private DescriptorSet(byte[] bytes, Names names) {
        this.bytes = bytes;
        this.names = names;
        ProtoCursor c = new ProtoCursor();
        for (c.enter(bytes, 0, bytes.length); c.next(); ) {
            if (c.field() == FILE) {
                collectFile(c);
            }
        }
        isDamaged |= c.isDamaged();
    }

    /// Returns the serialized set. Not a copy; must not be modified.
    byte[] bytes() {
        return bytes;
    }

    /// Reads a set that is known to be valid.
    static DescriptorSet of(byte[] bytes, Names names) {
        return new DescriptorSet(bytes, names);
    }

    /// Reads a set that may be damaged.
    ///
    /// @throws InvalidProtocolBufferException if the bytes are not a valid `FileDescriptorSet`
    static DescriptorSet check(byte[] bytes, Names names) throws InvalidProtocolBufferException {
        DescriptorSet set = new DescriptorSet(bytes, names);
        set.messages.values().forEach(declarations -> declarations.forEach(d -> set.checkParts(d, MESSAGE_FIELD)));
        set.enumerations.values().forEach(declarations -> declarations.forEach(d -> set.checkParts(d, ENUM_VALUE)));
        if (set.isDamaged) {
            throw new InvalidProtocolBufferException("the message descriptors are damaged");
        }
        return set;
    }

    private void checkParts(Declaration declaration, int part) {
        ProtoCursor c = new ProtoCursor();
        ProtoCursor inner = new ProtoCursor();
        for (c.enter(bytes, declaration.offset, declaration.length); c.next(); ) {
            if (c.field() == part) {
                inner.enter(c);
                while (inner.next()) {}
                isDamaged |= inner.isDamaged();
            }
        }
    }

    /// Resolves a name, which may be relative to the scope, to a full name. Searches from the innermost scope
    /// outward.
    static String resolve(String name, String scope, Predicate<String> isKnown) {
        if (name.startsWith(".")) {
            return name.substring(1);
        }
        for (String s = scope; !s.isEmpty(); s = s.substring(0, Math.max(0, s.lastIndexOf('.')))) {
            String candidate = join(s, name);
            if (isKnown.test(candidate)) {
                return candidate;
            }
        }
        return name;
    }

    boolean hasMessage(String fullName) {
        return messages.containsKey(fullName);
    }

    boolean hasEnumeration(String fullName) {
        return enumerations.containsKey(fullName);
    }

    /// Returns the full names of all messages in the set.
    Set<String> messages() {
        return messages.keySet();
    }

    /// Returns the full names of all enumerations in the set.
    Set<String> enumerations() {
        return enumerations.keySet();
    }

    /// Returns the full names of all messages that the set extends, including messages outside the set.
    Set<String> extended() {
        return extensionsByMessage().keySet();
    }

    /// Returns the fields of a message in schema order, without extensions; empty if the set has no such message.
    ///
    /// @param serials source of [MessageType.Field#serial] values
    List<MessageType.Field> fields(String message, IntSupplier serials) {
        List<MessageType.Field> fields = new ArrayList<>();
        ProtoCursor c = new ProtoCursor();
        ProtoCursor inner = new ProtoCursor();
        for (Declaration declaration : messages.getOrDefault(message, List.of())) {
            for (c.enter(bytes, declaration.offset, declaration.length); c.next(); ) {
                if (c.field() == MESSAGE_FIELD) {
                    fields.add(field(inner.enter(c), message, false, serials));
                }
            }
        }
        return fields;
    }

    /// Returns the extensions of a message in the order of the set.
    List<MessageType.Field> extensions(String message, IntSupplier serials) {
        List<MessageType.Field> fields = new ArrayList<>();
        ProtoCursor c = new ProtoCursor();
        for (Declaration d : extensionsByMessage().getOrDefault(message, List.of())) {
            fields.add(field(c.enter(bytes, d.offset, d.length), d.scope, true, serials));
        }
        return fields;
    }

    /// Passes the names of an enumeration to `visitor` in schema order. If a number has two names, the later one
    /// wins.
    void forEachName(String enumeration, BiConsumer<Integer, String> visitor) {
        ProtoCursor c = new ProtoCursor();
        ProtoCursor inner = new ProtoCursor();
        for (Declaration declaration : enumerations.getOrDefault(enumeration, List.of())) {
            for (c.enter(bytes, declaration.offset, declaration.length); c.next(); ) {
                if (c.field() == ENUM_VALUE) {
                    String name = "";
                    int number = 0;
                    for (inner.enter(c); inner.next(); ) {
                        switch (inner.field()) {
                            case EnumValueDescriptorProto.NAME_FIELD_NUMBER -> name = inner.asString();
                            case EnumValueDescriptorProto.NUMBER_FIELD_NUMBER -> number = inner.asInt();
                            default -> {}
                        }
                    }
                    visitor.accept(number, name);
                }
            }
        }
    }

    private Map<String, List<Declaration>> extensionsByMessage() {
        if (extensionsByMessage == null) {
            // The extended message may be declared later in the set.
            Map<String, List<Declaration>> declarations = new HashMap<>();
            ProtoCursor c = new ProtoCursor();
            for (Declaration d : extensions) {
                if (c.enter(bytes, d.offset, d.length).seek(FieldDescriptorProto.EXTENDEE_FIELD_NUMBER)) {
                    declarations
                            .computeIfAbsent(names.resolve(c.asString(), d.scope), n -> new ArrayList<>())
                            .add(d);
                }
            }
            extensionsByMessage = declarations;
        }
        return extensionsByMessage;
    }

    private MessageType.Field field(ProtoCursor c, String scope, boolean isExtension, IntSupplier serials) {
        String name = "";
        int number = 0;
        boolean isRepeated = false;
        boolean isPacked = false;
        int type = FieldDescriptorProto.Type.TYPE_DOUBLE_VALUE;
        String typeName = null;
        String defaultValue = null;
        String flags = null;
        boolean isPid = false;
        boolean isTid = false;
        while (c.next()) {
            switch (c.field()) {
                case FieldDescriptorProto.NAME_FIELD_NUMBER -> name = c.asString();
                case FieldDescriptorProto.NUMBER_FIELD_NUMBER -> number = c.asInt();
                case FieldDescriptorProto.LABEL_FIELD_NUMBER ->
                    isRepeated = c.asInt() == FieldDescriptorProto.Label.LABEL_REPEATED_VALUE;
                case FieldDescriptorProto.TYPE_FIELD_NUMBER -> type = c.asInt();
                case FieldDescriptorProto.TYPE_NAME_FIELD_NUMBER -> typeName = names.resolve(c.asString(), scope);
                case FieldDescriptorProto.DEFAULT_VALUE_FIELD_NUMBER -> defaultValue = c.asString();
                case FieldDescriptorProto.OPTIONS_FIELD_NUMBER -> {
                    ProtoCursor options = new ProtoCursor();
                    for (options.enter(c); options.next(); ) {
                        switch (options.field()) {
                            case FieldOptions.PACKED_FIELD_NUMBER -> isPacked = options.asBool();
                            case FieldOptionsSchema.FLAGS_ENUM_FIELD_NUMBER -> flags = options.asString();
                            case FieldOptionsSchema.IS_PID_FIELD_NUMBER -> isPid = options.asBool();
                            case FieldOptionsSchema.IS_TID_FIELD_NUMBER -> isTid = options.asBool();
                            default -> {}
                        }
                    }
                }
                default -> {}
            }
        }
        return new MessageType.Field(
                serials.getAsInt(),
                number,
                name,
                join(scope, name),
                type,
                isRepeated,
                isPacked,
                isExtension,
                typeName,
                flags == null || flags.isEmpty() ? null : names.resolve(flags, scope),
                isPid,
                isTid,
                defaultValue);
    }

    private void collectFile(ProtoCursor file) {
        ProtoCursor c = new ProtoCursor();
        String scope = c.enter(file).seek(FILE_PACKAGE) ? c.asString() : "";
        for (c.enter(file); c.next(); ) {
            switch (c.field()) {
                case FILE_MESSAGE -> collectMessage(c, scope, 0);
                case FILE_ENUM -> collectEnumeration(c, scope);
                case FILE_EXTENSION -> collectExtension(c, scope);
                default -> {}
            }
        }
        isDamaged |= c.isDamaged();
    }

    private void collectMessage(ProtoCursor message, String scope, int nesting) {
        if (nesting >= MAX_NESTING) {
            isDamaged = true;
            return;
        }
        String name = join(scope, name(message, MESSAGE_NAME));
        put(messages, name, new Declaration(message.offset(), message.length(), scope));
        ProtoCursor c = new ProtoCursor();
        for (c.enter(message); c.next(); ) {
            switch (c.field()) {
                case MESSAGE_NESTED -> collectMessage(c, name, nesting + 1);
                case MESSAGE_ENUM -> collectEnumeration(c, name);
                case MESSAGE_EXTENSION -> collectExtension(c, name);
                default -> {}
            }
        }
        isDamaged |= c.isDamaged();
    }

    private void collectEnumeration(ProtoCursor enumeration, String scope) {
        put(
                enumerations,
                join(scope, name(enumeration, ENUM_NAME)),
                new Declaration(enumeration.offset(), enumeration.length(), scope));
    }

    private void collectExtension(ProtoCursor field, String scope) {
        extensions.add(new Declaration(field.offset(), field.length(), scope));
    }

    private static void put(Map<String, List<Declaration>> declarations, String name, Declaration declaration) {
        List<Declaration> existing = declarations.get(name);
        if (existing == null) {
            declarations.put(name, List.of(declaration));
        } else {
            List<Declaration> extended = new ArrayList<>(existing);
            extended.add(declaration);
            declarations.put(name, extended);
        }
    }

    private static String name(ProtoCursor declaration, int field) {
        ProtoCursor c = new ProtoCursor();
        return c.enter(declaration).seek(field) ? c.asString() : "";
    }

    private static String join(String scope, String name) {
        return scope.isEmpty() ? name : scope + '.' + name;
    }
}
