package traceglass.convert.symbols;

import java.io.IOException;
import java.util.List;

/// Finds functions and source lines by address in one binary.
interface Symbolizer extends AutoCloseable {

    /// Returns the functions at an address: first the functions that the compiler inlined there, last the
    /// function that contains them. Empty if the address is unknown.
    ///
    /// @param address address relative to the binary, as in its symbol table
    /// @throws IOException if the binary can no longer be read
    List<SourceFrame> find(long address) throws IOException;

    @Override
    void close();
}
