package traceglass.ingest.jfr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A type of the metadata of a chunk: an event, a constant, a struct or a primitive.
final class JfrType {

    /// Encodings of values.
    enum Kind {
        BOOLEAN,
        BYTE,
        CHAR,
        SHORT,
        INT,
        LONG,
        FLOAT,
        DOUBLE,
        STRING,
        STRUCT
    }

    /// Meaning of a number.
    enum Content {
        PLAIN,
        /// Duration in ticks, nanoseconds, ….
        TIMESPAN,
        /// Time in ticks or since 1970.
        TIMESTAMP,
        /// Ratio that is shown in percent.
        PERCENTAGE,
        BYTES,
        BITS,
        ADDRESS,
        UNSIGNED
    }

    /// A field of a type.
    ///
    /// @param type type of the value
    /// @param isConstant whether the value is the id of a constant of that type
    /// @param isArray whether the value is an array: a count and that many values
    /// @param unit argument of the annotation for `content`, such as `TICKS`; null if it has none
    record Field(
            String name,
            String label,
            JfrType type,
            boolean isConstant,
            boolean isArray,
            Content content,
            String unit) {}

    final long id;
    final String name;
    final String superType;
    final Kind kind;
    final List<Field> fields = new ArrayList<>();
    private final Map<String, Integer> byName = new HashMap<>();
    String label;
    final List<String> category = new ArrayList<>();
    /// Consumer of events of this type, created for the first event.
    JfrEvent.Sink sink;

    JfrType(long id, String name, String superType) {
        this.id = id;
        this.name = name;
        this.superType = superType;
        kind = switch (name) {
            case "boolean" -> Kind.BOOLEAN;
            case "byte" -> Kind.BYTE;
            case "char" -> Kind.CHAR;
            case "short" -> Kind.SHORT;
            case "int" -> Kind.INT;
            case "long" -> Kind.LONG;
            case "float" -> Kind.FLOAT;
            case "double" -> Kind.DOUBLE;
            case "java.lang.String" -> Kind.STRING;
            default -> Kind.STRUCT;
        };
    }

    void add(Field field) {
        byName.putIfAbsent(field.name, fields.size());
        fields.add(field);
    }

    /// Returns the index of a field, or -1.
    int indexOf(String field) {
        return byName.getOrDefault(field, -1);
    }

    /// Returns whether the type is an event type.
    boolean isEvent() {
        return superType != null && superType.endsWith(".Event");
    }

    /// Returns the last part of the name, e.g. `ThreadPark` of `jdk.ThreadPark`.
    String simpleName() {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }

    /// Returns whether the JDK defines the type. Oracle's JDK 9 and 10 use a different prefix.
    boolean isDefinedByJdk() {
        return name.startsWith("jdk.") || name.startsWith("com.oracle.jdk.");
    }

    /// Returns the name under which the type is handled, e.g. `jdk.ThreadPark`.
    String commonName() {
        return name.startsWith("com.oracle.jdk.") ? name.substring("com.oracle.".length()) : name;
    }
}
