package traceglass.ingest.winscope;

import traceglass.ingest.ImportContext;
import traceglass.protos.winscope.WindowManagerServiceDumpProtoDecoder;
import traceglass.protos.winscope.WindowManagerTraceEntryDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;

/// Parses `windowmanager`: the state of the window manager at one point in time, one row per window container.
final class WindowManagerSnapshots {

    private static final String ERRORS = StatNames.WINSCOPE_WINDOWMANAGER_PARSE_ERRORS;

    private final WinscopeRows rows;
    private final ImportContext context;
    private int identity = -1;

    WindowManagerSnapshots(WinscopeRows rows) {
        this.rows = rows;
        context = rows.context();
    }

    void parse(long ts, WireMessage message) {
        WindowManagerTraceEntryDecoder entry = new WindowManagerTraceEntryDecoder();
        entry.decode(message.buffer(), message.offset(), message.length());
        WindowManagerServiceDumpProtoDecoder service =
                entry.windowManagerService(new WindowManagerServiceDumpProtoDecoder());
        byte[] pruned = WindowContainers.withoutContainers(message);
        Table table = context.storage().table(TableNames.Windowmanager.TABLE);
        int snapshot = table.addRow();
        table.longs(TableNames.Windowmanager.TS).set(snapshot, ts);
        table.longs(TableNames.Windowmanager.HAS_INVALID_ELAPSED_TS)
                .set(snapshot, entry.elapsedRealtimeNanos() == 0 ? 1 : 0);
        table.longs(TableNames.Windowmanager.BASE64_PROTO_ID).set(snapshot, rows.storeMessage(pruned));
        table.longs(TableNames.Windowmanager.FOCUSED_DISPLAY_ID)
                .set(snapshot, WinscopeRows.unsigned(service.focusedDisplayId()));
        table.ints(TableNames.Windowmanager.ARG_SET_ID)
                .set(snapshot, rows.args(pruned, "WindowManagerTraceEntry", ts, ERRORS));

        WindowContainers containers = new WindowContainers(service);
        if (containers.isDamaged()) {
            context.stats().increment(ERRORS);
            return;
        }
        containers.containers().forEach(c -> writeContainer(ts, snapshot, c));
    }

    private void writeContainer(long ts, int snapshot, WindowContainers.Container c) {
        Table table = context.storage().table(TableNames.WindowmanagerWindowcontainer.TABLE);
        int row = table.addRow();
        boolean isRoot = c.kind() == WindowContainers.Kind.ROOT;
        table.ints(TableNames.WindowmanagerWindowcontainer.SNAPSHOT_ID).set(row, snapshot);
        table.strings(TableNames.WindowmanagerWindowcontainer.TITLE)
                .set(row, context.strings().intern(c.title()));
        table.ints(TableNames.WindowmanagerWindowcontainer.TOKEN).set(row, c.token());
        if (!isRoot) {
            table.ints(TableNames.WindowmanagerWindowcontainer.PARENT_TOKEN).set(row, c.parent());
            table.longs(TableNames.WindowmanagerWindowcontainer.CHILD_INDEX).set(row, c.index());
        }
        table.longs(TableNames.WindowmanagerWindowcontainer.IS_VISIBLE).set(row, c.isVisible() ? 1 : 0);
        table.strings(TableNames.WindowmanagerWindowcontainer.CONTAINER_TYPE)
                .set(row, context.strings().intern(c.kind().label()));
        table.strings(TableNames.WindowmanagerWindowcontainer.NAME_OVERRIDE)
                .set(row, context.strings().intern(c.nameOverride()));
        table.ints(TableNames.WindowmanagerWindowcontainer.WINDOW_RECT_ID)
                .set(row, c.frame() == null ? IntColumn.NULL : rect(c));
        table.longs(TableNames.WindowmanagerWindowcontainer.BASE64_PROTO_ID).set(row, rows.storeMessage(c.message()));
        table.ints(TableNames.WindowmanagerWindowcontainer.ARG_SET_ID)
                .set(
                        row,
                        rows.args(
                                c.message(),
                                isRoot ? "RootWindowContainerProto" : "WindowContainerChildProto",
                                ts,
                                ERRORS));
    }

    private int rect(WindowContainers.Container c) {
        if (identity < 0) {
            // Perfetto writes the elements of the identity matrix to columns other than those of layers.
            identity = rows.addTransform(new Transform(1, 0, 0, 1, 0, 0));
        }
        return rows.traceRect(new WinscopeRows.TraceRect(
                rows.addRect(c.frame()),
                WinscopeRows.unsigned(c.display()),
                c.depth(),
                false,
                c.kind() == WindowContainers.Kind.WINDOW && c.isVisible(),
                c.opacity(),
                identity,
                null,
                0));
    }
}
