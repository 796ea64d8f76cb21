package traceglass.ingest.systrace;

import java.util.function.LongUnaryOperator;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.store.names.StatNames;

/// Kernel events as text in a trace of another format: Chrome embeds them in its JSON as `systemTraceEvents`.
public final class EmbeddedSystrace {

    private final ImportContext context;
    private final LongUnaryOperator toTraceTime;
    private final EventSorter.Queue queue;

    /// @param toTraceTime converts a time in the text, in ns, to trace time; returns [Long#MIN_VALUE] on failure
    public EmbeddedSystrace(ImportContext context, LongUnaryOperator toTraceTime) {
        this.context = context;
        this.toTraceTime = toTraceTime;
        queue = context.sorter().queue(new SystraceEvents(context));
    }

    /// Reads lines of text. Lines that are not part of a trace are counted as errors.
    public void read(String text) {
        text.lines().filter(l -> !l.isEmpty() && !l.startsWith("#")).forEach(this::readLine);
    }

    private void readLine(String text) {
        SystraceLine line = SystraceLine.parse(text);
        if (line == null) {
            context.stats().increment(StatNames.SYSTRACE_PARSE_FAILURE);
            return;
        }
        long ts = toTraceTime.applyAsLong(line.ts());
        if (ts != Long.MIN_VALUE) {
            queue.push(ts, 0, line.withTime(ts));
        }
    }
}
