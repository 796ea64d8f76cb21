package traceglass.ingest.unwind;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.elf.BinaryCursor;
import traceglass.ingest.elf.ElfFile;

/// Call frame information of one section of a binary, indexed by address: descriptions of functions (FDE), each of
/// which refers to a common part shared with other functions (CIE).
///
/// Format: DWARF 5, section 6.4.1, for `.debug_frame`; Linux Standard Base Core 5.0, section 10.6, for `.eh_frame`.
final class CallFrameTable {

    static final String EH_FRAME = ".eh_frame";
    static final String DEBUG_FRAME = ".debug_frame";

    private static final int OMITTED = 0xff;
    private static final int RELATIVE_TO_POSITION = 0x10;
    private static final int RELATIVE_TO_TEXT = 0x20;
    private static final int RELATIVE_TO_DATA = 0x30;
    private static final long EXTENDED_LENGTH = 0xffff_ffffL;

    /// Common part shared by several descriptions.
    ///
    /// @param start position of the initial instructions
    /// @param encoding encoding of addresses
    /// @param hasAugmentation whether descriptions have augmentation data, preceded by its length
    record Cie(
            long start,
            long end,
            long codeAlign,
            long dataAlign,
            int returnColumn,
            int encoding,
            boolean hasAugmentation,
            boolean isSignalFrame,
            int segmentSize) {}

    /// Description of the addresses from `start` to `end`.
    ///
    /// @param instructions position of the instructions
    record Fde(Cie cie, long start, long end, long instructions, long instructionsEnd) {}

    private final MemorySegment bytes;
    private final ElfFile elf;
    private final boolean isEhFrame;
    private final long address;
    private final long text;
    private final long data;
    private final Map<Long, Cie> cies = new HashMap<>();
    private final long[] starts;
    private final long[] ends;
    private final long[] positions;

    private CallFrameTable(ElfFile elf, String section, MemorySegment bytes) {
        this.elf = elf;
        this.bytes = bytes;
        isEhFrame = section.equals(EH_FRAME);
        address = elf.address(section);
        text = Math.max(0, elf.address(".text"));
        data = Math.max(0, elf.address(".got"));
        List<Fde> fdes = readAll();
        fdes.sort(Comparator.comparingLong(Fde::start));
        starts = fdes.stream().mapToLong(Fde::start).toArray();
        ends = fdes.stream().mapToLong(Fde::end).toArray();
        positions = fdes.stream().mapToLong(Fde::instructionsEnd).toArray();
    }

    /// Reads a section; returns null if the file does not have it.
    ///
    /// @param section [#EH_FRAME] or [#DEBUG_FRAME]
    /// @throws IOException if the section is damaged
    static CallFrameTable read(ElfFile elf, String section) throws IOException {
        MemorySegment bytes = elf.readSection(section);
        return bytes == null ? null : new CallFrameTable(elf, section, bytes);
    }

    BinaryCursor cursor() {
        return elf.cursor(bytes);
    }

    boolean isEmpty() {
        return starts.length == 0;
    }

