package traceglass.ingest.unwind;

/// Call stack found by unwinding.
///
/// @param addresses program counters, innermost first; all but the first are return addresses. That of a frame which a
///     signal interrupted is one more than its program counter, so that one less is the code that ran in all of these.
/// @param end why there are no more
/// @param at mapping of the last frame, null if unknown
public record UnwoundStack(long[] addresses, End end, CodeMapping at) {

    /// Why a stack ends.
    public enum End {
        /// The outermost frame was reached.
        COMPLETE,
        /// The next address is in no mapping.
        NO_MAPPING,
        /// The binary of the last frame is not on this machine.
        NO_BINARY,
        /// The binary does not describe the code of the last frame, and frame pointers do not help.
        NO_INFORMATION,
        /// The caller is in a part of the stack that was not recorded.
        STACK_CUT,
        /// The description of the last frame is damaged or needs an unknown register.
        BAD_INFORMATION,
        /// The stack has more frames than are kept.
        TOO_DEEP,
        /// A frame is its own caller.
        LOOP
    }
}
