package traceglass.ingest.android;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Types of statsd atoms, from the resource `statsd-atoms.txt`. There are more than a thousand and they change with
/// each Android version, so they are data rather than code.
final class StatsdAtoms {

    static final String ATOM = "android.os.statsd.Atom";
    private static final String PACKAGE = "android.os.statsd";

    private StatsdAtoms() {}

    /// Returns all types in the form of an extension descriptor in a trace.
    static byte[] descriptors() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                StatsdAtoms.class.getResourceAsStream("statsd-atoms.txt"), StandardCharsets.UTF_8))) {
            return read(
                    in.lines().filter(l -> !l.startsWith("#") && !l.isBlank()).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(List<String> lines) {
        Set<String> enums = new HashSet<>();
        for (String line : lines) {
            if (line.startsWith("enum ")) {
                enums.add(fullName(line.substring("enum ".length())));
            }
        }
        FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
        FileDescriptorProto.Builder file = null;
        DescriptorProto.Builder message = null;
        EnumDescriptorProto.Builder enumeration = null;
        for (String line : lines) {
            String[] words = line.split(" ");
            if (words[0].equals("message") && words.length == 2 || words[0].equals("enum") && words.length == 2) {
                add(set, file, message, enumeration);
                String name = fullName(words[1]);
                int dot = name.lastIndexOf('.');
                file = FileDescriptorProto.newBuilder().setPackage(dot < 0 ? "" : name.substring(0, dot));
                boolean isMessage = words[0].equals("message");
                message = isMessage ? DescriptorProto.newBuilder().setName(name.substring(dot + 1)) : null;
                enumeration =
                        isMessage ? null : EnumDescriptorProto.newBuilder().setName(name.substring(dot + 1));
            } else if (message != null) {
                message.addField(field(words, enums));
            } else if (enumeration != null) {
                enumeration.addValue(
                        EnumValueDescriptorProto.newBuilder().setName(words[0]).setNumber(Integer.parseInt(words[1])));
            }
        }
        add(set, file, message, enumeration);
        return set.build().toByteArray();
    }

    private static void add(
            FileDescriptorSet.Builder set,
            FileDescriptorProto.Builder file,
            DescriptorProto.Builder message,
            EnumDescriptorProto.Builder enumeration) {
        if (message != null) {
            set.addFile(file.addMessageType(message));
        } else if (enumeration != null) {
            set.addFile(file.addEnumType(enumeration));
        }
    }

    private static FieldDescriptorProto.Builder field(String[] words, Set<String> enums) {
        String type = words[2];
        boolean isRepeated = type.endsWith("*");
        if (isRepeated) {
            type = type.substring(0, type.length() - 1);
        }
        FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder()
                .setName(words[0])
                .setNumber(Integer.parseInt(words[1]))
                .setLabel(isRepeated ? Label.LABEL_REPEATED : Label.LABEL_OPTIONAL);
        if (type.indexOf('.') < 0 && Character.isLowerCase(type.charAt(0))) {
            return field.setType(Type.valueOf("TYPE_" + type.toUpperCase(Locale.ROOT)));
        }
        String name = fullName(type);
        return field.setType(enums.contains(name) ? Type.TYPE_ENUM : Type.TYPE_MESSAGE)
                .setTypeName("." + name);
    }

    private static String fullName(String name) {
        return Character.isUpperCase(name.charAt(0)) ? PACKAGE + "." + name : name;
    }
}
