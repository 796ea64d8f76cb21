package traceglass.engine.agent;

/// Titles and notes of answers.
final class AgentTexts {

    static final String NO_SCHEDULING =
            "The trace has no scheduling data for this thread, so the cause of its waits is unknown. Record sched"
                    + " events to see it.";
    static final String NO_FRAMES =
            "The trace has no late frames, or no data about frames. Try the tool for long tasks.";
    static final String NO_STARTUPS =
            "The trace contains no app startups. Try the tool for long tasks at the beginning of the trace.";

    static final String NO_SAMPLES =
            "No callstacks were sampled here. If the trace has any, they are from other processes or times.";
    static final String STOPPED = "Not computed: the time limit was reached.";

    private AgentTexts() {}

    static String moreRows(int rows, boolean isBySize) {
        return "Only the first " + rows + " rows are shown" + (isBySize ? " because the answer is large" : "")
                + "; there are more. Aggregate, filter or add ORDER BY and LIMIT.";
    }

    static String longValues(int chars) {
        return "Values of more than " + chars + " characters are truncated.";
    }

    static String bytes(int length, String hex, boolean isTruncated) {
        return length + " bytes: " + hex + (isTruncated ? "…" : "");
    }

    static String failed(String reason) {
        return "Can't be computed: " + reason;
    }

    static String noSlice(long id) {
        return "There is no slice with id " + id + " in this trace. Find ids with a query on the table slice.";
    }

    static String noTasks(long minNs) {
        return "No main thread has an outermost slice of " + minNs + " ns or more.";
    }

    static String columnsOf(String table) {
        return "Columns of " + table;
    }
}
