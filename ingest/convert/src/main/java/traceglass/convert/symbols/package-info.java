/// Finds function names and source lines for addresses in traces: in ELF symbol tables and DWARF line tables, with an
/// installed `llvm-symbolizer`, in Breakpad files, kernel symbol lists and on debuginfod servers. Also reads mappings
/// of R8 and ProGuard. Input: lists of addresses and paths. Output: trace packets. Does not use the database.
@NullMarked
package traceglass.convert.symbols;

import org.jspecify.annotations.NullMarked;
