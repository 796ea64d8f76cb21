package traceglass.ingest.jfr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.jfr.JfrType.Content;

/// Reads the types of a chunk from its metadata event: a table of strings, then a tree of elements with attributes
/// (`class` with `field`, `annotation` and `setting`).
final class JfrMetadata {

    /// Elements nest five levels: root, metadata, class, field, annotation.
    private static final int MAX_DEPTH = 16;
    /// Struct values nest no deeper than this.
    static final int MAX_STRUCTS = 8;

    private final LongMap<JfrType> types = new LongMap<>();
    private final List<JfrType> all = new ArrayList<>();
    private final String[] strings;

    private static final class Element {
        final String name;
        final Map<String, String> attributes = new HashMap<>();
        final List<Element> children = new ArrayList<>();

        Element(String name) {
            this.name = name;
        }

        long id(String attribute) {
            try {
                return Long.parseLong(attributes.getOrDefault(attribute, "-1"));
            } catch (NumberFormatException e) {
                return -1;
            }
        }
    }

    /// @param in cursor at the first byte after size and type of the metadata event
    JfrMetadata(JfrCursor in) {
        in.readLong();
        in.readLong();
        in.readLong();
        strings = new String[in.readCount()];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = in.readText(in.readByte());
        }
        List<Element> classes = new ArrayList<>();
        collect(read(in, 0), classes);
        for (Element c : classes) {
            JfrType type =
                    new JfrType(c.id("id"), c.attributes.getOrDefault("name", ""), c.attributes.get("superType"));
            if (!types.containsKey(type.id)) {
                all.add(type);
                types.put(type.id, type);
            }
        }
        for (Element c : classes) {
            describe(c, types.get(c.id("id")));
        }
    }

    private Element read(JfrCursor in, int depth) {
        if (depth > MAX_DEPTH) {
            throw new JfrFormatException("the metadata is nested too deeply");
        }
        Element element = new Element(string(in.readInt()));
        for (int i = in.readCount(); i > 0; i--) {
            String key = string(in.readInt());
            element.attributes.put(key, string(in.readInt()));
        }
        for (int i = in.readCount(); i > 0; i--) {
            element.children.add(read(in, depth + 1));
        }
        return element;
    }

    private String string(int index) {
        if (index < 0 || index >= strings.length) {
            throw new JfrFormatException("the metadata refers to an undefined string");
        }
        return strings[index] == null ? "" : strings[index];
    }

    private static void collect(Element element, List<Element> classes) {
        if (element.name.equals("class")) {
            classes.add(element);
            return;
        }
        element.children.forEach(child -> collect(child, classes));
    }

    private void describe(Element c, JfrType type) {
        if (!type.fields.isEmpty()) {
            return;
        }
        for (Element child : c.children) {
            switch (child.name) {
                case "field" -> addField(child, type);
                case "annotation" -> {
                    String annotation = annotation(child);
                    if (annotation.equals("Label")) {
                        type.label = child.attributes.get("value");
                    } else if (annotation.equals("Category")) {
                        for (int i = 0; child.attributes.containsKey("value-" + i); i++) {
                            type.category.add(child.attributes.get("value-" + i));
                        }
                    }
                }
                default -> {}
            }
        }
    }

    private String annotation(Element element) {
        JfrType type = types.get(element.id("class"));
        return type == null ? "" : type.simpleName();
    }

    private void addField(Element element, JfrType owner) {
        JfrType type = types.get(element.id("class"));
        if (type == null) {
            throw new JfrFormatException("a field of " + owner.name + " has an unknown type");
        }
        Content content = Content.PLAIN;
        String unit = null;
        String label = null;
        for (Element child : element.children) {
            if (!child.name.equals("annotation")) {
                continue;
            }
            String value = child.attributes.get("value");
            switch (annotation(child)) {
                case "Label" -> label = value;
                case "Timespan", "Timestamp" -> {
                    content = annotation(child).equals("Timespan") ? Content.TIMESPAN : Content.TIMESTAMP;
                    unit = value;
                }
                case "Percentage" -> content = Content.PERCENTAGE;
                case "DataAmount" -> content = "BITS".equals(value) ? Content.BITS : Content.BYTES;
                case "MemoryAddress" -> content = Content.ADDRESS;
                case "Unsigned" -> content = content == Content.PLAIN ? Content.UNSIGNED : content;
                default -> {}
            }
        }
        owner.add(new JfrType.Field(
                element.attributes.getOrDefault("name", ""),
                label,
                type,
                "true".equals(element.attributes.get("constantPool")),
                element.id("dimension") > 0,
                content,
                unit));
    }

    /// Returns a type by its id, or null.
    JfrType type(long id) {
        return types.get(id);
    }

    /// Returns the type with a name, or null.
    JfrType type(String name) {
        for (JfrType type : all) {
            if (type.commonName().equals(name)) {
                return type;
            }
        }
        return null;
    }

    /// Skips the value of a field.
    static void skip(JfrCursor in, JfrType.Field field, int depth) {
        if (!field.isArray()) {
            skipOne(in, field, depth);
            return;
        }
        for (int i = in.readCount(); i > 0; i--) {
            skipOne(in, field, depth);
        }
    }

    private static void skipOne(JfrCursor in, JfrType.Field field, int depth) {
        if (field.isConstant()) {
            in.readLong();
        } else {
            skip(in, field.type(), depth);
        }
    }

    /// Skips a value of a type.
    static void skip(JfrCursor in, JfrType type, int depth) {
        switch (type.kind) {
            case BOOLEAN, BYTE -> in.skip(1);
            case CHAR, SHORT -> in.readShort();
            case INT -> in.readInt();
            case LONG -> in.readLong();
            case FLOAT -> in.skip(Float.BYTES);
            case DOUBLE -> in.skip(Double.BYTES);
            case STRING -> in.skipString();
            case STRUCT -> {
                in.countStruct();
                if (depth >= MAX_STRUCTS) {
                    throw new JfrFormatException("values of " + type.name + " are nested too deeply");
                }
                for (int i = 0; i < type.fields.size(); i++) {
                    skip(in, type.fields.get(i), depth + 1);
                }
            }
        }
    }
}
