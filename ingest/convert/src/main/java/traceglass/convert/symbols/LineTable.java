package traceglass.convert.symbols;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.elf.BinaryCursor;
import traceglass.ingest.elf.ElfFile;

/// The source lines of a binary by address, from the line programs in `.debug_line` (DWARF versions 2 to 5,
/// section 6.2 of the DWARF 5 standard).
final class LineTable {

    /// A source line.
    ///
    /// @param line line number, starting at 1; 0 if the compiler could not assign one
    record SourceLine(String file, int line) {}

    private static final int COPY = 1;
    private static final int ADVANCE_PC = 2;
    private static final int ADVANCE_LINE = 3;
    private static final int SET_FILE = 4;
    private static final int SET_COLUMN = 5;
    private static final int CONST_ADD_PC = 8;
    private static final int FIXED_ADVANCE_PC = 9;
    private static final int EXTENDED_END_SEQUENCE = 1;
    private static final int EXTENDED_SET_ADDRESS = 2;

    /// Marks the end of a sequence: addresses from here on have no line.
    private static final int NONE = -1;

    private final List<String> files = new ArrayList<>();
    private final Map<String, Integer> fileNumbers = new HashMap<>();
    private long[] addresses = new long[1024];
    private int[] lines = new int[1024];
    private int[] fileOf = new int[1024];
    private int count;
    private int sequenceStart;
    private final List<int[]> sequences = new ArrayList<>();

    private LineTable() {}

    /// Reads the lines of a file. For a damaged program, the lines before the damage are kept.
    ///
    /// @throws IOException if a section can't be decompressed
    static LineTable read(ElfFile file) throws IOException {
        LineTable table = new LineTable();
        MemorySegment section = file.readSection(".debug_line");
        if (section != null) {
            LineProgramHeader.Strings strings = new LineProgramHeader.Strings(
                    file, file.readSection(".debug_str"), file.readSection(".debug_line_str"));
            BinaryCursor in = file.cursor(section);
            try {
                while (in.hasMore(section.byteSize())) {
                    table.readProgram(in, strings, file.is64() ? 8 : 4);
                }
            } catch (IOException | IndexOutOfBoundsException e) {
                table.dropOpenSequence();
            }
        }
        table.sequences.sort((a, b) -> Long.compareUnsigned(table.addresses[a[0]], table.addresses[b[0]]));
        return table;
    }

    private void readProgram(BinaryCursor in, LineProgramHeader.Strings strings, int pointerSize) throws IOException {
        LineProgramHeader header;
        try {
            header = new LineProgramHeader(in, strings, pointerSize);
        } catch (LineProgramHeader.UnknownVersionException e) {
            in.at(e.end());
            return;
        }
        in.at(header.programStart);
        new LineMachine(header, in).run();
        dropOpenSequence();
        in.at(header.end);
    }

    /// The registers of a line program while it runs (DWARF 5, section 6.2.2).
    private final class LineMachine {

        private final LineProgramHeader header;
        private final BinaryCursor in;
        private long address;
        private long file = 1;
        private int line = 1;

        LineMachine(LineProgramHeader header, BinaryCursor in) {
            this.header = header;
            this.in = in;
        }

        void run() {
            while (in.hasMore(header.end)) {
                int opcode = in.u8();
                if (opcode >= header.opcodeBase) {
                    int adjusted = opcode - header.opcodeBase;
                    address += advance(adjusted);
                    line += header.lineBase + (header.lineRange == 0 ? 0 : adjusted % header.lineRange);
                    add(address, header.file(file), line);
                } else if (opcode == 0) {
                    executeExtended();
                } else {
                    executeStandard(opcode);
                }
            }
        }

        private long advance(int adjustedOpcode) {
            return header.lineRange == 0 ? 0 : (long) (adjustedOpcode / header.lineRange) * header.minInstructionLength;
        }

        private void executeStandard(int opcode) {
            switch (opcode) {
                case COPY -> add(address, header.file(file), line);
                case ADVANCE_PC -> address += in.uleb() * header.minInstructionLength;
                case ADVANCE_LINE -> line += (int) in.sleb();
                case SET_FILE -> file = in.uleb();
                case SET_COLUMN -> in.uleb();
                case CONST_ADD_PC -> address += advance(255 - header.opcodeBase);
                case FIXED_ADVANCE_PC -> address += in.u16();
                default -> {
                    for (int i = 0; i < header.operandCounts[opcode]; i++) {
                        in.uleb();
                    }
                }
            }
        }

        private void executeExtended() {
            long length = in.uleb();
            long next = in.position() + length;
            if (length < 0) {
                throw new IndexOutOfBoundsException("invalid length of an extended opcode: " + length);
            }
            if (length > 0) {
                int opcode = in.u8();
                if (opcode == EXTENDED_END_SEQUENCE) {
                    endSequence(address);
                    address = 0;
                    file = 1;
                    line = 1;
                } else if (opcode == EXTENDED_SET_ADDRESS) {
                    address = in.unsigned((int) Math.min(8, Math.max(1, length - 1)));
                }
            }
            in.at(next);
        }
    }

    private void add(long address, String file, int line) {
        // If several rows have the same address, the last one is used.
        if (count > sequenceStart && addresses[count - 1] == address) {
            count--;
        }
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, count * 2);
            lines = Arrays.copyOf(lines, count * 2);
            fileOf = Arrays.copyOf(fileOf, count * 2);
        }
        addresses[count] = address;
        lines[count] = line;
        fileOf[count++] = file.isEmpty()
                ? NONE
                : fileNumbers.computeIfAbsent(file, f -> {
                    files.add(f);
                    return files.size() - 1;
                });
    }

    private void endSequence(long address) {
        // Functions that the linker removed keep their lines, at address 0.
        boolean isRemoved = count == sequenceStart || addresses[sequenceStart] == 0;
        if (isRemoved) {
            dropOpenSequence();
            return;
        }
        add(address, "", 0);
        sequences.add(new int[] {sequenceStart, count});
        sequenceStart = count;
    }

    private void dropOpenSequence() {
        count = sequenceStart;
    }

    boolean isEmpty() {
        return sequences.isEmpty();
    }

    /// Returns the source line of an address, or null.
    @Nullable
    SourceLine find(long address) {
        int low = 0;
        int high = sequences.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(addresses[sequences.get(middle)[0]], address) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == 0) {
            return null;
        }
        int[] sequence = sequences.get(low - 1);
        int row = Arrays.binarySearch(addresses, sequence[0], sequence[1], address);
        row = row >= 0 ? row : -row - 2;
        boolean isInside = row >= sequence[0] && row < sequence[1] && fileOf[row] != NONE;
        return isInside ? new SourceLine(files.get(fileOf[row]), lines[row]) : null;
    }
}
