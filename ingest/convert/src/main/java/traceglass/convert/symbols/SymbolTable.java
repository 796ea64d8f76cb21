package traceglass.convert.symbols;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.elf.BinaryCursor;
import traceglass.ingest.elf.ElfFile;

/// The functions of a binary by address, from `.symtab`, or from `.dynsym` of a stripped file. Names are read from the
/// file when they are requested, because a browser has a million of them.
final class SymbolTable {

    private static final int TYPE_FUNCTION = 2;
    private static final int TYPE_INDIRECT_FUNCTION = 10;

    /// A function.
    ///
    /// @param size size in bytes; 0 if the symbol has no size
    /// @param name offset of the name
    private record Symbol(long address, long size, long name) {}

    private final Symbol[] symbols;
    private final @Nullable BinaryCursor names;

    private SymbolTable(Symbol[] symbols, @Nullable BinaryCursor names) {
        this.symbols = symbols;
        this.names = names;
    }

    /// Reads the functions of a file, which must stay open while the table is used.
    static SymbolTable read(ElfFile file) throws IOException {
        SymbolTable found = read(file, ".symtab");
        return found.isEmpty() ? read(file, ".dynsym") : found;
    }

    private static SymbolTable read(ElfFile file, String table) throws IOException {
        MemorySegment entries = file.readSection(table);
        MemorySegment strings = file.linkedStrings(table);
        if (entries == null || strings == null) {
            return new SymbolTable(new Symbol[0], null);
        }
        int entrySize = file.is64() ? 24 : 16;
        int count = (int) Math.min(Integer.MAX_VALUE - 8, entries.byteSize() / entrySize);
        Symbol[] all = new Symbol[count];
        int functionCount = 0;
        BinaryCursor in = file.cursor(entries);
        for (int i = 0; i < count; i++) {
            in.at((long) i * entrySize);
            long name = in.u32();
            long address = file.is64() ? 0 : in.u32();
            long size = file.is64() ? 0 : in.u32();
            int type = in.u8() & 0xF;
            in.u8();
            int section = in.u16();
            if (file.is64()) {
                address = in.u64();
                size = in.u64();
            }
            if (section != 0
                    && (type == TYPE_FUNCTION || type == TYPE_INDIRECT_FUNCTION)
                    && name < strings.byteSize()) {
                all[functionCount++] = new Symbol(file.codeAddress(address), size, name);
            }
        }
        Symbol[] sorted = Arrays.copyOf(all, functionCount);
        Arrays.sort(sorted, Comparator.comparingLong(Symbol::address).thenComparingLong(Symbol::size));
        return new SymbolTable(sorted, file.cursor(strings));
    }

    boolean isEmpty() {
        return symbols.length == 0;
    }

    /// Returns the range of the function that contains an address, or null.
    @Nullable
    FunctionRange range(long address) {
        Symbol symbol = symbol(address);
        return symbol == null || symbol.size == 0
                ? null
                : new FunctionRange(symbol.address, symbol.address + symbol.size);
    }

    /// Returns the name of the function that contains an address, or null.
    @Nullable
    String find(long address) {
        Symbol symbol = symbol(address);
        try {
            return symbol == null || names == null
                    ? null
                    : names.at(symbol.name).text();
        } catch (IndexOutOfBoundsException e) {
            // The name is corrupt; other symbols are still useful.
            return null;
        }
    }

    private @Nullable Symbol symbol(long address) {
        int low = 0;
        int high = symbols.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (symbols[middle].address <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // If several symbols have the same address, the last one is the largest.
        Symbol symbol = low == 0 ? null : symbols[low - 1];
        return symbol != null && (symbol.size == 0 || address - symbol.address < symbol.size) ? symbol : null;
    }
}
