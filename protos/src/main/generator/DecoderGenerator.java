import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Writes the decoders of the messages listed in `decoders.txt`: a class `XDecoder` in the package of each message
/// class `X`, including nested ones. The build runs this file as a program, possibly on Java 17; it must therefore
/// not use newer syntax.
public final class DecoderGenerator {

    private static final int MAX_SLOTS = 64;

    /// Names that accessors must not have, because the base class or `Object` has such methods.
    private static final Set<String> RESERVED = Set.of(
            "bit",
            "buffer",
            "copy",
            "decode",
            "element",
            "getClass",
            "hashCode",
            "length",
            "merge",
            "notify",
            "notifyAll",
            "number",
            "offset",
            "release",
            "signed",
            "size",
            "stringId",
            "table",
            "text",
            "toString",
            "wait");

    /// A message of the schema and its Java package.
    private record Message(String javaPackage, DescriptorProto type) {}

    private final Map<String, Message> messages = new HashMap<>();
    /// Written files, to detect messages whose decoders have the same name.
    private final Set<Path> written = new HashSet<>();

    /// @param args the schema as a `FileDescriptorSet`, the list of messages, and the folder for the classes
    public static void main(String[] args) throws IOException {
        DecoderGenerator generator = new DecoderGenerator();
        try (InputStream schema = Files.newInputStream(Path.of(args[0]))) {
            for (FileDescriptorProto file : FileDescriptorSet.parseFrom(schema).getFileList()) {
                for (DescriptorProto type : file.getMessageTypeList()) {
                    generator.add(file.getOptions().getJavaPackage(), file.getPackage(), type);
                }
            }
        }
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                generator.write(List.of(line.trim().split(" +")), Path.of(args[2]));
            }
        }
    }

    private void add(String javaPackage, String scope, DescriptorProto type) {
        String name = scope + "." + type.getName();
        messages.put(name, new Message(javaPackage, type));
        type.getNestedTypeList().forEach(nested -> add(javaPackage, name, nested));
    }

    /// @param words name of the message, and the rest of its line in the list
    private void write(List<String> words, Path root) throws IOException {
        Message message = messages.get(words.get(0));
        if (message == null) {
            throw new IllegalArgumentException("no message " + words.get(0));
        }
        Path folder = root.resolve(message.javaPackage.replace('.', '/'));
        String name = words.stream()
                .filter(word -> word.startsWith("="))
                .map(word -> word.substring(1))
                .findFirst()
                .orElse(message.type.getName() + "Decoder");
        Path file = folder.resolve(name + ".java");
        if (!written.add(file)) {
            throw new IllegalArgumentException("another decoder has the name " + name + "; add =NAME to its line");
        }
        String text = decoder(words.get(0), name, message, words.subList(1, words.size()));
        Files.createDirectories(folder);
        // An unchanged file keeps its time, so that the compiler has nothing to do.
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            Files.writeString(file, text);
        }
    }

    private static String decoder(String fullName, String name, Message message, List<String> options) {
        List<FieldDescriptorProto> fields = new ArrayList<>();
        for (FieldDescriptorProto field : message.type.getFieldList()) {
            boolean isInOneof = options.contains("*")
                    || field.hasOneofIndex()
                            && options.contains(message.type
                                    .getOneofDecl(field.getOneofIndex())
                                    .getName());
            if ((!isInOneof || options.contains("+" + field.getName())) && !options.contains(field.getName())) {
                fields.add(field);
            }
        }
        // The base class needs less memory if repeated fields have the first slots.
        fields.sort(Comparator.comparing(field -> !isRepeated(field)));
        long repeated = fields.stream().filter(DecoderGenerator::isRepeated).count();
        if (fields.size() > MAX_SLOTS) {
            throw new IllegalArgumentException(fullName + " has more than " + MAX_SLOTS + " fields with a slot");
        }
        StringBuilder out = new StringBuilder();
        out.append("package ").append(message.javaPackage).append(";\n\n");
        out.append(
                "import traceglass.protos.decoder.AnyDecoder;\nimport traceglass.protos.decoder.MessageDecoder;\n\n");
        out.append("/// Decoder of `").append(fullName).append("`.\n");
        out.append("public final class ").append(name).append(" extends MessageDecoder {\n");
        StringBuilder table = new StringBuilder();
        for (int slot = 0; slot < fields.size(); slot++) {
            FieldDescriptorProto field = fields.get(slot);
            out.append(slot == 0 ? "\n" : "").append("    public static final long ");
            out.append(field.getName().toUpperCase(Locale.ROOT))
                    .append(" = 1L << ")
                    .append(slot)
                    .append(";\n");
            table.append(slot == 0 ? "" : ", ")
                    .append(field.getNumber())
                    .append(", ")
                    .append("MessageDecoder.")
                    .append(kind(field));
        }
        out.append("\n    private static final short[] TABLE = table(")
                .append(table)
                .append(");\n\n");
        out.append("    public ")
                .append(name)
                .append("() {\n        super(TABLE, ")
                .append(fields.size())
                .append(", ")
                .append(repeated)
                .append(");\n    }\n");
        out.append("\n    /// Returns the constant of a field by its number; 0 if it has none.\n")
                .append("    public static long bit(int number) {\n        return bit(TABLE, number);\n    }\n");
        for (int slot = 0; slot < fields.size(); slot++) {
            accessors(out, fields.get(slot), slot);
        }
        return out.append("}\n").toString();
    }

    private static void accessors(StringBuilder out, FieldDescriptorProto field, int slot) {
        String name = camelCase(field.getName());
        String method = RESERVED.contains(name) ? name + "Field" : name;
        boolean repeated = isRepeated(field);
        if (repeated) {
            accessor(out, "int " + name + "Count()", "size(" + slot + ")");
        } else {
            accessor(
                    out,
                    "boolean has" + Character.toUpperCase(name.charAt(0)) + name.substring(1) + "()",
                    "has(" + slot + ")");
        }
        if (isBytesField(field)) {
            locationAccessors(out, field, name, method, slot);
            return;
        }
        if (field.hasDefaultValue()) {
            throw new IllegalArgumentException("default values are not supported: " + field.getName());
        }
        String stored = repeated ? "element(" + slot + ", i)" : "number(" + slot + ")";
        accessor(out, javaType(field) + " " + method + (repeated ? "(int i)" : "()"), value(field, stored));
    }

    /// Adds the methods for a string, bytes or a message.
    private static void locationAccessors(
            StringBuilder out, FieldDescriptorProto field, String name, String method, int slot) {
        boolean repeated = isRepeated(field);
        String of = repeated ? "int i" : "";
        String separator = repeated ? ", " : "";
        String index = repeated ? slot + ", i" : Integer.toString(slot);
        String prefix = repeated ? "element" : "";
        accessor(
                out,
                "int " + name + "Offset(" + of + ")",
                repeated ? "elementOffset(" + index + ")" : "offset(" + index + ")");
        accessor(
                out,
                "int " + name + "Length(" + of + ")",
                repeated ? "elementLength(" + index + ")" : "length(" + index + ")");
        String location =
                name + "Offset(" + (repeated ? "i" : "") + "), " + name + "Length(" + (repeated ? "i" : "") + ")";
        switch (field.getType()) {
            case TYPE_MESSAGE ->
                accessor(
                        out,
                        "<D extends AnyDecoder> D " + method + "(" + of + separator + "D decoder)",
                        "decode(" + location + ", decoder)");
            case TYPE_STRING -> {
                accessor(out, "String " + method + "(" + of + ")", "text(" + location + ")");
                accessor(
                        out,
                        "int " + name + "Id(" + of + separator + "traceglass.protos.decoder.StringIds strings)",
                        (repeated ? "" : "!has(" + slot + ") ? 0 : ") + "strings.intern(buffer(), " + location + ")");
            }
            default -> accessor(out, "byte[] " + method + "(" + of + ")", "copy(" + location + ")");
        }
    }

    private static void accessor(StringBuilder out, String head, String value) {
        out.append("\n    public ")
                .append(head)
                .append(" {\n        return ")
                .append(value)
                .append(";\n    }\n");
    }

    private static boolean isRepeated(FieldDescriptorProto field) {
        return field.getLabel() == Label.LABEL_REPEATED;
    }

    private static boolean isBytesField(FieldDescriptorProto field) {
        Type type = field.getType();
        return type == Type.TYPE_STRING || type == Type.TYPE_BYTES || type == Type.TYPE_MESSAGE;
    }

    /// Returns the kind of a field as in the base class.
    private static String kind(FieldDescriptorProto field) {
        boolean repeated = isRepeated(field);
        return switch (field.getType()) {
            case TYPE_BOOL, TYPE_ENUM, TYPE_INT32, TYPE_INT64, TYPE_UINT32, TYPE_UINT64, TYPE_SINT32, TYPE_SINT64 ->
                repeated ? "VARINTS" : "NUMBER";
            case TYPE_DOUBLE -> repeated ? "FIXED64S" : "REAL";
            case TYPE_FLOAT -> repeated ? "FIXED32S" : "REAL";
            case TYPE_FIXED64, TYPE_SFIXED64 -> repeated ? "FIXED64S" : "NUMBER";
            case TYPE_FIXED32, TYPE_SFIXED32 -> repeated ? "FIXED32S" : "NUMBER";
            case TYPE_STRING, TYPE_BYTES, TYPE_MESSAGE -> repeated ? "LOCATIONS" : "LOCATION";
            case TYPE_GROUP -> throw new IllegalArgumentException("groups are not supported: " + field.getName());
        };
    }

    private static String javaType(FieldDescriptorProto field) {
        return switch (field.getType()) {
            case TYPE_BOOL -> "boolean";
            case TYPE_DOUBLE, TYPE_FLOAT -> "double";
            case TYPE_INT32, TYPE_UINT32, TYPE_SINT32, TYPE_FIXED32, TYPE_SFIXED32, TYPE_ENUM -> "int";
            default -> "long";
        };
    }

    /// Returns the expression that converts a stored number to the type of the field.
    private static String value(FieldDescriptorProto field, String stored) {
        return switch (field.getType()) {
            case TYPE_BOOL -> stored + " != 0";
            case TYPE_SINT32 -> "(int) signed(" + stored + ")";
            case TYPE_SINT64 -> "signed(" + stored + ")";
            case TYPE_DOUBLE -> "Double.longBitsToDouble(" + stored + ")";
            case TYPE_FLOAT ->
                isRepeated(field)
                        ? "Float.intBitsToFloat((int) " + stored + ")"
                        : "Double.longBitsToDouble(" + stored + ")";
            default -> javaType(field).equals("int") ? "(int) " + stored : stored;
        };
    }

    private static String camelCase(String name) {
        StringBuilder out = new StringBuilder();
        for (String word : name.split("_")) {
            out.append(out.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return out.toString();
    }
}
