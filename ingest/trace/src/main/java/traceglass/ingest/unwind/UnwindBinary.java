package traceglass.ingest.unwind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.elf.BinaryCursor;
import traceglass.ingest.elf.ElfFile;

/// Binary with its call frame information. Keeps the rules of addresses that were requested, because samples share
/// them.
final class UnwindBinary implements AutoCloseable {

    private static final int MAX_ROWS = 1 << 13;

    private final ElfFile elf;
    private final Path debugFile;
    private final List<ElfFile> open = new ArrayList<>();
    private final List<CallFrameTable> tables = new ArrayList<>();
    private final Map<Long, Rules> rows = new HashMap<>();
    private boolean hasAllTables;

    /// Rules at an address.
    ///
    /// @param section cursor over the bytes that expressions are in
    record Rules(CallFrameRow row, BinaryCursor section) {}

    /// @param elf closed by [#close]
    /// @param debugFile file with its debug information, or null
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
            // A damaged section; others may help.
        }
    }

    /// Reads the tables that few binaries need: those in debug information.
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
                // Damaged; the binary itself remains.
            }
        }
    }

    int machine() {
        return elf.machine();
    }

    /// Returns the address in the file of an offset in it; -1 if it is not loaded as code.
    long address(long fileOffset) {
        for (ElfFile.Segment s : elf.segments()) {
            long inside = fileOffset - s.offset();
            if (s.isExecutable() && inside >= 0 && inside < s.size()) {
                return s.address() + inside;
            }
        }
        return -1;
    }

    /// Returns the rules at an address of the file; null if it is not described.
    Rules rules(long address) throws UnwindFailure {
        Rules known = rows.get(address);
        if (known != null || rows.containsKey(address)) {
            return known;
        }
        Rules found = find(address);
        if (found == null && !hasAllTables) {
            addOthers();
            found = find(address);
        }
        if (rows.size() >= MAX_ROWS) {
            rows.clear();
        }
        rows.put(address, found);
        return found;
    }

    private Rules find(long address) throws UnwindFailure {
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
