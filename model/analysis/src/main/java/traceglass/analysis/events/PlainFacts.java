package traceglass.analysis.events;

import java.util.List;
import java.util.Optional;

/// An event of a table without details of its own: a line of a log, an ftrace event, a sample of a callstack.
///
/// @param columns names and values of what is not told otherwise
/// @param frames function and module of each frame of its callstack, innermost first
public record PlainFacts(
        String table,
        long id,
        long ts,
        Optional<ThreadRef> thread,
        List<String[]> columns,
        List<String[]> frames,
        List<Arg> args) {

    /// The same with a callstack.
    public PlainFacts with(List<String[]> stack) {
        return new PlainFacts(table, id, ts, thread, columns, stack, args);
    }
}
