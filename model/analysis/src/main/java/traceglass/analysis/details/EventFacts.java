package traceglass.analysis.details;

import java.util.List;
import java.util.Optional;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.derived.DerivedTables;
import traceglass.analysis.events.Arg;
import traceglass.analysis.events.PackageRef;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.sched.StateShare;
import traceglass.analysis.select.Selection;
import traceglass.sql.result.QueryException;

/// What is known about one event, read from the store on a query thread. One record a kind of event.
public sealed interface EventFacts {

    /// Number of a row in a table of events, with what a link to it says.
    ///
    /// @param table `slice`, `sched`, `thread_state`
    /// @param text what the link says
    /// @param where thread and number, or empty
    /// @param ns how long before or after, or how long it lasts
    record Link(String table, long id, String text, String where, long ns) {}

    /// A callstack that goes with an event.
    ///
    /// @param frames function and module of each, innermost first
    record Stack(String title, List<String[]> frames) {}

    /// A slice on any track.
    ///
    /// @param end ns; the end of the trace for what never ended
    /// @param selfNs duration less that of its direct children
    /// @param track name of the track, when it belongs to no thread
    /// @param parents from the direct one to the outermost
    /// @param from slices whose flows lead here
    /// @param to slices that flows lead to from here
    /// @param more what it was made of and what held it up
    record Slice(
            long id,
            String name,
            String category,
            long ts,
            long dur,
            long end,
            long selfNs,
            Long threadDur,
            int depth,
            long trackId,
            String track,
            Optional<ThreadRef> thread,
            List<StateShare> states,
            List<Link> parents,
            List<Link> from,
            List<Link> to,
            List<Arg> args,
            SliceMore more)
            implements EventFacts {}

    /// A thread's turn on a CPU.
    ///
    /// @param endState why it ended, in words
    /// @param stateId the `thread_state` that goes with it
    /// @param wakeTs when it was made ready to run
    /// @param waker the thread that did that; empty when an interrupt did, or nobody knows
    /// @param wakerState the waker's `thread_state`
    /// @param app package and user of the process
    record Sched(
            long id,
            long ts,
            long dur,
            long cpu,
            String endState,
            Long priority,
            Optional<ThreadRef> thread,
            Long stateId,
            Long wakeTs,
            Optional<ThreadRef> waker,
            Long wakerState,
            boolean wokenByInterrupt,
            Optional<PackageRef> app)
            implements EventFacts {}

    /// A thread's state over some time.
    record ThreadState(
            long id,
            long ts,
            long dur,
            String state,
            Long cpu,
            String blockedFunction,
            Optional<ThreadRef> thread,
            Long schedId,
            Long priority,
            Optional<ThreadRef> waker,
            Long wakerState,
            boolean wokenByInterrupt,
            Optional<Link> previous,
            Optional<Link> next,
            List<Link> woken,
            Optional<PackageRef> app)
            implements EventFacts {}

    /// A sample of a counter.
    ///
    /// @param delta against the sample before, null for the first
    /// @param dur until the next sample, null for the last
    /// @param owner process, thread or CPU of the counter, or empty
    record Counter(
            long id,
            long ts,
            double value,
            Double delta,
            Long dur,
            long trackId,
            String track,
            String unit,
            String owner,
            List<Arg> args)
            implements EventFacts {}

    /// An event of a table without details of its own: a line of a log, an ftrace event, a sample of a callstack.
    ///
    /// @param columns names and values of what is not told otherwise
    /// @param frames function and module of each frame of its callstack, innermost first
    record Other(
            String table,
            long id,
            long ts,
            Optional<ThreadRef> thread,
            List<String[]> columns,
            List<String[]> frames,
            List<Arg> args)
            implements EventFacts {}

    /// A row of a debug track.
    ///
    /// @param dur ns, −1 when it never ended; null for a sample
    /// @param value of a sample; null for a slice
    /// @param track number of its track among those of the query
    /// @param columns what the query answered, and the arguments that it named
    record Row(String table, long id, long ts, Long dur, String name, Double value, long track, List<Arg> columns)
            implements EventFacts {}

    /// What a standard module found.
    ///
    /// @param dur ns, −1 when it never ended
    /// @param columns names and values of what there is to tell
    /// @param color key of its colour, null where that is the name
    /// @param links the events and owners that it names
    /// @param parts what it spent its time on
    /// @param picture the bytes of a picture file, or null; empty where they could not be decoded
    record Derived(
            DerivedTable table,
            long id,
            long ts,
            long dur,
            String name,
            String color,
            List<String[]> columns,
            List<Link> links,
            List<Link> parts,
            byte[] picture)
            implements EventFacts {}

    /// A sample of a counter that is computed.
    ///
    /// @param key of its track
    /// @param track name of it
    /// @param delta against the sample before, null for the first
    /// @param dur until the next sample, null for the last
    /// @param formula what it is computed by, or empty
    /// @param of names and values of the counters that a formula uses, with their letters
    record Sample(
            String key,
            String track,
            long ts,
            double value,
            Double delta,
            Long dur,
            String unit,
            String formula,
            List<String[]> of)
            implements EventFacts {}

    /// @param traceEnd ns; where events that never ended are taken to end
    /// @return empty when there is no such event
    static Optional<? extends EventFacts> read(TraceQueries rows, Selection.Event event, long traceEnd)
            throws QueryException {
        return switch (event.table()) {
            case "slice" -> SliceQuery.read(rows, event.id(), traceEnd);
            case "sched" -> SchedQuery.sched(rows, event.id());
            case "thread_state" -> SchedQuery.threadState(rows, event.id());
            case "counter" -> CounterQuery.read(rows, event.id());
            case String table when DebugTracks.isTable(table) -> DebugTrackQuery.read(rows, table, event.id());
            case String table when DerivedTables.isTable(table) -> DerivedQuery.read(rows, table, event.id());
            default -> OtherQuery.read(rows, event.table(), event.id());
        };
    }
}
