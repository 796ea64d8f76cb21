package traceglass.ingest.proto;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.collection.LongMap;

/// What a message may hold, as arguments are made of it: its fields by number, extensions among them. Got from
/// [MessageTypes].
public final class MessageType {

    /// An enumeration: names by number.
    public static final class Enumeration {

        final Map<Integer, String> names = new HashMap<>();
        /// Those that were asked for; nearly all numbers are small.
        private final String[] asked = new String[64];

        /// Name of the number, or null.
        public String name(int number) {
            if (number < 0 || number >= asked.length) {
                return names.get(number);
            }
            String name = asked[number];
            if (name == null) {
                name = names.get(number);
                asked[number] = name;
            }
            return name;
        }
    }

    /// One field of a message.
    public static final class Field {

        final int serial;
        public final int number;
        final String name;
        /// With package and scope.
        final String fullName;
        public final byte[] nameBytes;
        /// As in `FieldDescriptorProto.Type`.
        public final int type;
        public final boolean repeated;
        public final boolean extension;
        /// Full name of the message or enumeration, without a leading dot; null of other types.
        public final String typeName;
        public final String flagsEnum;
        public final boolean isPid;
        public final boolean isTid;
        public final String defaultValue;
        private MessageType message;
        private Enumeration enumeration;

        Field(
                int serial,
                int number,
                String name,
                String fullName,
                int type,
                boolean repeated,
                boolean extension,
                String typeName,
                String flagsEnum,
                boolean isPid,
                boolean isTid,
                String defaultValue) {
            this.serial = serial;
            this.number = number;
            this.name = name;
            this.fullName = fullName;
            this.nameBytes = name.getBytes(StandardCharsets.UTF_8);
            this.type = type;
            this.repeated = repeated;
            this.extension = extension;
            this.typeName = typeName;
            this.flagsEnum = flagsEnum;
            this.isPid = isPid;
            this.isTid = isTid;
            this.defaultValue = defaultValue;
        }

        /// A number that tells this field from those of all messages.
        public int serial() {
            return serial;
        }

        public String name() {
            return name;
        }

        public int number() {
            return number;
        }

        /// As in `FieldDescriptorProto.Type`.
        public int type() {
            return type;
        }

        /// Full name of the message or enumeration, null of other types.
        public String typeName() {
            return typeName;
        }

        /// The message of this field, null if there is none: a type that is not known now may be brought later.
        public MessageType message(MessageTypes types) {
            if (message == null
                    && typeName != null
                    && (type == MessageTypes.TYPE_MESSAGE || type == MessageTypes.TYPE_GROUP)) {
                message = types.message(typeName);
            }
            return message;
        }

        public Enumeration enumeration(MessageTypes types) {
            if (enumeration == null && typeName != null && type == MessageTypes.TYPE_ENUM) {
                enumeration = types.enumeration(typeName);
            }
            return enumeration;
        }
    }

    private final LongMap<Field> fields = new LongMap<>();

    /// The field of this number, or null.
    public Field field(int number) {
        return fields.get(number);
    }

    /// Adds a field unless one of its number is known.
    void add(Field field) {
        if (!fields.containsKey(field.number)) {
            fields.put(field.number, field);
        }
    }

    /// Its fields by number.
    public LongMap<Field> fields() {
        return fields;
    }
}
