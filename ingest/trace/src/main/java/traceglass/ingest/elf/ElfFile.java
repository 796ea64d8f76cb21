package traceglass.ingest.elf;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// An ELF binary: its sections, GNU build id and load bias, memory-mapped until closed. 32 and 64 bit, both byte
/// orders. Sources: System V ABI, chapter 4 (object files); `elf(5)`.
public final class ElfFile implements AutoCloseable {

    private static final int MAGIC = 0x7F454C46;
    private static final int SECTION_NOBITS = 8;
    private static final int SECTION_NOTE = 7;
    private static final int SEGMENT_LOAD = 1;
    private static final int SEGMENT_NOTE = 4;
    private static final int FLAG_EXECUTABLE = 1;
    private static final int FLAG_COMPRESSED = 0x800;
    private static final int COMPRESSED_ZLIB = 1;
    private static final int COMPRESSED_ZSTD = 2;
    private static final int NOTE_BUILD_ID = 3;
    private static final long MAX_SECTION_BYTES = 2_000_000_000;
    /// Maximum ratio of decompressed to compressed size. Real sections never exceed it; a damaged size must not
    /// exhaust memory.
    private static final long MAX_EXPANSION = 1100;
    private static final int MACHINE_ARM = 40;

    /// A section header.
    ///
    /// @param offset offset in the file, in bytes
    /// @param entrySize size of an entry if the section is a table, in bytes
    private record Section(int type, long flags, long address, long offset, long size, int link, long entrySize) {}

    /// A part of the file that is loaded into memory.
    ///
    /// @param offset offset in the file, in bytes
    /// @param address address of its first byte, before relocation
    /// @param size size in the file, in bytes
    public record Segment(long offset, long address, long size, boolean isExecutable) {}

    private final Arena arena;
    private final MemorySegment bytes;
    private final ByteOrder order;
    private final boolean is64;
    private final Map<String, Section> sections = new LinkedHashMap<>();
    private final List<Segment> segments = new ArrayList<>();
    private String buildId = "";
    private long loadBias;
    private int machine;

    private ElfFile(MemorySegment bytes, Arena arena, String name) throws IOException {
        this.bytes = bytes;
        this.arena = arena;
        try {
            if (bytes.byteSize() < 52 || new BinaryCursor(bytes, ByteOrder.BIG_ENDIAN).u32() != MAGIC) {
                throw new IOException("not an ELF file: " + name);
            }
            is64 = bytes.get(ValueLayout.JAVA_BYTE, 4) == 2;
            order = bytes.get(ValueLayout.JAVA_BYTE, 5) == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            readHeaders();
        } catch (IOException e) {
            arena.close();
            throw e;
        } catch (IndexOutOfBoundsException e) {
            arena.close();
            throw new IOException("truncated ELF file: " + name, e);
        }
    }

    /// Opens a file.
    ///
    /// @throws IOException if the file can't be read or isn't a complete ELF file
    @SuppressWarnings("MustBeClosedChecker") // The file closes the arena.
    public static ElfFile open(Path file) throws IOException {
        Arena arena = Arena.ofShared();
        MemorySegment bytes;
        try (FileChannel channel = FileChannel.open(file)) {
            bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        } catch (IOException e) {
            arena.close();
            throw e;
        }
        return new ElfFile(bytes, arena, file.toString());
    }

    /// Opens an ELF file that is already in memory.
    ///
    /// @param name name for error messages
    /// @throws IOException if it isn't a complete ELF file
    @SuppressWarnings("MustBeClosedChecker") // The file closes the arena.
    public static ElfFile of(byte[] bytes, String name) throws IOException {
        return new ElfFile(MemorySegment.ofArray(bytes), Arena.ofShared(), name);
    }

