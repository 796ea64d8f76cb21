package traceglass.ingest.jfr;

import java.util.Arrays;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;
import traceglass.store.table.StringPool;

/// Constants of a chunk: strings, classes, methods, threads and callstacks to which events refer by type and id.
/// Stores only their positions and, once requested, their names.
final class JfrConstants {

    /// Maximum depth of references between constants; real ones go from method to class to symbol.
    private static final int MAX_DEPTH = 8;

    private static final int UNRESOLVED = -2;

    private final JfrChunk chunk;
    private final StringPool strings;
    private final LongMap<Pool> pools = new LongMap<>();

    /// Constants of one type.
    private static final class Pool {
        final LongIntMap indexes = new LongIntMap();
        long[] positions = new long[16];
        int[] texts = new int[16];
        int size;

        void put(long id, long position) {
            int existing = indexes.get(id);
            if (existing != LongIntMap.NONE) {
                positions[existing] = position;
                return;
            }
            if (size == positions.length) {
                positions = Arrays.copyOf(positions, size * 2);
                texts = Arrays.copyOf(texts, size * 2);
            }
            positions[size] = position;
            texts[size] = UNRESOLVED;
            indexes.put(id, size++);
        }
    }

    JfrConstants(JfrChunk chunk, StringPool strings) {
        this.chunk = chunk;
        this.strings = strings;
    }

    /// Adds the constants of a checkpoint event.
    ///
    /// @param in cursor at the first byte after size and type
    void add(JfrCursor in) {
        in.readLong();
        in.readLong();
        in.readLong();
        in.readByte();
        for (int pools = in.readCount(); pools > 0; pools--) {
            long typeId = in.readLong();
            int count = in.readCount();
            JfrType type = chunk.metadata.type(typeId);
            if (type == null) {
                throw new JfrFormatException("there are constants of an unknown type");
            }
            Pool pool = this.pools.computeIfAbsent(typeId, id -> new Pool());
            for (int i = 0; i < count; i++) {
                long id = in.readLong();
                long position = in.position();
                JfrMetadata.skip(in, type, 0);
                pool.put(id, position);
            }
        }
    }

    /// Returns a cursor at a constant, or null if there is none with this id.
    JfrCursor at(JfrType type, long id) {
        Pool pool = pools.get(type.id);
        int index = pool == null ? LongIntMap.NONE : pool.indexes.get(id);
        return index == LongIntMap.NONE ? null : at(pool.positions[index]);
    }

    /// Returns a cursor at a position.
    JfrCursor at(long position) {
        JfrCursor in = chunk.cursor();
        in.set(position, chunk.end());
        return in;
    }

    /// Returns the string id of a constant's name; [StringPool#NULL] if it has none. The name is the string
    /// itself, the name of a class, method or thread, or else the first string among the constant's fields.
    int text(JfrType type, long id) {
        return text(type, id, 0);
    }

    private int text(JfrType type, long id, int depth) {
        Pool pool = pools.get(type.id);
        int index = pool == null || depth > MAX_DEPTH ? LongIntMap.NONE : pool.indexes.get(id);
        if (index == LongIntMap.NONE) {
            return StringPool.NULL;
        }
        int textId = pool.texts[index];
        if (textId == UNRESOLVED) {
            String text = text(type, at(pool.positions[index]), depth + 1);
            textId = text == null ? StringPool.NULL : strings.intern(text);
            pool.texts[index] = textId;
        }
        return textId;
    }

