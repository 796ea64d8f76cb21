package traceglass.ingest.oldjfr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The types of a chunk and its times, from the metadata at its end. Each producer, such as the virtual machine, has
/// its own structures, to which its events, constants and fields refer by index.
final class JfrV0Metadata {

    /// Content types of integers with a unit. Other content types are kinds of constants.
    static final int CONTENT_BYTES = 1;

    static final int CONTENT_EPOCH_MILLIS = 2;
    static final int CONTENT_MILLIS = 3;
    static final int CONTENT_NANOS = 4;
    static final int CONTENT_TICKS = 5;
    static final int CONTENT_ADDRESS = 6;
    static final int CONTENT_THREAD = 7;
    static final int CONTENT_JAVA_THREAD = 8;
    static final int CONTENT_STACK = 9;
    static final int CONTENT_PERCENTAGE = 11;

    private static final String SETTING_PATH = "recordings/recording_setting";
    private static final int MAX_DEPTH = 8;
    private static final long NS_PER_MS = 1_000_000;

    final List<Event> events = new ArrayList<>();
    final List<Content> contents = new ArrayList<>();
    private final Map<Integer, Event> eventsById = new HashMap<>();
    private final Map<Integer, Content> contentsById = new HashMap<>();
    final long startNs;
    final long startTicks;
    final long ticksPerSecond;

    /// The fields of structs, events or constants.
    static final class Structure {
        final List<Field> fields = new ArrayList<>();
        /// Structures of the producer, to which the fields refer.
        private final List<Structure> owner;
        /// Depth of the structs within this one; -1 while it is unknown.
        private int depth = -1;
        private boolean isOpen;

        Structure(List<Structure> owner) {
            this.owner = owner;
        }
    }

    /// A field.
    ///
    /// @param content content type of a number
    /// @param reference kind of the elements of an array, or index of the structure of a struct
    record Field(String id, String label, JfrV0Kind kind, int content, int reference) {

        /// Returns the kind of an array's elements.
        JfrV0Kind elementKind() {
            return JfrV0Kind.of(reference);
        }

        /// Returns the structure of a struct.
        Structure structure(Structure owner) {
            if (reference < 0 || reference >= owner.owner.size()) {
                throw new JfrV0FormatException("a field refers to an undefined structure");
            }
            return owner.owner.get(reference);
        }
    }

    /// A type of events.
    ///
    /// @param producer URI of the producer
    /// @param path name with slashes
    record Event(
            int id,
            String producer,
            String path,
            String label,
            boolean hasStart,
            boolean hasThread,
            boolean hasStack,
            Structure structure) {

        /// Returns whether the events are settings of a type of events, see [JfrV2Metadata].
        boolean isSetting() {
            return path.equals(SETTING_PATH) && JfrV2Names.isJdk(producer);
        }
    }

    /// A type of constants.
    record Content(int id, String name, JfrV0Kind key, Structure structure) {}

    /// @param in cursor at the first byte after size and type of the metadata event
    JfrV0Metadata(JfrV0Cursor in) {
        for (int i = in.readCount(); i > 0; i--) {
            readProducer(in);
        }
        startNs = in.readLong() * NS_PER_MS;
        in.readLong();
        startTicks = in.readLong();
        ticksPerSecond = in.readLong();
    }

    private void readProducer(JfrV0Cursor in) {
        in.readInt();
        in.readUtf();
        in.readUtf();
        String uri = in.readUtf();
        for (int i = in.readCount(); i > 0; i--) {
            in.readUtf();
        }
        List<Structure> structures = new ArrayList<>();
        for (int i = in.readCount(); i > 0; i--) {
            Structure structure = new Structure(structures);
            for (int j = in.readCount(); j > 0; j--) {
                structure.fields.add(readField(in));
            }
            structures.add(structure);
        }
        structures.forEach(JfrV0Metadata::depth);
        for (int i = in.readCount(); i > 0; i--) {
            Event event = readEvent(in, uri, structures);
            if (eventsById.putIfAbsent(event.id, event) == null) {
                events.add(event);
            }
        }
        for (int i = in.readCount(); i > 0; i--) {
            Content content = readContent(in, structures);
            if (contentsById.putIfAbsent(content.id, content) == null) {
                contents.add(content);
            }
        }
    }

    private static Field readField(JfrV0Cursor in) {
        String id = in.readUtf();
        String label = in.readUtf();
        in.readUtf();
        in.readByte();
        JfrV0Kind kind = JfrV0Kind.of(in.readByte());
        Field field = new Field(id, label, kind, in.readInt(), in.readInt());
        in.readInt();
        return field;
    }

    private static Event readEvent(JfrV0Cursor in, String producer, List<Structure> structures) {
        int id = in.readInt();
        String label = in.readUtf();
        in.readUtf();
        String path = in.readUtf();
        boolean hasStart = in.readBoolean();
        boolean hasThread = in.readBoolean();
        boolean hasStack = in.readBoolean();
        in.readByte();
        Structure structure = structure(in.readInt(), structures);
        in.readInt();
        return new Event(id, producer, path, label, hasStart, hasThread, hasStack, structure);
    }

    private static Content readContent(JfrV0Cursor in, List<Structure> structures) {
        int id = in.readInt();
        String name = in.readUtf();
        in.readUtf();
        JfrV0Kind key = JfrV0Kind.of(in.readByte());
        return new Content(id, name, key, structure(in.readInt(), structures));
    }

    private static Structure structure(int index, List<Structure> structures) {
        if (index < 0 || index >= structures.size()) {
            throw new JfrV0FormatException("a type refers to an undefined structure");
        }
        return structures.get(index);
    }

    /// Returns the depth of the structs within a structure. Fails if one of them takes no bytes or contains itself, so
    /// that each value read takes bytes.
    private static int depth(Structure structure) {
        if (structure.depth >= 0) {
            return structure.depth;
        }
        int deepest = 0;
        boolean isNested = structure.isOpen;
        structure.isOpen = true;
        for (Field field : structure.fields) {
            if (field.kind == JfrV0Kind.ARRAY && field.elementKind().compareTo(JfrV0Kind.ARRAY) >= 0) {
                throw new JfrV0FormatException("an array consists of arrays or structs");
            }
            if (field.kind == JfrV0Kind.STRUCT || field.kind == JfrV0Kind.STRUCT_ARRAY) {
                Structure inner = field.structure(structure);
                if (isNested || inner.fields.isEmpty()) {
                    throw new JfrV0FormatException("a struct contains itself or nothing");
                }
                deepest = Math.max(deepest, depth(inner) + 1);
            }
        }
        if (deepest > MAX_DEPTH) {
            throw new JfrV0FormatException("structs are nested too deeply");
        }
        structure.depth = deepest;
        return deepest;
    }

    /// Returns the type of events with this id, or null.
    @Nullable
    Event event(int id) {
        return eventsById.get(id);
    }

    /// Returns the type of constants with this id, or null.
    @Nullable
    Content content(int id) {
        return contentsById.get(id);
    }

    /// Returns whether values are ids of threads, which are converted to one type of constants.
    static boolean isThread(JfrV0Kind kind, int content) {
        return kind.isInteger() && (content == CONTENT_THREAD || content == CONTENT_JAVA_THREAD);
    }

    /// Returns whether values are ids of constants other than threads.
    boolean isConstant(JfrV0Kind kind, int content) {
        return kind.isInteger() && !isThread(kind, content) && contentsById.containsKey(content);
    }
}
