package traceglass.convert.symbols;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.elf.BinaryCursor;
import traceglass.ingest.elf.ElfFile;

/// The header of a line program in `.debug_line`: the encoding of its instructions and the names of its files
/// (DWARF 5, section 6.2.4; versions 2 to 5).
final class LineProgramHeader {

    private static final int CONTENT_PATH = 1;
    private static final int CONTENT_DIRECTORY = 2;

    private static final int FORM_BLOCK2 = 0x03;
    private static final int FORM_BLOCK4 = 0x04;
    private static final int FORM_DATA2 = 0x05;
    private static final int FORM_DATA4 = 0x06;
    private static final int FORM_DATA8 = 0x07;
    private static final int FORM_STRING = 0x08;
    private static final int FORM_BLOCK = 0x09;
    private static final int FORM_BLOCK1 = 0x0A;
    private static final int FORM_DATA1 = 0x0B;
    private static final int FORM_STRP = 0x0E;
    private static final int FORM_UDATA = 0x0F;
    private static final int FORM_DATA16 = 0x1E;
    private static final int FORM_LINE_STRP = 0x1F;

    /// A field of a directory or file entry (version 5).
    private record Field(long content, long form) {}

    /// The value of a field: a string or a number.
    private record Value(@Nullable String text, long number) {}

    /// Sections with the strings of version 5.
    ///
    /// @param strings `.debug_str`, or null
    /// @param lineStrings `.debug_line_str`, or null
    record Strings(
            ElfFile file,
            @Nullable MemorySegment strings,
            @Nullable MemorySegment lineStrings) {

        private String stringAt(@Nullable MemorySegment section, long offset) throws IOException {
            if (section == null) {
                throw new IOException("the section with file names is missing");
            }
            return file.cursor(section).at(offset).text();
        }
    }

    private final BinaryCursor in;
    private final Strings strings;
    private final List<String> directories = new ArrayList<>();
    private final List<String> files = new ArrayList<>();

    final int version;
    final long end;
    final long programStart;
    final int addressSize;
    final int minInstructionLength;
    final boolean isStatementAtFirst;
    final int lineBase;
    final int lineRange;
    final int opcodeBase;
    final int[] operandCounts;
    private final int offsetSize;

    /// Reads a header.
    ///
    /// @param in cursor at the start of the header; moved to its end
    /// @throws IOException if the version is unknown
    LineProgramHeader(BinaryCursor in, Strings strings, int pointerSize) throws IOException {
        this.in = in;
        this.strings = strings;
        long length = in.u32();
        offsetSize = length == 0xFFFF_FFFFL ? 8 : 4;
        if (offsetSize == 8) {
            length = in.u64();
        }
        end = in.position() + length;
        if (length < 0 || end < 0) {
            throw new IOException("the size of a line program is invalid: " + length + " bytes");
        }
        version = in.u16();
        if (version < 2 || version > 5) {
            throw new UnknownVersionException(end, version);
        }
        addressSize = version >= 5 ? in.u8() : pointerSize;
        if (version >= 5) {
            in.u8();
        }
        long headerLength = in.unsigned(offsetSize);
        programStart = in.position() + headerLength;
        minInstructionLength = in.u8();
        if (version >= 4) {
            in.u8();
        }
        isStatementAtFirst = in.u8() != 0;
        lineBase = in.s8();
        lineRange = in.u8();
        opcodeBase = in.u8();
        operandCounts = new int[Math.max(1, opcodeBase)];
        for (int i = 1; i < opcodeBase; i++) {
            operandCounts[i] = in.u8();
        }
        if (version >= 5) {
            readEntries(directories, false);
            readEntries(files, true);
        } else {
            readOldEntries();
        }
    }

    /// Thrown for a program with an unknown version. Later programs can still be read.
    static final class UnknownVersionException extends IOException {

        private static final long serialVersionUID = 1;

        private final long end;

        UnknownVersionException(long end, int version) {
            super("unknown version of a line program: " + version);
            this.end = end;
        }

        long end() {
            return end;
        }
    }

    private void readOldEntries() {
        // Directory 0 is the compilation unit's directory, whose name is in another section; file names in it
        // stay relative.
        directories.add("");
        for (String name = in.text(); !name.isEmpty(); name = in.text()) {
            directories.add(name);
        }
        // File numbers start at 1 before version 5.
        files.add("");
        for (String name = in.text(); !name.isEmpty(); name = in.text()) {
            files.add(path(in.uleb(), name));
            in.uleb();
            in.uleb();
        }
    }

    private void readEntries(List<String> entries, boolean areFiles) throws IOException {
        Field[] fields = new Field[in.u8()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = new Field(in.uleb(), in.uleb());
        }
        long count = in.uleb();
        if (count < 0 || count > end - in.position() || fields.length == 0 && count > 0) {
            throw new IOException("the number of files of a line program is invalid: " + count);
        }
        for (long i = 0; i < count; i++) {
            String name = "";
            long directory = 0;
            for (Field field : fields) {
                Value value = value(field.form);
                if (field.content == CONTENT_PATH) {
                    name = value.text == null ? "" : value.text;
                } else if (field.content == CONTENT_DIRECTORY) {
                    directory = value.number;
                }
            }
            entries.add(areFiles ? path(directory, name) : i == 0 ? name : resolvePath(directories.getFirst(), name));
        }
    }

    private Value value(long form) throws IOException {
        switch ((int) form) {
            case FORM_STRING:
                return new Value(in.text(), 0);
            case FORM_STRP:
                return new Value(strings.stringAt(strings.strings(), in.unsigned(offsetSize)), 0);
            case FORM_LINE_STRP:
                return new Value(strings.stringAt(strings.lineStrings(), in.unsigned(offsetSize)), 0);
            case FORM_UDATA:
                return new Value(null, in.uleb());
            case FORM_DATA1:
                return new Value(null, in.u8());
            case FORM_DATA2:
                return new Value(null, in.u16());
            case FORM_DATA4:
                return new Value(null, in.u32());
            case FORM_DATA8:
                return new Value(null, in.u64());
            case FORM_DATA16:
                in.skip(16);
                break;
            case FORM_BLOCK:
                in.skip(in.uleb());
                break;
            case FORM_BLOCK1:
                in.skip(in.u8());
                break;
            case FORM_BLOCK2:
                in.skip(in.u16());
                break;
            case FORM_BLOCK4:
                in.skip(in.u32());
                break;
            default:
                throw new IOException("unknown form in the list of files: " + form);
        }
        return new Value(null, 0);
    }

    private String path(long directory, String name) {
        return directory >= 0 && directory < directories.size()
                ? resolvePath(directories.get((int) directory), name)
                : name;
    }

    private static String resolvePath(String directory, String name) {
        boolean isAbsolute = name.startsWith("/") || name.matches("[A-Za-z]:[/\\\\].*");
        return isAbsolute || directory.isEmpty() ? name : directory + "/" + name;
    }

    /// Returns the path of a file given its number in this program; empty if there is none.
    String file(long number) {
        return number >= 0 && number < files.size() ? files.get((int) number) : "";
    }
}
