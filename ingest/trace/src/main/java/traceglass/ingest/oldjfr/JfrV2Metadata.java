package traceglass.ingest.oldjfr;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.oldjfr.JfrV0Metadata.Content;
import traceglass.ingest.oldjfr.JfrV0Metadata.Event;
import traceglass.ingest.oldjfr.JfrV0Metadata.Field;
import traceglass.ingest.oldjfr.JfrV0Metadata.Structure;

/// Describes the types of a chunk of version 0 as version 2 does: as a tree of elements with attributes.
final class JfrV2Metadata {

    /// Id of the events about lost data, which version 0 does not describe.
    static final int LOST_EVENT = 2;

    private static final String EVENT = "jdk.jfr.Event";
    private static final long FIRST_EVENT = 1L << 40;
    private static final long FIRST_CONSTANT = 2L << 40;
    private static final long FIRST_STRUCT = 3L << 40;

    private final JfrV0Metadata old;
    private final Element classes = new Element("metadata");
    private final Map<String, Integer> strings = new LinkedHashMap<>();
    private final Map<Structure, Long> structs = new IdentityHashMap<>();

    private static final class Element {
        final String name;
        final Map<String, String> attributes = new LinkedHashMap<>();
        final List<Element> children = new ArrayList<>();

        Element(String name) {
            this.name = name;
        }

        Element with(String key, String value) {
            attributes.put(key, value);
            return this;
        }

        Element add(Element child) {
            children.add(child);
            return child;
        }
    }

    JfrV2Metadata(JfrV0Metadata old) {
        this.old = old;
        for (JfrV2Type type : JfrV2Type.values()) {
            addType(type.id(), type.typeName);
        }
        Element thread = classes.children.get(JfrV2Type.THREAD.ordinal());
        addField(thread, "osName", JfrV2Type.STRING.id());
        addField(thread, "osThreadId", JfrV2Type.LONG.id());
        addField(thread, "javaName", JfrV2Type.STRING.id());
        addField(thread, "javaThreadId", JfrV2Type.LONG.id());
        for (Content content : old.contents) {
            if (!JfrV0Metadata.isThread(content.key(), content.id())) {
                JfrV2Names names = JfrV2Names.of(content);
                addFields(addType(constantType(content.id()), names.type()), content.structure(), names);
            }
        }
        if (old.event(LOST_EVENT) == null) {
            Element lost = addType(eventType(LOST_EVENT), "jdk.DataLoss").with("superType", EVENT);
            addField(lost, "startTime", JfrV2Type.LONG.id());
            addField(lost, "eventThread", JfrV2Type.THREAD.id()).with("constantPool", "true");
            addField(lost, "amount", JfrV2Type.LONG.id());
        }
        old.events.forEach(this::addEvent);
    }

    static long eventType(int id) {
        return FIRST_EVENT + (id & 0xffff_ffffL);
    }

    static long constantType(int id) {
        return FIRST_CONSTANT + (id & 0xffff_ffffL);
    }

    private Element addType(long id, String name) {
        return classes.add(new Element("class").with("id", String.valueOf(id)).with("name", name));
    }

    private static Element addField(Element type, String name, long typeId) {
        return type.add(new Element("field").with("name", name).with("class", String.valueOf(typeId)));
    }

    private static Element annotation(JfrV2Type type) {
        return new Element("annotation").with("class", String.valueOf(type.id()));
    }

    private void addEvent(Event event) {
        JfrV2Names names = JfrV2Names.of(event);
        Element type = addType(eventType(event.id()), names.type()).with("superType", EVENT);
        type.add(annotation(JfrV2Type.LABEL).with("value", event.label()));
        Element category = type.add(annotation(JfrV2Type.CATEGORY));
        List<String> categories = JfrV2Names.categories(event.path());
        for (int i = 0; i < categories.size(); i++) {
            category.with("value-" + i, categories.get(i));
        }
        addField(type, "startTime", JfrV2Type.LONG.id());
        if (event.isSetting()) {
            addField(type, "id", JfrV2Type.LONG.id());
            addField(type, "name", JfrV2Type.STRING.id());
            addField(type, "value", JfrV2Type.STRING.id());
            return;
        }
        if (event.hasStart()) {
            addField(type, "duration", JfrV2Type.LONG.id());
        }
        if (event.hasThread()) {
            addField(type, "eventThread", JfrV2Type.THREAD.id()).with("constantPool", "true");
        }
        if (event.hasStack()) {
            addValue(type, "stackTrace", JfrV0Kind.U8, JfrV0Metadata.CONTENT_STACK);
        }
        addFields(type, event.structure(), names);
    }

