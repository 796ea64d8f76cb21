package traceglass.ingest.tracker.stats;

import java.util.HashMap;
import java.util.Map;
import traceglass.store.names.TableNames;
import traceglass.store.stats.StatDefinition;
import traceglass.store.stats.StatDefinitions;
import traceglass.store.stats.ValueScope;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Records import problems and statistics reported by the trace in the `stats` table, under the names of Perfetto's
/// trace processor ([StatDefinitions]). Statistics without an index are in the table from the start, with value 0.
///
/// One instance serves an import; [#of] returns the view of one machine in one trace file.
public final class StatsTracker {

    private final Table table;
    private final StringPool strings;
    private final LongColumn value;
    private final IntColumn names;
    private final LongColumn keys;
    private final LongColumn indexes;
    private final IntColumn severities;
    private final IntColumn sources;
    private final IntColumn descriptions;
    private final IntColumn machines;
    private final IntColumn traces;
    private final Map<Entry, Integer> rows = new HashMap<>();

    private record Entry(int key, long index, int machine, int trace) {

        // Hand-written because some statistics are counted for every event, and the generated record methods are slow
        // until compiled.
        @Override
        public boolean equals(Object o) {
            return o instanceof Entry e && key == e.key && index == e.index && machine == e.machine && trace == e.trace;
        }

        @Override
        public int hashCode() {
            return ((key * 31 + Long.hashCode(index)) * 31 + machine) * 31 + trace;
        }
    }

    /// Statistics of one machine in one trace file.
    public final class View {

        private final int machine;
        private final int trace;
        /// Cache of rows of statistics without an index, by the hash of the name; some are counted for every
        /// event.
        private final String[] recent = new String[RECENT];
        private final int[] recentRows = new int[RECENT];
        private static final int RECENT = 16;

        private View(int machine, int trace) {
            this.machine = machine;
            this.trace = trace;
        }

        public void increment(String name) {
            add(name, 1);
        }

        public void add(String name, long amount) {
            int row = row(name);
            value.set(row, value.get(row) + amount);
        }

        public void set(String name, long newValue) {
            value.set(row(name), newValue);
        }

        private int row(String name) {
            int slot = name.hashCode() & RECENT - 1;
            if (name.equals(recent[slot])) {
                return recentRows[slot];
            }
            int row = StatsTracker.this.row(name, false, LongColumn.NULL, machine, trace);
            recent[slot] = name;
            recentRows[slot] = row;
            return row;
        }

        public void add(String name, long index, long amount) {
            int row = StatsTracker.this.row(name, true, index, machine, trace);
            value.set(row, value.get(row) + amount);
        }

        public void set(String name, long index, long newValue) {
            value.set(StatsTracker.this.row(name, true, index, machine, trace), newValue);
        }

        /// Returns the value; 0 if nothing was counted.
        public long get(String name) {
            return value.get(row(name));
        }

        /// Returns the value at an index, or [LongColumn#NULL] if there is none.
        public long get(String name, long index) {
            StatDefinition def = def(name);
            Integer row = rows.get(entry(def, index, machine, trace));
            return row == null ? LongColumn.NULL : value.get(row);
        }
    }

    public StatsTracker(TraceStorage storage) {
        table = storage.table(TableNames.Stats.TABLE);
        strings = storage.strings();
        value = table.longs(TableNames.Stats.VALUE);
        names = table.strings(TableNames.Stats.NAME);
        keys = table.longs(TableNames.Stats.KEY);
        indexes = table.longs(TableNames.Stats.IDX);
        severities = table.strings(TableNames.Stats.SEVERITY);
        sources = table.strings(TableNames.Stats.SOURCE);
        descriptions = table.strings(TableNames.Stats.DESCRIPTION);
        machines = table.ints(TableNames.Stats.MACHINE_ID);
        traces = table.ints(TableNames.Stats.TRACE_ID);
        addZeroRows(ValueScope.GLOBAL, IntColumn.NULL, IntColumn.NULL);
    }

    /// Returns the statistics of one machine in one trace file, and adds their rows without index to the table.
    public View of(int machine, int trace) {
        addZeroRows(ValueScope.MACHINE, machine, IntColumn.NULL);
        addZeroRows(ValueScope.TRACE, IntColumn.NULL, trace);
        addZeroRows(ValueScope.MACHINEANDTRACE, machine, trace);
        return new View(machine, trace);
    }

    /// Returns the statistics that belong to no machine and no file.
    public View global() {
        return new View(IntColumn.NULL, IntColumn.NULL);
    }

    /// Returns the position of a statistic in the list: `stats.key`.
    public static int key(String name) {
        return def(name).key();
    }

    private void addZeroRows(ValueScope scope, int machine, int trace) {
        for (StatDefinition def : StatDefinitions.all()) {
            if (def.scope() == scope && !def.isIndexed()) {
                row(def, LongColumn.NULL, machine, trace);
            }
        }
    }

    /// @param index index from the trace; may be any number
    private int row(String name, boolean isIndexed, long index, int machine, int trace) {
        StatDefinition def = def(name);
        if (def.isIndexed() != isIndexed) {
            throw new IllegalArgumentException(
                    "statistic " + name + (def.isIndexed() ? " needs an index" : " has no index"));
        }
        return row(def, index, machine, trace);
    }

    private static Entry entry(StatDefinition def, long index, int machine, int trace) {
        return new Entry(
                def.key(),
                index,
                def.scope().isPerMachine() ? machine : IntColumn.NULL,
                def.scope().isPerTrace() ? trace : IntColumn.NULL);
    }

    private int row(StatDefinition def, long index, int machine, int trace) {
        Entry entry = entry(def, index, machine, trace);
        Integer existing = rows.get(entry);
        if (existing != null) {
            return existing;
        }
        int row = table.addRow();
        names.set(row, strings.intern(def.name()));
        keys.set(row, def.key());
        indexes.set(row, index);
        severities.set(row, strings.intern(def.severity()));
        sources.set(row, strings.intern(def.source()));
        descriptions.set(row, strings.intern(def.description()));
        machines.set(row, entry.machine());
        traces.set(row, entry.trace());
        value.set(row, 0);
        rows.put(entry, row);
        return row;
    }

    private static StatDefinition def(String name) {
        StatDefinition def = StatDefinitions.of(name);
        if (def == null) {
            throw new IllegalArgumentException("unknown statistic " + name);
        }
        return def;
    }
}
