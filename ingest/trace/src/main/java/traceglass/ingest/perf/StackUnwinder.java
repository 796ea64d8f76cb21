package traceglass.ingest.perf;

/// Unwinds the call stack of a thread from its registers and a copy of the top of its stack, as `perf record
/// --call-graph dwarf` saves them. Implementations are found by `java.util.ServiceLoader`; each import has its own
/// instance. Without one, such samples have a single frame.
public interface StackUnwinder {

    /// Fills `pcs` with the program counters of the frames, the innermost first, and returns their number; 0 if the
    /// stack cannot be unwound. All but the first are return addresses.
    int unwind(UserStack stack, long[] pcs);
}
