package traceglass.ingest.winscope;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.perfetto.args.ProtoArgs;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.lazy.LazyRows;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Arguments of Winscope messages including the defaults of unset fields, for tools that compare snapshots. They are
/// derived from the messages that the import stored.
public final class WinscopeDefaults implements LazyRows {

    private static final String NO_STRING = "STRING DE-INTERNING ERROR";
    private static final String INTERNED = "_iid";

    /// Table with messages.
    ///
    /// @param type message type, without the package
    /// @param first number of the first field to write; 0 for all
    /// @param last number of the last field to write; 0 for all
    /// @param skipped number of a field to skip, or 0
    /// @param group column that groups messages that are parts of one message; or null
    private record Source(String table, String type, int first, int last, int skipped, String group) {

        Source(String table, String type) {
            this(table, type, 0, 0, 0, null);
        }
    }

    private static final List<Source> SOURCES = List.of(
            new Source(TableNames.SurfaceflingerLayer.TABLE, "LayerProto"),
            new Source(TableNames.SurfaceflingerLayersSnapshot.TABLE, "LayersSnapshotProto", 1, 8, 3, null),
            new Source(TableNames.SurfaceflingerTransactions.TABLE, "TransactionTraceEntry"),
            new Source(
                    TableNames.WindowManagerShellTransitionProtos.TABLE, "ShellTransition", 0, 0, 0, "transition_id"),
            new Source(TableNames.InputmethodClients.TABLE, "InputMethodClientsTraceProto"),
            new Source(TableNames.InputmethodManagerService.TABLE, "InputMethodManagerServiceTraceProto"),
            new Source(TableNames.InputmethodService.TABLE, "InputMethodServiceTraceProto"),
            new Source(TableNames.Viewcapture.TABLE, "ViewCapture", 1, 2, 0, null),
            new Source(TableNames.ViewcaptureView.TABLE, "ViewCapture.View"),
            new Source(TableNames.Windowmanager.TABLE, "WindowManagerTraceEntry", 1, 12, 2, null),
            new Source(TableNames.WindowmanagerWindowcontainer.TABLE, "WindowContainerChildProto"),
            new Source(TableNames.AndroidKeyEvents.TABLE, "AndroidKeyEvent"),
            new Source(TableNames.AndroidMotionEvents.TABLE, "AndroidMotionEvent"),
            new Source(TableNames.AndroidInputEventDispatch.TABLE, "AndroidWindowInputDispatchEvent"));

    @Override
    public String table() {
        return TableNames.WinscopeArgsWithDefaults.TABLE;
    }

    @Override
    public void addRows(Connection trace, TraceStorage storage) throws SQLException {
        RowWriter writer = new RowWriter(storage, storage.table(table()), interned(trace));
        for (Source source : SOURCES) {
            boolean isContainerTable = source.table.endsWith("_windowcontainer");
            String columns = (source.group == null ? "0" : "t." + source.group) + ", "
                    + (isContainerTable ? "t.container_type" : "CAST(NULL AS VARCHAR)");
            try (Statement s = trace.createStatement();
                    ResultSet rows =
                            s.executeQuery("SELECT t.base64_proto_id, p.message, " + columns + " FROM " + source.table
                                    + " AS t JOIN __intrinsic_winscope_proto AS p ON p.id = t.base64_proto_id ORDER BY"
                                    + " t.id")) {
                writer.begin(source);
                while (rows.next()) {
                    writer.writeMessage(rows.getLong(1), rows.getBytes(2), rows.getLong(3), rows.getString(4));
                }
            }
        }
    }

    /// Returns the interned strings by message, key and id.
    private static Map<Long, Map<String, String>> interned(Connection trace) throws SQLException {
        Map<Long, Map<String, String>> values = new HashMap<>();
        try (Statement s = trace.createStatement();
                ResultSet rows = s.executeQuery("SELECT base64_proto_id, flat_key, iid, deinterned_value FROM"
                        + " __intrinsic_viewcapture_interned_data")) {
            while (rows.next()) {
                values.computeIfAbsent(rows.getLong(1), id -> new HashMap<>())
                        .put(rows.getString(2) + rows.getLong(3), rows.getString(4));
            }
        }
        return values;
    }

    private static final class RowWriter {

        private final Table table;
        private final StringPool strings;
        private final Map<Long, Map<String, String>> interned;
        private final MessageTypes types = new MessageTypes();
        private final ProtoArgs args;
        private final ArgSetBuilder builder = new ArgSetBuilder();
        private final ProtoCursor cursor = new ProtoCursor();
        private final Set<Long> done = new HashSet<>();
        private final Map<Long, Map<Integer, Integer>> groups = new HashMap<>();
        private Source source;