    private void readHeaders() {
        BinaryCursor in = cursor(bytes);
        machine = in.at(18).u16();
        in.at(is64 ? 32 : 28);
        long programOffset = readWord(in);
        long sectionOffset = readWord(in);
        in.skip(6);
        int programSize = in.u16();
        int programCount = in.u16();
        int sectionSize = in.u16();
        int sectionCount = in.u16();
        int namesIndex = in.u16();
        readSegments(in, programOffset, programSize, programCount);
        if (sectionOffset != 0) {
            readSections(in, sectionOffset, sectionSize, sectionCount, namesIndex);
        }
        for (Section section : sections.values()) {
            if (section.type == SECTION_NOTE) {
                readNotes(section.offset, section.size);
            }
        }
    }

    private void readSegments(BinaryCursor in, long offset, int size, int count) {
        boolean hasBias = false;
        for (int i = 0; i < count; i++) {
            in.at(offset + (long) i * size);
            long type = in.u32();
            long flags = is64 ? in.u32() : 0;
            long fileOffset = readWord(in);
            long address = readWord(in);
            readWord(in);
            long fileSize = readWord(in);
            if (!is64) {
                readWord(in);
                flags = in.u32();
            }
            if (type == SEGMENT_LOAD) {
                segments.add(new Segment(fileOffset, address, fileSize, (flags & FLAG_EXECUTABLE) != 0));
            }
            if (type == SEGMENT_LOAD && (flags & FLAG_EXECUTABLE) != 0 && !hasBias) {
                loadBias = address - fileOffset;
                hasBias = true;
            } else if (type == SEGMENT_NOTE) {
                readNotes(fileOffset, fileSize);
            }
        }
    }

    private void readSections(BinaryCursor in, long offset, int size, int count, int namesIndex) {
        if (size < (is64 ? 64 : 40)) {
            throw new IndexOutOfBoundsException("section headers of " + size + " bytes");
        }
        // With more than 65,279 sections, or a larger name index, the first header holds the actual values.
        Section first = readSection(in, offset);
        long number = count == 0 ? first.size : count;
        int names = namesIndex == 0xFFFF ? first.link : namesIndex;
        long nameOffset = readSection(in, offset + (long) names * size).offset;
        for (long i = 1; i < number; i++) {
            long name = in.at(offset + i * size).u32();
            Section section = readSection(in, offset + i * size);
            sections.putIfAbsent(in.at(nameOffset + name).text(), section);
        }
    }

    private Section readSection(BinaryCursor in, long offset) {
        in.at(offset + 4);
        int type = (int) in.u32();
        long flags = readWord(in);
        long address = readWord(in);
        long fileOffset = readWord(in);
        long size = readWord(in);
        int link = (int) in.u32();
        in.u32();
        readWord(in);
        return new Section(type, flags, address, fileOffset, size, link, readWord(in));
    }

    private void readNotes(long offset, long size) {
        BinaryCursor in = cursor(bytes);
        try {
            in.at(offset);
            while (buildId.isEmpty() && in.hasMore(offset + size)) {
                long nameSize = in.u32();
                long dataSize = in.u32();
                long type = in.u32();
                long name = in.position();
                long data = name + (nameSize + 3 & ~3L);
                if (type == NOTE_BUILD_ID && nameSize == 4 && in.text().equals("GNU") && dataSize <= 64) {
                    buildId = HexFormat.of()
                            .formatHex(bytes.asSlice(data, dataSize).toArray(ValueLayout.JAVA_BYTE));
                }
                in.at(data + (dataSize + 3 & ~3L));
            }
        } catch (IndexOutOfBoundsException e) {
            // Files that contain only debug information keep the headers of notes whose bytes were removed.
        }
    }

    private long readWord(BinaryCursor in) {
        return is64 ? in.u64() : in.u32();
    }

    /// Returns the GNU build id in lower-case hexadecimal digits, empty if the file has none.
    public String buildId() {
        return buildId;
    }

    /// Returns the difference between the address and the file offset of the first executable segment.
    public long loadBias() {
        return loadBias;
    }

