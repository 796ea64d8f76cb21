package traceglass.service.probe.perf;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Build id, load bias and function names of a 64-bit ELF file.
final class ElfImage {

    /// Placeholder for a file that is not a 64-bit ELF file or can't be read.
    static final ElfImage NONE = new ElfImage();

    private static final int MAGIC = 0x464c457f;
    private static final int CLASS_64 = 2;
    private static final int LITTLE = 1;
    private static final int HEADER_SIZE = 64;
    private static final int PROGRAM_HEADER_SIZE = 56;
    private static final int SECTION_HEADER_SIZE = 64;
    private static final int SYMBOL = 24;
    private static final int PT_LOAD = 1;
    private static final int PT_NOTE = 4;
    private static final int PF_X = 1;
    private static final int SHT_SYMTAB = 2;
    private static final int SHT_DYNSYM = 11;
    private static final int STT_FUNC = 2;
    private static final int STT_GNU_IFUNC = 10;
    private static final int NT_GNU_BUILD_ID = 3;
    private static final int GNU = 0x554e47;
    /// Largest table that is read; functions in larger ones need symbolization after recording.
    private static final long MAX_SECTION_BYTES = 64 << 20;

    private byte[] buildId = {};
    private long loadBias;
    private SymbolNames names = new SymbolNames(0);

    private ElfImage() {}

    /// Reads a file. If it can't be read, the image has no names.
    static ElfImage read(Path file) {
        ElfImage image = new ElfImage();
        try (FileChannel channel = FileChannel.open(file)) {
            return image.read(channel) ? image : NONE;
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException e) {
            // The file is corrupt or was deleted; the data read so far is usable.
            return image;
        }
    }

    byte[] buildId() {
        return buildId;
    }

    /// Difference between a virtual address in the program and its file offset.
    long loadBias() {
        return loadBias;
    }

    /// Memory of the function names in bytes.
    long bytes() {
        return names.bytes();
    }

    /// Returns the name of the function at a virtual address in the program, or null.
    @Nullable
    String function(long address) {
        return names.symbolAt(address);
    }

    private boolean read(FileChannel file) throws IOException {
        ByteBuffer header = bytes(file, 0, HEADER_SIZE);
        if (header.getInt(0) != MAGIC || header.get(4) != CLASS_64 || header.get(5) != LITTLE) {
            return false;
        }
        long programs = header.getLong(32);
        int programCount = header.getShort(56) & 0xffff;
        ByteBuffer segments = bytes(file, programs, (long) PROGRAM_HEADER_SIZE * programCount);
        boolean hasBias = false;
        for (int i = 0; i < programCount; i++) {
            int segment = i * PROGRAM_HEADER_SIZE;
            int type = segments.getInt(segment);
            long offset = segments.getLong(segment + 8);
            if (type == PT_LOAD && (segments.getInt(segment + 4) & PF_X) != 0 && !hasBias) {
                hasBias = true;
                loadBias = segments.getLong(segment + 16) - offset;
            } else if (type == PT_NOTE && buildId.length == 0) {
                readNotes(bytes(file, offset, segments.getLong(segment + 32)));
            }
        }
        readSections(file, header);
        return true;
    }

    private void readNotes(ByteBuffer notes) {
        int offset = 0;
        while (offset + 12 <= notes.limit()) {
            int nameSize = notes.getInt(offset);
            int size = notes.getInt(offset + 4);
            int content = offset + 12 + aligned(nameSize);
            boolean isBuildId = notes.getInt(offset + 8) == NT_GNU_BUILD_ID && nameSize == 4;
            if (isBuildId && notes.getInt(offset + 12) == GNU) {
                if (size >= 0 && size <= notes.limit() - content) {
                    buildId = new byte[size];
                    notes.get(content, buildId);
                }
                return;
            }
            offset = Math.addExact(content, aligned(size));
        }
    }

    private static int aligned(int size) {
        return Math.addExact(size, 3) & ~3;
    }

    private void readSections(FileChannel file, ByteBuffer header) throws IOException {
        int count = header.getShort(60) & 0xffff;
        ByteBuffer sections = bytes(file, header.getLong(40), (long) SECTION_HEADER_SIZE * count);
        for (int type : new int[] {SHT_SYMTAB, SHT_DYNSYM}) {
            for (int i = 0; i < count; i++) {
                int offset = i * SECTION_HEADER_SIZE;
                int strings = sections.getInt(offset + 40) * SECTION_HEADER_SIZE;
                if (sections.getInt(offset + 4) == type && strings >= 0 && strings < sections.limit()) {
                    names = readSymbols(section(file, sections, offset), section(file, sections, strings));
                    if (names.size() > 0) {
                        return;
                    }
                }
            }
        }
    }

    private static ByteBuffer section(FileChannel file, ByteBuffer sections, int offset) throws IOException {
        return bytes(file, sections.getLong(offset + 24), sections.getLong(offset + 32));
    }

    private static SymbolNames readSymbols(ByteBuffer symbols, ByteBuffer strings) {
        int count = symbols.limit() / SYMBOL;
        SymbolNames found = new SymbolNames(count);
        for (int i = 0; i < count; i++) {
            int offset = i * SYMBOL;
            int type = symbols.get(offset + 4) & 0xf;
            long address = symbols.getLong(offset + 8);
            if ((type == STT_FUNC || type == STT_GNU_IFUNC) && address != 0) {
                found.add(address, symbols.getLong(offset + 16), symbols.getInt(offset));
            }
        }
        byte[] names = new byte[strings.limit()];
        strings.get(0, names);
        found.finish(names);
        return found;
    }

    private static ByteBuffer bytes(FileChannel file, long offset, long size) throws IOException {
        if (size < 0 || size > MAX_SECTION_BYTES || offset < 0) {
            throw new IOException("The table is too large");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, offset + bytes.position()) < 0) {
                throw new EOFException();
            }
        }
        return bytes.flip();
    }

    /// Functions sorted by address.
    private static final class SymbolNames {

        private long[] addresses;
        private long[] sizes;
        private int[] offsets;
        private byte[] strings = {};
        private int count;

        SymbolNames(int capacity) {
            addresses = new long[capacity];
            sizes = new long[capacity];
            offsets = new int[capacity];
        }

        int size() {
            return count;
        }

        long bytes() {
            return strings.length + (2L * Long.BYTES + Integer.BYTES) * count;
        }

        void add(long address, long size, int nameOffset) {
            addresses[count] = address;
            sizes[count] = size;
            offsets[count++] = nameOffset;
        }

        void finish(byte[] names) {
            Integer[] order = new Integer[count];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> Long.compareUnsigned(addresses[a], addresses[b]));
            long[] sortedAddresses = new long[count];
            long[] sortedSizes = new long[count];
            int[] sortedOffsets = new int[count];
            for (int i = 0; i < count; i++) {
                sortedAddresses[i] = addresses[order[i]];
                sortedSizes[i] = sizes[order[i]];
                sortedOffsets[i] = offsets[order[i]];
            }
            addresses = sortedAddresses;
            sizes = sortedSizes;
            offsets = sortedOffsets;
            strings = names;
        }

        @Nullable
        String symbolAt(long address) {
            int found = Arrays.binarySearch(addresses, address);
            int index = found >= 0 ? found : -found - 2;
            if (index < 0 || sizes[index] != 0 && address - addresses[index] >= sizes[index]) {
                return null;
            }
            int start = offsets[index];
            int end = start;
            while (end >= 0 && end < strings.length && strings[end] != 0) {
                end++;
            }
            return end <= start ? null : new String(strings, start, end - start, StandardCharsets.UTF_8);
        }
    }
}
