package traceglass.protos;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.GenericDescriptor;
import com.google.protobuf.ExtensionRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Schema of the formats at run time: messages, enumerations and extensions by their full protobuf names, such as
/// `perfetto.protos.TracePacket`.
///
/// The descriptors of an [Area] are built on first use. A lookup visits the areas in order and stops at the first
/// match, so that looking up an ftrace event does not build the descriptors of a whole trace. Thread-safe.
public final class Descriptors {
    private Descriptors() {}

    /// Returns the message with this full name, or null if no area has it.
    public static Descriptor byName(String fullName) {
        return find(fullName) instanceof Descriptor message ? message : null;
    }

    /// Returns the enumeration with this full name, or null if no area has it.
    public static EnumDescriptor enumByName(String fullName) {
        return find(fullName) instanceof EnumDescriptor enumeration ? enumeration : null;
    }

    /// Returns all extensions of a message from every area, by field number.
    public static Collection<FieldDescriptor> extensionsOf(Descriptor message) {
        Map<Integer, FieldDescriptor> found = Extensions.BY_MESSAGE.get(message.getFullName());
        return found == null ? List.of() : found.values();
    }

    /// Returns a registry with every extension of the schema, for parsing generated messages and text format.
    /// Builds the descriptors of all areas. Callers must not change it.
    public static ExtensionRegistry all() {
        return Registry.ALL;
    }

    private static GenericDescriptor find(String fullName) {
        for (Area area : Area.values()) {
            GenericDescriptor found = area.index().types.get(fullName);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /// Types and extensions in the files of one area and their imports.
    static final class Index {
        private final Set<String> files = new HashSet<>();
        final Map<String, GenericDescriptor> types = new LinkedHashMap<>();
        final List<FieldDescriptor> extensions = new ArrayList<>();

        Index(List<FileDescriptor> roots) {
            roots.forEach(this::add);
        }

        private void add(FileDescriptor file) {
            if (!files.add(file.getName())) {
                return;
            }
            file.getDependencies().forEach(this::add);
            file.getMessageTypes().forEach(this::add);
            file.getEnumTypes().forEach(type -> types.put(type.getFullName(), type));
            extensions.addAll(file.getExtensions());
        }

        private void add(Descriptor message) {
            types.put(message.getFullName(), message);
            message.getNestedTypes().forEach(this::add);
            message.getEnumTypes().forEach(type -> types.put(type.getFullName(), type));
            extensions.addAll(message.getExtensions());
        }
    }

    private static final class Extensions {
        static final Map<String, Map<Integer, FieldDescriptor>> BY_MESSAGE = collect();

        private static Map<String, Map<Integer, FieldDescriptor>> collect() {
            Map<String, Map<Integer, FieldDescriptor>> found = new LinkedHashMap<>();
            for (Area area : Area.values()) {
                for (FieldDescriptor extension : area.index().extensions) {
                    found.computeIfAbsent(extension.getContainingType().getFullName(), name -> new TreeMap<>())
                            .put(extension.getNumber(), extension);
                }
            }
            found.replaceAll((name, byNumber) -> Collections.unmodifiableMap(byNumber));
            return found;
        }
    }

    private static final class Registry {
        static final ExtensionRegistry ALL = collect();

        private static ExtensionRegistry collect() {
            ExtensionRegistry registry = ExtensionRegistry.newInstance();
            for (Area area : Area.values()) {
                area.registerExtensions(registry);
            }
            return registry;
        }
    }
}
