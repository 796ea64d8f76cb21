package traceglass.ingest.gotrace;

import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockTracker;

/// Passes events to the writers in time order.
final class GoEvents {

    private final ImportContext context;
    private final GoScheduling scheduling;
    private final GoAnnotations annotations;
    private final GoSamples samples;
    private final EventSorter.Queue queue;

    GoEvents(ImportContext context) {
        this.context = context;
        GoProgram program = new GoProgram(context);
        scheduling = new GoScheduling(context, program);
        annotations = new GoAnnotations(context, program);
        samples = new GoSamples(context, program);
        queue = context.sorter().queue((ts, data, ref) -> write(ts, (GoEvent) ref));
    }

    /// Adds an event.
    ///
    /// @param ns time on the file's clock, in ns
    void add(long ns, GoEvent e) {
        long ts = context.clocks().defaultToTraceTime(ns);
        if (ts != ClockTracker.NONE) {
            queue.push(ts, 0, e);
        }
    }

    /// Declares that all events added so far are earlier than those added later, so that they can be written.
    void flush() {
        context.sorter().markFlushed();
        context.sorter().markFlushed();
        context.sorter().markBuffersRead();
    }

    private void write(long ts, GoEvent e) {
        if (e.kind() == GoEvent.Kind.SAMPLE) {
            samples.add(ts, e, e.m() == GoEvent.NONE ? scheduling.threadOf(e.p()) : e.m());
        } else if (e.kind().compareTo(GoEvent.Kind.SYSCALL_END_BLOCKED) <= 0) {
            scheduling.handleEvent(ts, e);
        } else {
            annotations.handleEvent(ts, e);
        }
    }
}
