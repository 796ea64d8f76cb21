package traceglass.convert.symbols;

import org.jspecify.annotations.Nullable;

/// A function at an address, with its source line if known.
///
/// @param function demangled name
/// @param file path as the compiler saw it, or null
/// @param line 1 or more; 0 if unknown
public record SourceFrame(String function, @Nullable String file, int line) {}