    /// Returns the description that covers an address of the file, or null.
    Fde find(long pc) {
        int low = 0;
        int high = starts.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (starts[middle] <= pc) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == 0 || pc >= ends[low - 1]) {
            return null;
        }
        BinaryCursor in = cursor().at(positions[low - 1]);
        try {
            return readRecord(in);
        } catch (IndexOutOfBoundsException e) {
            return null;
        }
    }

    /// Reads all descriptions. In the result, the end of the instructions is replaced with the description's own
    /// position.
    private List<Fde> readAll() {
        List<Fde> fdes = new ArrayList<>();
        BinaryCursor in = cursor();
        try {
            while (in.hasMore(bytes.byteSize())) {
                long start = in.position();
                Fde fde = readRecord(in);
                if (fde != null && fde.end > fde.start && (isEhFrame || fde.start != 0)) {
                    fdes.add(new Fde(fde.cie, fde.start, fde.end, fde.instructions, start));
                }
            }
        } catch (IndexOutOfBoundsException e) {
            // The section is damaged; the descriptions read so far are still useful.
        }
        return fdes;
    }

    /// Reads a record and moves past it. Returns null if it is not a description or is an unusable one.
    private Fde readRecord(BinaryCursor in) {
        long length = in.u32();
        boolean is64 = length == EXTENDED_LENGTH;
        if (is64) {
            length = in.u64();
        }
        long start = in.position();
        if (length < 0 || length > bytes.byteSize() - start) {
            throw new IndexOutOfBoundsException("a record of " + length + " bytes");
        }
        long end = start + length;
        Fde fde = null;
        if (length > 0) {
            long id = is64 && !isEhFrame ? in.u64() : in.u32();
            boolean isCie = isEhFrame ? id == 0 : id == (is64 ? -1 : EXTENDED_LENGTH);
            if (!isCie) {
                try {
                    fde = readDescription(in, isEhFrame ? start - id : id, end);
                } catch (IndexOutOfBoundsException e) {
                    // This record is damaged, but its length is valid.
                    fde = null;
                }
            }
        }
        in.at(end);
        return fde;
    }

    private Fde readDescription(BinaryCursor in, long ciePosition, long end) {
        Cie cie = cie(ciePosition);
        if (cie == null) {
            return null;
        }
        in.skip(cie.segmentSize);
        long first = readPointer(in, cie.encoding);
        long size = readValue(in, cie.encoding & 0x0f);
        if (cie.hasAugmentation) {
            in.skip(in.uleb());
        }
        return new Fde(cie, first, first + size, in.position(), end);
    }

    /// Returns the common part at a position; null if its format is unknown.
    private Cie cie(long position) {
        Cie existing = cies.get(position);
        if (existing == null && !cies.containsKey(position)) {
            existing = readCie(cursor().at(position));
            cies.put(position, existing);
        }
        return existing;
    }

    private Cie readCie(BinaryCursor in) {
        long length = in.u32();
        boolean is64 = length == EXTENDED_LENGTH;
        if (is64) {
            length = in.u64();
        }
        long end = in.position() + length;
        if (length <= 0 || end > bytes.byteSize() || end < 0) {
            return null;
        }
        in.skip(is64 && !isEhFrame ? 8 : 4);
        int version = in.u8();
        if (version != 1 && version != 3 && version != 4) {
            return null;
        }
        String augmentation = in.text();
        if (augmentation.startsWith("eh")) {
            in.skip(elf.is64() ? 8 : 4);
        } else if (!augmentation.isEmpty() && augmentation.charAt(0) != 'z') {
            return null;
        }
        int segmentSize = 0;
        if (version == 4) {
            in.u8();
            segmentSize = in.u8();
        }
        long codeAlign = in.uleb();
        long dataAlign = in.sleb();
        int returnColumn = version == 1 ? in.u8() : DwarfExpression.readRegister(in);
        boolean hasAugmentation = augmentation.startsWith("z");
        int encoding = 0;
        if (hasAugmentation) {
            long size = in.uleb();
            long augmentationEnd = in.position() + size;
            encoding = readEncoding(in, augmentation);
            if (size < 0 || encoding < 0) {
                return null;
            }
            in.at(augmentationEnd);
        }
        return new Cie(
                in.position(),
                end,
                codeAlign,
                dataAlign,
                returnColumn,
                encoding,
                hasAugmentation,
                augmentation.indexOf('S') > 0,
                segmentSize);
    }

    /// Reads the encoding of addresses from the augmentation data; returns -1 if it is not supported.
    private int readEncoding(BinaryCursor in, String augmentation) {
        int encoding = 0;
        for (int i = 1; i < augmentation.length(); i++) {
            switch (augmentation.charAt(i)) {
                case 'L' -> in.u8();
                case 'R' -> encoding = in.u8();
                case 'P' -> readValue(in, in.u8() & 0x0f);
                // Markers for signal frames, the kind of signature, and memory tagging.
                case 'S', 'B', 'G' -> {}
                default -> {
                    return encoding;
                }
            }
        }
        int base = encoding & 0x70;
        boolean isSupported = base <= RELATIVE_TO_DATA && encoding != OMITTED && (encoding & 0x80) == 0;
        return isSupported ? encoding : -1;
    }

    /// Reads an encoded address of the file.
    long readPointer(BinaryCursor in, int encoding) {
        long position = in.position();
        long value = readValue(in, encoding & 0x0f);
        return switch (encoding & 0x70) {
            case RELATIVE_TO_POSITION -> address + position + value;
            case RELATIVE_TO_TEXT -> text + value;
            case RELATIVE_TO_DATA -> data + value;
            default -> value;
        };
    }

    private long readValue(BinaryCursor in, int format) {
        return switch (format) {
            case 0x1 -> in.uleb();
            case 0x2 -> in.u16();
            case 0x3 -> in.u32();
            case 0x4, 0xc -> in.u64();
            case 0x9 -> in.sleb();
            case 0xa -> (short) in.u16();
            case 0xb -> (int) in.u32();
            default -> elf.is64() ? in.u64() : in.u32();
        };
    }
}
