package traceglass.ingest;

import com.github.luben.zstd.Zstd;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import traceglass.protos.Descriptors;
import traceglass.protos.trace.Trace;

/// Converts the text form of a case's trace to the bytes to import; the formats are described in `cases/README.md`.
public final class CaseBytes {

    private static final ExtensionRegistry EXTENSIONS = Descriptors.all();

    private CaseBytes() {}

    /// Returns the bytes of a trace file, or of a folder with a name ending in `.zip` as an archive.
    ///
    /// @throws IOException if the file cannot be read or its text is malformed
    public static byte[] of(Path file) throws IOException {
        String name = file.getFileName().toString();
        try {
            if (Files.isDirectory(file)) {
                return zipped(file);
            }
            if (name.endsWith(".textproto")) {
                return message(Trace.getDescriptor(), Files.readString(file)).toByteArray();
            }
            if (name.endsWith(".wire")) {
                return new WireText(Files.readString(file)).bytes();
            }
            return name.endsWith(".hex") ? hex(Files.readString(file)) : Files.readAllBytes(file);
        } catch (IOException | RuntimeException e) {
            throw new IOException(name + ": " + e.getMessage(), e);
        }
    }

    private static byte[] hex(String text) {
        StringBuilder digits = new StringBuilder();
        text.lines().forEach(line -> digits.append(line.replaceFirst("#.*", "").replaceAll("\\s", "")));
        return HexFormat.of().parseHex(digits);
    }

    private static byte[] zipped(Path folder) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes);
                Stream<Path> files = Files.walk(folder)) {
            List<Path> inOrder = files.filter(Files::isRegularFile).sorted().toList();
            for (Path file : inOrder) {
                String name = folder.relativize(file).toString().replace('\\', '/');
                zip.putNextEntry(new ZipEntry(name.replaceFirst("\\.(textproto|wire|hex)$", "")));
                zip.write(of(file));
            }
        }
        return bytes.toByteArray();
    }

    private static Message message(Descriptor type, String text) throws TextFormat.ParseException {
        Message.Builder builder = type == Trace.getDescriptor() ? Trace.newBuilder() : DynamicMessage.newBuilder(type);
        TextFormat.merge(text, EXTENSIONS, builder);
        encodeTexts(builder);
        return builder.build();
    }

    /// Replaces `bytes` values that start with `@` with the bytes they describe.
    private static void encodeTexts(Message.Builder message) throws TextFormat.ParseException {
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            FieldDescriptor f = field.getKey();
            if (f.getJavaType() != FieldDescriptor.JavaType.MESSAGE && f.getType() != FieldDescriptor.Type.BYTES) {
                continue;
            }
            if (!f.isRepeated()) {
                message.setField(f, encoded(field.getValue()));
                continue;
            }
            List<?> values = (List<?>) field.getValue();
            for (int i = 0; i < values.size(); i++) {
                message.setRepeatedField(f, i, encoded(values.get(i)));
            }
        }
    }

    private static Object encoded(Object value) throws TextFormat.ParseException {
        if (value instanceof Message message) {
            Message.Builder builder = message.toBuilder();
            encodeTexts(builder);
            return builder.build();
        }
        return encoded((ByteString) value);
    }

    /// Returns the bytes described by a value that may start with `@`.
    static ByteString encoded(ByteString bytes) throws TextFormat.ParseException {
        if (bytes.isEmpty() || bytes.byteAt(0) != '@') {
            return bytes;
        }
        String[] words = bytes.toStringUtf8().split(" ", 2);
        byte[] operand = words.length == 1 ? new byte[0] : words[1].getBytes(StandardCharsets.UTF_8);
        return switch (words[0]) {
            case "@zlib" -> ByteString.copyFrom(deflated(bytes(words[1])));
            case "@zstd" -> ByteString.copyFrom(Zstd.compress(bytes(words[1])));
            case "@hex" -> ByteString.copyFrom(hex(words[1]));
            case "@@" -> ByteString.copyFrom(operand);
            default -> ByteString.copyFrom(bytes(bytes.toStringUtf8().substring(1)));
        };
    }

    /// Encodes a message given as the full name of its type and its text form.
    private static byte[] bytes(String typeAndText) throws TextFormat.ParseException {
        String[] parts = typeAndText.split("\\s", 2);
        Descriptor type = parts[0].startsWith("google.protobuf.")
                ? DescriptorProtos.getDescriptor()
                        .findMessageTypeByName(parts[0].substring("google.protobuf.".length()))
                : Descriptors.byName(parts[0]);
        if (type == null) {
            throw new IllegalArgumentException("no message type " + parts[0]);
        }
        return message(type, parts.length == 1 ? "" : parts[1]).toByteArray();
    }

    private static byte[] deflated(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream zip = new DeflaterOutputStream(out, new Deflater())) {
            zip.write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
    }
}
