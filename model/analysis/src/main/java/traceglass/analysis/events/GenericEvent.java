package traceglass.analysis.events;

import java.util.List;
import java.util.Optional;

/// Event of a table without special details: a log line, an ftrace event, a callstack sample.
///
/// @param columns names and values of the columns that have no component here
/// @param frames function and module of each frame of its callstack, innermost first
public record GenericEvent(
        String table,
        long id,
        long ts,
        Optional<ThreadRef> thread,
        List<String[]> columns,
        List<String[]> frames,
        List<Arg> args) {

    /// Returns a copy with a callstack.
    public GenericEvent withStack(List<String[]> stack) {
        return new GenericEvent(table, id, ts, thread, columns, stack, args);
    }
}
