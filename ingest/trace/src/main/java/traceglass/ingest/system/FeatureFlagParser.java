package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.protos.android.AndroidAflagsDecoder;
import traceglass.protos.android.AndroidFlagDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `AndroidAflags`: the feature flags of an Android system and their values.
public final class FeatureFlagParser implements PacketParser {

    private static final String[] PERMISSIONS = {"unspecified", "read-only", "read-write"};
    private static final String[] SOURCES = {"unspecified", "default", "server", "local"};
    private static final String[] BACKENDS = {"unspecified", "none", "aconfigd", "device_config"};
    private static final String[] TYPES = {"unspecified", "boolean", "integer"};

    private final ImportContext context;

    public FeatureFlagParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.ANDROID_AFLAGS_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        AndroidAflagsDecoder list = packet.decode(new AndroidAflagsDecoder());
        if (list.hasError()) {
            int error = list.errorId(context.strings());
            context.logs()
                    .recordAtTime(
                            StatNames.ANDROID_AFLAGS_ERRORS,
                            ts,
                            b -> b.addString(context.strings().intern("error"), error));
            return;
        }
        AndroidFlagDecoder flag = new AndroidFlagDecoder();
        for (int i = 0; i < list.flagsCount(); i++) {
            addFlag(ts, list.flags(i, flag));
        }
    }

    private void addFlag(long ts, AndroidFlagDecoder flag) {
        StringPool strings = context.strings();
        Table table = context.storage().table(TableNames.AndroidAflags.TABLE);
        int row = table.addRow();
        table.longs(TableNames.AndroidAflags.TS).set(row, ts);
        setText(table, row, "package", flag.pkgId(strings));
        setText(table, row, "name", flag.nameId(strings));
        setText(table, row, "flag_namespace", flag.flagNamespaceId(strings));
        setText(table, row, "container", flag.containerId(strings));
        setText(table, row, "value", flag.valueId(strings));
        setText(table, row, "staged_value", flag.stagedValueId(strings));
        setName(table, row, "permission", PERMISSIONS, flag.permission());
        setName(table, row, "value_picked_from", SOURCES, flag.valuePickedFrom());
        setName(table, row, "storage_backend", BACKENDS, flag.storageBackend());
        setName(table, row, "type", TYPES, flag.type());
    }

    private static void setText(Table table, int row, String column, int value) {
        if (value != StringPool.NULL) {
            table.strings(column).set(row, value);
        }
    }

    private void setName(Table table, int row, String column, String[] names, int value) {
        table.strings(column)
                .set(row, context.strings().intern(value > 0 && value < names.length ? names[value] : names[0]));
    }
}
