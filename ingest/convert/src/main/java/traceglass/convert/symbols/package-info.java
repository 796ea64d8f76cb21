/// Finds function names and source lines for addresses in traces: in ELF symbol tables and DWARF line tables,
/// with an installed `llvm-symbolizer`, in Breakpad files, kernel symbol lists and on debuginfod servers. Also
/// reads mappings of R8 and ProGuard. The results are trace packets. Input: lists of addresses and paths. Does
/// not use the database or the window.
@NullMarked
package traceglass.convert.symbols;

import org.jspecify.annotations.NullMarked;
