package traceglass.store.late;

import traceglass.store.table.TraceStorage;

/// Decodes arguments that an import left encoded, because few people look at them: a service that importers provide
/// (`META-INF/services/traceglass.store.late.LazyArgs`).
///
/// The one kind there is now is `ftrace_args`. An event of `__intrinsic_ftrace_event` that has a `payload` refers to
/// the arg set `(1 << 32) + id`, which exists once [TraceStore#ensure] has decoded all payloads.
public interface LazyArgs {

    /// Name of the arguments of raw ftrace events.
    String FTRACE = "ftrace_args";

    /// Arg sets from here on are decoded when they are asked for.
    long FIRST_ARG_SET = 1L << 32;

    /// Which arguments it decodes, e.g. [#FTRACE].
    String name();

    /// A decoder that adds rows to `__intrinsic_args` of `storage`, which is empty and used by it alone.
    Decoder open(TraceStorage storage);

    /// Serves one thread.
    interface Decoder {

        /// Adds the arguments of one event, in their order. Rows get `row` as `arg_set_id`. What cannot be
        /// decoded is left out.
        ///
        /// @param row `id` of the event
        /// @param eventId its `event_id`
        /// @param payload its fields, as the importer stored them
        void decode(int row, int eventId, byte[] payload);
    }
}