    /// Returns the name of a value of a type, see [#text(JfrType, long)]; null if it has none.
    ///
    /// @param in cursor at the value
    String text(JfrType type, JfrCursor in, int depth) {
        if (depth > MAX_DEPTH) {
            return null;
        }
        switch (type.kind) {
            case STRING:
                return string(type, in, depth);
            case STRUCT:
                break;
            case FLOAT:
                return String.valueOf(in.readFloat());
            case DOUBLE:
                return String.valueOf(in.readDouble());
            case BOOLEAN:
                return String.valueOf(in.readByte() != 0);
            case BYTE:
                return String.valueOf(in.readByte());
            case CHAR, SHORT:
                return String.valueOf(in.readShort());
            case INT:
                return String.valueOf(in.readInt());
            case LONG:
                return String.valueOf(in.readLong());
        }
        return switch (type.simpleName()) {
            case "Class" -> className(type, in, depth);
            case "Method" -> methodName(type, in, depth);
            case "Thread" -> threadName(type, in, depth);
            default -> firstText(type, in, depth);
        };
    }

    private String string(JfrType type, JfrCursor in, int depth) {
        int encoding = in.readByte();
        if (encoding != JfrCursor.STRING_CONSTANT) {
            return in.readText(encoding);
        }
        int id = text(type, in.readLong(), depth + 1);
        return id == StringPool.NULL ? null : strings.get(id);
    }

    private String className(JfrType type, JfrCursor in, int depth) {
        String name = field(type, "name", in, depth);
        return name == null ? null : sourceName(name);
    }

    private String methodName(JfrType type, JfrCursor in, int depth) {
        long from = in.position();
        String owner = field(type, "type", in, depth);
        in.set(from, chunk.end());
        String name = field(type, "name", in, depth);
        return owner == null || owner.isEmpty() ? name : name == null ? owner : owner + "." + name;
    }

    private String threadName(JfrType type, JfrCursor in, int depth) {
        long from = in.position();
        String name = field(type, "javaName", in, depth);
        if (name == null || name.isEmpty()) {
            in.set(from, chunk.end());
            name = field(type, "osName", in, depth);
        }
        if (name == null || name.isEmpty()) {
            in.set(from, chunk.end());
            name = field(type, "javaThreadId", in, depth);
        }
        return name;
    }

    /// Returns the string in a field of a struct, and moves the cursor past that field.
    String field(JfrType type, String name, JfrCursor in, int depth) {
        for (JfrType.Field f : type.fields) {
            if (f.name().equals(name) && !f.isArray()) {
                return text(f, in, depth);
            }
            JfrMetadata.skip(in, f, 1);
        }
        return null;
    }

    private String text(JfrType.Field f, JfrCursor in, int depth) {
        if (!f.isConstant()) {
            return text(f.type(), in, depth + 1);
        }
        int id = text(f.type(), in.readLong(), depth + 1);
        return id == StringPool.NULL ? null : strings.get(id);
    }

    private String firstText(JfrType type, JfrCursor in, int depth) {
        boolean isNamed = type.indexOf("name") >= 0;
        for (JfrType.Field f : type.fields) {
            boolean isText =
                    f.type().kind == JfrType.Kind.STRING || f.isConstant() || f.type().kind == JfrType.Kind.STRUCT;
            if (!f.isArray() && (isNamed ? f.name().equals("name") : isText)) {
                return text(f, in, depth);
            }
            JfrMetadata.skip(in, f, 1);
        }
        return null;
    }

    /// Converts the name of a class from class file form, such as `java/lang/String` or `[[I`, to source form.
    static String sourceName(String name) {
        int dimensions = 0;
        while (dimensions < name.length() && name.charAt(dimensions) == '[') {
            dimensions++;
        }
        if (dimensions == 0) {
            return name.replace('/', '.');
        }
        String element = name.substring(dimensions);
        String base = switch (element) {
            case "Z" -> "boolean";
            case "B" -> "byte";
            case "C" -> "char";
            case "S" -> "short";
            case "I" -> "int";
            case "J" -> "long";
            case "F" -> "float";
            case "D" -> "double";
            default ->
                element.startsWith("L") && element.endsWith(";")
                        ? element.substring(1, element.length() - 1).replace('/', '.')
                        : element.replace('/', '.');
        };
        return base + "[]".repeat(Math.min(dimensions, 255));
    }
}
