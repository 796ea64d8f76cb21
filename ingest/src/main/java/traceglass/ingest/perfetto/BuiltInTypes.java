package traceglass.ingest.perfetto;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import traceglass.protos.Descriptors;

/// The messages and enumerations that Traceglass was built with, as importers look them up: by name, for their fields.
///
/// Reads the `FileDescriptorSet` that the build makes of the schema (resource `schema.protobin`; google/protobuf/descriptor.proto
/// says what is in it). Only names and places are gathered at first, a few milliseconds; what a message holds is read when somebody
/// asks for it. The generated classes know the same, but take a sixth of a second to start, which every opening of a trace would pay.
public final class BuiltInTypes {

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

    /// The options of `traceglass/protos/trace/field_options.proto`.
    private static final int OPTION_FLAGS_ENUM = 73_921;
    private static final int OPTION_IS_PID = 73_922;
    private static final int OPTION_IS_TID = 73_923;

    /// Where a declaration lies in the bytes, and what its names are relative to: the package of its file, and for an extension the
    /// scope that it is declared in.
    private record Place(int offset, int length, String filePackage, String scope) { }

    private static final class Holder {
        static final BuiltInTypes ALL = new BuiltInTypes(resource());
    }

    private final byte[] bytes;
    private final Map<String, Place> messages = new HashMap<>(4096);
    private final Map<String, Place> enumerations = new HashMap<>(1024);
    private final Map<String, List<Place>> extensions = new HashMap<>();

    private BuiltInTypes(byte[] bytes) {
        this.bytes = bytes;
        ProtoCursor files = new ProtoCursor();
        for (files.enter(bytes, 0, bytes.length); files.next();) {
            if (files.field() == FILE) {
                gatherFile(files);
            }
        }
    }

    /// The one instance; safe for use by several threads.
    public static BuiltInTypes get() {
        return Holder.ALL;
    }

    boolean hasMessage(String fullName) {
        return messages.containsKey(fullName);
    }

    boolean hasEnumeration(String fullName) {
        return enumerations.containsKey(fullName);
    }

    /// The fields of a message in the order of the schema, then its extensions by number; null if there is no such message.
    ///
    /// @param serials gives each field its [MessageType.Field#serial]
    public List<MessageType.Field> fields(String message, IntSupplier serials) {
        Place place = messages.get(message);
        if (place == null) {
            return null;
        }
        List<MessageType.Field> fields = new ArrayList<>();
        ProtoCursor c = new ProtoCursor();
        ProtoCursor inner = new ProtoCursor();
        for (c.enter(bytes, place.offset, place.length); c.next();) {
            if (c.field() == MESSAGE_FIELD) {
                fields.add(field(inner.enter(c), message, place.filePackage, false, serials));
            }
        }
        TreeMap<Integer, MessageType.Field> more = new TreeMap<>();
        for (Place p : extensions.getOrDefault(message, List.of())) {
            MessageType.Field f = field(inner.enter(bytes, p.offset, p.length), p.scope, p.filePackage, true, serials);
            more.put(f.number(), f);
        }
        fields.addAll(more.values());
        return fields;
    }

    /// The names of an enumeration by number; null if there is no such enumeration. Of two names for one number the later one counts.
    Map<Integer, String> names(String enumeration) {
        Place place = enumerations.get(enumeration);
        if (place == null) {
            return null;
        }
        Map<Integer, String> names = new HashMap<>();
        ProtoCursor c = new ProtoCursor();
        ProtoCursor inner = new ProtoCursor();
        for (c.enter(bytes, place.offset, place.length); c.next();) {
            if (c.field() == ENUM_VALUE) {
                String name = "";
                int number = 0;
                for (inner.enter(c); inner.next();) {
                    switch (inner.field()) {
                        case NAME -> name = inner.asString();
                        case VALUE_NUMBER -> number = inner.asInt();
                        default -> { }
                    }
                }
                names.put(number, name);
            }
        }
        return names;
    }

    private MessageType.Field field(ProtoCursor c, String scope, String filePackage, boolean extension, IntSupplier serials) {
        String name = "";
        int number = 0;
        boolean repeated = false;
        int type = 0;
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
                case FIELD_TYPE_NAME -> typeName = c.asString().substring(1);
                case FIELD_DEFAULT -> defaultValue = c.asString();
                case FIELD_OPTIONS -> {
                    ProtoCursor options = new ProtoCursor();
                    for (options.enter(c); options.next();) {
                        switch (options.field()) {
                            case OPTION_FLAGS_ENUM -> flags = scoped(options.asString(), filePackage);
                            case OPTION_IS_PID -> isPid = options.asBool();
                            case OPTION_IS_TID -> isTid = options.asBool();
                            default -> { }
                        }
                    }
                }
                default -> { }
            }
        }
        return new MessageType.Field(serials.getAsInt(), number, name, join(scope, name), type, repeated, extension, typeName, flags,
                isPid, isTid, defaultValue);
    }

    /// The full name of an enumeration that an option names, mostly without its package.
    private String scoped(String name, String filePackage) {
        if (name.startsWith(".")) {
            return name.substring(1);
        }
        return name.isEmpty() ? null : hasEnumeration(name) ? name : join(filePackage, name);
    }

    private void gatherFile(ProtoCursor file) {
        ProtoCursor c = new ProtoCursor();
        String filePackage = c.enter(file).seek(FILE_PACKAGE) ? c.asString() : "";
        for (c.enter(file); c.next();) {
            switch (c.field()) {
                case FILE_MESSAGE -> gatherMessage(c, filePackage, filePackage);
                case FILE_ENUM -> gatherEnumeration(c, filePackage, filePackage);
                case FILE_EXTENSION -> gatherExtension(c, filePackage, filePackage);
                default -> { }
            }
        }
    }

    private void gatherMessage(ProtoCursor message, String filePackage, String scope) {
        String name = join(scope, name(message));
        messages.put(name, new Place(message.offset(), message.length(), filePackage, scope));
        ProtoCursor c = new ProtoCursor();
        for (c.enter(message); c.next();) {
            switch (c.field()) {
                case MESSAGE_NESTED -> gatherMessage(c, filePackage, name);
                case MESSAGE_ENUM -> gatherEnumeration(c, filePackage, name);
                case MESSAGE_EXTENSION -> gatherExtension(c, filePackage, name);
                default -> { }
            }
        }
    }

    private void gatherEnumeration(ProtoCursor enumeration, String filePackage, String scope) {
        enumerations.put(join(scope, name(enumeration)), new Place(enumeration.offset(), enumeration.length(), filePackage, scope));
    }

    private void gatherExtension(ProtoCursor field, String filePackage, String scope) {
        ProtoCursor c = new ProtoCursor();
        if (c.enter(field).seek(FIELD_EXTENDEE)) {
            extensions.computeIfAbsent(c.asString().substring(1), n -> new ArrayList<>())
                    .add(new Place(field.offset(), field.length(), filePackage, scope));
        }
    }

    private static String name(ProtoCursor declaration) {
        ProtoCursor c = new ProtoCursor();
        return c.enter(declaration).seek(NAME) ? c.asString() : "";
    }

    private static String join(String scope, String name) {
        return scope.isEmpty() ? name : scope + '.' + name;
    }

    private static byte[] resource() {
        try (InputStream in = Descriptors.class.getResourceAsStream("schema.protobin")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
