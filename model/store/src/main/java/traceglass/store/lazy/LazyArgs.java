package traceglass.store.lazy;

import traceglass.store.table.TraceStorage;

/// Decodes arguments that an import left encoded because they are rarely used. A service provided by importers
/// (`META-INF/services/traceglass.store.lazy.LazyArgs`).
///
/// The only kind is currently `ftrace_args`. An event of `__intrinsic_ftrace_event` with a `payload` refers to the
/// arg set `(1 << 32) + id`, which exists once [TraceStore][traceglass.store.TraceStore#ensure] has decoded all
/// payloads.
public interface LazyArgs {

    /// Name of the arguments of raw ftrace events.
    String FTRACE = "ftrace_args";

    /// Arg sets with this id or a larger one are decoded on demand.
    long FIRST_ARG_SET = 1L << 32;

    /// Returns the name of the decoded arguments, e.g. [#FTRACE].
    String name();

    /// Returns a decoder that adds rows to `__intrinsic_args` of `storage`, which is empty and used by this decoder
    /// alone.
    Decoder open(TraceStorage storage);

    /// Decoder for use by one thread.
    interface Decoder {

        /// Adds the arguments of one event, in order. Rows get `row` as `arg_set_id`. Undecodable arguments are
        /// skipped.
        ///
        /// @param row `id` of the event
        /// @param eventId `event_id` of the event: its kind
        /// @param payload its fields, as stored by the importer
        void decode(int row, int eventId, byte[] payload);
    }
}
