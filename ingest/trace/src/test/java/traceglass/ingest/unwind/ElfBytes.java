package traceglass.ingest.unwind;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Builds small 64-bit binaries with call frame information. The code starts at [#CODE], the call frame information at
/// [#FRAMES].
final class ElfBytes {

    static final int CODE = 0x1000;
    static final int CODE_SIZE = 0x1000;
    static final int FRAMES = 0x3000;

    private static final int HEADER_SIZE = 64;
    private static final int SEGMENT = 56;
    private static final int SECTION = 64;

    private final ByteArrayOutputStream frames = new ByteArrayOutputStream();
    private final int machine;
    private int lastCie;

    ElfBytes(int machine) {
        this.machine = machine;
    }

    /// Adds a common part (CIE): version 1, 8-byte addresses, alignment factors 1 and -8.
    ElfBytes cie(String augmentation, int returnColumn, int... instructions) {
        lastCie = frames.size();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {0, 0, 0, 0, 1});
        body.writeBytes(augmentation.getBytes(StandardCharsets.US_ASCII));
        body.write(0);
        body.write(1);
        body.write(0x78);
        body.write(returnColumn);
        if (augmentation.startsWith("z")) {
            body.write(1);
            body.write(0);
        }
        return record(body, instructions);
    }

    /// Adds the description (FDE) of `size` bytes of code.
    ElfBytes fde(int offset, int size, int... instructions) {
        ByteBuffer start = ByteBuffer.allocate(21).order(ByteOrder.LITTLE_ENDIAN);
        start.putInt(frames.size() + 4 - lastCie)
                .putLong(CODE + offset)
                .putLong(size)
                .put((byte) 0);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(start.array());
        return record(body, instructions);
    }

    private ElfBytes record(ByteArrayOutputStream body, int... instructions) {
        for (int i : instructions) {
            body.write(i);
        }
        frames.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(body.size())
                .array());
        frames.writeBytes(body.toByteArray());
        return this;
    }

    /// Returns the file. Its sections are the code and the call frame information.
    byte[] build() {
        byte[] names = "\0.text\0.eh_frame\0.shstrtab\0".getBytes(StandardCharsets.US_ASCII);
        int namesAt = FRAMES + frames.size();
        int sectionsAt = namesAt + names.length;
        ByteBuffer b = ByteBuffer.allocate(sectionsAt + 4 * SECTION).order(ByteOrder.LITTLE_ENDIAN);
        b.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
        b.putShort((short) 3).putShort((short) machine).putInt(1).putLong(0);
        b.putLong(HEADER_SIZE).putLong(sectionsAt).putInt(0);
        b.putShort((short) HEADER_SIZE).putShort((short) SEGMENT).putShort((short) 1);
        b.putShort((short) SECTION).putShort((short) 4).putShort((short) 3);
        b.position(HEADER_SIZE);
        b.putInt(1)
                .putInt(5)
                .putLong(CODE)
                .putLong(CODE)
                .putLong(CODE)
                .putLong(CODE_SIZE)
                .putLong(CODE_SIZE);
        b.putLong(0x1000);
        b.put(FRAMES, frames.toByteArray());
        b.put(namesAt, names);
        section(b, sectionsAt + SECTION, 1, CODE, CODE_SIZE);
        section(b, sectionsAt + 2 * SECTION, 7, FRAMES, frames.size());
        section(b, sectionsAt + 3 * SECTION, 17, namesAt, names.length);
        return b.array();
    }

    private static void section(ByteBuffer b, int position, int name, int offset, int size) {
        b.putInt(position, name)
                .putInt(position + 4, 1)
                .putLong(position + 16, offset)
                .putLong(position + 24, offset);
        b.putLong(position + 32, size);
    }
}
