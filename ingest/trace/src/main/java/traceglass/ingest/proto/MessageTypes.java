package traceglass.ingest.proto;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The types of all messages that a trace may hold: those that Traceglass was built with, and those that the trace
/// brings in its `ExtensionDescriptor` packets. Types are made when they are first asked for.
public final class MessageTypes {

    // Constants of the generated class, which is not started for them.
    static final int TYPE_GROUP = FieldDescriptorProto.Type.TYPE_GROUP_VALUE;
    public static final int TYPE_MESSAGE = FieldDescriptorProto.Type.TYPE_MESSAGE_VALUE;
    static final int TYPE_ENUM = FieldDescriptorProto.Type.TYPE_ENUM_VALUE;

    private final BuiltInTypes builtIn = BuiltInTypes.get();
    private int serials;
    private final Map<String, MessageType> messages = new HashMap<>();
    private final Map<String, MessageType.Enumeration> enumerations = new HashMap<>();
    /// In the order in which the trace brought them.
    private final List<DescriptorSet> brought = new ArrayList<>();

    /// The message of this full name, with or without a leading dot; null if there is none.
    public MessageType message(String fullName) {
        String name = bare(fullName);
        MessageType known = messages.get(name);
        if (known == null && !messages.containsKey(name)) {
            known = make(name);
            messages.put(name, known);
        }
        return known;
    }

    /// The enumeration of this full name, with or without a leading dot; null if there is none.
    public MessageType.Enumeration enumeration(String fullName) {
        String name = bare(fullName);
        MessageType.Enumeration known = enumerations.get(name);
        if (known == null && !enumerations.containsKey(name)) {
            known = makeEnumeration(name);
            enumerations.put(name, known);
        }
        return known;
    }

    /// Takes what another one was brought since the last call: then both know the same. Nobody may use either
    /// meanwhile.
    public void follow(MessageTypes other) {
        while (brought.size() < other.brought.size()) {
            try {
                add(other.brought.get(brought.size()).bytes());
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException("was taken before", e);
            }
        }
    }

    private static String bare(String name) {
        return name.startsWith(".") ? name.substring(1) : name;
    }

    private MessageType make(String name) {
        List<MessageType.Field> built = builtIn.fields(name, this::nextSerial);
        if (built == null && brought.stream().noneMatch(set -> set.hasMessage(name))) {
            return null;
        }
        MessageType type = new MessageType();
        if (built != null) {
            built.forEach(type::add);
        }
        brought.forEach(set -> set.fields(name, this::nextSerial).forEach(type::add));
        brought.forEach(set -> set.extensions(name, this::nextSerial).forEach(type::add));
        return type;
    }

    private MessageType.Enumeration makeEnumeration(String name) {
        Map<Integer, String> built = builtIn.names(name);
        if (built == null && brought.stream().noneMatch(set -> set.hasEnumeration(name))) {
            return null;
        }
        MessageType.Enumeration e = new MessageType.Enumeration();
        if (built != null) {
            e.names.putAll(built);
        }
        brought.forEach(set -> set.names(name, e.names::put));
        return e;
    }

    private int nextSerial() {
        return ++serials;
    }

    private String resolve(String name, String scope) {
        return DescriptorSet.resolve(
                name,
                scope,
                n -> builtIn.isKnown(n)
                        || brought.stream().anyMatch(set -> set.hasMessage(n) || set.hasEnumeration(n)));
    }

    /// Takes a serialized `FileDescriptorSet` that a trace brings. What is known already stays; fields that are new
    /// are added.
    ///
    /// @throws InvalidProtocolBufferException if the bytes are no such message; nothing of it is taken then
    public void add(byte[] fileDescriptorSet) throws InvalidProtocolBufferException {
        DescriptorSet set = DescriptorSet.check(fileDescriptorSet, this::resolve);
        brought.add(set);
        // What was asked for before learns what is new; what was not there then may be now.
        for (String name : set.messages()) {
            MessageType known = messages.get(name);
            if (known == null) {
                messages.remove(name);
            } else {
                set.fields(name, this::nextSerial).forEach(known::add);
            }
        }
        for (String name : set.enumerations()) {
            MessageType.Enumeration known = enumerations.get(name);
            if (known == null) {
                enumerations.remove(name);
            } else {
                set.names(name, known.names::putIfAbsent);
            }
        }
        for (String name : set.extended()) {
            MessageType known = messages.get(name);
            if (known != null) {
                set.extensions(name, this::nextSerial).forEach(known::add);
            }
        }
    }
}
