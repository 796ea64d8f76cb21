package traceglass.ingest.oldjfr;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.oldjfr.OldMetadata.Content;
import traceglass.ingest.oldjfr.OldMetadata.Event;
import traceglass.ingest.oldjfr.OldMetadata.Field;
import traceglass.ingest.oldjfr.OldMetadata.Structure;

/// Describes the types of a chunk of version 0 as version 2 does: as a tree of elements with attributes.
final class NewMetadata {

    /// Id of the events about lost data, which version 0 does not describe.
    static final int LOST_EVENT = 2;

    private static final String EVENT = "jdk.jfr.Event";
    private static final long FIRST_EVENT = 1L << 40;
    private static final long FIRST_CONSTANT = 2L << 40;
    private static final long FIRST_STRUCT = 3L << 40;

    private final OldMetadata old;
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

    NewMetadata(OldMetadata old) {
        this.old = old;
        for (NewType type : NewType.values()) {
            addType(type.id(), type.typeName);
        }
        Element thread = classes.children.get(NewType.THREAD.ordinal());
        addField(thread, "osName", NewType.STRING.id());
        addField(thread, "osThreadId", NewType.LONG.id());
        addField(thread, "javaName", NewType.STRING.id());
        addField(thread, "javaThreadId", NewType.LONG.id());
        for (Content content : old.contents) {
            if (!OldMetadata.isThread(content.key(), content.id())) {
                NewNames names = NewNames.of(content);
                addFields(addType(constantType(content.id()), names.type()), content.structure(), names);
            }
        }
        if (old.event(LOST_EVENT) == null) {
            Element lost = addType(eventType(LOST_EVENT), "jdk.DataLoss").with("superType", EVENT);
            addField(lost, "startTime", NewType.LONG.id());
            addField(lost, "eventThread", NewType.THREAD.id()).with("constantPool", "true");
            addField(lost, "amount", NewType.LONG.id());
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

    private static Element annotation(NewType type) {
        return new Element("annotation").with("class", String.valueOf(type.id()));
    }

    private void addEvent(Event event) {
        NewNames names = NewNames.of(event);
        Element type = addType(eventType(event.id()), names.type()).with("superType", EVENT);
        type.add(annotation(NewType.LABEL).with("value", event.label()));
        Element category = type.add(annotation(NewType.CATEGORY));
        List<String> categories = NewNames.categories(event.path());
        for (int i = 0; i < categories.size(); i++) {
            category.with("value-" + i, categories.get(i));
        }
        addField(type, "startTime", NewType.LONG.id());
        if (event.isSetting()) {
            addField(type, "id", NewType.LONG.id());
            addField(type, "name", NewType.STRING.id());
            addField(type, "value", NewType.STRING.id());
            return;
        }
        if (event.hasStart()) {
            addField(type, "duration", NewType.LONG.id());
        }
        if (event.hasThread()) {
            addField(type, "eventThread", NewType.THREAD.id()).with("constantPool", "true");
        }
        if (event.hasStack()) {
            addValue(type, "stackTrace", OldKind.U8, OldMetadata.CONTENT_STACK);
        }
        addFields(type, event.structure(), names);
    }

    private void addFields(Element type, Structure structure, NewNames names) {
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

    private Element addValue(Element type, String name, OldKind kind, int content) {
        if (OldMetadata.isThread(kind, content)) {
            return addField(type, name, NewType.THREAD.id()).with("constantPool", "true");
        }
        if (old.isConstant(kind, content)) {
            return addField(type, name, constantType(content)).with("constantPool", "true");
        }
        Element field = addField(type, name, kind.converted.id());
        Element unit = kind.isText() || kind == OldKind.BOOLEAN ? null : unit(content);
        if (unit != null) {
            field.add(unit);
        }
        return field;
    }

    private static @Nullable Element unit(int content) {
        return switch (content) {
            case OldMetadata.CONTENT_BYTES -> annotation(NewType.DATA_AMOUNT).with("value", "BYTES");
            case OldMetadata.CONTENT_EPOCH_MILLIS ->
                annotation(NewType.TIMESTAMP).with("value", "MILLISECONDS_SINCE_EPOCH");
            case OldMetadata.CONTENT_MILLIS -> annotation(NewType.TIMESPAN).with("value", "MILLISECONDS");
            case OldMetadata.CONTENT_NANOS -> annotation(NewType.TIMESPAN).with("value", "NANOSECONDS");
            case OldMetadata.CONTENT_TICKS -> annotation(NewType.TIMESPAN).with("value", "TICKS");
            case OldMetadata.CONTENT_ADDRESS -> annotation(NewType.MEMORY_ADDRESS);
            case OldMetadata.CONTENT_PERCENTAGE -> annotation(NewType.PERCENTAGE);
            default -> null;
        };
    }

    /// Returns the id of the type of a field's structs, which is described for the first field that needs it.
    private long structType(Field field, Structure owner, NewNames names) {
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
