package traceglass.ingest.proto;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import traceglass.protos.Descriptors;

/// The messages and enumerations that Traceglass was built with, as importers look them up: by name, for their fields.
///
/// They are in the `FileDescriptorSet` that the build makes of the schema (resource `schema.protobin`).
public final class BuiltInTypes {

    private static final class Holder {
        static final BuiltInTypes ALL = new BuiltInTypes(resource());
    }

    private final DescriptorSet all;

    private BuiltInTypes(byte[] bytes) {
        all = DescriptorSet.of(bytes, this::resolve);
        all.extended();
    }

    /// The one instance; safe for use by several threads.
    public static BuiltInTypes get() {
        return Holder.ALL;
    }

    boolean isKnown(String fullName) {
        return all.hasMessage(fullName) || all.hasEnumeration(fullName);
    }

    /// The fields of a message in the order of the schema, then its extensions by number; null if there is no such
    /// message.
    ///
    /// @param serials gives each field its [MessageType.Field#serial]
    public List<MessageType.Field> fields(String message, IntSupplier serials) {
        if (!all.hasMessage(message)) {
            return null;
        }
        List<MessageType.Field> fields = all.fields(message, serials);
        List<MessageType.Field> extensions = all.extensions(message, serials);
        extensions.sort((a, b) -> Integer.compare(a.number(), b.number()));
        fields.addAll(extensions);
        return fields;
    }

    /// The names of an enumeration by number; null if there is no such enumeration. Of two names for one number the
    /// later one counts.
    Map<Integer, String> names(String enumeration) {
        if (!all.hasEnumeration(enumeration)) {
            return null;
        }
        Map<Integer, String> names = new HashMap<>();
        all.names(enumeration, names::put);
        return names;
    }

    private String resolve(String name, String scope) {
        return DescriptorSet.resolve(name, scope, this::isKnown);
    }

    private static byte[] resource() {
        try (InputStream in = Descriptors.class.getResourceAsStream("schema.protobin")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
