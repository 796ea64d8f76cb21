package traceglass.ingest.proto;

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

/// A serialized `FileDescriptorSet` (google/protobuf/descriptor.proto says what is in it), as importers look things up
/// in it: by name, for their fields.
///
/// Only names and places are gathered at first, a few milliseconds; what a message holds is read when somebody asks for
/// it. The generated classes can read the same, but take a sixth of a second to start, which every opening of a trace
/// would pay.
final class DescriptorSet {

    private static final int FILE = 1;

    private static final int FILE_PACKAGE = 2;
    private static final int FILE_MESSAGE = 4;
    private static final int FILE_ENUM = 5;
    private static final int FILE_EXTENSION = 7;

    /// Of messages, enumerations, their values and fields alike.
    private static final int NAME = 1;

    private static final int MESSAGE_FIELD = 2;
    private static final int MESSAGE_NESTED = 3;
    private static final int MESSAGE_ENUM = 4;
    private static final int MESSAGE_EXTENSION = 6;

    private static final int ENUM_VALUE = 2;
    private static final int VALUE_NUMBER = 2;

    private static final int FIELD_EXTENDEE = 2;
    private static final int FIELD_NUMBER = 3;
    private static final int FIELD_LABEL = 4;
    private static final int FIELD_TYPE = 5;
    private static final int FIELD_TYPE_NAME = 6;
    private static final int FIELD_DEFAULT = 7;
    private static final int FIELD_OPTIONS = 8;
    private static final int LABEL_REPEATED = 3;
    /// Messages declared deeper in one another count as damage, as where protobuf's own library reads them.
    private static final int MAX_NESTING = 100;
    /// What the type of a field is that names none.
    private static final int TYPE_DOUBLE = 1;

    /// The options of `traceglass/protos/trace/field_options.proto`.
    private static final int OPTION_FLAGS_ENUM = 73_921;
    private static final int OPTION_IS_PID = 73_922;
    private static final int OPTION_IS_TID = 73_923;

    /// Finds the full name, without a leading dot, that a name means.
    interface Names {

        /// @param name as it is written; a leading dot marks a full one
        /// @param scope full name of the package or message that it is written in
        String resolve(String name, String scope);
    }

    /// Where a declaration lies in the bytes, and the package or message that it is written in.
    private record Place(int offset, int length, String scope) {}

    private final byte[] bytes;
    private final Names names;
    /// Of messages and enumerations that are declared several times, all places.
    private final Map<String, List<Place>> messages = new LinkedHashMap<>(4096);
    private final Map<String, List<Place>> enumerations = new LinkedHashMap<>(1024);
    private final List<Place> extensions = new ArrayList<>();
    private Map<String, List<Place>> extensionsByMessage;
    private boolean damaged;

    private DescriptorSet(byte[] bytes, Names names) {
        this.bytes = bytes;
        this.names = names;
        ProtoCursor c = new ProtoCursor();
        for (c.enter(bytes, 0, bytes.length); c.next(); ) {
            if (c.field() == FILE) {
                gatherFile(c);
            }
        }
        damaged |= c.isDamaged();
    }

    /// What it was made of; not to be changed.
    byte[] bytes() {
        return bytes;
    }

    /// A set that is known to be whole.
    static DescriptorSet of(byte[] bytes, Names names) {
        return new DescriptorSet(bytes, names);
    }

    /// A set that may be damaged.
    ///
    /// @throws InvalidProtocolBufferException if the bytes are no such message
    static DescriptorSet check(byte[] bytes, Names names) throws InvalidProtocolBufferException {
        DescriptorSet set = new DescriptorSet(bytes, names);
        set.messages.values().forEach(places -> places.forEach(p -> set.checkParts(p, MESSAGE_FIELD)));
        set.enumerations.values().forEach(places -> places.forEach(p -> set.checkParts(p, ENUM_VALUE)));
        if (set.damaged) {
            throw new InvalidProtocolBufferException("the descriptions of messages are damaged");
        }
        return set;
    }

    private void checkParts(Place place, int part) {
        ProtoCursor c = new ProtoCursor();
        ProtoCursor inner = new ProtoCursor();
        for (c.enter(bytes, place.offset, place.length); c.next(); ) {
            if (c.field() == part) {
                inner.enter(c);
                while (inner.next()) {}
                damaged |= inner.isDamaged();
            }
        }
    }

    /// Finds the full name that a name means, which may be relative to a scope, from the inside out.
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

    /// Full names of all messages in the set.
    Set<String> messages() {
        return messages.keySet();
    }

    /// Full names of all enumerations in the set.
    Set<String> enumerations() {
        return enumerations.keySet();
    }

    /// Full names of all messages that the set has extensions of, in the set or not.
    Set<String> extended() {
        return extensionsByMessage().keySet();
    }

    /// The fields of a message in the order of the schema, without its extensions; none if the set has no such
    /// message.
    ///
    /// @param serials gives each field its [MessageType.Field#serial]
    List<MessageType.Field> fields(String message, IntSupplier serials) {
        List<MessageType.Field> fields = new ArrayList<>();
        ProtoCursor c = new ProtoCursor();
        ProtoCursor inner = new ProtoCursor();
        for (Place place : messages.getOrDefault(message, List.of())) {
            for (c.enter(bytes, place.offset, place.length); c.next(); ) {
                if (c.field() == MESSAGE_FIELD) {
                    fields.add(field(inner.enter(c), message, false, serials));
                }
            }
        }
        return fields;
    }

