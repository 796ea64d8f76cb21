package traceglass.ingest.winscope;

import traceglass.ingest.ImportContext;
import traceglass.store.table.Table;

/// Parses `inputmethod_clients`, `inputmethod_manager_service` and `inputmethod_service`: the three sides of an input
/// method, with all of their fields as arguments.
final class InputMethods {

    private final WinscopeRows rows;
    private final ImportContext context;

    InputMethods(WinscopeRows rows) {
        this.rows = rows;
        context = rows.context();
    }

    void writeClients(long ts, WireMessage field) {
        add(ts, field, "inputmethod_clients", "InputMethodClientsTraceProto");
    }

    void writeManagerService(long ts, WireMessage field) {
        add(ts, field, "inputmethod_manager_service", "InputMethodManagerServiceTraceProto");
    }

    void writeService(long ts, WireMessage field) {
        add(ts, field, "inputmethod_service", "InputMethodServiceTraceProto");
    }

    private void add(long ts, WireMessage field, String name, String type) {
        Table table = context.storage().table("__intrinsic_" + name);
        int row = table.addRow();
        table.longs("ts").set(row, ts);
        table.longs("base64_proto_id").set(row, rows.storeMessage(field.buffer(), field.offset(), field.length()));
        table.ints("arg_set_id")
                .set(
                        row,
                        rows.args(
                                field.buffer(),
                                field.offset(),
                                field.length(),
                                type,
                                null,
                                ts,
                                "winscope_" + name + "_parse_errors"));
    }
}
