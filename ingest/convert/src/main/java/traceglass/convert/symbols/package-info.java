/// Function names and source lines for addresses in traces: from ELF symbol tables and DWARF line tables, an installed
/// `llvm-symbolizer`, Breakpad files, kernel symbol lists and debuginfod servers; and mappings of R8 and ProGuard.
/// The results are trace packets. Input: plain lists of addresses and paths; no database, no window.
@NullMarked
package traceglass.convert.symbols;

import org.jspecify.annotations.NullMarked;
