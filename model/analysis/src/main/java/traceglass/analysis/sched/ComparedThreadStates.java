package traceglass.analysis.sched;

import java.util.List;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.ComparedBy;

/// Compares thread states by state, or by state and thread.
public final class ComparedThreadStates implements ComparedBy {

    private static final String WITH_THREAD = "State, thread";

    @Override
    public String id() {
        return "states";
    }

    @Override
    public String title() {
        return "Thread states";
    }

    @Override
    public int rank() {
        return 20;
    }

    @Override
    public boolean isOfStates() {
        return true;
    }

    @Override
    public List<String> groupings() {
        return List.of("State", WITH_THREAD);
    }

    @Override
    public String events(CompareScope scope, String grouping) {
        boolean thread = grouping.equals(WITH_THREAD);
        return """
            SELECT %s%s AS name, s.id, ts, dur, %s AS value
            FROM %s AS s%s
            WHERE %s\
            """.formatted(
                        StateNames.SQL,
                        thread ? " || coalesce(' · ' || th.name, '') || coalesce(' · ' || p.name, '')" : "",
                        scope.length(),
                        ThreadStateSpans.of(
                                "utid, state, io_wait", scope::onThreads, scope.whole() ? Long.MAX_VALUE : scope.end()),
                        thread
                                ? "\n"
                                        + "LEFT JOIN thread AS th ON th.utid = s.utid\n"
                                        + "LEFT JOIN process AS p ON p.upid = th.upid"
                                : "",
                        scope.overlaps());
    }

    @Override
    public String table() {
        return "thread_state";
    }

    @Override
    public String whenEmpty() {
        return "Neither trace has thread states here. They require scheduling events (sched/sched_switch).";
    }
}
