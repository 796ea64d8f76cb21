package traceglass.analysis.sched;

import java.util.List;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.sched.states.StateNames;
import traceglass.analysis.sched.states.ThreadStateSpans;

/// Compares thread states by state, or by state and thread.
public final class ComparedThreadStates implements ComparisonKind {

    @Override
    public String id() {
        return "states";
    }

    @Override
    public String title() {
        return SchedTexts.STATES_TITLE;
    }

    @Override
    public int rank() {
        return 20;
    }

    @Override
    public boolean usesStateColors() {
        return true;
    }

    @Override
    public List<GroupBy> groupings() {
        return List.of(GroupBy.STATE, GroupBy.STATE_THREAD);
    }

    @Override
    public String events(CompareScope scope, GroupBy grouping) {
        boolean isByThread = grouping == GroupBy.STATE_THREAD;
        return """
            SELECT %s%s AS name, s.id, ts, dur, %s AS value
            FROM %s AS s%s
            WHERE %s\
            """.formatted(
                StateNames.SQL,
                isByThread ? " || coalesce(' · ' || th.name, '') || coalesce(' · ' || p.name, '')" : "",
                scope.clippedDuration(),
                ThreadStateSpans.of(
                        "utid, state, io_wait", scope::threadCondition, scope.isWhole() ? Long.MAX_VALUE : scope.end()),
                isByThread
                        ? "\n"
                                + "LEFT JOIN thread AS th ON th.utid = s.utid\n"
                                + "LEFT JOIN process AS p ON p.upid = th.upid"
                        : "",
                scope.overlapCondition());
    }

    @Override
    public String table() {
        return "thread_state";
    }

    @Override
    public String whenEmpty() {
        return SchedTexts.NOTHING_TO_COMPARE;
    }
}