    /// The extensions of a message, in the order of the set.
    List<MessageType.Field> extensions(String message, IntSupplier serials) {
        List<MessageType.Field> fields = new ArrayList<>();
        ProtoCursor c = new ProtoCursor();
        for (Place p : extensionsByMessage().getOrDefault(message, List.of())) {
            fields.add(field(c.enter(bytes, p.offset, p.length), p.scope, true, serials));
        }
        return fields;
    }

    /// Tells the names of an enumeration in the order of the schema; of two names for one number the later one
    /// counts.
    void names(String enumeration, BiConsumer<Integer, String> each) {
        ProtoCursor c = new ProtoCursor();
        ProtoCursor inner = new ProtoCursor();
        for (Place place : enumerations.getOrDefault(enumeration, List.of())) {
            for (c.enter(bytes, place.offset, place.length); c.next(); ) {
                if (c.field() == ENUM_VALUE) {
                    String name = "";
                    int number = 0;
                    for (inner.enter(c); inner.next(); ) {
                        switch (inner.field()) {
                            case NAME -> name = inner.asString();
                            case VALUE_NUMBER -> number = inner.asInt();
                            default -> {}
                        }
                    }
                    each.accept(number, name);
                }
            }
        }
    }

    private Map<String, List<Place>> extensionsByMessage() {
        if (extensionsByMessage == null) {
            // What they extend may be declared behind them.
            Map<String, List<Place>> found = new HashMap<>();
            ProtoCursor c = new ProtoCursor();
            for (Place p : extensions) {
                if (c.enter(bytes, p.offset, p.length).seek(FIELD_EXTENDEE)) {
                    found.computeIfAbsent(names.resolve(c.asString(), p.scope), n -> new ArrayList<>())
                            .add(p);
                }
            }
            extensionsByMessage = found;
        }
        return extensionsByMessage;
    }

    private MessageType.Field field(ProtoCursor c, String scope, boolean extension, IntSupplier serials) {
        String name = "";
        int number = 0;
        boolean repeated = false;
        int type = TYPE_DOUBLE;
        String typeName = null;
        String defaultValue = null;
        String flags = null;
        boolean isPid = false;
        boolean isTid = false;
        while (c.next()) {
            switch (c.field()) {
                case NAME -> name = c.asString();
                case FIELD_NUMBER -> number = c.asInt();
                case FIELD_LABEL -> repeated = c.asInt() == LABEL_REPEATED;
                case FIELD_TYPE -> type = c.asInt();
                case FIELD_TYPE_NAME -> typeName = names.resolve(c.asString(), scope);
                case FIELD_DEFAULT -> defaultValue = c.asString();
                case FIELD_OPTIONS -> {
                    ProtoCursor options = new ProtoCursor();
                    for (options.enter(c); options.next(); ) {
                        switch (options.field()) {
                            case OPTION_FLAGS_ENUM -> flags = options.asString();
                            case OPTION_IS_PID -> isPid = options.asBool();
                            case OPTION_IS_TID -> isTid = options.asBool();
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
                repeated,
                extension,
                typeName,
                flags == null || flags.isEmpty() ? null : names.resolve(flags, scope),
                isPid,
                isTid,
                defaultValue);
    }

    private void gatherFile(ProtoCursor file) {
        ProtoCursor c = new ProtoCursor();
        String scope = c.enter(file).seek(FILE_PACKAGE) ? c.asString() : "";
        for (c.enter(file); c.next(); ) {
            switch (c.field()) {
                case FILE_MESSAGE -> gatherMessage(c, scope, 0);
                case FILE_ENUM -> gatherEnumeration(c, scope);
                case FILE_EXTENSION -> gatherExtension(c, scope);
                default -> {}
            }
        }
        damaged |= c.isDamaged();
    }

    private void gatherMessage(ProtoCursor message, String scope, int nesting) {
        if (nesting >= MAX_NESTING) {
            damaged = true;
            return;
        }
        String name = join(scope, name(message));
        put(messages, name, new Place(message.offset(), message.length(), scope));
        ProtoCursor c = new ProtoCursor();
        for (c.enter(message); c.next(); ) {
            switch (c.field()) {
                case MESSAGE_NESTED -> gatherMessage(c, name, nesting + 1);
                case MESSAGE_ENUM -> gatherEnumeration(c, name);
                case MESSAGE_EXTENSION -> gatherExtension(c, name);
                default -> {}
            }
        }
        damaged |= c.isDamaged();
    }

    private void gatherEnumeration(ProtoCursor enumeration, String scope) {
        put(enumerations, join(scope, name(enumeration)), new Place(enumeration.offset(), enumeration.length(), scope));
    }

    private void gatherExtension(ProtoCursor field, String scope) {
        extensions.add(new Place(field.offset(), field.length(), scope));
    }

    private static void put(Map<String, List<Place>> places, String name, Place place) {
        List<Place> known = places.get(name);
        if (known == null) {
            places.put(name, List.of(place));
        } else {
            List<Place> more = new ArrayList<>(known);
            more.add(place);
            places.put(name, more);
        }
    }

    private static String name(ProtoCursor declaration) {
        ProtoCursor c = new ProtoCursor();
        return c.enter(declaration).seek(NAME) ? c.asString() : "";
    }

    private static String join(String scope, String name) {
        return scope.isEmpty() ? name : scope + '.' + name;
    }
}