    private void addFields(Element type, Structure structure, JfrV2Names names) {
        for (Field field : structure.fields) {
            String name = names.field(field.id());
            switch (field.kind()) {
                case ARRAY ->
                    addValue(type, name, field.elementKind(), field.content()).with("dimension", "1");
                case STRUCT -> addField(type, name, structType(field, structure, names));
                case STRUCT_ARRAY ->
                    addField(type, name, structType(field, structure, names)).with("dimension", "1");
                default -> addValue(type, name, field.kind(), field.content());
            }
        }
    }

    private Element addValue(Element type, String name, JfrV0Kind kind, int content) {
        if (JfrV0Metadata.isThread(kind, content)) {
            return addField(type, name, JfrV2Type.THREAD.id()).with("constantPool", "true");
        }
        if (old.isConstant(kind, content)) {
            return addField(type, name, constantType(content)).with("constantPool", "true");
        }
        Element field = addField(type, name, kind.converted.id());
        Element unit = kind.isText() || kind == JfrV0Kind.BOOLEAN ? null : unit(content);
        if (unit != null) {
            field.add(unit);
        }
        return field;
    }

    private static @Nullable Element unit(int content) {
        return switch (content) {
            case JfrV0Metadata.CONTENT_BYTES ->
                annotation(JfrV2Type.DATA_AMOUNT).with("value", "BYTES");
            case JfrV0Metadata.CONTENT_EPOCH_MILLIS ->
                annotation(JfrV2Type.TIMESTAMP).with("value", "MILLISECONDS_SINCE_EPOCH");
            case JfrV0Metadata.CONTENT_MILLIS -> annotation(JfrV2Type.TIMESPAN).with("value", "MILLISECONDS");
            case JfrV0Metadata.CONTENT_NANOS -> annotation(JfrV2Type.TIMESPAN).with("value", "NANOSECONDS");
            case JfrV0Metadata.CONTENT_TICKS -> annotation(JfrV2Type.TIMESPAN).with("value", "TICKS");
            case JfrV0Metadata.CONTENT_ADDRESS -> annotation(JfrV2Type.MEMORY_ADDRESS);
            case JfrV0Metadata.CONTENT_PERCENTAGE -> annotation(JfrV2Type.PERCENTAGE);
            default -> null;
        };
    }

    /// Returns the id of the type of a field's structs, which is described for the first field that needs it.
    private long structType(Field field, Structure owner, JfrV2Names names) {
        Structure structure = field.structure(owner);
        Long existing = structs.get(structure);
        if (existing != null) {
            return existing;
        }
        long id = FIRST_STRUCT + structs.size();
        structs.put(structure, id);
        addFields(addType(id, "Struct" + structs.size()), structure, names);
        return id;
    }

    /// Adds the metadata event.
    void write(ChunkOutput out) {
        Element root = new Element("root");
        root.add(classes);
        collectStrings(root);
        int start = out.beginEvent(0);
        out.addLong(0);
        out.addLong(0);
        out.addLong(0);
        out.addInt(strings.size());
        strings.keySet().forEach(out::addText);
        write(root, out);
        out.endEvent(start);
    }

    private void collectStrings(Element element) {
        index(element.name);
        element.attributes.forEach((key, value) -> {
            index(key);
            index(value);
        });
        element.children.forEach(this::collectStrings);
    }

    private int index(String text) {
        return strings.computeIfAbsent(text, t -> strings.size());
    }

    private void write(Element element, ChunkOutput out) {
        out.addInt(index(element.name));
        out.addInt(element.attributes.size());
        element.attributes.forEach((key, value) -> {
            out.addInt(index(key));
            out.addInt(index(value));
        });
        out.addInt(element.children.size());
        element.children.forEach(child -> write(child, out));
    }
}
