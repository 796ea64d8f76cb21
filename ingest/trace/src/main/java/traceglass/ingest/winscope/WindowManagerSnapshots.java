package traceglass.ingest.winscope;

import traceglass.ingest.ImportContext;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.winscope.WindowManagerServiceDumpProto;
import traceglass.protos.winscope.WindowManagerTraceEntry;
import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;

/// Parses `windowmanager`: the state of the window manager at one point in time, one row per window container.
final class WindowManagerSnapshots {

    private static final String ERRORS = "winscope_windowmanager_parse_errors";

    private final WinscopeRows rows;
    private final ImportContext context;
    private int identity = -1;

    WindowManagerSnapshots(WinscopeRows rows) {
        this.rows = rows;
        context = rows.context();
    }

    void parse(long ts, ProtoCursor field) {
        WireMessage entry = WireMessage.of(field);
        byte[] pruned = WindowContainers.withoutContainers(entry);
        Table table = context.storage().table("__intrinsic_windowmanager");
        int snapshot = table.addRow();
        table.longs("ts").set(snapshot, ts);
        table.longs("has_invalid_elapsed_ts")
                .set(snapshot, entry.number(WindowManagerTraceEntry.ELAPSED_REALTIME_NANOS_FIELD_NUMBER) == 0 ? 1 : 0);
        table.longs("base64_proto_id").set(snapshot, rows.storeMessage(pruned));
        table.longs("focused_display_id").set(snapshot, WinscopeRows.unsigned((int)
                entry.get(WindowManagerTraceEntry.WINDOW_MANAGER_SERVICE_FIELD_NUMBER)
                        .number(WindowManagerServiceDumpProto.FOCUSED_DISPLAY_ID_FIELD_NUMBER)));
        table.ints("arg_set_id").set(snapshot, rows.args(pruned, "WindowManagerTraceEntry", ts, ERRORS));

        WindowContainers containers = new WindowContainers(entry);
        if (containers.isDamaged()) {
            context.stats().increment(ERRORS);
            return;
        }
        containers.found().forEach(c -> container(ts, snapshot, c));
    }

    private void container(long ts, int snapshot, WindowContainers.Container c) {
        Table table = context.storage().table("__intrinsic_windowmanager_windowcontainer");
        int row = table.addRow();
        boolean root = c.kind() == WindowContainers.Kind.ROOT;
        table.ints("snapshot_id").set(row, snapshot);
        table.strings("title").set(row, context.strings().intern(c.title()));
        table.ints("token").set(row, c.token());
        if (!root) {
            table.ints("parent_token").set(row, c.parent());
            table.longs("child_index").set(row, c.index());
        }
        table.longs("is_visible").set(row, c.visible() ? 1 : 0);
        table.strings("container_type")
                .set(row, context.strings().intern(c.kind().label()));
        table.strings("name_override").set(row, context.strings().intern(c.nameOverride()));
        table.ints("window_rect_id").set(row, c.frame() == null ? IntColumn.NULL : rect(c));
        table.longs("base64_proto_id").set(row, rows.storeMessage(c.message()));
        table.ints("arg_set_id")
                .set(
                        row,
                        rows.args(
                                c.message(),
                                root ? "RootWindowContainerProto" : "WindowContainerChildProto",
                                ts,
                                ERRORS));
    }

    private int rect(WindowContainers.Container c) {
        if (identity < 0) {
            // Perfetto writes the elements of the identity matrix to other columns than for layers.
            identity = rows.addTransform(new Transform(1, 0, 0, 1, 0, 0));
        }
        return rows.traceRect(new WinscopeRows.TraceRect(
                rows.addRect(c.frame()),
                WinscopeRows.unsigned(c.display()),
                c.depth(),
                false,
                c.kind() == WindowContainers.Kind.WINDOW && c.visible(),
                c.opacity(),
                identity,
                null,
                0));
    }
}
