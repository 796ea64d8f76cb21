package traceglass.ingest.unwind;

/// Callstack found by unwinding.
///
/// @param addresses program counters, innermost first; all but the first are return addresses. For a frame that
///     was interrupted by a signal, it is the program counter plus 1, so that subtracting 1 always yields an
///     address in the code that was running.
/// @param end why the stack ends
/// @param mapping mapping of the last frame; null if unknown
public record UnwoundStack(long[] addresses, End end, CodeMapping mapping) {

    /// Reason why a stack ends.
    public enum End {
        /// The outermost frame was reached.
        COMPLETE,
        /// The next address is not in any mapping.
        NO_MAPPING,
        /// The binary of the last frame is not on this machine.
        NO_BINARY,
        /// The binary does not describe the code of the last frame, and there is no usable frame pointer.
        NO_INFORMATION,
        /// The caller's data is in a part of the stack that was not recorded.
        STACK_CUT,
        /// The description of the last frame is damaged or needs an unknown register.
        BAD_INFORMATION,
        /// The stack has more frames than the limit.
        TOO_DEEP,
        /// A frame is its own caller.
        LOOP
    }
}
