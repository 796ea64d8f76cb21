package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.android.AndroidAflags;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Parses `AndroidAflags`: the feature flags of an Android system and their values.
public final class FeatureFlagParser implements PacketParser {

    private static final String[] PERMISSIONS = {"unspecified", "read-only", "read-write"};
    private static final String[] SOURCES = {"unspecified", "default", "server", "local"};
    private static final String[] BACKENDS = {"unspecified", "none", "aconfigd", "device_config"};
    private static final String[] TYPES = {"unspecified", "boolean", "integer"};

    private final ImportContext context;
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor flag = new ProtoCursor();

    public FeatureFlagParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.ANDROID_AFLAGS_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        if (packet.enter(cursor).seek(AndroidAflags.ERROR_FIELD_NUMBER)) {
            int error = cursor.asStringId(context.strings());
            context.logs()
                    .recordAtTime(
                            StatNames.ANDROID_AFLAGS_ERRORS,
                            ts,
                            b -> b.addString(context.strings().intern("error"), error));
            return;
        }
        for (packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() == AndroidAflags.FLAGS_FIELD_NUMBER) {
                addFlag(ts);
            }
        }
    }

    private void addFlag(long ts) {
        Table table = context.storage().table(TableNames.AndroidAflags.TABLE);
        int row = table.addRow();
        table.longs(TableNames.AndroidAflags.TS).set(row, ts);
        int permission = 0;
        int source = 0;
        int backend = 0;
        int type = 0;
        for (flag.enter(cursor); flag.next(); ) {
            switch (flag.field()) {
                case AndroidAflags.Flag.PKG_FIELD_NUMBER -> setText(table, row, "package");
                case AndroidAflags.Flag.NAME_FIELD_NUMBER -> setText(table, row, "name");
                case AndroidAflags.Flag.FLAG_NAMESPACE_FIELD_NUMBER -> setText(table, row, "flag_namespace");
                case AndroidAflags.Flag.CONTAINER_FIELD_NUMBER -> setText(table, row, "container");
                case AndroidAflags.Flag.VALUE_FIELD_NUMBER -> setText(table, row, "value");
                case AndroidAflags.Flag.STAGED_VALUE_FIELD_NUMBER -> setText(table, row, "staged_value");
                case AndroidAflags.Flag.PERMISSION_FIELD_NUMBER -> permission = flag.asInt();
                case AndroidAflags.Flag.VALUE_PICKED_FROM_FIELD_NUMBER -> source = flag.asInt();
                case AndroidAflags.Flag.STORAGE_BACKEND_FIELD_NUMBER -> backend = flag.asInt();
                case AndroidAflags.Flag.TYPE_FIELD_NUMBER -> type = flag.asInt();
                default -> {}
            }
        }
        setName(table, row, "permission", PERMISSIONS, permission);
        setName(table, row, "value_picked_from", SOURCES, source);
        setName(table, row, "storage_backend", BACKENDS, backend);
        setName(table, row, "type", TYPES, type);
    }

    private void setText(Table table, int row, String column) {
        table.strings(column).set(row, flag.asStringId(context.strings()));
    }

    private void setName(Table table, int row, String column, String[] names, int value) {
        table.strings(column)
                .set(row, context.strings().intern(value > 0 && value < names.length ? names[value] : names[0]));
    }
}
