package traceglass.convert.text;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.packet.PacketFile;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.ProtoCursor;

/// Converts traces and configs between binary and text format. Only one packet is in memory at a time.
///
/// Text is converted to canonical binary format: fields in the order of the text, shortest encodings, numbers packed
/// where the schema specifies it, no compression.
public final class TraceText {

    private static final int FLUSH_CHARS = 1 << 18;
    private static final int HEAD_BYTES = 4096;
    private static final int PACKET = 1;

    private TraceText() {}

    /// Type of message that a text describes.
    public enum Root {
        TRACE("perfetto.protos.Trace"),
        CONFIG("perfetto.protos.TraceConfig");

        private final String message;

        Root(String message) {
            this.message = message;
        }
    }

    /// Writes a Perfetto trace as text, with a block for each packet, including packets in compressed bundles.
    public static PacketFile.Summary write(Path trace, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        MessageTypes types = new MessageTypes();
        MessageType packet = types.message("perfetto.protos.TracePacket");
        StringBuilder text = new StringBuilder(2 * FLUSH_CHARS);
        ProtoTextWriter writer = new ProtoTextWriter(types, text);
        ProtoCursor cursor = new ProtoCursor();
        PacketFile.Summary summary = PacketFile.read(
                trace,
                (buffer, offset, length) -> {
                    ExtensionSets.add(buffer, offset, length, types);
                    text.append("packet {\n");
                    writer.writeFields(cursor.enter(buffer, offset, length), packet, 1);
                    if (cursor.isDamaged()) {
                        text.append("  # the rest of this packet is damaged\n");
                    }
                    text.append("}\n");
                    if (text.length() > FLUSH_CHARS) {
                        flush(text, out);
                    }
                },
                progress);
        flush(text, out);
        return summary;
    }

    private static void flush(StringBuilder text, OutputStream out) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
        text.setLength(0);
    }

    /// Returns whether a file is the text of a trace or config, judging by its first bytes.
    public static boolean isText(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') {
                return false;
            }
        }
        return head.length > 0;
    }

    /// Returns the type of message that a text describes, determined by its first field.
    static Root root(byte[] head) {
        String text =
                new String(head, StandardCharsets.UTF_8).replaceAll("#.*", "").stripLeading();
        return text.startsWith("packet") ? Root.TRACE : Root.CONFIG;
    }

    /// Writes the binary format of a text, or the canonical encoding of a binary trace.
    ///
    /// @throws ConvertProblem if the text has an error; the message starts with file, line and column
    public static PacketFile.Summary encode(Path file, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        if (!Files.exists(file)) {
            throw new ConvertProblem(file + " does not exist");
        }
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(HEAD_BYTES);
        }
        if (!isText(head)) {
            return recode(file, out, progress);
        }
        progress.setBytesTotal(Files.size(file));
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), FLUSH_CHARS)) {
            return encode(file.getFileName().toString(), in, root(head), out, progress);
        }
    }

    private static PacketFile.Summary encode(
            String name, InputStream in, Root root, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        MessageTypes types = new MessageTypes();
        TextTokens tokens = new TextTokens(name, in);
        ProtoTextReader reader = new ProtoTextReader(tokens, types, root == Root.TRACE);
        ProtoOutput encoded = new ProtoOutput();
        MessageType type = types.message(root.message);
        long[] fields = {0};
        reader.readMessage(type, encoded, (start, number) -> {
            if (root == Root.TRACE && number == PACKET) {
                ProtoCursor packet = new ProtoCursor().enter(encoded.buffer(), start, encoded.size() - start);
                if (packet.next()) {
                    ExtensionSets.add(packet.buffer(), packet.offset(), packet.length(), types);
                }
            }
            fields[0]++;
            if (root == Root.TRACE || encoded.size() > FLUSH_CHARS) {
                encoded.writeTo(out);
                encoded.clear();
                progress.setBytesRead(tokens.position());
                progress.check();
            }
        });
        encoded.writeTo(out);
        return new PacketFile.Summary(fields[0], 0, -1);
    }

    /// Converts a binary trace to its canonical encoding, one packet at a time, through the text format.
    private static PacketFile.Summary recode(Path file, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        MessageTypes types = new MessageTypes();
        MessageType packet = types.message("perfetto.protos.TracePacket");
        CanonicalEncoder encoder = new CanonicalEncoder(types);
        ProtoOutput encoded = new ProtoOutput();
        return PacketFile.read(
                file,
                (buffer, offset, length) -> {
                    ExtensionSets.add(buffer, offset, length, types);
                    encoded.clear();
                    int start = encoded.begin(PACKET);
                    encoder.writeFields(new ProtoCursor().enter(buffer, offset, length), packet, encoded, 1);
                    encoded.end(start);
                    encoded.writeTo(out);
                },
                progress);
    }

    /// Returns the canonical bytes of a text, for tests and for small texts such as configs.
    ///
    /// @param name name of the text for messages
    public static byte[] encode(String name, byte[] text, Root root) throws ConvertProblem {
        try (InputStream in = new ByteArrayInputStream(text);
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            encode(name, in, root, out, new ImportProgress());
            return out.toByteArray();
        } catch (IOException e) {
            throw new ConvertProblem(name + " can't be read: " + e.getMessage(), e);
        }
    }
}
