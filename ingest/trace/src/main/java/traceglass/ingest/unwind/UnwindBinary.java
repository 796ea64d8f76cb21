package traceglass.ingest.unwind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.elf.BinaryCursor;
import traceglass.ingest.elf.ElfFile;

/// Binary with its call frame information. Caches the rules of requested addresses, because samples share them.
final class UnwindBinary implements AutoCloseable {

    private static final int MAX_ROWS = 1 << 13;

    private final ElfFile elf;
    private final Path debugFile;
    private final List<ElfFile> open = new ArrayList<>();
    private final List<CallFrameTable> tables = new ArrayList<>();
    private final Map<Long, Rules> rows = new HashMap<>();
    private boolean hasAllTables;

    /// Unwind rules at an address.
    ///
    /// @param section cursor over the bytes that contain the expressions
    record Rules(CallFrameRow row, BinaryCursor section) {}

    /// @param elf the binary, closed by [#close]
    /// @param debugFile file with the binary's debug information, or null
    UnwindBinary(ElfFile elf, Path debugFile) {
        this.elf = elf;
        this.debugFile = debugFile;
        open.add(elf);
        add(elf, CallFrameTable.EH_FRAME);
    }

    private void add(ElfFile file, String section) {
        try {
            CallFrameTable table = CallFrameTable.read(file, section);
            if (table != null && !table.isEmpty()) {
                tables.add(table);
            }
        } catch (IOException e) {
            // This section is damaged; other sections may help.
        }
    }

    /// Reads the tables in debug information, which few binaries need.
    private void addOthers() {
        hasAllTables = true;
        add(elf, CallFrameTable.DEBUG_FRAME);
        if (debugFile != null) {
            try {
                ElfFile debug = ElfFile.open(debugFile);
                open.add(debug);
                if (debug.buildId().equals(elf.buildId())) {
                    add(debug, CallFrameTable.DEBUG_FRAME);
                }
            } catch (IOException e) {
                // The debug file is damaged; the binary itself can still be used.
            }
        }
    }

    int machine() {
        return elf.machine();
    }

    /// Converts a file offset to an address in the file; returns -1 if the offset is not loaded as code.
    long address(long fileOffset) {
        for (ElfFile.Segment s : elf.segments()) {
            long inside = fileOffset - s.offset();
            if (s.isExecutable() && inside >= 0 && inside < s.size()) {
                return s.address() + inside;
            }
        }
        return -1;
    }

    /// Returns the rules at an address of the file; null if no table describes the address.
    Rules rules(long address) throws UnwindException {
        Rules existing = rows.get(address);
        if (existing != null || rows.containsKey(address)) {
            return existing;
        }
        Rules rules = find(address);
        if (rules == null && !hasAllTables) {
            addOthers();
            rules = find(address);
        }
        if (rows.size() >= MAX_ROWS) {
            rows.clear();
        }
        rows.put(address, rules);
        return rules;
    }

    private Rules find(long address) throws UnwindException {
        for (CallFrameTable table : tables) {
            CallFrameTable.Fde fde = table.find(address);
            if (fde != null) {
                return new Rules(CallFrameProgram.row(table, fde, address), table.cursor());
            }
        }
        return null;
    }

    @Override
    public void close() {
        open.forEach(ElfFile::close);
    }
}