        RowWriter(TraceStorage storage, Table table, Map<Long, Map<String, String>> interned) {
            this.table = table;
            this.interned = interned;
            ImportContext context = new ImportSession(storage, new ImportProgress()).context(0, 0);
            strings = storage.strings();
            args = new ProtoArgs(context, types);
        }

        void begin(Source next) {
            source = next;
            done.clear();
            groups.clear();
        }

        void writeMessage(long id, byte[] bytes, long group, String container) {
            if (!done.add(id) || WindowContainers.Kind.ROOT.label().equals(container)) {
                return;
            }
            args.addMessage(
                    bytes,
                    0,
                    bytes.length,
                    types.message("com.android.internal." + source.type),
                    "",
                    fields(container),
                    true,
                    builder,
                    null,
                    0);
            Map<Integer, Integer> rowsByKey =
                    source.group == null ? null : groups.computeIfAbsent(group, g -> new HashMap<>());
            Map<String, String> internedStrings = interned.get(id);
            BitSet set = rowsByKey == null ? null : setFields(bytes);
            for (int i = 0; i < builder.size(); i++) {
                if (rowsByKey == null || !rowsByKey.containsKey(builder.key(i)) || isSet(set, builder.key(i))) {
                    add(id, i, rowsByKey, internedStrings);
                }
            }
            builder.clear();
        }

        /// Returns the fields to write: for the message of a container, only the field of its kind.
        private BitSet fields(String container) {
            BitSet fields = new BitSet();
            for (WindowContainers.Kind kind : WindowContainers.Kind.values()) {
                if (kind.label().equals(container)) {
                    fields.set(kind.field());
                    return fields;
                }
            }
            if (source.first == 0) {
                return null;
            }
            fields.set(source.first, source.last + 1);
            if (source.skipped > 0) {
                fields.clear(source.skipped);
            }
            return fields;
        }

        private BitSet setFields(byte[] bytes) {
            BitSet set = new BitSet();
            for (cursor.enter(bytes, 0, bytes.length); cursor.next(); ) {
                set.set(cursor.field());
            }
            return set;
        }

        /// Returns whether this part sets the field at the start of the key, so that the value is not a
        /// default.
        private boolean isSet(BitSet set, int key) {
            String name = strings.get(key).split("[.\\[]", 2)[0];
            var type = types.message("com.android.internal." + source.type);
            return set.stream()
                    .anyMatch(n -> type.field(n) != null && type.field(n).name().equals(name));
        }

        private void add(long id, int i, Map<Integer, Integer> rowsByKey, Map<String, String> internedStrings) {
            String key = strings.get(builder.key(i));
            String flat = strings.get(builder.flatKey(i));
            if (internedStrings != null && key.endsWith(INTERNED)) {
                String text = internedStrings.get(flat + builder.value(i));
                int row = row(id, stripInterned(flat), strings.intern(stripInterned(key)), rowsByKey);
                table.strings(TableNames.WinscopeArgsWithDefaults.STRING_VALUE)
                        .set(row, strings.intern(text == null ? NO_STRING : text));
                if (text != null) {
                    return;
                }
            }
            int row = row(id, flat, builder.key(i), rowsByKey);
            switch (builder.type(i)) {
                case STRING, JSON ->
                    table.strings(TableNames.WinscopeArgsWithDefaults.STRING_VALUE)
                            .set(row, (int) builder.value(i));
                case REAL ->
                    table.doubles(TableNames.WinscopeArgsWithDefaults.REAL_VALUE)
                            .set(row, Double.longBitsToDouble(builder.value(i)));
                case NULL -> {}
                default ->
                    table.longs(TableNames.WinscopeArgsWithDefaults.INT_VALUE).set(row, builder.value(i));
            }
        }

        private static String stripInterned(String key) {
            return key.substring(0, key.length() - INTERNED.length());
        }

        private int row(long id, String flat, int key, Map<Integer, Integer> rowsByKey) {
            Integer existing = rowsByKey == null ? null : rowsByKey.get(key);
            int row = existing == null ? table.addRow() : existing;
            if (rowsByKey != null) {
                rowsByKey.put(key, row);
            }
            table.strings(TableNames.WinscopeArgsWithDefaults.TABLE_NAME).set(row, strings.intern(source.table));
            table.longs(TableNames.WinscopeArgsWithDefaults.BASE64_PROTO_ID).set(row, id);
            table.strings(TableNames.WinscopeArgsWithDefaults.FLAT_KEY).set(row, strings.intern(flat));
            table.strings(TableNames.WinscopeArgsWithDefaults.KEY).set(row, key);
            if (existing != null) {
                table.longs(TableNames.WinscopeArgsWithDefaults.INT_VALUE).set(row, LongColumn.NULL);
                table.strings(TableNames.WinscopeArgsWithDefaults.STRING_VALUE).set(row, StringPool.NULL);
            }
            return row;
        }
    }
}
