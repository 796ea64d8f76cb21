package traceglass.ingest.ctf;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Recognizes metadata, and joins the contents of its packets.
final class Metadata {

    private static final int PACKET_MAGIC = 0x75D11D57;
    private static final int PACKET_HEADER = 37;
    private static final int CONTENT_SIZE = 24;
    private static final int PACKET_SIZE = 28;
    private static final int START = 4096;

    private Metadata() {}

    static boolean isMetadata(byte[] head) {
        if (isPacketized(head)) {
            return true;
        }
        String start = new String(head, 0, Math.min(head.length, START), StandardCharsets.UTF_8).stripLeading();
        return start.startsWith("/* CTF 1.8 */") || start.startsWith("/* CTF 1.8*/") || isJson(start);
    }

    private static boolean isPacketized(byte[] head) {
        if (head.length < PACKET_HEADER) {
            return false;
        }
        int magic = ByteBuffer.wrap(head).getInt();
        return magic == PACKET_MAGIC || magic == Integer.reverseBytes(PACKET_MAGIC);
    }

    /// Returns whether text is the metadata of CTF 2: JSON objects, the first of which is the preamble.
    static boolean isJson(String text) {
        String start = text.startsWith("\u001e") ? text.substring(1).stripLeading() : text;
        return start.startsWith("{") && start.contains("\"preamble\"") && start.contains("\"version\"");
    }

    /// Returns the text of metadata with or without packets; a truncated packet is skipped.
    static String text(byte[] bytes) {
        if (!isPacketized(bytes)) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        in.order(in.getInt(0) == PACKET_MAGIC ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int offset = 0;
        while (offset + PACKET_HEADER <= bytes.length && in.getInt(offset) == PACKET_MAGIC) {
            long content = (in.getInt(offset + CONTENT_SIZE) & 0xFFFF_FFFFL) / Byte.SIZE;
            long packet = (in.getInt(offset + PACKET_SIZE) & 0xFFFF_FFFFL) / Byte.SIZE;
            long end = Math.min(offset + content, bytes.length);
            if (content < PACKET_HEADER || packet < content) {
                break;
            }
            text.write(bytes, offset + PACKET_HEADER, (int) Math.max(0, end - offset - PACKET_HEADER));
            offset = (int) Math.min(offset + packet, bytes.length);
        }
        return text.toString(StandardCharsets.UTF_8);
    }
}
