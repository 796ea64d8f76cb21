package traceglass.service.ipc;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Cuts a stream of bytes into frames: a length of four bytes, little endian, then that many bytes.
final class FrameSplitter {

    /// Most bytes of a frame, length included.
    static final int MAX_FRAME = 131072;

    private static final int HEADER = 4;

    private byte[] kept = {};

    /// Adds bytes and returns the frames that are complete now; empty frames are left out.
    ///
    /// @throws IOException if a frame is too large: the connection can't continue
    List<byte[]> add(byte[] bytes) throws IOException {
        byte[] all = kept.length == 0 ? bytes : join(kept, bytes);
        List<byte[]> frames = new ArrayList<>();
        int at = 0;
        while (all.length - at >= HEADER) {
            long length = Integer.toUnsignedLong((all[at] & 0xFF)
                    | (all[at + 1] & 0xFF) << 8
                    | (all[at + 2] & 0xFF) << 16
                    | (all[at + 3] & 0xFF) << 24);
            if (length + HEADER > MAX_FRAME) {
                throw new IOException("a frame of " + length + " bytes is too large");
            }
            if (all.length - at - HEADER < length) {
                break;
            }
            at += HEADER;
            if (length > 0) {
                frames.add(Arrays.copyOfRange(all, at, at + (int) length));
            }
            at += (int) length;
        }
        kept = Arrays.copyOfRange(all, at, all.length);
        return frames;
    }

    private static byte[] join(byte[] first, byte[] second) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(first.length + second.length);
        out.writeBytes(first);
        out.writeBytes(second);
        return out.toByteArray();
    }

    /// Puts the length before a frame.
    static byte[] framed(byte[] frame) {
        byte[] result = new byte[HEADER + frame.length];
        for (int i = 0; i < HEADER; i++) {
            result[i] = (byte) (frame.length >>> 8 * i);
        }
        System.arraycopy(frame, 0, result, HEADER, frame.length);
        return result;
    }
}
