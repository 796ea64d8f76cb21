package traceglass.ingest.proto;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.collection.LongMap;

/// Fields of a message type by number, including extensions, used to convert messages to arguments. Obtained from
/// [MessageTypes].
public final class MessageType {

    /// Names of an enumeration by number.
    public static final class Enumeration {

        final Map<Integer, String> names = new HashMap<>();
        private final Map<String, Integer> numbers = new HashMap<>();
        /// Cache of names by number; nearly all numbers are small.
        private final String[] cache = new String[64];

        /// Returns the name of the number, or null.
        public String name(int number) {
            if (number < 0 || number >= cache.length) {
                return names.get(number);
            }
            String name = cache[number];
            if (name == null) {
                name = names.get(number);
                cache[number] = name;
            }
            return name;
        }

        /// Returns the number of the name, or null.
        public Integer number(String name) {
            return numbers.get(name);
        }

        /// Adds a name. If a number has two names, the later one is printed and both are accepted.
        void add(int number, String name) {
            names.put(number, name);
            numbers.put(name, number);
        }

        /// Adds a name that is accepted but not printed if its number already has a name.
        void addIfAbsent(int number, String name) {
            names.putIfAbsent(number, name);
            numbers.putIfAbsent(name, number);
        }
    }

    /// One field of a message.
    public static final class Field {

        final int serial;
        public final int number;
        final String name;
        /// Name qualified with package and scope.
        final String fullName;
        public final byte[] nameBytes;
        /// Type as in `FieldDescriptorProto.Type`.
        public final int type;
        public final boolean isRepeated;
        /// Whether writers put all values of a repeated number field into one field.
        public final boolean isPacked;
        public final boolean isExtension;
        /// Full name of the message or enumeration, without a leading dot; null for other types.
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
                boolean isRepeated,
                boolean isPacked,
                boolean isExtension,
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
            this.isRepeated = isRepeated;
            this.isPacked = isPacked;
            this.isExtension = isExtension;
            this.typeName = typeName;
            this.flagsEnum = flagsEnum;
            this.isPid = isPid;
            this.isTid = isTid;
            this.defaultValue = defaultValue;
        }

        /// Returns a number that is unique among the fields of all messages.
        public int serial() {
            return serial;
        }

        public String name() {
            return name;
        }

        /// Returns the name qualified with package and scope, by which the text format refers to an extension.
        public String fullName() {
            return fullName;
        }

        public int number() {
            return number;
        }

        /// Returns the type as in `FieldDescriptorProto.Type`.
        public int type() {
            return type;
        }

        /// Returns the full name of the message or enumeration; null for other types.
        public String typeName() {
            return typeName;
        }

        /// Returns the message type of this field, or null if it has none. A type that is still unknown may be
        /// added later.
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

    /// Returns the field with this number, or null.
    public Field field(int number) {
        return fields.get(number);
    }

    /// Adds a field unless its number is taken.
    void add(Field field) {
        if (!fields.containsKey(field.number)) {
            fields.put(field.number, field);
        }
    }

    /// Returns the fields by number.
    public LongMap<Field> fields() {
        return fields;
    }
}
