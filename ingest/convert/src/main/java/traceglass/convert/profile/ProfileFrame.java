package traceglass.convert.profile;

/// A frame of a callstack in a profile: a function, or a function that was inlined into the next one.
///
/// @param function name, never empty
/// @param systemName name before deobfuscation and demangling
/// @param file source file; empty if unknown
/// @param line line in the source file; 0 if unknown
/// @param module file with the code; empty if unknown
/// @param mapping row of the mapping; -1 if there is none
/// @param address address relative to the module
record ProfileFrame(
        String function, String systemName, String file, long line, String module, int mapping, long address) {}
