package traceglass.convert.symbols;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import traceglass.ingest.elf.ElfFile;

/// Symbolizes with the symbol table and the line table of an ELF file. Does not separate inlined functions: the
/// function is the one that contains the address, while the source line can belong to an inlined function.
final class ElfSymbolizer implements Symbolizer {

    private final ElfFile elf;
    private final SymbolTable symbols;
    private final LineTable lines;
    private final UnaryOperator<String> demangle;

    ElfSymbolizer(Path file, UnaryOperator<String> demangle) throws IOException {
        this.demangle = demangle;
        elf = ElfFile.open(file);
        try {
            symbols = SymbolTable.read(elf);
            lines = LineTable.read(elf);
        } catch (IOException | RuntimeException e) {
            elf.close();
            throw e;
        }
    }

    @Override
    public List<SourceFrame> find(long address) {
        String function = symbols.find(address);
        LineTable.SourceLine line = lines.find(address);
        if (function == null) {
            return List.of();
        }
        return List.of(new SourceFrame(
                demangle.apply(function), line == null ? null : line.file(), line == null ? 0 : line.line()));
    }

    @Override
    public void close() {
        elf.close();
    }
}