    /// Returns whether the file contains only debug information. Its code was removed, so its file offsets, and
    /// therefore [#loadBias], differ from those of the binary that ran.
    public boolean isDebugOnly() {
        Section code = sections.get(".text");
        return code != null && code.type == SECTION_NOBITS;
    }

    /// Returns the address of a function. In 32-bit ARM code, the lowest bit of a symbol only selects the
    /// instruction set and is cleared.
    public long codeAddress(long symbolValue) {
        return machine == MACHINE_ARM ? symbolValue & ~1L : symbolValue;
    }

    /// Returns the processor as in `e_machine`: 3 for x86, 40 for 32-bit ARM, 62 for x86-64, 183 for 64-bit ARM.
    public int machine() {
        return machine;
    }

    /// Returns the segments that are loaded into memory, in file order.
    public List<Segment> segments() {
        return Collections.unmodifiableList(segments);
    }

    /// Returns the address of a section before relocation; -1 if there is no such section.
    public long address(String section) {
        Section found = sections.get(section);
        return found == null ? -1 : found.address;
    }

    /// Returns the bytes of a segment that are in the file.
    ///
    /// @throws IndexOutOfBoundsException if the file is truncated
    public MemorySegment bytes(Segment segment) {
        return bytes.asSlice(segment.offset, segment.size);
    }

    public boolean is64() {
        return is64;
    }

    /// Returns a cursor over bytes of this file, in its byte order.
    public BinaryCursor cursor(MemorySegment segment) {
        return new BinaryCursor(segment, order);
    }

    /// Returns the decompressed bytes of a section; null if the file has no section with this name or the
    /// section is empty.
    ///
    /// @throws IOException if the section is damaged or compressed in an unknown way
    public MemorySegment readSection(String name) throws IOException {
        Section section = sections.get(name);
        if (section == null || section.type == SECTION_NOBITS || section.size == 0) {
            return null;
        }
        try {
            MemorySegment raw = bytes.asSlice(section.offset, section.size);
            return (section.flags & FLAG_COMPRESSED) == 0 ? raw : decompress(name, raw);
        } catch (IndexOutOfBoundsException e) {
            throw new IOException("section " + name + " is outside the file", e);
        }
    }

    /// Returns the section with the strings of a symbol table, or null.
    public MemorySegment linkedStrings(String name) throws IOException {
        return readSection(name.equals(".dynsym") ? ".dynstr" : ".strtab");
    }

    private MemorySegment decompress(String name, MemorySegment raw) throws IOException {
        BinaryCursor in = cursor(raw);
        long type = in.u32();
        if (is64) {
            in.u32();
        }
        long size = readWord(in);
        readWord(in);
        if (size < 0 || size > Math.min(MAX_SECTION_BYTES, raw.byteSize() * MAX_EXPANSION)) {
            throw new IOException("section " + name + " is damaged: its size of " + size + " bytes is impossible");
        }
        byte[] packed = raw.asSlice(in.position()).toArray(ValueLayout.JAVA_BYTE);
        byte[] out = new byte[(int) size];
        if (type == COMPRESSED_ZLIB) {
            inflate(name, packed, out);
        } else if (type == COMPRESSED_ZSTD) {
            try {
                if (Zstd.decompress(out, packed) != size) {
                    throw new IOException("section " + name + " is truncated");
                }
            } catch (ZstdException e) {
                throw new IOException("section " + name + " is damaged", e);
            }
        } else {
            throw new IOException("section " + name + " has the unknown compression type " + type);
        }
        return MemorySegment.ofArray(out);
    }

    private static void inflate(String name, byte[] packed, byte[] out) throws IOException {
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(packed);
            int done = 0;
            while (done < out.length) {
                int read = inflater.inflate(out, done, out.length - done);
                if (read == 0) {
                    throw new IOException("section " + name + " is truncated");
                }
                done += read;
            }
        } catch (DataFormatException e) {
            throw new IOException("section " + name + " is damaged", e);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
