package traceglass.ingest.tracker.stats;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import traceglass.store.names.TableNames;
import traceglass.store.stats.ValueScope;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes properties of the whole trace to the `metadata` table, under the names of Perfetto's trace processor
/// (resource `metadata.txt`) or, with [View#setDynamic], under names from the trace.
public final class MetadataTracker {

    private static final Map<String, Def> DEFS = readDefs();

    private final Table table;
    private final StringPool strings;
    private final Map<Entry, Integer> rows = new HashMap<>();

    private record Def(boolean isMulti, boolean isNumber, ValueScope scope) {}

    private record Entry(int name, int machine, int trace) {

        // Hand-written because initializing the generated record methods takes longer than all other work here.
        @Override
        public boolean equals(Object o) {
            return o instanceof Entry e && name == e.name && machine == e.machine && trace == e.trace;
        }

        @Override
        public int hashCode() {
            return (name * 31 + machine) * 31 + trace;
        }
    }

    public MetadataTracker(TraceStorage storage) {
        table = storage.table(TableNames.Metadata.TABLE);
        strings = storage.strings();
    }

    /// Returns the metadata of one machine in one trace file.
    public View of(int machine, int trace) {
        return new View(machine, trace);
    }

    /// Sets the `trace_uuid` derived from the file content. A uuid in the trace replaces it.
    public void setContentUuid(String uuid) {
        Entry entry = new Entry(strings.intern("trace_uuid"), IntColumn.NULL, IntColumn.NULL);
        table.strings(TableNames.Metadata.STR_VALUE).set(row(entry, false), strings.intern(uuid));
    }

    /// Metadata of one machine in one trace file.
    public final class View {

        private final int machine;
        private final int trace;

        private View(int machine, int trace) {
            this.machine = machine;
            this.trace = trace;
        }

        /// Sets the value of a known single-valued key.
        public void set(String name, long value) {
            int row = single(name, true);
            table.longs(TableNames.Metadata.INT_VALUE).set(row, value);
        }

        /// Sets the value of a known single-valued key.
        public void set(String name, String value) {
            set(name, strings.intern(value));
        }

        /// @param value string id
        public void set(String name, int value) {
            int row = single(name, false);
            table.strings(TableNames.Metadata.STR_VALUE).set(row, value);
        }

        /// Adds a value to a known multi-valued key.
        public void append(String name, long value) {
            table.longs(TableNames.Metadata.INT_VALUE).set(multi(name, true), value);
        }

        /// Adds a value to a known multi-valued key.
        public void append(String name, String value) {
            table.strings(TableNames.Metadata.STR_VALUE).set(multi(name, false), strings.intern(value));
        }

        /// Sets the value of a key defined by the trace.
        public void setDynamic(String name, long value) {
            table.longs(TableNames.Metadata.INT_VALUE)
                    .set(row(new Entry(strings.intern(name), machine, trace), false), value);
        }

        /// Sets the value of a key defined by the trace.
        public void setDynamic(String name, String value) {
            table.strings(TableNames.Metadata.STR_VALUE)
                    .set(row(new Entry(strings.intern(name), machine, trace), false), strings.intern(value));
        }

        /// Adds another row for a key defined by the trace.
        public void appendDynamic(String name, String value) {
            table.strings(TableNames.Metadata.STR_VALUE)
                    .set(add(new Entry(strings.intern(name), machine, trace), false), strings.intern(value));
        }

        /// Adds another row for a key defined by the trace.
        public void appendDynamic(String name, long value) {
            table.longs(TableNames.Metadata.INT_VALUE)
                    .set(add(new Entry(strings.intern(name), machine, trace), false), value);
        }

        /// Returns the number of a known key, or [LongColumn#NULL] if it is not set.
        public long number(String name) {
            Integer row = rows.get(entry(name, def(name)));
            return row == null
                    ? LongColumn.NULL
                    : table.longs(TableNames.Metadata.INT_VALUE).get(row);
        }

        /// Returns the text of a known key, or null if it is not set.
        public String text(String name) {
            Integer row = rows.get(entry(name, def(name)));
            return row == null
                    ? null
                    : strings.get(table.strings(TableNames.Metadata.STR_VALUE).get(row));
        }

        private Entry entry(String name, Def def) {
            return new Entry(
                    strings.intern(name),
                    def.scope().isPerMachine() ? machine : IntColumn.NULL,
                    def.scope().isPerTrace() ? trace : IntColumn.NULL);
        }

        private int single(String name, boolean isNumber) {
            Def def = def(name);
            if (def.isMulti() || def.isNumber() != isNumber) {
                throw new IllegalArgumentException("metadata " + name + " has another type or cardinality");
            }
            Entry entry = entry(name, def);
            Integer contentId = name.equals("trace_uuid")
                    ? rows.remove(new Entry(entry.name(), IntColumn.NULL, IntColumn.NULL))
                    : null;
            if (contentId != null && !rows.containsKey(entry)) {
                rows.put(entry, contentId);
                table.ints(TableNames.Metadata.TRACE_ID).set(contentId, entry.trace());
            }
            return row(entry, false);
        }

        private int multi(String name, boolean isNumber) {
            Def def = def(name);
            if (!def.isMulti() || def.isNumber() != isNumber) {
                throw new IllegalArgumentException("metadata " + name + " has another type or cardinality");
            }
            return add(entry(name, def), true);
        }
    }

    private int row(Entry entry, boolean isMulti) {
        Integer existing = rows.get(entry);
        if (existing != null) {
            return existing;
        }
        int row = add(entry, isMulti);
        rows.put(entry, row);
        return row;
    }

    private int add(Entry entry, boolean isMulti) {
        int row = table.addRow();
        table.strings(TableNames.Metadata.NAME).set(row, entry.name());
        table.strings(TableNames.Metadata.KEY_TYPE).set(row, strings.intern(isMulti ? "multi" : "single"));
        table.ints(TableNames.Metadata.MACHINE_ID).set(row, entry.machine());
        table.ints(TableNames.Metadata.TRACE_ID).set(row, entry.trace());
        return row;
    }

    private static Def def(String name) {
        Def def = DEFS.get(name);
        if (def == null) {
            throw new IllegalArgumentException("unknown metadata " + name);
        }
        return def;
    }

    private static Map<String, Def> readDefs() {
        Map<String, Def> defs = new LinkedHashMap<>();
        for (String[] w : NameLists.read("metadata.txt")) {
            defs.put(
                    w[0],
                    new Def(
                            w[1].equals("multi"),
                            w[2].equals("int"),
                            ValueScope.valueOf(w[3].toUpperCase(Locale.ROOT))));
        }
        return defs;
    }
}
