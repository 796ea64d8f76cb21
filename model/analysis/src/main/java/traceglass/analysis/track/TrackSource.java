package traceglass.analysis.track;

import java.util.List;

/// Where a track's data comes from in the store. Names of tables and ids are those of the SQL schema.
public sealed interface TrackSource {

    /// Rows of `sched` with this `ucpu`.
    record CpuSched(long ucpu, int cpu) implements TrackSource {}

    /// Rows of `thread_state` with this `utid`.
    record ThreadState(long utid) implements TrackSource {}

    /// Rows of `slice` on these tracks, drawn as one. `depths` is how many rows to expect (largest `slice.depth` +
    /// 1), so that heights do not jump when the data arrives; 0 when nobody has counted yet.
    record Slices(List<Long> trackIds, int depths) implements TrackSource {

        public Slices(List<Long> trackIds) {
            this(trackIds, 0);
        }
    }

    /// Rows of `state` on this track: a program's own states, one at a time.
    record States(long trackId) implements TrackSource {}

    /// Rows of `counter` on this track. `unit` may be empty; `mode` is what suits it unless a person asks for
    /// another.
    record Counter(long trackId, String unit, CounterMode mode) implements TrackSource {

        public Counter(long trackId, String unit) {
            this(trackId, unit, CounterMode.VALUE);
        }
    }

    /// Frequency of a CPU, with the times in which it was idle.
    ///
    /// @param idleTrackId track with the CPU's idle states, or −1
    record CpuFrequency(long trackId, long idleTrackId, String unit) implements TrackSource {}

    /// A counter that is computed from other tables.
    ///
    /// @param sql gives time (ns) and value, in the order of time
    record Computed(String sql, String unit) implements TrackSource {}

    /// A counter that is computed from others by what a person typed.
    ///
    /// @param counters tracks of counters, in the order of the letters that the formula knows them by
    /// @param expression as [traceglass.analysis.formula.CounterFormula] reads it
    record Formula(List<TrackNode> counters, String expression, String unit) implements TrackSource {

        public Formula {
            counters = List.copyOf(counters);
        }
    }

    /// Samples of a counter in any table.
    ///
    /// @param table the table that their ids belong to
    /// @param sql gives id, time (ns) and value, in the order of time
    record Samples(String table, String sql, String unit) implements TrackSource {}

    /// Events of any table.
    ///
    /// @param table the table that their ids belong to
    /// @param sql gives id, time (ns), duration (0 for an instant, −1 when it never ended), label, and the key of
    ///     the colour or NULL where that is the label; where events lie below each other also their depth, from 0,
    ///     and the number, from 0, of the stack that they belong to
    record Events(String table, String sql) implements TrackSource {}

    /// CPU time of the threads of a process, one lane a CPU: what a closed process group shows when there is
    /// scheduling data.
    record ProcessSched(long upid) implements TrackSource {}

    /// Depth 0 of up to eight slice tracks, one lane each: what a closed group shows otherwise.
    record SliceSummary(List<Long> trackIds) implements TrackSource {}

    /// A heading without a summary.
    record None() implements TrackSource {}
}
