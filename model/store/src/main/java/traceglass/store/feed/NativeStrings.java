package traceglass.store.feed;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import traceglass.store.table.StringPool;

/// The strings of an import in native memory, in the layout of DuckDB's vectors, so that writing a string into a vector
/// takes two stores and no copy.
///
/// A DuckDB string has 16 bytes: a 32-bit length, then either up to 12 bytes of text, or its first 4 bytes and a
/// pointer. Invalid UTF-8 is replaced here (U+FFFD), because the database accepts only UTF-8.
///
/// Many threads may read; [#wordsOf] adds new strings on one thread at a time. The memory is freed by [#close] or,
/// if readers were added before, when the last of them ends.
public final class NativeStrings implements AutoCloseable {

    private static final int BLOCK_SIZE = 1 << 20;
    private static final int INLINE = 12;

    private final Arena arena = Arena.ofShared();
    private final CharsetDecoder strict = StandardCharsets.UTF_8.newDecoder();
    private MemorySegment block = MemorySegment.NULL;
    private long used;
    private long[] words = new long[1 << 13];
    private int size = 1;
    private int readers;
    private boolean isClosed;

    public NativeStrings() {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalStateException("big-endian machines are not supported");
        }
    }

    /// Returns the two words of every string of the snapshot, at `2 * id`; must not be modified.
    synchronized long[] wordsOf(StringPool.Snapshot strings) {
        if (strings.size() * 2 > words.length) {
            words = Arrays.copyOf(words, Math.max(strings.size() * 2, words.length * 2));
        }
        for (; size < strings.size(); size++) {
            put(size, toValidUtf8(Objects.requireNonNull(strings.utf8(size))));
        }
        return words;
    }

    /// Keeps the memory until [#removeReader] is called, even if [#close] is called before.
    ///
    /// @return false if the memory has been freed
    synchronized boolean addReader() {
        boolean isAlive = arena.scope().isAlive();
        if (isAlive) {
            readers++;
        }
        return isAlive;
    }

    /// Ends a reader.
    synchronized void removeReader() {
        readers--;
        freeUnused();
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        freeUnused();
    }

    private void freeUnused() {
        if (isClosed && readers == 0 && arena.scope().isAlive()) {
            arena.close();
        }
    }

    private void put(int id, byte[] text) {
        int length = text.length;
        long first = length;
        for (int i = 0; i < 4 && i < length; i++) {
            first |= (text[i] & 0xFFL) << 32 + 8 * i;
        }
        long second = 0;
        if (length <= INLINE) {
            for (int i = 4; i < length; i++) {
                second |= (text[i] & 0xFFL) << 8 * (i - 4);
            }
        } else {
            if (used + length > block.byteSize()) {
                block = arena.allocate(Math.max(BLOCK_SIZE, length), 1);
                used = 0;
            }
            // The overload of copy that takes an array determines its type with a switch that is linked
            // again at each start.
            MemorySegment.copy(MemorySegment.ofArray(text), 0, block, used, length);
            second = block.address() + used;
            used += length;
        }
        words[2 * id] = first;
        words[2 * id + 1] = second;
    }

    private byte[] toValidUtf8(byte[] text) {
        for (byte b : text) {
            if (b < 0) {
                return replaceInvalid(text);
            }
        }
        return text;
    }

    private byte[] replaceInvalid(byte[] text) {
        try {
            strict.decode(ByteBuffer.wrap(text));
            return text;
        } catch (CharacterCodingException e) {
            return new String(text, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
        }
    }
}
