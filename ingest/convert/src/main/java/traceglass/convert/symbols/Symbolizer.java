package traceglass.convert.symbols;

import java.io.IOException;
import java.util.List;

/// Finds functions and source lines by address in one binary.
interface Symbolizer extends AutoCloseable {

    /// Returns the functions at an address: those that the compiler inlined there first, the function that contains
    /// them last. Empty if the address is unknown.
    ///
    /// @param address relative to the binary, as in its symbol table
    /// @throws IOException if the binary can't be read any more
    List<SourceFrame> find(long address) throws IOException;

    @Override
    void close();
}
