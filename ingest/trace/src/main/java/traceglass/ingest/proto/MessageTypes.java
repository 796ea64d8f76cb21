package traceglass.ingest.proto;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Types of all messages that a trace may contain: the built-in types and those from the trace's `ExtensionDescriptor`
/// packets. Types are created on first use.
public final class MessageTypes {

    // Compile-time constants, so that the generated class is not initialized.
    static final int TYPE_GROUP = FieldDescriptorProto.Type.TYPE_GROUP_VALUE;
    public static final int TYPE_MESSAGE = FieldDescriptorProto.Type.TYPE_MESSAGE_VALUE;
    static final int TYPE_ENUM = FieldDescriptorProto.Type.TYPE_ENUM_VALUE;

    private final BuiltInTypes builtIn = BuiltInTypes.get();
    private int serials;
    private final Map<String, MessageType> messages = new HashMap<>();
    private final Map<String, MessageType.Enumeration> enumerations = new HashMap<>();
    /// Sets from the trace, in the order in which they were added.
    private final List<DescriptorSet> added = new ArrayList<>();

    /// Returns the message with this full name, with or without a leading dot; null if unknown.
    public MessageType message(String fullName) {
        String name = simpleName(fullName);
        MessageType existing = messages.get(name);
        if (existing == null && !messages.containsKey(name)) {
            existing = build(name);
            messages.put(name, existing);
        }
        return existing;
    }

    /// Returns the enumeration with this full name, with or without a leading dot; null if unknown.
    public MessageType.Enumeration enumeration(String fullName) {
        String name = simpleName(fullName);
        MessageType.Enumeration existing = enumerations.get(name);
        if (existing == null && !enumerations.containsKey(name)) {
            existing = makeEnumeration(name);
            enumerations.put(name, existing);
        }
        return existing;
    }

    /// Adds the sets that were added to `other` since the last call, so that both contain the same types. Neither may
    /// be used by another thread during the call.
    public void addFrom(MessageTypes other) {
        while (added.size() < other.added.size()) {
            try {
                add(other.added.get(added.size()).bytes());
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException("descriptor set was valid when it was first added", e);
            }
        }
    }

    private static String simpleName(String name) {
        return name.startsWith(".") ? name.substring(1) : name;
    }

    private MessageType build(String name) {
        List<MessageType.Field> built = builtIn.fields(name, this::nextSerial);
        if (built == null && added.stream().noneMatch(set -> set.hasMessage(name))) {
            return null;
        }
        MessageType type = new MessageType();
        if (built != null) {
            built.forEach(type::add);
        }
        added.forEach(set -> set.fields(name, this::nextSerial).forEach(type::add));
        added.forEach(set -> set.extensions(name, this::nextSerial).forEach(type::add));
        return type;
    }

    private MessageType.Enumeration makeEnumeration(String name) {
        MessageType.Enumeration e = new MessageType.Enumeration();
        boolean isKnown = builtIn.forEachName(name, e::add);
        if (!isKnown && added.stream().noneMatch(set -> set.hasEnumeration(name))) {
            return null;
        }
        added.forEach(set -> set.forEachName(name, e::add));
        return e;
    }

    private int nextSerial() {
        return ++serials;
    }

    private String resolve(String name, String scope) {
        return DescriptorSet.resolve(
                name,
                scope,
                n -> builtIn.isKnown(n) || added.stream().anyMatch(set -> set.hasMessage(n) || set.hasEnumeration(n)));
    }

    /// Adds a serialized `FileDescriptorSet` from a trace. Known fields are kept; only new fields are added.
    ///
    /// @throws InvalidProtocolBufferException if the bytes are not a valid `FileDescriptorSet`; nothing is added
    ///     then
    public void add(byte[] fileDescriptorSet) throws InvalidProtocolBufferException {
        DescriptorSet set = DescriptorSet.check(fileDescriptorSet, this::resolve);
        added.add(set);
        // Types that were already created get the new fields; types that were not found before may exist now.
        for (String name : set.messages()) {
            MessageType existing = messages.get(name);
            if (existing == null) {
                messages.remove(name);
            } else {
                set.fields(name, this::nextSerial).forEach(existing::add);
            }
        }
        for (String name : set.enumerations()) {
            MessageType.Enumeration existing = enumerations.get(name);
            if (existing == null) {
                enumerations.remove(name);
            } else {
                set.forEachName(name, existing::addIfAbsent);
            }
        }
        for (String name : set.extended()) {
            MessageType existing = messages.get(name);
            if (existing != null) {
                set.extensions(name, this::nextSerial).forEach(existing::add);
            }
        }
    }
}
