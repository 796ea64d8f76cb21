package traceglass.convert.symbols;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import traceglass.ingest.elf.ElfFile;

/// The addresses of a function in a binary.
///
/// @param start first address
/// @param end end address, exclusive
public record FunctionRange(long start, long end) {

    /// Returns the range of the function that contains an address, if the binary has a symbol with a size for it.
    public static Optional<FunctionRange> at(Path binary, long address) throws IOException {
        try (ElfFile elf = ElfFile.open(binary)) {
            return Optional.ofNullable(SymbolTable.read(elf).range(address));
        } catch (IndexOutOfBoundsException e) {
            throw new IOException(binary.getFileName() + " is damaged", e);
        }
    }
}
